import { message, type Reason } from '@trunkline/contract/errors'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { differencesOf } from './differences.ts'
import {
  setupWifiFixture,
  guests,
  home,
  writesOf,
  type Stack,
  type DesiredNetwork,
} from '../../testing/devices/wifi-fixture.ts'
import { passphraseDigest } from './digest.ts'
import { testKey } from '../../testing/devices/create-device.ts'

const fixture = await setupWifiFixture()
const { begin, setting, act, network, storedReading: stored } = fixture
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

const controllers = [
  { stack: 'wifi-capsman', personality: 'v7-wifi', root: 'interface/wifi' },
  { stack: 'caps-man', personality: 'v7-wireless', root: 'caps-man' },
  { stack: 'caps-man', personality: 'v6-capsman', root: 'caps-man' },
] as const

describe.each(controllers)('a controller, $stack of $personality', ({ stack, personality, root }) => {
  const adopted = async (desired: DesiredNetwork) => {
    const { devices, sim, id } = await begin({ personality })
    const of = { ssid: 'Home', ...home[stack], ...desired }
    const own = await setting(id, stack, of)
    const end = await act(devices, id, { action: 'push', stack, setting_id: own })
    return { devices, sim, id, own, end, of }
  }

  test('nothing is written if the device already matches', async () => {
    const { end, sim, own } = await adopted({})
    expect(end).toMatchObject({ state: 'done', detail: null, sent_at: null })
    expect(writesOf(sim)).toEqual([])
    expect((await stored(own))?.['pushed_at']).not.toBe(null)
  })

  test('a changed passphrase takes one write, and is stored nowhere in plain text', async () => {
    const { end, sim, devices, id } = await adopted({ passphrase: 'another-horse-43' })
    expect(end).toMatchObject({ state: 'done', detail: null })
    expect(writesOf(sim)).toEqual([`/${root}/security/set`])
    expect(sim.table(`${root}/security`).find((row) => row['name'] === 'home')?.['passphrase']).toBe('another-horse-43')
    const seen = await network(devices, id, 'Home')
    expect(seen?.passphrase_digest).toBe(passphraseDigest(testKey, 'another-horse-43'))
    expect(JSON.stringify([end, await fixture.reading(devices, id)])).not.toContain('another-horse-43')
  })

  const fields: [string, DesiredNetwork][] = [
    ['name', { ssid: 'Zuhause' }],
    ['visibility', { hidden: true }],
    ['encryption', { encryption: stack === 'caps-man' ? 'wpa-wpa2' : 'wpa3' }],
    ['openness', { encryption: 'open', passphrase: null }],
    ['enterprise', { encryption: 'wpa2-enterprise', passphrase: null }],
    ['width', { channel_width: 40 }],
    ['free width', { channel_width: null }],
    ['frequencies', { frequencies: [2412, 5180, 5200] }],
    ['free frequencies', { frequencies: [] }],
    ['country', { country: 'FR' }],
    ['VLAN', { vlan_id: 30 }],
    ['isolation', { client_isolation: true }],
  ]
  test.each(fields)('%s is changed and read back', async (_, desired) => {
    const { end, devices, id, of } = await adopted(desired)
    expect(end).toMatchObject({ state: 'done', detail: null })
    const seen = await network(devices, id, of.ssid)
    const wanted = {
      is_enabled: true,
      hidden: false,
      encryption: 'wpa2' as const,
      bands: [],
      channel_width: null,
      frequencies: [],
      country: null,
      vlan_id: null,
      client_isolation: false,
      ...of,
    }
    expect(
      differencesOf(wanted, seen, desired.passphrase === null ? null : passphraseDigest(testKey, 'correct-horse-42')),
    ).toEqual([])
    // The other network does not change.
    expect(await network(devices, id, 'Guests')).toMatchObject({
      vlan_id: 20,
      encryption: 'wpa2',
      passphrase_digest: passphraseDigest(testKey, 'guests-welcome'),
    })
  })

  test('a virtual network is disabled and enabled', async () => {
    const { devices, sim, id } = await begin({ personality })
    const of = { ...guests, client_isolation: true, passphrase: 'guests-welcome' }
    const own = await setting(id, stack, { ...of, is_enabled: false })
    expect(await act(devices, id, { action: 'push', stack, setting_id: own })).toMatchObject({ state: 'done' })
    const menu = stack === 'caps-man' ? 'caps-man/interface' : 'interface/wifi'
    const rows = () => sim.table(menu).filter((row) => row['configuration'] === 'guests')
    expect(rows().map((row) => row['disabled'])).toEqual(Array.from({ length: 6 }, () => 'true'))
    expect(await network(devices, id, 'Guests')).toMatchObject({ is_enabled: false })
  })

  test('the network of the radio itself cannot be disabled while others depend on it', async () => {
    const { end, sim } = await adopted({ is_enabled: false })
    expect(end).toMatchObject({ state: 'refused', sent_at: null })
    expect(end.detail).toMatchObject({ reason: 'wifi.carries_other' })
    expect(writesOf(sim)).toEqual([])
  })

  test('a shared profile does not change for the other network', async () => {
    const { devices, sim, id } = await begin({ personality })
    const guest = sim.table(`${root}/configuration`).find((row) => row['name'] === 'guests')?.['.id'] as string
    sim.change(`${root}/configuration`, guest, { security: 'home' })
    const own = await setting(id, stack, { ssid: 'Home', ...home[stack], passphrase: 'another-horse-43' })
    expect(await act(devices, id, { action: 'push', stack, setting_id: own })).toMatchObject({
      state: 'done',
      detail: null,
    })
    expect((await network(devices, id, 'Home'))?.passphrase_digest).toBe(passphraseDigest(testKey, 'another-horse-43'))
    expect((await network(devices, id, 'Guests'))?.passphrase_digest).toBe(
      passphraseDigest(testKey, 'correct-horse-42'),
    )
    const names = sim.table(`${root}/configuration`).map((row) => [row['name'], row['security']])
    expect(Object.fromEntries(names)).toMatchObject({ 'home-2': `tl-${own}`, 'home-5': `tl-${own}`, guests: 'home' })
  })

  test('a new network gets its own profiles, is on every radio, and is added to radios that join later', async () => {
    const { devices, sim, id } = await begin({ personality })
    const own = await setting(id, stack, {
      ssid: 'Events',
      encryption: 'wpa2',
      vlan_id: 40,
      client_isolation: true,
      passphrase: 'all-the-events',
    })
    const end = await act(devices, id, { action: 'push', stack, setting_id: own })
    expect(end).toMatchObject({ state: 'done', detail: null })
    const seen = await network(devices, id, 'Events')
    expect(seen).toMatchObject({
      profile: `tl-${own}`,
      bands: ['2ghz', '5ghz'],
      vlan_id: 40,
      client_isolation: true,
      country: 'DE',
    })
    expect(seen?.interfaces).toHaveLength(6)
    for (const rule of sim.table(`${root}/provisioning`)) expect(rule['slave-configurations']).toBe(`guests,tl-${own}`)
    expect((await stored(own))?.['profile']).toBe(`tl-${own}`)
    const before = writesOf(sim).length
    expect(await act(devices, id, { action: 'push', stack, setting_id: own })).toMatchObject({ state: 'done' })
    expect(writesOf(sim)).toHaveLength(before)
  })

  test('a new network of one band with a channel of its own', async () => {
    const { devices, sim, id } = await begin({ personality })
    const own = await setting(id, stack, { ssid: 'Fast', bands: ['5ghz'], channel_width: 80, frequencies: [5180] })
    const end = await act(devices, id, { action: 'push', stack, setting_id: own })
    expect(end).toMatchObject({ state: 'done' })
    expect(end.detail).toEqual(message('wifi.shares_channels'))
    expect(await network(devices, id, 'Fast')).toMatchObject({
      bands: ['5ghz'],
      channel_width: 80,
      frequencies: [5180],
    })
    expect(sim.table(`${root}/provisioning`).map((rule) => rule['slave-configurations'])).toEqual([
      'guests',
      `guests,tl-${own}`,
    ])
  })

  test('a network is removed from a band, and added again', async () => {
    const { devices, sim, id } = await begin({ personality })
    const own = await setting(id, stack, { ssid: 'Events', passphrase: 'all-the-events' })
    const push = () => act(devices, id, { action: 'push', stack, setting_id: own })
    expect(await push()).toMatchObject({ state: 'done' })
    await fixture.want(own, { bands: ['2ghz'] })
    expect(await push()).toMatchObject({ state: 'done' })
    expect(await network(devices, id, 'Events')).toMatchObject({ bands: ['2ghz'], interfaces: { length: 3 } })
    await fixture.want(own, { bands: [] })
    expect(await push()).toMatchObject({ state: 'done' })
    expect(await network(devices, id, 'Events')).toMatchObject({ bands: ['2ghz', '5ghz'], interfaces: { length: 6 } })
    expect(sim.table(`${root}/configuration`).filter((row) => row['ssid'] === 'Events')).toHaveLength(1)
  })
})

