import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Simulator } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, client: ApiCall, reader: ApiCall, sim: Simulator, id: number

beforeAll(async () => {
  master = await fixture.as('master')
  client = await fixture.as('client')
  reader = await fixture.as('master', 'read-only')
  sim = await fixture.router()
  sim.insert('ip/pool', { name: 'two', ranges: '10.60.0.2-10.60.0.9,10.60.0.20-10.60.0.29' })
  id = await fixture.device({ router: sim })
  // The panel's knowledge of the device: each menu was read once.
  for (const menu of [
    'ip/address',
    'ip/pool',
    'ip/dhcp-server',
    'ip/dhcp-server/network',
    'ip/dhcp-server/lease',
    'interface/ethernet',
  ])
    await master('GET', `/hardware/control/${id}/${menu}/index`)
})
afterAll(() => fixture.stop())

type Method = 'POST' | 'PUT' | 'DELETE'
const request = (method: Method, path: string, body?: object, call = master) =>
  call(method, `/hardware/control/${id}/${path}`, body)
const rowsOf = async (menu: string) => (await master('GET', `/hardware/control/${id}/${menu}/index?cached=1`)).body.data
const commands = async () => (await master('GET', '/hardware/command/index')).body.meta.pagination.total

const address = { address: '10.60.0.1/24', interface: 'ether5' }
const network = { address: '10.60.0.0/24' }
const pool = { name: 'lab', address_start: '10.60.0.10', address_end: '10.60.0.20' }
const lease = { address: '10.2.0.60', mac: '4C:5E:0C:01:02:03' }

describe('invalid changes are rejected at their field without a request to the device', () => {
  test.each<[why: string, path: string, body: object, field: string]>([
    ['numbers beyond 255', 'ip/address/store', { ...address, address: '10.60.0.256/24' }, 'address'],
    ['leading zeros', 'ip/address/store', { ...address, address: '10.060.0.1/24' }, 'address'],
    ['a length beyond 32', 'ip/address/store', { ...address, address: '10.60.0.1/33' }, 'address'],
    ['the network itself', 'ip/address/store', { ...address, address: '10.60.0.0/24' }, 'address'],
    ['the broadcast address', 'ip/address/store', { ...address, address: '10.60.0.255/24' }, 'address'],
    ['multicast', 'ip/address/store', { ...address, address: '224.0.0.1/24' }, 'address'],
    ['loopback', 'ip/address/store', { ...address, address: '127.0.0.1/8' }, 'address'],
    ['no address', 'ip/address/store', { ...address, address: 'router' }, 'address'],
    ['an existing address', 'ip/address/store', { address: '10.2.0.1/24', interface: 'bridge' }, 'address'],
    ['no interface', 'ip/address/store', { ...address, interface: '' }, 'interface'],
    ['host bits in a network', 'ip/dhcp-server/network/store', { address: '10.60.0.1/24' }, 'address'],
    ['the whole internet', 'ip/dhcp-server/network/store', { address: '0.0.0.0/0' }, 'address'],
    ['an existing network', 'ip/dhcp-server/network/store', { address: '10.2.0.0/24' }, 'address'],
    ['a gateway outside', 'ip/dhcp-server/network/store', { ...network, gateway: '10.61.0.1' }, 'gateway'],
    ['a mask beyond 32', 'ip/dhcp-server/network/store', { ...network, netmask: 33 }, 'netmask'],
    ['a mask within the network', 'ip/dhcp-server/network/store', { ...network, netmask: 25 }, 'netmask'],
    [
      'an invalid DNS server',
      'ip/dhcp-server/network/store',
      { ...network, dns_server: ['9.9.9.9', '1.2'] },
      'dns_server.1',
    ],
    [
      'a duplicate server',
      'ip/dhcp-server/network/store',
      { ...network, dns_server: ['9.9.9.9', '9.9.9.9'] },
      'dns_server.1',
    ],
    ['an end before the start', 'ip/pool/store', { ...pool, address_end: '10.60.0.9' }, 'address_end'],
    [
      'too many addresses',
      'ip/pool/store',
      { ...pool, address_start: '10.0.0.0', address_end: '10.1.0.0' },
      'address_end',
    ],
    ['a name in use', 'ip/pool/store', { ...pool, name: 'guests' }, 'name'],
    ['a pool continued by itself', 'ip/pool/store', { ...pool, next_pool: 'lab' }, 'next_pool'],
    ['an invalid MAC address', 'ip/dhcp-server/lease/store', { ...lease, mac: '4C:5E:0C' }, 'mac'],
    ['a multicast MAC address', 'ip/dhcp-server/lease/store', { ...lease, mac: '01:00:5E:00:00:01' }, 'mac'],
    ['a reserved address', 'ip/dhcp-server/lease/store', { ...lease, address: '10.2.0.20' }, 'address'],
    ['an invalid rate', 'ip/dhcp-server/lease/store', { ...lease, rate_limit: 'fast' }, 'rate_limit'],
    ['a lease time of 5 s', 'ip/dhcp-server/lease/store', { ...lease, lease_time_seconds: 5 }, 'lease_time_seconds'],
    [
      'a second server on an interface',
      'ip/dhcp-server/store',
      { name: 'x', interface: 'bridge', address_pool: 'guests' },
      'interface',
    ],
    [
      'a server name in use',
      'ip/dhcp-server/store',
      { name: 'guests', interface: 'ether5', address_pool: 'guests' },
      'name',
    ],
    ['a resolver without https', 'ip/dns/store', { use_doh_server: 'http://dns.example/q' }, 'use_doh_server'],
    ['an empty body', 'ip/dns/store', {}, 'servers'],
    ['an unknown field', 'ip/dns/store', { server: '9.9.9.9' }, 'server'],
  ])('%s', async (_why, path, body, field) => {
    const [before, queued] = [await commands(), sim.commands.length]
    const reply = await request('POST', path, body)
    expect(reply.status, reply.text).toBe(422)
    expect(Object.keys(reply.body.error.fields)).toEqual([field])
    expect([await commands(), sim.commands.length]).toEqual([before, queued])
  })
})

