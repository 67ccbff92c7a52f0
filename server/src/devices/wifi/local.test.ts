import { message } from '@trunkline/contract/errors'
import type { SimulatorOptions } from '@trunkline/simulator'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { testKey } from '../../testing/devices/create-device.ts'
import { passphraseDigest } from './digest.ts'
import { setupWifiFixture, home, writesOf, type DesiredNetwork } from '../../testing/devices/wifi-fixture.ts'

const fixture = await setupWifiFixture()
const { begin, setting, act, network, reading } = fixture
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

describe.each(['v7-wireless', 'v6-capsman'] as const)('radios of the old system, %s', (personality) => {
  const stack = 'local-wireless'
  const fields: [string, DesiredNetwork][] = [
    ['name', { ssid: 'Zuhause' }],
    ['visibility', { hidden: true }],
    ['encryption', { encryption: 'wpa-wpa2' }],
    ['passphrase', { passphrase: 'another-horse-43' }],
    ['width', { channel_width: 20 }],
    ['one frequency', { frequencies: [2462] }],
    ['several frequencies', { frequencies: [2412, 2462] }],
    ['country', { country: 'FR' }],
    ['VLAN', { vlan_id: 30 }],
    ['isolation', { client_isolation: true }],
    ['state', { is_enabled: false }],
  ]
  test.each(fields)('%s of a radio is changed and read back', async (_, desired) => {
    const { devices, sim, id } = await begin({ personality })
    const own = await setting(id, stack, { ssid: 'Home', ...home[stack], ...desired })
    expect(await act(devices, id, { action: 'push', stack, setting_id: own })).toMatchObject({
      state: 'done',
      detail: null,
    })
    expect(writesOf(sim).length).toBeGreaterThan(0)
    // Both radios share the profile: the other one keeps its key.
    const other = (await reading(devices, id)).systems.find((one) => one.stack === stack)?.networks.at(-1)
    expect(other).toMatchObject({
      ssid: 'Home-5',
      encryption: 'wpa2',
      passphrase_digest: passphraseDigest(testKey, 'correct-horse-42'),
    })
    const written = writesOf(sim).length
    expect(await act(devices, id, { action: 'push', stack, setting_id: own })).toMatchObject({ state: 'done' })
    expect(writesOf(sim)).toHaveLength(written)
  })

  test('a new network is on both radios, in the bridge of each, and can be removed completely', async () => {
    const { devices, sim, id } = await begin({ personality })
    const own = await setting(id, stack, { ssid: 'Events', vlan_id: 40, passphrase: 'all-the-events' })
    expect(await act(devices, id, { action: 'push', stack, setting_id: own })).toMatchObject({
      state: 'done',
      detail: null,
    })
    const names = [`tl-${own}-wlan1`, `tl-${own}-wlan2`]
    expect(await network(devices, id, 'Events')).toMatchObject({
      interfaces: names,
      bands: ['2ghz', '5ghz'],
      vlan_id: 40,
    })
    const ports = () => sim.table('interface/bridge/port').map((row) => row['interface'])
    expect(ports()).toEqual(expect.arrayContaining(names))
    expect(await act(devices, id, { action: 'remove', stack, setting_id: own })).toMatchObject({
      state: 'done',
      detail: null,
    })
    expect(ports()).not.toEqual(expect.arrayContaining([names[0]]))
    expect(sim.table('interface/wireless').map((row) => row['name'])).toEqual(['wlan1', 'wlan2'])
    expect(sim.table('interface/wireless/security-profiles').map((row) => row['name'])).toEqual(['default'])
  })

  test('a channel of its own on top of another network is rejected', async () => {
    const { devices, id } = await begin({ personality })
    const own = await setting(id, stack, { ssid: 'Events' })
    expect(await act(devices, id, { action: 'push', stack, setting_id: own })).toMatchObject({ state: 'done' })
    await fixture.want(own, { frequencies: [2412] })
    const end = await act(devices, id, { action: 'push', stack, setting_id: own })
    expect(end).toMatchObject({ state: 'refused', sent_at: null })
    expect(end.detail).toEqual(message('wifi.shares_radio'))
  })

  test('radios of another controller are not changed', async () => {
    const { devices, sim, id } = await begin({ personality })
    sim.change('interface/wireless/cap', '*0', { enabled: 'true', interfaces: 'wlan1,wlan2' })
    const own = await setting(id, stack, { ssid: 'Home', ...home[stack], hidden: true })
    const end = await act(devices, id, { action: 'push', stack, setting_id: own })
    expect(end).toMatchObject({ state: 'refused', sent_at: null })
    expect(end.detail).toMatchObject({ reason: 'wifi.controlled_elsewhere' })
    const system = (await reading(devices, id)).systems.find((one) => one.stack === stack)
    expect(system?.access_points.map((one) => one.controlled_elsewhere)).toEqual([true, true])
    expect(system?.networks).toEqual([])
  })
})

