import type { Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'

const fixture = await setupDeviceFixture()
const { createService, router, device, runCommand, system } = fixture
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

const newest = async (hardware_id: number) =>
  (
    await system((tx) =>
      sql<{ id: number; reason: string }>`
        select id, reason from config_backup where hardware_id = ${hardware_id} order by id desc`.execute(tx),
    )
  ).rows[0]!

/** A device that has a backup, and was changed and backed up again since. */
async function changed(change: (sim: Simulator) => void, prepare?: (sim: Simulator) => void) {
  const devices = createService()
  const sim = await router()
  const id = await device({ router: sim })
  sim.change('ip/dns', null, { servers: '9.9.9.1' })
  sim.insert('ip/pool', { name: 'customers', ranges: '10.1.0.2-10.1.0.9' })
  const backUp = () => runCommand(devices, { hardware_id: id, kind: 'backup' })
  // The shared connection stays open whatever is prepared.
  await runCommand(devices, { hardware_id: id, kind: 'reload' })
  prepare?.(sim)
  await backUp()
  const target = (await newest(id)).id
  change(sim)
  await backUp()
  const current = (await newest(id)).id
  const restore = (input: Record<string, number | boolean> = {}) =>
    runCommand(devices, {
      hardware_id: id,
      kind: 'restore',
      guarded: true,
      input: { backup_id: target, current_id: current, is_other_device: false, ...input },
    })
  return { devices, sim, id, target, current, restore }
}

const serversOf = (sim: Simulator) => sim.table('ip/dns')[0]?.['servers']
const poolsOf = (sim: Simulator) => sim.table('ip/pool').map((row) => row['name'])
const leftOf = (sim: Simulator) =>
  ['system/script', 'system/scheduler', 'file'].flatMap((menu) =>
    sim.table(menu).filter((row) => row['name']?.includes('trunkline-')),
  )

const operator = (sim: Simulator) => {
  sim.change('ip/dns', null, { servers: '203.0.113.1' })
  sim.drop('ip/pool', sim.table('ip/pool').find((row) => row['name'] === 'customers')!['.id'] as string)
  sim.insert('ip/pool', { name: 'wrong', ranges: '10.2.0.2-10.2.0.9' })
  sim.insert(
    'ip/firewall/filter',
    { chain: 'forward', action: 'drop', comment: 'wrong' },
    sim.table('ip/firewall/filter')[1]?.['.id'],
  )
}

test('a restore brings the former configuration back, and confirms it on a new connection', async () => {
  const { sim, id, restore } = await changed(operator)
  expect(await restore()).toMatchObject({ state: 'done', detail: null, result: { changes: 4, skipped: 0 } })
  expect(serversOf(sim)).toBe('9.9.9.1')
  expect(poolsOf(sim)).toContain('customers')
  expect(poolsOf(sim)).not.toContain('wrong')
  expect(sim.table('ip/firewall/filter').some((row) => row['comment'] === 'wrong')).toBe(false)
  expect(leftOf(sim)).toEqual([])
  // What the device has now is stored, so that the next comparison is with it.
  expect(await newest(id)).toMatchObject({ reason: 'manual' })
})

test('a configuration that changed since the comparison is not overwritten, but backed up', async () => {
  const { sim, id, current, restore } = await changed(operator)
  sim.change('system/identity', null, { name: 'changed-again' })
  const end = await restore()
  expect(end).toMatchObject({ state: 'refused', sent_at: null, result: { changed_meanwhile: true } })
  expect(end.detail).toMatchObject({ reason: 'command.configuration_changed' })
  expect(serversOf(sim)).toBe('203.0.113.1')
  const last = await newest(id)
  expect(last.id).toBeGreaterThan(current)
  expect(last.reason).toBe('before_restore')
})

test('a restore that the device acknowledges without applying is reported, and leaves no rollback', async () => {
  const { sim, restore } = await changed(operator)
  // The first one counts rows, the second one is the job of the rollback.
  sim.faults.add({ kind: 'lie', verb: 'execute', nth: 3 })
  const end = await restore()
  expect(end).toMatchObject({ state: 'refused', detail: { reason: 'command.restore_incomplete' } })
  expect(serversOf(sim)).toBe('203.0.113.1')
  expect(leftOf(sim)).toEqual([])
})

test.each([
  ['by a script', '0.0.0.0/0', 'command.rolled_back'],
  // The former value is the default, which an export does not contain.
  ['by a backup', '', 'command.backup_loaded'],
])('a restore that cuts the panel off is rolled back %s', async (_, address, reason) => {
  const access = (sim: Simulator, address: string) => {
    const row = sim.table('ip/service').find((service) => service['name'] === 'api')!
    sim.change('ip/service', row['.id'] as string, { address })
  }
  const { sim, restore } = await changed(
    (one) => {
      access(one, address)
      operator(one)
    },
    (one) => access(one, '203.0.113.0/24'),
  )
  const end = await restore()
  expect(end).toMatchObject({ state: 'reverted' })
  expect(end.detail).toMatchObject({ reason })
  expect(serversOf(sim)).toBe('203.0.113.1')
  expect(poolsOf(sim)).toContain('wrong')
  expect(sim.table('ip/firewall/filter').some((row) => row['comment'] === 'wrong')).toBe(true)
  expect(leftOf(sim)).toEqual([])
})

test('a device on which rows cannot be counted is not changed', async () => {
  const { sim, restore } = await changed(operator)
  sim.faults.add({ kind: 'refuse', message: 'failure: no', verb: 'execute' })
  expect(await restore()).toMatchObject({ state: 'refused', sent_at: null })
  expect(serversOf(sim)).toBe('203.0.113.1')
})

test('without its backup a restore ends before it starts', async () => {
  const { restore } = await changed(operator)
  const end = await restore({ backup_id: 999_999 })
  expect(end).toMatchObject({ state: 'refused', sent_at: null, detail: { reason: 'command.backup_missing' } })
})
