import { message } from '@trunkline/contract/errors'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { open } from '../../secrets.ts'
import { testKey } from '../../testing/devices/create-device.ts'
import { settingContext } from './setting.ts'
import { setupWifiFixture, guests, home, writesOf } from '../../testing/devices/wifi-fixture.ts'

const fixture = await setupWifiFixture()
const { begin, setting, act, network, reading, storedReading: stored } = fixture
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

const controllers = [
  { stack: 'wifi-capsman', personality: 'v7-wifi', root: 'interface/wifi', menu: 'interface/wifi' },
  { stack: 'caps-man', personality: 'v6-capsman', root: 'caps-man', menu: 'caps-man/interface' },
] as const

describe.each(controllers)('$stack', ({ stack, personality, root, menu }) => {
  test("the device's settings are copied, its passphrase encrypted", async () => {
    const { devices, sim, id } = await begin({ personality })
    const own = await setting(id, stack, { ...home[stack], ssid: 'Old name', vlan_id: 7, passphrase: 'something-else' })
    expect(await act(devices, id, { action: 'pull', stack, setting_id: own })).toMatchObject({
      state: 'done',
      detail: null,
    })
    const row = await stored(own)
    expect(row).toMatchObject({ ssid: 'Home', vlan_id: null, country: 'DE', bands: [], profile: 'home-2' })
    expect(open(testKey, row?.['passphrase'] as Buffer, settingContext(own))).toBe('correct-horse-42')
    expect(writesOf(sim)).toEqual([])
    expect(await act(devices, id, { action: 'push', stack, setting_id: own })).toMatchObject({
      state: 'done',
      sent_at: null,
    })
  })

  test('a network that the device does not have cannot be copied', async () => {
    const { devices, id } = await begin({ personality })
    const own = await setting(id, stack, { profile: 'nowhere', ssid: 'Kept' })
    const end = await act(devices, id, { action: 'pull', stack, setting_id: own })
    expect(end).toMatchObject({ state: 'refused', detail: message('wifi.not_on_device') })
    expect(await stored(own)).toMatchObject({ ssid: 'Kept' })
  })

  test('a network is removed with everything only it used, and deleted from the panel', async () => {
    const { devices, sim, id } = await begin({ personality })
    const before = ['configuration', 'security', 'datapath', 'provisioning'].map((one) =>
      sim.table(`${root}/${one}`).map((row) => ({ ...row })),
    )
    const interfaces = sim.table(menu).length
    const own = await setting(id, stack, { ssid: 'Events', passphrase: 'all-the-events' })
    expect(await act(devices, id, { action: 'push', stack, setting_id: own })).toMatchObject({ state: 'done' })
    expect(sim.table(menu)).toHaveLength(interfaces + 6)
    expect(await act(devices, id, { action: 'remove', stack, setting_id: own })).toMatchObject({
      state: 'done',
      detail: null,
    })
    expect(['configuration', 'security', 'datapath', 'provisioning'].map((one) => sim.table(`${root}/${one}`))).toEqual(
      before,
    )
    expect(sim.table(menu)).toHaveLength(interfaces)
    expect(await stored(own)).toBe(undefined)
  })

  test('an adopted network is removed, shared profiles stay', async () => {
    const { devices, sim, id } = await begin({ personality })
    const datapath = sim.table(`${root}/configuration`).find((row) => row['name'] === 'guests')?.['.id'] as string
    sim.change(`${root}/configuration`, datapath, { datapath: 'home' })
    const own = await setting(id, stack, { ...guests, vlan_id: null })
    expect(await act(devices, id, { action: 'remove', stack, setting_id: own })).toMatchObject({ state: 'done' })
    expect(sim.table(`${root}/configuration`).map((row) => row['name'])).toEqual(['home-2', 'home-5'])
    expect(sim.table(`${root}/security`).map((row) => row['name'])).toEqual(['home'])
    expect(sim.table(`${root}/datapath`).map((row) => row['name'])).toEqual(['home', 'guests'])
    expect(sim.table(menu).filter((row) => row['configuration'] === 'guests')).toEqual([])
  })

  test('the main network of a rule is not removed', async () => {
    const { devices, sim, id } = await begin({ personality })
    const own = await setting(id, stack, { ssid: 'Home', ...home[stack] })
    const end = await act(devices, id, { action: 'remove', stack, setting_id: own })
    expect(end).toMatchObject({ state: 'refused', sent_at: null })
    expect(writesOf(sim)).toEqual([])
    expect(await stored(own)).toBeDefined()
  })

  test('a controller is disabled and enabled, and the readings show it', async () => {
    const { devices, id } = await begin({ personality })
    for (const enabled of [false, true]) {
      expect(await act(devices, id, { action: 'controller', stack, enabled })).toMatchObject({ state: 'done' })
      const system = (await reading(devices, id)).systems.find((one) => one.stack === stack)
      expect(system).toMatchObject({ enabled })
    }
  })

  test('a controller that acknowledges without changing is detected', async () => {
    const { devices, sim, id } = await begin({ personality })
    sim.faults.add({ kind: 'lie', verb: 'set' })
    const end = await act(devices, id, { action: 'controller', stack, enabled: false })
    expect(end).toMatchObject({ state: 'refused' })
    expect(end.detail).toEqual(
      message('command.not_applied', { notes: [message('wifi.controller_state', { enabled: true })] }),
    )
  })

  test('provisioned access points keep their bridge ports and access list rows', async () => {
    const { devices, sim, id } = await begin({ personality })
    const rows = sim
      .table(menu)
      .filter((row) => row['master-interface'] !== undefined || row['default-name'] === undefined)
    const names = rows.map((row) => row['name'] as string).slice(0, 2)
    for (const name of names) sim.insert('interface/bridge/port', { bridge: 'bridge', interface: name, pvid: '20' })
    sim.insert(`${root}/access-list`, {
      interface: names[1] as string,
      action: 'reject',
      disabled: 'false',
      comment: 'Ours',
    })
    const ids = new Set(rows.map((row) => row['.id']))
    const end = await act(devices, id, { action: 'provision', stack })
    expect(end).toMatchObject({ state: 'done' })
    const bound = rows.filter((row) => row['bound'] === 'true').length
    expect(bound).toBeGreaterThan(4)
    expect(end.detail).toMatchObject({
      reason: 'command.notes',
      params: { notes: expect.arrayContaining([message('wifi.access_points', { before: bound, now: bound })]) },
    })
    const now = sim.table(menu)
    const isThere = (name: string | undefined) => now.some((row) => row['name'] === name)
    const created = now.filter((row) => row['default-name'] === undefined && row['bound'] === 'true')
    expect(created.some((row) => ids.has(row['.id'] as string))).toBe(false)
    const ports = sim.table('interface/bridge/port').filter((row) => row['pvid'] === '20')
    expect(ports.map((row) => isThere(row['interface']))).toEqual([true, true])
    expect(isThere(sim.table(`${root}/access-list`).find((row) => row['comment'] === 'Ours')?.['interface'])).toBe(true)
    expect(await network(devices, id, 'Guests')).toMatchObject({ bands: ['2ghz', '5ghz'] })
  })

  test('an access point that is gone is not provisioned', async () => {
    const { devices, sim, id } = await begin({ personality })
    const end = await act(devices, id, { action: 'provision', stack, ids: ['*FFF'] })
    expect(end).toMatchObject({ state: 'refused', sent_at: null })
    expect(end.detail).toEqual(message('wifi.access_point_gone', { id: '*FFF' }))
    expect(writesOf(sim)).toEqual([])
  })

  test('provisioning that does not happen ends as unknown', async () => {
    const { devices, sim, id } = await begin({ personality })
    sim.faults.add({ kind: 'cut', afterBytes: 0, verb: 'provision', does: false })
    const one = sim.table(menu).find((row) => row['default-name'] === undefined && row['bound'] === 'true')?.[
      '.id'
    ] as string
    const end = await act(devices, id, { action: 'provision', stack, ids: [one] })
    expect(end.state).toBe('unknown')
    expect(end.detail).toMatchObject({ reason: 'wifi.provision_unverified' })
  })
})