describe('conflicts have a message', () => {
  const find = async (menu: string, by: (row: Record<string, unknown>) => boolean) => {
    const row = (await rowsOf(menu)).find(by)
    expect(row).toBeDefined()
    return row.id as string
  }
  const conflict = async (method: Method, path: string, body?: object) => {
    const reply = await request(method, path, body)
    expect(reply.status, reply.text).toBe(409)
    return reply.body.error.reason as string
  }
  const destroy = (menu: string, row: string) => conflict('DELETE', `${menu}/destroy?id=${encodeURIComponent(row)}`)

  test('dynamic rows are not changed', async () => {
    const dynamic = await find('ip/address', (row) => row['dynamic'] === true)
    expect(await conflict('PUT', 'ip/address/update', { id: dynamic, comment: 'x' })).toBe('lan.dynamic_row')
    expect(await destroy('ip/address', dynamic)).toBe('lan.dynamic_row')
  })

  test('pools with several ranges, and pools in use, are not changed', async () => {
    const two = await find('ip/pool', (row) => row['name'] === 'two')
    expect(await conflict('PUT', 'ip/pool/update', { id: two, address_end: '10.60.0.99' })).toBe(
      'lan.pool_several_ranges',
    )
    const guests = await find('ip/pool', (row) => row['name'] === 'guests')
    expect(await destroy('ip/pool', guests)).toBe('lan.pool_used_by_server')
  })

  test('ports without PoE cannot be power-cycled', async () => {
    const port = await find('interface/ethernet', (row) => row['poe'] === null)
    expect(await conflict('POST', 'interface/ethernet/power-cycle', { id: port })).toBe('lan.port_no_poe')
    expect(await conflict('POST', 'interface/ethernet/power-cycle', { id: '*FFFF' })).toBe('lan.port_not_read')
  })
})

describe('unusual values are accepted with a warning', () => {
  const described = async (path: string, body: object) => {
    const reply = await request('POST', path, body)
    expect(reply.status, reply.text).toBe(202)
    const { data } = (await master('GET', `/hardware/command/${reply.body.data.job}/show`)).body
    await master('PUT', `/hardware/command/${data.id}/cancel`)
    return [data.label, ...data.notes.map((note: { message: string }) => note.message)]
  }

  test('an address outside all networks', async () => {
    expect(await described('ip/dhcp-server/lease/store', { ...lease, address: '10.99.0.9' })).toEqual([
      '10.99.0.9, 4C:5E:0C:01:02:03',
      'outside all DHCP networks of the device',
    ])
    expect(await described('ip/dhcp-server/lease/store', lease)).toEqual(['10.2.0.60, 4C:5E:0C:01:02:03'])
    const outside = { ...pool, address_start: '10.98.0.1', address_end: '10.98.0.9' }
    expect(await described('ip/pool/store', outside)).toEqual([
      `${pool.name}, 10.98.0.1-10.98.0.9`,
      'outside all networks of the device',
    ])
  })
})

describe('permission to write', () => {
  test('a client changes its own network, and does not add or remove parts of its plan', async () => {
    const statuses = async (call: ApiCall) => [
      (await request('PUT', 'ip/dns/update', { servers: ['9.9.9.9'] }, call)).status,
      (await request('POST', 'ip/dhcp-server/lease/store', lease, call)).status,
      (await request('POST', 'ip/pool/store', pool, call)).status,
      (await request('DELETE', 'ip/pool/destroy?id=*1', undefined, call)).status,
    ]
    expect(await statuses(client)).toEqual([202, 202, 403, 403])
    expect(await statuses(reader)).toEqual([403, 403, 403, 403])
    await fixture.panel.sql((tx) => sql`delete from device_command`.execute(tx))
  })

  test('a command names its requester, and an Idempotency-Key enqueues it once', async () => {
    const send = () =>
      master('PUT', `/hardware/control/${id}/ip/dns/update`, { servers: ['1.1.1.1'] }, { 'idempotency-key': 'once' })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status, second.body]).toEqual([202, 202, first.body])
    expect(await commands()).toBe(1)
  })
})
