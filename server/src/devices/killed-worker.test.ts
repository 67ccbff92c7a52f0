import { message } from '@trunkline/contract/errors'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Simulator } from '@trunkline/simulator'
import { setupDeviceFixture, quick } from '../testing/devices/device-fixture.ts'

const fixture = await setupDeviceFixture()
const { createService, router, device, submit, seen, database } = fixture
const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await fixture.end()
})
afterAll(() => fixture.drop())

/** A worker without a heartbeat for a second counts as dead. */
const timeouts = { ...quick, leaseSeconds: 1, confirmMs: 1000, revertMs: 6000 }

/** A real process that runs the commands of the device. */
function startWorker(hardware_id: number): ChildProcess {
  const script = fileURLToPath(new URL('../testing/devices/device-worker.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', script, database.url, String(hardware_id), JSON.stringify(timeouts)],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  children.push(child)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function until(holds: () => Promise<boolean> | boolean, ms = 30_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); await sleep(20))
    if (Date.now() > end) throw new Error('did not come about in time')
}

/** Runs another worker until the command has ended. */
async function adopt(hardware_id: number, id: number) {
  const devices = createService(timeouts)
  await until(async () => {
    await devices.commands.workOff(hardware_id)
    return !['queued', 'running'].includes((await seen(id)).state)
  })
  return seen(id)
}

const requested = (sim: Simulator, command: string) => sim.commands.filter(({ words }) => words[0] === command).length
const rows = (sim: Simulator) => sim.table('ip/address').filter((row) => row['address'] === '10.77.0.1/24')
const add = (hardware_id: number) => ({
  hardware_id,
  kind: 'change' as const,
  label: '10.77.0.1/24, ether2',
  change: {
    steps: [
      {
        menu: 'ip/address',
        verb: 'add' as const,
        values: { address: '10.77.0.1/24', interface: 'ether2' },
        identifies: { address: '10.77.0.1/24' },
      },
    ],
  },
})

test('killed before it wrote: another worker starts again, and the row is added once', async () => {
  const sim = await router()
  const id = await device({ router: sim })
  const slow = sim.faults.add({ kind: 'slow', ms: 20_000, menu: 'ip/address', verb: 'print' })
  const { id: command } = await submit(createService(timeouts), add(id))
  const worker = startWorker(id)
  await until(() => requested(sim, '/ip/address/print') > 0)
  await kill(worker)
  slow()
  expect(await seen(command)).toMatchObject({ state: 'running', sent_at: null })
  expect(await adopt(id, command)).toMatchObject({ state: 'done', attempts: 2 })
  expect(rows(sim)).toHaveLength(1)
})

test('killed while it wrote: another worker finds the row, and sends nothing again', async () => {
  const sim = await router()
  const id = await device({ router: sim })
  const silent = sim.faults.add({ kind: 'silent', menu: 'ip/address', verb: 'add', does: true })
  const { id: command } = await submit(createService(timeouts), add(id))
  const worker = startWorker(id)
  await until(() => rows(sim).length > 0)
  await kill(worker)
  silent()
  expect((await seen(command)).sent_at).not.toBe(null)
  expect(await adopt(id, command)).toMatchObject({ state: 'done' })
  expect(requested(sim, '/ip/address/add')).toBe(1)
})

test('killed during a write that never arrived: rejected, with the state found, and nothing is sent again', async () => {
  const sim = await router()
  const id = await device({ router: sim })
  const silent = sim.faults.add({ kind: 'silent', menu: 'ip/address', verb: 'add', does: false })
  const { id: command } = await submit(createService(timeouts), add(id))
  const worker = startWorker(id)
  await until(() => requested(sim, '/ip/address/add') > 0)
  await kill(worker)
  silent()
  const end = await adopt(id, command)
  expect(end.state).toBe('refused')
  expect(end.detail).toEqual(message('command.checked', { after: 'worker', cause: message('command.row_not_added') }))
  expect(requested(sim, '/ip/address/add')).toBe(1)
})

test('killed after it locked itself out: the router rolls back, and the command reports it', async () => {
  const sim = await router()
  const id = await device({ router: sim })
  const management = () => sim.table('ip/address').find((row) => row['dynamic'] !== 'true')!
  const before = { ...management() }
  const { id: command } = await submit(createService(timeouts), {
    hardware_id: id,
    kind: 'change',
    guarded: true,
    change: {
      steps: [{ menu: 'ip/address', verb: 'set', id: before['.id'] as string, values: { address: '10.9.9.1/24' } }],
    },
  })
  const worker = startWorker(id)
  await until(() => management()['address'] === '10.9.9.1/24')
  await kill(worker)
  expect(await adopt(id, command)).toMatchObject({ state: 'reverted' })
  expect(management()['address']).toBe(before['address'])
})
