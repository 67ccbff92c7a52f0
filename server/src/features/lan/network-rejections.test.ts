import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SiteNetworks } from '@trunkline/contract/resources/control-network'
import type { Simulator } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { createSubnet } from '../../testing/ipam/create-subnet.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, client: ApiCall, reader: ApiCall, sim: Simulator, id: number, pool: number, six: number

/** A router with VLAN filtering, reached by its own address in VLAN 1 at `ether3`. */
beforeAll(async () => {
  master = await fixture.as('master')
  client = await fixture.as('client')
  reader = await fixture.as('master', 'read-only')
  sim = await fixture.router({
    managementPort: 'ether3',
    tables: {
      'ip/address': [
        { address: '127.0.0.1/24', network: '127.0.0.0', interface: 'bridge' },
        { address: '10.255.20.1/24', network: '10.255.20.0', interface: 'guests' },
      ],
    },
  })
  sim.change('interface/bridge', sim.table('interface/bridge')[0]!['.id'] as string, { 'vlan-filtering': 'true' })
  sim.insert('interface/bridge/vlan', { bridge: 'bridge', 'vlan-ids': '20', tagged: 'bridge,ether4', untagged: '' })
  sim.insert('interface/vlan', { name: 'upper', interface: 'guests', 'vlan-id': '7' })
  sim.insert('ip/address', { address: '10.70.0.1/24', interface: 'upper' })
  sim.insert('ip/address', { address: '10.71.0.1/24', interface: 'upper' })
  id = await fixture.device({ router: sim })
  await fixture.panel.sql(async (tx) => {
    pool = await createSubnet(tx, { net: '10.90.0.0/24', company_id: fixture.companies.master })
    six = await createSubnet(tx, { net: '2001:db8::/32', company_id: fixture.companies.master })
  })
  // Twice: the management port is known only after the first login.
  for (const menu of ['network', 'switch-port', 'network']) {
    const { status } = await request('GET', `${menu}/index`)
    if (status !== 200) throw new Error(`The device can not be read: ${status}`)
  }
}, 60_000)
afterAll(() => fixture.stop())

const request = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, call = master) =>
  call(method, `/hardware/control/${id}/${path}`, body)
const commands = async () => (await master('GET', '/hardware/command/index')).body.meta.pagination.total
const network = async (name: string) => {
  const { data } = (await request('GET', 'network/index?cached=1')).body as { data: SiteNetworks }
  const found = data.networks.find((one) => one.name === name)
  expect(found, name).toBeDefined()
  return found as SiteNetworks['networks'][number]
}

const lab = { name: 'lab', vlan_id: 60, bridge: 'bridge', address: '10.60.0.1/24' }
const dhcp = { start: '10.60.0.10', end: '10.60.0.20' }

