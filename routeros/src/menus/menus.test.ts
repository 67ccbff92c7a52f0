import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startSimulator } from '@trunkline/simulator'
import { connect } from '../connect.ts'
import { readHealth } from './health.ts'
import * as interfaceMenus from './interface.ts'
import * as ipMenus from './ip.ts'
import { proplistOf, readRow, readRows, writeValues, type Menu } from './menu.ts'
import * as systemMenus from './system.ts'

const { dhcpLease, ipDns, ipPool } = ipMenus
const all = [interfaceMenus, ipMenus, systemMenus].flatMap((file) => Object.values(file)) as Menu<
  Record<string, { read(value: string | undefined): unknown }>
>[]

test('leases of RouterOS 6 and of RouterOS 7 are parsed alike', () => {
  const old = {
    '.id': '*2A5C',
    address: '192.168.6.95',
    'mac-address': 'B8:88:E3:39:EF:E6',
    'client-id': '1:b8:88:e3:39:ef:e6',
    server: 'User',
    'always-broadcast': 'true',
    status: 'bound',
    'expires-after': '14:40:26',
    'last-seen': '8h19m34s',
    'host-name': 'cc-PC',
    radius: 'false',
    dynamic: 'true',
    blocked: 'false',
    disabled: 'false',
    'something-new': 'x',
  }
  const recent = { ...old, 'expires-after': '14h40m26s', 'address-lists': '', age: '3h55m47s' }
  const [first, second] = readRows(dhcpLease, [old, recent])
  expect(first).toMatchObject({
    id: '*2A5C',
    expires_after: 52_826,
    last_seen: 29_974,
    mac_address: 'B8:88:E3:39:EF:E6',
    dynamic: true,
    always_broadcast: true,
    lease_time: null,
    age: null,
    address_lists: [],
  })
  expect(second).toEqual({ ...first, age: 14_147 })
  expect(first).not.toHaveProperty('something_new')
  expect(Object.keys(first ?? {})).toEqual(['id', ...Object.keys(dhcpLease.fields)])
})

test('writes contain only the given values, in the format of RouterOS', () => {
  expect(
    writeValues(dhcpLease, {
      address: '10.0.0.5',
      lease_time: 5_400,
      block_access: true,
      comment: null,
      server: undefined,
    }),
  ).toEqual({ address: '10.0.0.5', 'lease-time': '5400s', 'block-access': true, comment: null })
  expect(writeValues(ipDns, { servers: ['1.1.1.1', '9.9.9.9'], cache_size: 2_097_152 })).toEqual({
    servers: '1.1.1.1,9.9.9.9',
    'cache-size': '2048KiB',
  })
  expect(writeValues(ipPool, { ranges: [] })).toEqual({ ranges: '' })
  const wrong = { status: 'bound' } as unknown as Parameters<typeof writeValues<(typeof dhcpLease)['fields']>>[1]
  expect(() => writeValues(dhcpLease, wrong)).toThrow('no writable field')
})

test('properties that an older version lacks are not requested', () => {
  expect(proplistOf(ipDns, { major: 6, minor: 46, patch: 0 })).not.toContain('use-doh-server')
  expect(proplistOf(ipDns, { major: 7, minor: 1, patch: 0 })).toContain('use-doh-server')
  expect(proplistOf(ipDns)).toContain('cache-max-ttl')
})

test('health is one row with a property per sensor before RouterOS 7, and one row per sensor since', () => {
  expect(readHealth([{ voltage: '24.1', temperature: '37', 'fan1-speed': '4200', 'psu1-state': 'ok' }])).toEqual({
    temperature: 37,
    voltage: 24.1,
    values: [
      { name: 'voltage', value: 24.1, unit: 'V' },
      { name: 'temperature', value: 37, unit: 'C' },
      { name: 'fan1-speed', value: 4_200, unit: 'RPM' },
    ],
  })
  expect(
    readHealth([
      { '.id': '*D', name: 'cpu-temperature', value: '52', type: 'C' },
      { '.id': '*E', name: 'psu1-state', value: 'fail', type: '' },
    ]),
  ).toMatchObject({ temperature: 52, voltage: null })
  // A switch has neither a board nor a CPU sensor.
  expect(
    readHealth([
      { '.id': '*1', name: 'sfp-temperature', value: '41', type: 'C' },
      { '.id': '*2', name: 'switch-temperature', value: '38', type: 'C' },
    ]),
  ).toMatchObject({ temperature: 38, values: [{ name: 'sfp-temperature' }, { name: 'switch-temperature' }] })
  expect(readHealth([{ 'pcb9-temperature': '44' }])).toMatchObject({ temperature: 44 })
  expect(readHealth([])).toEqual({ temperature: null, voltage: null, values: [] })
})

test('no row makes a menu throw, and every field is present in the result', () => {
  expect(all.length).toBeGreaterThan(20)
  for (const menu of all)
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 40, maxLength: 40 }), (values) => {
        const names = proplistOf(menu)
        const row = Object.fromEntries(names.map((name, index) => [name, values[index % values.length] ?? '']))
        expect(Object.keys(readRow(menu, row))).toEqual(['id', ...Object.keys(menu.fields)])
        expect(Object.values(readRow(menu, {}))).not.toContain(undefined)
      }),
      { numRuns: 10 },
    )
})

test.each(['v6-capsman', 'v7-wifi'] as const)('the output of %s is parsed field by field', async (personality) => {
  const simulator = await startSimulator({ personality })
  const port = simulator.ports.api ?? 0
  const session = await connect({ host: simulator.host, port, transport: 'api', user: 'admin', password: '' })
  try {
    const { interfaces, ethernet, bridgePort } = interfaceMenus
    const { ipAddress, dhcpServer, dhcpNetwork } = ipMenus
    const { systemClock, userGroup, ipService } = systemMenus
    const rowsOf = (menu: { path: string }, proplist: string[]) => session.print(menu.path, { proplist })
    const lease = readRows(dhcpLease, await rowsOf(dhcpLease, proplistOf(dhcpLease)))
    expect(
      lease.some((row) => row.status === 'bound' && (row.expires_after ?? 0) > 0 && row.mac_address !== null),
    ).toBe(true)
    const port1 = readRows(interfaces, await rowsOf(interfaces, proplistOf(interfaces)))[0]
    expect(port1).toMatchObject({ running: true, disabled: false })
    expect(port1?.last_link_up_time).toMatch(/^\d{4}-\d{2}-\d{2}T/)
    expect(port1?.rx_byte).toBeGreaterThan(0)
    const [dns] = readRows(ipDns, await rowsOf(ipDns, proplistOf(ipDns)))
    expect(dns?.cache_size).toBe(2_097_152)
    expect(dns?.cache_max_ttl).toBe(604_800)
    const [clock] = readRows(systemClock, await rowsOf(systemClock, proplistOf(systemClock)))
    expect(clock?.date).toMatch(/^\d{4}-\d{2}-\d{2}T00:00:00$/)
    expect(readRows(userGroup, await rowsOf(userGroup, proplistOf(userGroup)))[0]?.policy).toContain('read')
    for (const menu of [ethernet, bridgePort, ipAddress, dhcpServer, dhcpNetwork, ipService, ipPool])
      expect((await rowsOf(menu, proplistOf(menu))).length).toBeGreaterThan(0)
  } finally {
    await session.close()
    await simulator.stop()
  }
})
