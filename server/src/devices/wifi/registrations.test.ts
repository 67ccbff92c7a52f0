import { message } from '@trunkline/contract/errors'
import type { Simulator } from '@trunkline/simulator'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { AppError } from '../../errors.ts'
import type { DeviceService } from '../device-service.ts'
import { setupWifiFixture } from '../../testing/devices/wifi-fixture.ts'
import { readRegistrations } from './read-registrations.ts'
import { wifiMenus, type SeenAccessPoint, type SeenRegistration } from './shapes.ts'

const fixture = await setupWifiFixture()
const { begin, system, runCommand, reading } = fixture
afterEach(() => fixture.end())
afterAll(() => fixture.drop())

const reload = async (devices: DeviceService, hardware_id: number) =>
  expect(await runCommand(devices, { hardware_id, kind: 'reload' })).toMatchObject({ state: 'done' })

const registrations = async (devices: DeviceService, id: number): Promise<SeenRegistration[]> =>
  ((await system((tx) => devices.last(tx, id, wifiMenus.registrations)))?.rows ?? []) as SeenRegistration[]

/** MAC addresses by which search finds the clients of the device. */
const found = async (id: number): Promise<string[]> => {
  const { rows } = await system((tx) =>
    sql<{ mac: string }>`
      select upper(mac::text) as mac from reading_entry where hardware_id = ${id} and menu = ${wifiMenus.registrations}`.execute(
      tx,
    ),
  )
  return rows.map(({ mac }) => mac).toSorted()
}

const macsOf = (sim: Simulator, table: string) =>
  sim
    .table(table)
    .map((row) => row['mac-address'] as string)
    .toSorted()

const tables = [
  { personality: 'v7-wifi', root: 'interface/wifi', stack: 'wifi-capsman' },
  { personality: 'v7-wireless', root: 'caps-man', stack: 'caps-man' },
  { personality: 'v6-capsman', root: 'interface/wireless', stack: 'local-wireless' },
] as const