describe('invalid changes are rejected at their field without a request to the device', () => {
  test.each<[why: string, body: object, ...fields: string[]]>([
    ['an existing VLAN', { ...lab, vlan_id: 20 }, 'vlan_id'],
    ['the own VLAN of the bridge', { ...lab, vlan_id: 1 }, 'vlan_id'],
    ['VLAN 0', { ...lab, vlan_id: 0 }, 'vlan_id'],
    ['VLAN 4095', { ...lab, vlan_id: 4095 }, 'vlan_id'],
    ['a name in use', { ...lab, name: 'guests' }, 'name'],
    ['a name with a comma', { ...lab, name: 'a,b' }, 'name'],
    ['a missing bridge', { ...lab, bridge: 'bridge9' }, 'bridge'],
    ['a port of a bridge', { ...lab, bridge: 'ether2' }, 'bridge'],
    ['no address', { ...lab, address: undefined }, 'address'],
    ['the network itself', { ...lab, address: '10.60.0.0/24' }, 'address'],
    ['the broadcast address', { ...lab, address: '10.60.0.255/24' }, 'address'],
    ['an address within another network', { ...lab, address: '10.255.20.77/25' }, 'address'],
    ['a network that contains another one', { ...lab, address: '10.255.0.1/16' }, 'address'],
    ['an address and a subnet', { ...lab, subnet_id: 'pool' }, 'address'],
    ['a length without a subnet', { ...lab, prefix: 24 }, 'prefix'],
    ['an IPv6 subnet', { ...lab, address: null, subnet_id: 'six' }, 'subnet_id'],
    ['a subnet without enough space', { ...lab, address: null, subnet_id: 'pool', prefix: 20 }, 'prefix'],
    ['a range before the network', { ...lab, dhcp: { ...dhcp, start: '10.59.0.9' } }, 'dhcp.start'],
    ['a range after the network', { ...lab, dhcp: { ...dhcp, end: '10.61.0.9' } }, 'dhcp.end'],
    ['the broadcast in the range', { ...lab, dhcp: { ...dhcp, end: '10.60.0.255' } }, 'dhcp.end'],
    ['a reversed range', { ...lab, dhcp: { start: dhcp.end, end: dhcp.start } }, 'dhcp.end'],
    ['the router in the range', { ...lab, dhcp: { ...dhcp, start: '10.60.0.1' } }, 'dhcp.start'],
    ['one end of a range', { ...lab, dhcp: { start: '10.60.0.9' } }, 'dhcp.end'],
    ['a router address with no free address after it', { ...lab, address: '10.60.0.254/24', dhcp: {} }, 'dhcp.start'],
    ['an invalid DNS server', { ...lab, dhcp: { ...dhcp, dns: ['9.9.9.9', '1.2'] } }, 'dhcp.dns.1'],
    ['a port outside the bridge', { ...lab, tagged: ['ether1'] }, 'tagged.0'],
    ['a missing port', { ...lab, untagged: ['ether99'] }, 'untagged.0'],
    ['a port twice', { ...lab, tagged: ['ether2'], untagged: ['ether2'] }, 'untagged.0'],
    [
      'removing a port from its only network',
      { ...lab, vlan_id: 61, tagged: ['ether3'], untagged: ['ether3'] },
      'untagged.0',
    ],
    ['the management port', { ...lab, untagged: ['ether3'] }, 'untagged'],
  ])('%s', async (_why, body, ...fields) => {
    const sent = {
      ...body,
      ...('subnet_id' in body && { subnet_id: body.subnet_id === 'six' ? six : pool }),
    }
    const [before, queued] = [await commands(), sim.commands.length]
    const reply = await request('POST', 'network/store', sent)
    expect([409, 422], reply.text).toContain(reply.status)
    expect(Object.keys(reply.body.error.fields ?? {}), reply.text).toEqual(fields)
    expect([await commands(), sim.commands.length]).toEqual([before, queued])
  })

  test.each<[why: string, name: string, body: object, field: string]>([
    ['another bridge', 'guests', { bridge: 'bridge2' }, 'bridge'],
    ['a VLAN id of the bridge itself', 'bridge', { vlan_id: 9 }, 'vlan_id'],
    ['the own VLAN of the bridge', 'guests', { vlan_id: 1 }, 'vlan_id'],
    ['an address outside its DHCP range', 'guests', { address: '10.99.0.1/24' }, 'dhcp.start'],
    ['a range outside', 'guests', { dhcp: { end: '10.255.21.9' } }, 'dhcp.end'],
    ['an address of another network', 'guests', { address: '127.0.0.9/24' }, 'address'],
    ['a name in use', 'guests', { name: 'ether2' }, 'name'],
    ['removing a port from its only network', 'bridge', { untagged: ['ether3'] }, 'untagged'],
    ['the management port without its network', 'guests', { untagged: ['ether3'] }, 'untagged'],
  ])('a change to %s', async (_why, name, body, field) => {
    const reply = await request('PUT', 'network/update', { id: (await network(name)).id, ...body })
    expect(reply.status, reply.text).toBe(422)
    expect(Object.keys(reply.body.error.fields)).toContain(field)
  })
})

describe('conflicts have a message', () => {
  const conflict = async (method: 'PUT' | 'DELETE', path: string, body?: object) => {
    const reply = await request(method, path, body)
    expect(reply.status, reply.text).toBe(409)
    return reply.body.error.reason as string
  }
  const destroy = async (name: string) =>
    conflict('DELETE', `network/destroy?id=${encodeURIComponent((await network(name)).id)}`)

  test('the management network is not removed', async () => {
    const own = await network('bridge')
    expect(own.is_management).toBe(true)
    expect(await destroy('bridge')).toBe('lan.management_address')
    expect(await conflict('PUT', 'network/update', { id: own.id, disabled: true })).toBe('lan.management_address')
  })
  test('a network with a VLAN on top is not removed, and one with several addresses is read-only', async () => {
    expect(await destroy('guests')).toBe('lan.network_in_use')
    expect((await network('upper')).locked).toBe('several-addresses')
    expect(await destroy('upper')).toBe('lan.network_locked')
  })
  test('an unknown network is not found', async () => {
    expect(await conflict('PUT', 'network/update', { id: '*FFFF', name: 'x' })).toBe('lan.network_gone')
    expect(await conflict('PUT', 'network/update', { id: (await network('guests')).id })).toBe('lan.unchanged')
  })
  test('a device whose networks were never read is a conflict', async () => {
    const other = await fixture.device({ router: sim, name: 'Unread' })
    const reply = await master('POST', `/hardware/control/${other}/network/store`, lab)
    expect([reply.status, reply.body.error.reason]).toEqual([409, 'lan.networks_not_read'])
  })
})

describe('permission to write', () => {
  test('a client changes its networks, and does not add or remove any', async () => {
    const guests = await network('guests')
    const statuses = async (call: ApiCall) => [
      (await request('GET', 'network/index?cached=1', undefined, call)).status,
      (await request('POST', 'network/store', lab, call)).status,
      (await request('DELETE', `network/destroy?id=${encodeURIComponent(guests.id)}`, undefined, call)).status,
      (await request('PUT', 'network/update', { id: guests.id, comment: 'Ours' }, call)).status,
    ]
    expect(await statuses(client)).toEqual([200, 403, 403, 202])
    expect(await statuses(reader)).toEqual([200, 403, 403, 403])
    expect(await statuses(await fixture.as('sibling'))).toEqual([404, 404, 404, 404])
  })
})