describe('radios of the new system without a controller', () => {
  const stack = 'local-wifi'
  const inline = (number: number, band: string, frequency: string) => ({
    '.id': `*1${number}`,
    name: `wifi${number}`,
    'default-name': `wifi${number}`,
    'mac-address': `D4:01:C3:00:00:0${number}`,
    'radio-mac': `D4:01:C3:00:00:0${number}`,
    'configuration.mode': 'ap',
    'configuration.ssid': 'Home',
    'configuration.country': 'Germany',
    'channel.band': band,
    'channel.frequency': frequency,
    'security.authentication-types': 'wpa2-psk',
    'security.passphrase': 'correct-horse-42',
    master: 'true',
    bound: 'true',
    inactive: 'false',
    running: 'true',
    disabled: 'false',
  })
  const alone: SimulatorOptions = {
    personality: 'v7-wifi',
    tables: {
      'interface/wifi': [inline(1, '5ghz-ax', '5180'), inline(2, '2ghz-ax', '2412')],
      'interface/wifi/capsman': [{ '.id': '*0', enabled: 'no' }],
      'interface/wifi/provisioning': [],
      'interface/wifi/configuration': [],
      'interface/wifi/security': [],
      'interface/wifi/channel': [],
      'interface/wifi/datapath': [],
      'interface/wifi/access-list': [],
    },
  }
  const is: DesiredNetwork = {
    profile: 'wifi1',
    ssid: 'Home',
    encryption: 'wpa2',
    frequencies: [2412, 5180],
    country: 'DE',
  }
  const fields: [string, DesiredNetwork][] = [
    ['nothing', {}],
    ['name', { ssid: 'Zuhause' }],
    ['encryption', { encryption: 'wpa2-wpa3' }],
    ['openness', { encryption: 'owe', passphrase: null }],
    ['passphrase', { passphrase: 'another-horse-43' }],
    ['width', { channel_width: 80 }],
    ['frequencies', { frequencies: [2437, 5200] }],
    ['VLAN', { vlan_id: 30 }],
    ['isolation', { client_isolation: true }],
    ['state', { is_enabled: false }],
  ]
  test.each(fields)('%s of radios without profiles', async (_, desired) => {
    const { devices, id } = await begin(alone)
    const own = await setting(id, stack, { ...is, ...desired })
    expect(await act(devices, id, { action: 'push', stack, setting_id: own })).toMatchObject({
      state: 'done',
      detail: null,
    })
    expect((await reading(devices, id)).systems.map((one) => [one.stack, one.networks.length])).toEqual([[stack, 1]])
  })

  test('a new network is on both radios and can be removed completely', async () => {
    const { devices, sim, id } = await begin(alone)
    const own = await setting(id, stack, { ssid: 'Events', client_isolation: true })
    expect(await act(devices, id, { action: 'push', stack, setting_id: own })).toMatchObject({
      state: 'done',
      detail: null,
    })
    expect(await network(devices, id, 'Events')).toMatchObject({ bands: ['2ghz', '5ghz'], client_isolation: true })
    expect(sim.table('interface/wifi/datapath')[0]?.['bridge']).toBe('bridge')
    expect(await act(devices, id, { action: 'remove', stack, setting_id: own })).toMatchObject({
      state: 'done',
      detail: null,
    })
    for (const menu of ['configuration', 'security', 'datapath'])
      expect(sim.table(`interface/wifi/${menu}`)).toEqual([])
    expect(sim.table('interface/wifi')).toHaveLength(2)
  })
})
