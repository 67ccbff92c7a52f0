import { message } from '@trunkline/contract/errors'
import { connect } from '@trunkline/routeros'
import type { Fault, Simulator } from '@trunkline/simulator'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { testKey } from '../../testing/devices/create-device.ts'
import { differencesOf } from './differences.ts'
import { passphraseDigest } from './digest.ts'
import { readWifi } from './read-wifi.ts'
import { setupWifiFixture, home, writesOf, type DesiredNetwork } from '../../testing/devices/wifi-fixture.ts'

const fixture = await setupWifiFixture()
const { begin, setting, act, login } = fixture
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

const passphrase = 'another-horse-43'
const stacks = [
  { stack: 'wifi-capsman', personality: 'v7-wifi', root: 'interface/wifi', menu: 'interface/wifi' },
  { stack: 'caps-man', personality: 'v7-wireless', root: 'caps-man', menu: 'caps-man/interface' },
] as const

/** Networks as they are on the router, independent of the panel. */
async function truth(sim: Simulator) {
  sim.faults.clear()
  const session = await connect({ host: sim.host, port: sim.ports.api as number, transport: 'api', ...login })
  try {
    const { systems } = await readWifi(session, { keys: testKey })
    return systems.flatMap((one) => one.networks)
  } finally {
    await session.close()
  }
}

const kinds: [string, Fault][] = [
  ['a lie', { kind: 'lie' }],
  ['a half', { kind: 'halfApply' }],
  ['a cut after it was done', { kind: 'cut', afterBytes: 0 }],
  ['a cut before it was done', { kind: 'cut', afterBytes: 0, does: false }],
  ['a refusal', { kind: 'refuse', message: 'failure: not today' }],
  ['a restart', { kind: 'reboot' }],
]