describe.each(tables)('the registration table of $root', ({ personality, root, stack }) => {
  const table = `${root}/registration-table`
  const place = async () => {
    const started = await begin({ personality, clients: 6 })
    const { devices, sim, id } = started
    await reload(devices, id)
    const macs = macsOf(sim, table)
    expect(macs.length).toBeGreaterThan(2)
    return { ...started, macs, all: await found(id) }
  }
  const ofTable = async (devices: DeviceService, id: number) =>
    (await registrations(devices, id))
      .filter((one) => one.stack === stack || (stack === 'wifi-capsman' && one.stack === 'local-wifi'))
      .map(({ mac }) => mac)
      .toSorted()
  const accessPoints = async (devices: DeviceService, id: number): Promise<SeenAccessPoint[]> =>
    (await reading(devices, id)).systems.flatMap((one) => one.access_points)
  const clients = async (devices: DeviceService, id: number) =>
    (await accessPoints(devices, id)).reduce((sum, one) => sum + one.clients, 0)

  test('is read without a property list if the router omits rows with one', async () => {
    const { devices, sim, id, macs, all } = await place()
    const before = await clients(devices, id)
    sim.faults.add({ kind: 'omitRows', rows: 2, menu: table })
    await reload(devices, id)
    expect(await ofTable(devices, id)).toEqual(macs)
    expect(await found(id)).toEqual(all)
    expect(await clients(devices, id)).toBe(before)
  })

  test('is read without a property list if the router omits a field with one', async () => {
    const { devices, sim, id, macs } = await place()
    const before = await clients(devices, id)
    sim.faults.add({ kind: 'omitFields', fields: ['mac-address'], menu: table })
    await reload(devices, id)
    expect(await ofTable(devices, id)).toEqual(macs)
    expect(await clients(devices, id)).toBe(before)
  })

  test('is not stored if the router lists fewer clients than it counts', async () => {
    const { devices, sim, id, macs, all } = await place()
    sim.faults.add({ kind: 'omitRows', rows: 2, whole: true, menu: table })
    await reload(devices, id)
    expect(await ofTable(devices, id)).toEqual(macs)
    expect(await found(id)).toEqual(all)
    const error: AppError = await devices.read(id, wifiMenus.registrations, readRegistrations).catch((e) => e)
    expect([error.code, error.reason]).toEqual([
      'device_refused',
      message('device.rows_missing', { listed: macs.length - 2, counted: macs.length }),
    ])
  })

  test('is read without a property list if rows of interfaces replace those of clients', async () => {
    const { devices, sim, id, macs } = await place()
    const interfaces = ['ether1', 'ether2', 'ether3'].map((name) => ({ name, 'mac-address': '02:00:00:00:00:02' }))
    sim.faults.add({ kind: 'omitRows', rows: 3, menu: table })
    sim.faults.add({ kind: 'foreignRows', rows: interfaces, menu: table })
    await reload(devices, id)
    expect(await ofTable(devices, id)).toEqual(macs)
  })

  test('is not stored as empty if the router rejects the reading', async () => {
    const { devices, sim, id, all } = await place()
    sim.faults.add({ kind: 'refuse', message: 'not enough permissions (9)', menu: table })
    await reload(devices, id)
    expect(await found(id)).toEqual(all)
  })

  test('may contain rows of interfaces, which are no clients', async () => {
    const { devices, sim, id, macs, all } = await place()
    const before = await clients(devices, id)
    const [first] = sim.table(table)
    const name = first?.['interface'] as string
    const own = sim.table(root === 'caps-man' ? 'caps-man/interface' : root).find((row) => row['name'] === name)
    const mac = own?.['mac-address'] as string
    sim.faults.add({
      kind: 'foreignRows',
      menu: table,
      rows: [
        { '.id': '*F1', name: 'ether1', running: 'true' },
        { '.id': '*F2', name: 'ether2', 'mac-address': '02:00:00:00:00:02', running: 'true' },
        { '.id': '*F3', interface: name, ssid: 'Home' },
        { '.id': '*F4', interface: name, 'mac-address': mac },
      ],
    })
    await reload(devices, id)
    expect(await ofTable(devices, id)).toEqual(macs)
    expect(await found(id)).toEqual(all)
    expect(await clients(devices, id)).toBe(before)
  })
})

describe.each(['v7-wireless', 'v6-capsman'] as const)('access points of the old controller, %s', (personality) => {
  const omit = ['current-channel', 'current-registered-clients', 'current-authorized-clients']

  test('have the band of their configuration and the clients of the registration table', async () => {
    const { devices, sim, id } = await begin({ personality, clients: 9 })
    const points = async () =>
      (await reading(devices, id)).systems
        .filter(({ stack }) => stack === 'caps-man')
        .flatMap((one) => one.access_points)
        .map(({ name, band, clients }) => ({ name, band, clients }))
    const bands = async () =>
      (await registrations(devices, id))
        .filter(({ stack }) => stack === 'caps-man')
        .map(({ mac, band }) => ({ mac, band }))
    await reload(devices, id)
    const [before, bandsBefore] = [await points(), await bands()]
    expect(before.some(({ clients }) => clients > 0)).toBe(true)
    expect(new Set(bandsBefore.map(({ band }) => band)).has(null)).toBe(false)
    sim.faults.add({ kind: 'omitFields', fields: omit, whole: true, menu: 'caps-man/interface' })
    // A channel profile may set its frequencies only.
    for (const row of sim.table('caps-man/channel'))
      sim.change('caps-man/channel', row['.id'] as string, {
        band: null,
        frequency: row['name'] === 'low' ? '2412,2437,2462' : '5180,5260',
      })
    await reload(devices, id)
    expect(await points()).toEqual(before)
    expect(await bands()).toEqual(bandsBefore)
  })
})
