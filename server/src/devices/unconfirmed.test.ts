import { message } from '@trunkline/contract/errors'
import type { Fault, Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { CommandRequest } from './devices.ts'
import type { DeviceService } from './device-service.ts'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'

const fixture = await setupDeviceFixture()
const { createService, router, device, runCommand, submit, seen, system } = fixture
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

/** A router that restarts for longer than a command waits for it. */
async function begin(bootMs = 2500) {
  const sim = await router({ bootMs })
  return { sim, id: await device({ router: sim }), devices: createService({ lookMs: 300 }) }
}

const servers = (sim: Simulator) => sim.table('ip/dns')[0]?.['servers']
const setServers = (hardware_id: number, text: string): CommandRequest => ({
  hardware_id,
  kind: 'change',
  target: 'ip/dns',
  verb: 'set',
  change: { steps: [{ menu: 'ip/dns', verb: 'set', id: null, values: { servers: text } }], reads: ['ip/dns'] },
})

/** Resolves when the panel has reached the device. */
const reached = (devices: DeviceService, id: number) =>
  expect.poll(async () => (await devices.status([id]))[0]?.is_online, { timeout: 10_000 }).toBe(true)

/** The end of a command after the device was reached again and the commands that are due were run. */
async function checkedLater(devices: DeviceService, id: number, command: number) {
  await reached(devices, id)
  await devices.commands.workOff(id)
  return seen(command)
}

const restart = (does: boolean): Fault => ({ kind: 'reboot', menu: 'ip/dns', verb: 'set', nth: 1, does })

describe('a change whose device restarts instead of answering', () => {
  test.each([
    ['done', true],
    ['refused', false],
  ] as const)(
    'is reported as %s when the device is back',
    async (state, does) => {
      const { sim, id, devices } = await begin()
      sim.faults.add(restart(does))
      const end = await runCommand(devices, setServers(id, '9.9.9.9'))
      expect(end).toMatchObject({ state: 'unknown', detail: { reason: 'command.unchecked' } })
      // As long as the device is not reached, it is not tried again.
      await devices.commands.workOff(id)
      expect(await seen(end.id)).toEqual(end)
      const later = await checkedLater(devices, id, end.id)
      expect(later).toMatchObject({ state, attempts: 1 })
      if (!does)
        expect(later.detail).toMatchObject({
          reason: 'command.checked',
          params: { after: 'connection', cause: { reason: 'command.not_applied' } },
        })
      expect(servers(sim) === '9.9.9.9').toBe(does)
      expect(sim.commands.filter(({ words }) => words[0] === '/ip/dns/set')).toHaveLength(1)
      // Decided: it is not checked again.
      expect(await checkedLater(devices, id, end.id)).toEqual(later)
    },
    30_000,
  )

  test('is checked before the next command writes the same values', async () => {
    const { sim, id, devices } = await begin()
    sim.faults.add(restart(false))
    const first = await runCommand(devices, setServers(id, '9.9.9.9'))
    expect(first.state).toBe('unknown')
    await expect.poll(() => servers(sim) !== undefined && sim.connections === 0).toBe(true)
    await sim.reboot()
    const second = await runCommand(devices, setServers(id, '9.9.9.9'))
    expect([(await seen(first.id)).state, second.state]).toEqual(['refused', 'done'])
  }, 30_000)

  test('holds up the next command of a device that is still down only for one attempt', async () => {
    const { sim, id, devices } = await begin(8000)
    sim.faults.add(restart(true))
    const first = await runCommand(devices, setServers(id, '9.9.9.9'))
    const second = await runCommand(devices, setServers(id, '1.1.1.1'))
    expect([(await seen(first.id)).state, second.state]).toEqual(['unknown', 'unreachable'])
    expect((await checkedLater(devices, id, first.id)).state).toBe('done')
  }, 30_000)

  test('stays unconfirmed if a later command has written', async () => {
    const { sim, id, devices } = await begin()
    sim.faults.add(restart(true))
    const first = await runCommand(devices, setServers(id, '9.9.9.9'))
    await system((tx) =>
      sql`insert into device_command (company_id, hardware_id, kind, state, sent_at, finished_at, deadline_at)
        select company_id, id, 'change', 'done', now(), now(), now() from hardware where id = ${id}`.execute(tx),
    )
    expect((await checkedLater(devices, id, first.id)).state).toBe('unknown')
  }, 30_000)

  test('wakes a worker when a poll has reached the device', async () => {
    const { sim, id, devices } = await begin()
    sim.faults.add(restart(true))
    await runCommand(devices, setServers(id, '9.9.9.9'))
    const job = async () =>
      (
        await fixture.database.databases.appAll.query(
          `select revision from graphile_worker.jobs where key = 'device-commands:${id}'`,
        )
      ).rows[0]?.revision as number
    const before = await job()
    await devices.commands.sweep()
    expect(await job()).toBe(before)
    await reached(devices, id)
    await devices.commands.sweep()
    expect(await job()).toBe(before + 1)
  }, 30_000)
})

test('a change with a secret is checked by its other values, because the secret was removed', async () => {
  const { sim, id, devices } = await begin()
  sim.faults.add({ kind: 'reboot', menu: 'user', verb: 'add', nth: 1, does: true })
  const { id: command } = await submit(devices, {
    hardware_id: id,
    kind: 'change',
    change: {
      steps: [
        {
          menu: 'user',
          verb: 'add',
          values: { name: 'guest', group: 'read', password: { secret: 'password' } },
          secretValues: ['password'],
          identifies: { name: 'guest' },
        },
      ],
    },
    secrets: { password: 'deeply hidden' },
  })
  await devices.commands.workOff(id)
  expect(await seen(command)).toMatchObject({ state: 'unknown', secret: null })
  expect(await checkedLater(devices, id, command)).toMatchObject({ state: 'done', secret: null })
}, 30_000)

test('a guarded change that locked the panel out is reported as rolled back when the device is back', async () => {
  const sim = await router({ bootMs: 4000 })
  const id = await device({ router: sim })
  // The worker gives up before the router has rolled back.
  const devices = createService({ lookMs: 300, confirmMs: 500, guardSeconds: 100, revertMs: -99_500 })
  const row = { ...sim.table('ip/address').find((one) => one['dynamic'] !== 'true')! }
  sim.faults.add({ kind: 'cut', afterBytes: 0, does: true, menu: 'ip/address', verb: 'set', nth: 1 })
  const end = await runCommand(devices, {
    hardware_id: id,
    kind: 'change',
    guarded: true,
    change: {
      steps: [{ menu: 'ip/address', verb: 'set', id: row['.id']!, values: { address: '10.99.0.1/24' } }],
    },
  })
  expect(end).toMatchObject({ state: 'unknown', detail: { reason: 'command.silent_since' } })
  expect(await checkedLater(devices, id, end.id)).toMatchObject({ state: 'reverted' })
  expect(sim.table('ip/address').find((one) => one['.id'] === row['.id'])?.['address']).toBe(row['address'])
}, 30_000)

test('a restart that takes long is reported as done when the device is back', async () => {
  const sim = await router({ bootMs: 4000 })
  const id = await device({ router: sim })
  const devices = createService({ lookMs: 300, restartMs: 1000 })
  const end = await runCommand(devices, { hardware_id: id, kind: 'reboot' })
  expect(end).toMatchObject({ state: 'unknown', detail: message('command.not_back') })
  expect(await checkedLater(devices, id, end.id)).toMatchObject({ state: 'done' })
}, 30_000)

test.each([
  ['done', true],
  ['reverted', false],
] as const)(
  'a guarded change that a worker left long ago is %s: the device is read',
  async (state, does) => {
    const sim = await router()
    const id = await device({ router: sim })
    const devices = createService()
    const row = sim.table('ip/address').find((one) => one['dynamic'] !== 'true') as Record<string, string>
    const { id: command } = await submit(devices, {
      hardware_id: id,
      kind: 'change',
      guarded: true,
      change: { steps: [{ menu: 'ip/address', verb: 'set', id: row['.id'] as string, values: { comment: 'Uplink' } }] },
    })
    const before = { before: [{ ids: [], row: { '.id': row['.id'], comment: row['comment'] } }] }
    await system((tx) =>
      sql`update device_command set state = 'running', worker = 'gone', leased_until = now(), attempts = 1,
        sent_at = now() - interval '1 hour', result = ${JSON.stringify(before)}::jsonb where id = ${command}`.execute(
        tx,
      ),
    )
    if (does) sim.change('ip/address', row['.id'] as string, { comment: 'Uplink' })
    await devices.commands.workOff(id)
    expect(await seen(command)).toMatchObject({ state })
  },
  30_000,
)

test('a command that no reading can verify stays unconfirmed', async () => {
  const { sim, id, devices } = await begin(200)
  sim.faults.add({ kind: 'cut', afterBytes: 0, menu: 'ip/dns/cache', verb: 'flush' })
  const end = await runCommand(devices, {
    hardware_id: id,
    kind: 'change',
    change: { steps: [{ menu: 'ip/dns/cache', verb: 'run', command: 'flush' }] },
  })
  expect(end).toMatchObject({ state: 'unknown', detail: { reason: 'command.unverifiable' } })
  expect(await checkedLater(devices, id, end.id)).toEqual(end)
})