describe.each(stacks)('$stack', ({ stack, personality, root, menu }) => {
  const cases = kinds.flatMap(([name, kind]) => [1, 2, 3].map((nth) => [`${name} at write ${nth}`, kind, nth] as const))
  test.each(cases)(
    '%s: done only if the device has everything, else every difference is reported',
    async (_, kind, nth) => {
      const { devices, sim, id } = await begin({ personality })
      const desired: DesiredNetwork = {
        ssid: 'Zuhause',
        ...home[stack],
        hidden: true,
        vlan_id: 30,
        client_isolation: true,
        passphrase,
      }
      const own = await setting(id, stack, desired)
      sim.faults.add({ ...kind, verb: 'set', nth })
      const end = await act(devices, id, { action: 'push', stack, setting_id: own })
      const networks = await truth(sim)
      const wanted = {
        ssid: 'Zuhause',
        is_enabled: true,
        hidden: true,
        encryption: 'wpa2' as const,
        bands: [],
        channel_width: null,
        frequencies: [],
        country: null,
        ...home[stack],
        vlan_id: 30,
        client_isolation: true,
      }
      const actual = networks.find((one) => one.profile === 'home-2')
      const left = differencesOf(wanted, actual, passphraseDigest(testKey, passphrase))
      if (end.state === 'done') expect(left).toEqual([])
      else {
        expect(end.state).toBe('refused')
        for (const one of left) expect(end.detail?.params['notes']).toContainEqual(message('wifi.field_differs', one))
      }
      expect(JSON.stringify(end.detail)).not.toContain(passphrase)
      // Only rejected writes are given up: any other write is repeated until it is applied.
      expect(end.state).toBe(kind.kind === 'refuse' ? 'refused' : 'done')
    },
  )

  const adds = kinds
    .filter(([, { kind }]) => kind !== 'halfApply')
    .flatMap(([name, kind]) => [1, 2, 3, 5].map((nth) => [`${name} at row ${nth}`, kind, nth] as const))
  test.each(adds)('a new network, %s: no duplicates, and missing parts are reported', async (_, kind, nth) => {
    const { devices, sim, id } = await begin({ personality })
    const own = await setting(id, stack, { ssid: 'Events', passphrase })
    sim.faults.add({ ...kind, verb: 'add', nth })
    const end = await act(devices, id, { action: 'push', stack, setting_id: own })
    // The device rejects references to a row that was never created.
    const isRejected = kind.kind === 'refuse' || (kind.kind === 'lie' && nth <= 3)
    expect(end.state).toBe(isRejected ? 'refused' : 'done')
    const seen = (await truth(sim)).find((one) => one.ssid === 'Events')
    if (end.state === 'done') expect(seen?.interfaces).toHaveLength(6)
    else
      expect(end.detail).toMatchObject({
        reason: 'wifi.rejected',
        params: { notes: expect.arrayContaining([expect.anything()]) },
      })
    for (const part of ['security', 'datapath', 'configuration'])
      expect(sim.table(`${root}/${part}`).filter((row) => row['name']?.startsWith('tl-')).length).toBeLessThan(2)
    // The next run completes it.
    expect(await act(devices, id, { action: 'push', stack, setting_id: own })).toMatchObject({ state: 'done' })
    expect(sim.table(menu).filter((row) => row['name']?.startsWith('tl-'))).toHaveLength(6)
  })

  test('a change on half of the access points is reported as partial', async () => {
    const { devices, sim, id } = await begin({ personality })
    const own = await setting(id, stack, { ssid: 'Events', passphrase })
    for (const nth of [4, 5, 6]) sim.faults.add({ kind: 'refuse', message: 'failure: no room', menu, verb: 'add', nth })
    const end = await act(devices, id, { action: 'push', stack, setting_id: own })
    expect(end.state).toBe('refused')
    expect(end.detail).toEqual(
      message('wifi.rejected', { text: 'failure: no room', notes: [message('wifi.radios_missing', { radios: 3 })] }),
    )
  })

  test('a controller lost midway ends as unknown, with its last known state', async () => {
    const { devices, sim, id } = await begin({ personality, bootMs: 6000 })
    const own = await setting(id, stack, { ssid: 'Zuhause', ...home[stack], vlan_id: 30 })
    sim.faults.add({ kind: 'reboot', does: false, verb: 'set', nth: 1 })
    const end = await act(devices, id, { action: 'push', stack, setting_id: own })
    expect(end.state).toBe('unknown')
    expect(end.detail).toMatchObject({
      reason: 'wifi.connection_lost',
      params: {
        notes: [
          message('wifi.last_seen', {
            notes: [
              message('wifi.field_differs', { field: 'ssid', wanted: 'Zuhause', actual: 'Home' }),
              message('wifi.field_differs', { field: 'vlan_id', wanted: '30', actual: null }),
            ],
          }),
        ],
      },
    })
  })

  test.each([
    ['refused', 'nothing', 1],
    ['differs', 'a part', 3],
  ] as const)(
    'a push that was lost is checked when the device is back, and %s if the device has %s of it; nothing is written again',
    async (state, _, nth) => {
      const { devices, sim, id } = await begin({ personality, bootMs: 3000 })
      const own = await setting(id, stack, { ssid: 'Zuhause', ...home[stack], vlan_id: 30, hidden: true, passphrase })
      sim.faults.add({ kind: 'reboot', does: false, verb: 'set', nth })
      const { id: command, state: before } = await act(devices, id, { action: 'push', stack, setting_id: own })
      expect(before).toBe('unknown')
      const writes = writesOf(sim).length
      await expect.poll(async () => (await devices.status([id]))[0]?.is_online, { timeout: 10_000 }).toBe(true)
      await devices.commands.workOff(id)
      expect(await fixture.seen(command)).toMatchObject({ state })
      expect(writesOf(sim)).toHaveLength(writes)
    },
    30_000,
  )

  test('a concurrent change by the operator is detected and corrected', async () => {
    const { devices, sim, id } = await begin({ personality })
    const own = await setting(id, stack, { ssid: 'Zuhause', ...home[stack] })
    sim.faults.add({ kind: 'slow', ms: 400, verb: 'set', nth: 1 })
    const other = sim.table(`${root}/configuration`).find((row) => row['name'] === 'home-5')?.['.id'] as string
    const edit = setInterval(() => {
      if (!writesOf(sim).some((one) => one.endsWith('/set'))) return
      clearInterval(edit)
      sim.change(`${root}/configuration`, other, { 'hide-ssid': 'true' })
    }, 20)
    const end = await act(devices, id, { action: 'push', stack, setting_id: own })
    clearInterval(edit)
    expect(end).toMatchObject({ state: 'done', detail: null })
    const networks = await truth(sim)
    expect(networks.filter((one) => one.ssid === 'Zuhause')).toMatchObject([{ hidden: false, bands: ['2ghz', '5ghz'] }])
  })

  test('a device that never applies acknowledged changes is detected', async () => {
    const { devices, sim, id } = await begin({ personality })
    const own = await setting(id, stack, { ssid: 'Zuhause', ...home[stack] })
    sim.faults.add({ kind: 'lie', verb: 'set' })
    const end = await act(devices, id, { action: 'push', stack, setting_id: own })
    expect(end).toMatchObject({
      state: 'refused',
      detail: message('command.not_applied', {
        notes: [message('wifi.field_differs', { field: 'ssid', wanted: 'Zuhause', actual: 'Home' })],
      }),
    })
  })
})
