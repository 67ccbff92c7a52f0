import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { until } from '../testing/radius-here.ts'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'

const { createService, router, device, system, database, end, drop } = await setupDeviceFixture()
afterEach(async () => {
  await end()
  await system((tx) => sql`delete from hardware_poll`.execute(tx))
})
afterAll(() => drop())

const rounds = (sim: Simulator) => sim.commands.filter(({ words }) => words[0] === '/system/resource/print').length

const isRead = async (id: number) => {
  const { rows } = await system((tx) =>
    sql<{ read: boolean }>`
      select exists (select from hardware_state where hardware_id = ${id} and polled_at is not null and error is null) as read`.execute(
      tx,
    ),
  )
  return rows[0]?.read === true
}

test('the routers of a worker that is killed while polling them are read again within 30 seconds', async () => {
  const sim = await router({ speed: 1 })
  const id = await device({ router: sim })
  const slow = sim.faults.add({ kind: 'slow', ms: 60_000, menu: 'system/resource' })
  const script = fileURLToPath(new URL('../testing/devices/poller-worker.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script, database.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    await until(() => rounds(sim) > 0, 30_000)
  } finally {
    child.kill('SIGKILL')
    await ended
  }
  const killed = performance.now()
  slow()
  createService().startPolling()
  await until(() => isRead(id), 60_000)
  expect(performance.now() - killed).toBeLessThan(30_000)
})

test('a poll that takes longer than a claim stays with one worker', async () => {
  const sim = await router({ speed: 1 })
  const id = await device({ router: sim })
  sim.faults.add({ kind: 'slow', ms: 6000, menu: 'system/resource' })
  for (let i = 0; i < 2; i++) createService().startPolling({ leaseSeconds: 1.5 })
  await until(() => rounds(sim) > 0)
  // Long enough for another worker to take it if the claim were not renewed.
  await system((tx) =>
    sql`update hardware_poll set next_at = now() - interval '1 minute' where hardware_id = ${id}`.execute(tx),
  )
  await sleep(5000)
  expect(rounds(sim)).toBe(1)
  await until(() => isRead(id))
})
