import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { alertRules } from '@trunkline/contract/resources/alert-rules'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { batchesOf } from '../testing/alerts/cpu-batches.ts'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'
import { verdictOf, timingOf } from './effective-rules.ts'
import type { AlertState, Notice } from './model.ts'
import { transition } from './transition.ts'

const { device, system, database, end, drop } = await setupDeviceFixture()
afterAll(async () => {
  await end()
  await drop()
})

/** What the rules say about the batches, without a database. */
function expectedNotices(ids: readonly number[], start: number) {
  const notices = new Map<number, { at: number; notify: Notice }[]>(ids.map((id) => [id, []]))
  const states = new Map<number, AlertState>()
  const fires = new Map<number, readonly number[]>()
  for (const batch of batchesOf(ids, start))
    for (const { hardware_id, at, state } of batch) {
      const value = state!.cpu_load!
      const next = transition(
        states.get(hardware_id),
        {
          kind: 'observe',
          at: at.getTime(),
          verdict: verdictOf('cpu', alertRules.cpu, value),
          severity: 'warning',
          value,
          grace: 0,
          parentId: null,
          inMaintenance: false,
          earlierFires: fires.get(hardware_id) ?? [],
        },
        timingOf('cpu', alertRules.cpu, 60_000),
      )
      if (next.state === undefined) states.delete(hardware_id)
      else states.set(hardware_id, next.state)
      if (next.state !== undefined && next.state.condition !== 'pending') fires.set(hardware_id, next.state.fires)
      for (const { at: time, notify } of next.events)
        if (notify !== null) notices.get(hardware_id)!.push({ at: time, notify })
    }
  return notices
}

test('nothing is notified twice or lost while workers are killed in the middle of batches', async () => {
  const ids: number[] = []
  for (let i = 0; i < 30; i++) ids.push(await device({ name: `Router ${i}`, address: '127.0.0.1' }))
  const start = Date.now() - 5 * 3_600_000
  const script = fileURLToPath(new URL('../testing/alerts/alert-worker.ts', import.meta.url))
  let stored = 0
  let kills = 0
  const work = async (first: number, killAfter: number) => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', script, database.url, ids.join(), String(start), String(first)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const ended = once(child, 'exit')
    let printed = 0
    createInterface({ input: child.stdout }).on('line', (line) => {
      stored = Math.max(stored, Number(line) + 1)
      // Some milliseconds into a later batch.
      if (++printed === killAfter)
        setTimeout(() => {
          if (child.exitCode === null) kills++
          child.kill('SIGKILL')
        }, killAfter % 11)
    })
    await ended
  }
  // Two at a time, each from a batch that is stored already.
  for (let round = 0; stored < 240 && round < 20; round++)
    await Promise.all([work(Math.max(0, stored - 3), 31 + round), work(Math.max(0, stored - 1), 37 + 2 * round)])
  expect(stored).toBe(240)
  expect(kills).toBeGreaterThan(5)
  const { rows } = await system((tx) =>
    sql<{ hardware_id: number; at: number; notify: Notice }>`
      select a.hardware_id, round(extract(epoch from e.at) * 1000)::float8 as at, e.notify from alert_event e join alert a on a.id = e.alert_id
      where e.notify is not null and a.rule = 'cpu' order by a.hardware_id, a.id, e.seq`.execute(tx),
  )
  const found = new Map<number, { at: number; notify: Notice }[]>(ids.map((id) => [id, []]))
  for (const { hardware_id, at, notify } of rows) found.get(hardware_id)!.push({ at, notify })
  expect(found).toEqual(expectedNotices(ids, start))
  expect(rows.length).toBeGreaterThan(100)
  const gaps = await system((tx) =>
    sql`select a.id from alert a where (select array_agg(e.seq order by e.seq) from alert_event e where e.alert_id = a.id)
      is distinct from (select array_agg(n) from generate_series(1, a.seq) n) and a.condition <> 'pending'`.execute(tx),
  )
  expect(gaps.rows).toEqual([])
}, 240_000)
