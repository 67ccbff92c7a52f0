import type { Simulator } from '@trunkline/simulator'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { CommandRequest } from './devices.ts'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'

const fixture = await setupDeviceFixture()
const { createService, router, device, runCommand } = fixture
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

/** The address that the panel connects to: changing it locks the panel out. */
const management = (sim: Simulator) => sim.table('ip/address').find((row) => row['dynamic'] !== 'true')!

const set = (hardware_id: number, sim: Simulator, values: Record<string, string>): CommandRequest => ({
  hardware_id,
  kind: 'change',
  target: 'ip/address',
  verb: 'set',
  guarded: true,
  change: { steps: [{ menu: 'ip/address', verb: 'set', id: management(sim)['.id'] as string, values }] },
})

const rollbacksOf = (sim: Simulator) => [
  ...sim.table('system/scheduler').filter((row) => row['name']?.startsWith('trunkline-')),
  ...sim.table('system/script').filter((row) => row['name']?.startsWith('trunkline-')),
  ...sim.table('file').filter((row) => /trunkline-\d/.test(row['name'] ?? '')),
]

test('a guarded change that works is confirmed on a new connection, and leaves no rollback armed', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const end = await runCommand(devices, set(id, sim, { comment: 'Uplink' }))
  expect(end).toMatchObject({ state: 'done', detail: null })
  expect(management(sim)['comment']).toBe('Uplink')
  expect(rollbacksOf(sim)).toEqual([])
})

test('a change that locks the panel out is rolled back by the router', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const before = management(sim)['address']
  const end = await runCommand(devices, set(id, sim, { address: '10.99.0.1/24' }))
  expect(end.state).toBe('reverted')
  expect(end.detail).toMatchObject({ reason: 'command.rolled_back', params: { cause: { reason: expect.any(String) } } })
  expect(management(sim)['address']).toBe(before)
  expect(rollbacksOf(sim)).toEqual([])
})

test('the next guarded change removes what an earlier rollback left', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const first = (await runCommand(devices, set(id, sim, { comment: 'First' }))).id
  sim.insert('file', { name: `trunkline-${first}.backup`, type: 'backup', size: '9000' })
  sim.insert('system/script', { name: `trunkline-${first}`, source: '' })
  sim.insert('system/scheduler', { name: `trunkline-${first}-startup`, 'on-event': '' })
  expect((await runCommand(devices, set(id, sim, { comment: 'Uplink' }))).state).toBe('done')
  expect(rollbacksOf(sim)).toEqual([])
})

test('a rejected change disarms the rollback', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const end = await runCommand(devices, set(id, sim, { interface: 'no-such-interface' }))
  expect(end.state).toBe('refused')
  expect(end.detail).toMatchObject({ reason: 'text', params: { text: expect.stringContaining('interface') } })
  expect(rollbacksOf(sim)).toEqual([])
})

test('nothing is written if the rollback cannot be armed', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  sim.faults.add({ kind: 'refuse', message: 'not enough permissions (9)', menu: 'system/script', verb: 'add' })
  const end = await runCommand(devices, set(id, sim, { comment: 'Uplink' }))
  expect(end).toMatchObject({ state: 'refused', sent_at: null })
  expect(end.detail).toMatchObject({
    reason: 'command.rollback_not_armed',
    params: { cause: { params: { text: 'not enough permissions (9)' } }, notes: [] },
  })
  expect(management(sim)['comment']).not.toBe('Uplink')
})

test('nothing is written if device-mode forbids the scheduler and jobs end with their connection', async () => {
  const devices = createService()
  const sim = await router({ deviceMode: { mode: 'home' }, jobs: { fin: false, reset: false } })
  const id = await device({ router: sim })
  const end = await runCommand(devices, set(id, sim, { comment: 'Uplink' }))
  expect(end).toMatchObject({ state: 'refused', sent_at: null })
  expect(end.detail).toMatchObject({
    reason: 'command.rollback_not_armed',
    params: { cause: { reason: 'command.rollback_not_permitted' }, notes: [] },
  })
  expect(management(sim)['comment']).not.toBe('Uplink')
  expect(rollbacksOf(sim)).toEqual([])
})

test('a rollback keeps the certificates and does not restart the router', async () => {
  const devices = createService()
  const sim = await router({ apiTls: 0 })
  const id = await device({ router: sim })
  const certificates = sim.table('certificate').length
  expect(certificates).toBeGreaterThan(0)
  expect((await runCommand(devices, set(id, sim, { address: '10.99.0.1/24' }))).state).toBe('reverted')
  expect(sim.table('certificate')).toHaveLength(certificates)
  // The backup before the command is another one.
  const saved = sim.commands.filter(({ words }) => words[0] === '/system/backup/save')
  expect(saved.filter(({ words }) => words.some((word) => /trunkline-\d/.test(word)))).toEqual([])
})

test('a change that no script can revert loads a backup, and says so', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const values = { address: management(sim)['address'] as string, interface: 'ether5' }
  const end = await runCommand(devices, {
    ...set(id, sim, {}),
    change: {
      steps: [
        {
          menu: 'ip/address',
          verb: 'add',
          values: { ...values, comment: 'second' },
          identifies: { address: values.address },
        },
        { menu: 'ip/address', verb: 'set', id: management(sim)['.id'] as string, values: { address: '10.99.0.1/24' } },
      ],
    },
  })
  expect(end).toMatchObject({ state: 'reverted', detail: { reason: 'command.backup_loaded' } })
  expect(management(sim)['address']).toBe(values.address)
  expect(rollbacksOf(sim)).toEqual([])
})

test('a device that acknowledges a change without applying it is detected, and keeps no rollback', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  sim.faults.add({ kind: 'lie', menu: 'ip/address', verb: 'set' })
  const end = await runCommand(devices, set(id, sim, { comment: 'Uplink' }))
  expect(end.state).toBe('refused')
  expect(rollbacksOf(sim)).toEqual([])
})

test('a partial change is rolled back', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  const before = { ...management(sim) }
  sim.faults.add({ kind: 'halfApply', menu: 'ip/address', verb: 'set' })
  const end = await runCommand(devices, set(id, sim, { comment: 'Uplink', interface: 'ether5' }))
  expect(end.state).toBe('reverted')
  expect(management(sim)['comment']).toBe(before['comment'])
})

test("a restart during the write ends with the router's actual state", async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  sim.faults.add({ kind: 'reboot', menu: 'ip/address', verb: 'set', nth: 1, does: true })
  const end = await runCommand(devices, set(id, sim, { comment: 'Uplink' }))
  const has = management(sim)['comment'] === 'Uplink'
  expect(end.state).toBe(has ? 'done' : 'reverted')
})

test('a confirmation whose reply was lost is verified', async () => {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  sim.faults.add({ kind: 'cut', afterBytes: 0, menu: 'system/scheduler', verb: 'remove', nth: 1 })
  const end = await runCommand(devices, set(id, sim, { comment: 'Uplink' }))
  expect(end.state).toBe('done')
  expect(management(sim)['comment']).toBe('Uplink')
  expect(sim.table('system/scheduler').filter((row) => row['name']?.startsWith('trunkline-'))).toEqual([])
})
