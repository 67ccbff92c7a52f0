import { message } from '@trunkline/contract/errors'
import type { Simulator, SimulatorOptions } from '@trunkline/simulator'
import { afterAll, afterEach, expect, test } from 'vitest'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'

const fixture = await setupDeviceFixture()
const { createService, router, device, runCommand, submit, seen } = fixture
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

/** A router with the real speed of its clock: its uptime after a restart is short. */
async function begin(of: SimulatorOptions = {}) {
  const sim = await router({ speed: 1, bootMs: 2500, ...of })
  return { sim, id: await device({ router: sim }), devices: createService({ restartMs: 16_000 }) }
}

/** Restarts since it was switched on, which its log has as well. */
const restartsOf = (sim: Simulator) => sim.table('log').filter((row) => row['message'] === 'router rebooted').length - 1

test('a restart that does not happen is not reported as done soon after another one', async () => {
  const { sim, id, devices } = await begin({ bootMs: 200 })
  await sim.reboot()
  sim.faults.add({ kind: 'lie', menu: 'system', verb: 'reboot' })
  expect(await runCommand(devices, { hardware_id: id, kind: 'reboot' })).toMatchObject({
    state: 'refused',
    detail: message('command.not_restarted'),
  })
  expect(restartsOf(sim)).toBe(1)
}, 30_000)

test('two restarts in a row are two restarts, each reported when the device is back', async () => {
  const { sim, id, devices } = await begin({ shutdownMs: 1000 })
  const { id: first } = await submit(devices, { hardware_id: id, kind: 'reboot' })
  const second = await runCommand(devices, { hardware_id: id, kind: 'reboot' })
  expect((await seen(first)).state).toBe('done')
  expect(second).toMatchObject({ state: 'done' })
  expect(restartsOf(sim)).toBe(2)
}, 30_000)

test('a device that restarts again as soon as it is back has restarted', async () => {
  const { sim, id, devices } = await begin()
  // The first reading is before the command, the second one when the device is back.
  sim.faults.add({ kind: 'reboot', menu: 'system/resource', verb: 'print', nth: 2 })
  const end = await runCommand(devices, { hardware_id: id, kind: 'reboot' })
  expect(end).toMatchObject({ state: 'done' })
  expect(restartsOf(sim)).toBe(2)
  expect(end.result?.['uptime_seconds']).toBeLessThan(10)
}, 30_000)

test('a command after a restart that is followed by another one sends nothing to the device that is down', async () => {
  const { sim, id, devices } = await begin()
  expect(await runCommand(devices, { hardware_id: id, kind: 'reboot' })).toMatchObject({ state: 'done' })
  const again = sim.reboot()
  const down = await runCommand(devices, { hardware_id: id, kind: 'reboot' })
  expect(down).toMatchObject({ state: 'unreachable', sent_at: null })
  await again
  expect(await runCommand(devices, { hardware_id: id, kind: 'reboot' })).toMatchObject({ state: 'done' })
  expect(restartsOf(sim)).toBe(3)
}, 30_000)

test('a device that restarts while it is read before the command is read again', async () => {
  const { sim, id } = await begin()
  const devices = createService({ restartMs: 16_000, connectMs: 5000 })
  sim.faults.add({ kind: 'reboot', menu: 'system/resource', verb: 'print', nth: 1 })
  expect(await runCommand(devices, { hardware_id: id, kind: 'reboot' })).toMatchObject({ state: 'done' })
  expect(restartsOf(sim)).toBe(2)
}, 30_000)
