import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SiteNetworks } from '@trunkline/contract/resources/control-network'
import type { Simulator } from '@trunkline/simulator'
import { setupPanelWithDevices } from '../../testing/devices/panel-with-devices.ts'
import { createSubnet } from '../../testing/ipam/create-subnet.ts'
import type { ApiCall } from '../../testing/panel.ts'

const fixture = await setupPanelWithDevices()
let master: ApiCall, client: ApiCall, reader: ApiCall, sim: Simulator, id: number, pool: number, six: number

/** A router whose bridge filters, reached by its own address in VLAN 1 at `ether3`. */
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
  // Twice: where the panel comes in is seen once it is logged in.
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

describe('what can not be is refused at its field, and no device is asked', () => {
  test.each<[why: string, body: object, ...fields: string[]]>([
    ['a VLAN that is there', { ...lab, vlan_id: 20 }, 'vlan_id'],
    ['the own VLAN of the bridge', { ...lab, vlan_id: 1 }, 'vlan_id'],
    ['VLAN 0', { ...lab, vlan_id: 0 }, 'vlan_id'],
    ['VLAN 4095', { ...lab, vlan_id: 4095 }, 'vlan_id'],
    ['a name that is taken', { ...lab, name: 'guests' }, 'name'],
    ['a name with a comma', { ...lab, name: 'a,b' }, 'name'],
    ['a bridge that is not there', { ...lab, bridge: 'bridge9' }, 'bridge'],
    ['a port of a bridge', { ...lab, bridge: 'ether2' }, 'bridge'],
    ['no address', { ...lab, address: undefined }, 'address'],
    ['the network itself', { ...lab, address: '10.60.0.0/24' }, 'address'],
    ['the broadcast address', { ...lab, address: '10.60.0.255/24' }, 'address'],
    ['an address within another network', { ...lab, address: '10.255.20.77/25' }, 'address'],
    ['a network around another one', { ...lab, address: '10.255.0.1/16' }, 'address'],
    ['an address and a block', { ...lab, subnet_id: 'pool' }, 'address'],
    ['a length without a block', { ...lab, prefix: 24 }, 'prefix'],
    ['a block of IPv6', { ...lab, address: null, subnet_id: 'six' }, 'subnet_id'],
    ['a block that has no room', { ...lab, address: null, subnet_id: 'pool', prefix: 20 }, 'prefix'],
    ['a range before the network', { ...lab, dhcp: { ...dhcp, start: '10.59.0.9' } }, 'dhcp.start'],
    ['a range behind the network', { ...lab, dhcp: { ...dhcp, end: '10.61.0.9' } }, 'dhcp.end'],
    ['the broadcast in the range', { ...lab, dhcp: { ...dhcp, end: '10.60.0.255' } }, 'dhcp.end'],
    ['a range the wrong way round', { ...lab, dhcp: { start: dhcp.end, end: dhcp.start } }, 'dhcp.end'],
    ['the router in the range', { ...lab, dhcp: { ...dhcp, start: '10.60.0.1' } }, 'dhcp.start'],
    ['one end of a range', { ...lab, dhcp: { start: '10.60.0.9' } }, 'dhcp.end'],
    ['a router behind which nothing is free', { ...lab, address: '10.60.0.254/24', dhcp: {} }, 'dhcp.start'],
    ['a DNS server that is none', { ...lab, dhcp: { ...dhcp, dns: ['9.9.9.9', '1.2'] } }, 'dhcp.dns.1'],
    ['a port of no bridge', { ...lab, tagged: ['ether1'] }, 'tagged.0'],
    ['a port that is not there', { ...lab, untagged: ['ether99'] }, 'untagged.0'],
    ['a port twice', { ...lab, tagged: ['ether2'], untagged: ['ether2'] }, 'untagged.0'],
    ['a port out of its only network', { ...lab, vlan_id: 61, tagged: ['ether3'], untagged: ['ether3'] }, 'untagged.0'],
    ['the port by which the panel comes in', { ...lab, untagged: ['ether3'] }, 'untagged'],
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
    ['a VLAN for the bridge itself', 'bridge', { vlan_id: 9 }, 'vlan_id'],
    ['the own VLAN of the bridge', 'guests', { vlan_id: 1 }, 'vlan_id'],
    ['an address beside its DHCP range', 'guests', { address: '10.99.0.1/24' }, 'dhcp.start'],
    ['a range outside', 'guests', { dhcp: { end: '10.255.21.9' } }, 'dhcp.end'],
    ['an address of another network', 'guests', { address: '127.0.0.9/24' }, 'address'],
    ['a name that is taken', 'guests', { name: 'ether2' }, 'name'],
    ['a port out of its only network', 'bridge', { untagged: ['ether3'] }, 'untagged'],
    ['the panel’s port without its network', 'guests', { untagged: ['ether3'] }, 'untagged'],
  ])('a change to %s', async (_why, name, body, field) => {
    const reply = await request('PUT', 'network/update', { id: (await network(name)).id, ...body })
    expect(reply.status, reply.text).toBe(422)
    expect(Object.keys(reply.body.error.fields)).toContain(field)
  })
})

describe('what stands in the way is told in words', () => {
  const conflict = async (method: 'PUT' | 'DELETE', path: string, body?: object) => {
    const reply = await request(method, path, body)
    expect(reply.status, reply.text).toBe(409)
    return reply.body.error.reason as string
  }
  const destroy = async (name: string) =>
    conflict('DELETE', `network/destroy?id=${encodeURIComponent((await network(name)).id)}`)

  test('the network by which the panel comes in stays', async () => {
    const own = await network('bridge')
    expect(own.is_management).toBe(true)
    expect(await destroy('bridge')).toBe('lan.management_address')
    expect(await conflict('PUT', 'network/update', { id: own.id, disabled: true })).toBe('lan.management_address')
  })
  test('one on which another stands stays, and one with several addresses is shown alone', async () => {
    expect(await destroy('guests')).toBe('lan.network_in_use')
    expect((await network('upper')).locked).toBe('several-addresses')
    expect(await destroy('upper')).toBe('lan.network_locked')
  })
  test('one that is not there', async () => {
    expect(await conflict('PUT', 'network/update', { id: '*FFFF', name: 'x' })).toBe('lan.network_gone')
    expect(await conflict('PUT', 'network/update', { id: (await network('guests')).id })).toBe('lan.unchanged')
  })
  test('a device whose networks were never read', async () => {
    const other = await fixture.device({ router: sim, name: 'Unread' })
    const reply = await master('POST', `/hardware/control/${other}/network/store`, lab)
    expect([reply.status, reply.body.error.reason]).toEqual([409, 'lan.networks_not_read'])
  })
})

describe('who may write', () => {
  test('a client changes its networks, and makes and removes none', async () => {
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