const rejections: [string, Stack, 'v7-wifi' | 'v7-wireless', DesiredNetwork, Reason][] = [
  ['WPA3 of the old system', 'caps-man', 'v7-wireless', { encryption: 'wpa3' }, 'wifi.encryption_unsupported'],
  ['a band without a radio', 'wifi-capsman', 'v7-wifi', { bands: ['6ghz'], frequencies: [] }, 'wifi.band_unsupported'],
  ['a channel that no radio has', 'wifi-capsman', 'v7-wifi', { frequencies: [2484] }, 'wifi.frequency_unsupported'],
  [
    'a channel of another band',
    'caps-man',
    'v7-wireless',
    { bands: ['2ghz'], frequencies: [5180] },
    'wifi.frequency_outside_bands',
  ],
  [
    'a network without a passphrase',
    'caps-man',
    'v7-wireless',
    { profile: null, ssid: 'New', passphrase: null },
    'wifi.passphrase_required',
  ],
  ['a system that is not there', 'caps-man', 'v7-wifi', {}, 'wifi.stack_missing'],
]
test.each(rejections)('%s is rejected before anything is written', async (_, stack, personality, desired, reason) => {
  const { devices, sim, id } = await begin({ personality })
  const own = await setting(id, stack, { ssid: 'Home', ...home[stack], ...desired })
  const end = await act(devices, id, { action: 'push', stack, setting_id: own })
  expect(end).toMatchObject({ state: 'refused', sent_at: null })
  expect(end.detail).toMatchObject({ reason })
  expect(writesOf(sim)).toEqual([])
})
