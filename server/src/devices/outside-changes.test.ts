import { connect } from '@trunkline/routeros'
import type { Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { deviceLogin } from '../testing/devices/create-device.ts'
import { setupDeviceFixture } from '../testing/devices/device-fixture.ts'

const fixture = await setupDeviceFixture()
const { createService, router, device, runCommand, system } = fixture
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

interface Marked {
  certain: boolean
  changes: { by: string; action: string; at: string }[]
  logins: { name: string; address: string; via: string; from: string; until: string | null }[]
}
const marks = async (id: number) => {
  const { rows } = await system((tx) =>
    sql<{ outside: Marked | null }>`select outside from config_backup where hardware_id = ${id} order by id`.execute(
      tx,
    ),
  )
  return rows.map(({ outside }) => outside)
}
const audited = async (id: number) => {
  const { rows } = await system((tx) =>
    sql<{ by: string }>`select after ->> 'changed_outside_panel' as by from audit_log
      where subject = 'hardware' and object_id = ${id} and after ? 'changed_outside_panel' order by id`.execute(tx),
  )
  return rows.map(({ by }) => by)
}

/** A device that knows an operator, who is not the panel. */
async function managed(version = '7.16.2') {
  const devices = createService()
  const sim = await router({
    version,
    personality: version.startsWith('6') ? 'v6-capsman' : 'v7-wifi',
    ssh: 0,
    still: true,
    users: [
      { name: deviceLogin.user, password: deviceLogin.password },
      { name: 'anna', password: 'of-anna' },
    ],
  })
  const id = await device({ router: sim })
  const backUp = () => runCommand(devices, { hardware_id: id, kind: 'backup' })
  const change = (servers: string, guarded = true) =>
    runCommand(devices, {
      hardware_id: id,
      kind: 'change',
      guarded,
      change: { steps: [{ menu: 'ip/dns', verb: 'set', id: null, values: { servers } }] },
    })
  return { sim, id, backUp, change }
}
async function asAnna(sim: Simulator, menu: string, values: Record<string, string>) {
  const session = await connect({
    host: sim.host,
    port: sim.ports.api as number,
    transport: 'api',
    user: 'anna',
    password: 'of-anna',
  })
  await session.add(menu, values)
  await session.close()
}

test.each(['7.16.2', '6.49.17'])(
  'version %s: a change by another user is marked with who was logged in',
  async (version) => {
    const { sim, id, backUp } = await managed(version)
    await backUp()
    await asAnna(sim, 'ppp/secret', { name: 'customer', password: 'very-secret-1' })
    const before = Date.now()
    await backUp()
    const [first, second] = await marks(id)
    expect(first).toBeNull()
    expect(second).toMatchObject({ certain: true, changes: [{ by: 'anna' }] })
    const [login] = second!.logins
    expect(login).toMatchObject({ name: 'anna', via: 'api', until: expect.any(String) })
    expect(second!.logins.map(({ name }) => name)).not.toContain(deviceLogin.user)
    expect(Math.abs(Date.parse(second!.changes[0]!.at) - before)).toBeLessThan(60_000)
    expect(JSON.stringify(second)).not.toContain('very-secret-1')
    expect(await audited(id)).toEqual(['anna'])
  },
)

test('what the panel changes is not marked, whether guarded or not', async () => {
  const { id, backUp, change } = await managed()
  await backUp()
  await change('9.9.9.9')
  await backUp()
  await change('9.9.9.10', false)
  await backUp()
  expect(await marks(id)).toEqual([null, null, null])
  expect(await audited(id)).toEqual([])
})

test('a change by another user beside one of the panel is marked as uncertain', async () => {
  const { sim, id, backUp, change } = await managed()
  await backUp()
  await change('9.9.9.9')
  await asAnna(sim, 'ip/firewall/address-list', { list: 'allowed', address: '192.0.2.1' })
  await backUp()
  expect((await marks(id)).at(-1)).toMatchObject({ certain: false, changes: [{ by: 'anna' }] })
  // The next comparison starts after it.
  await change('9.9.9.10')
  await backUp()
  expect((await marks(id)).at(-1)).toBeNull()
})

test('a change that the device does not list is marked too, for it was not the panel', async () => {
  const { sim, id, backUp } = await managed()
  await backUp()
  sim.change('ip/dns', null, { servers: '192.0.2.53' })
  await backUp()
  expect((await marks(id)).at(-1)).toEqual({ certain: true, changes: [], logins: [] })
  expect(await audited(id)).toEqual(['?'])
})

test('a user who is still logged in is listed without an end', async () => {
  const { sim, id, backUp } = await managed()
  await backUp()
  const login = { host: sim.host, port: sim.ports.api as number, transport: 'api' as const }
  const session = await connect({ ...login, user: 'anna', password: 'of-anna' })
  await session.add('ip/firewall/address-list', { list: 'allowed', address: '192.0.2.2' })
  await backUp()
  await session.close()
  expect((await marks(id)).at(-1)).toMatchObject({ logins: [{ name: 'anna', until: null }] })
})
