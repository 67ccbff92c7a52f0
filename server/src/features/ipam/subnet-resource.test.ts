import { subnets } from '@trunkline/contract/resources/subnet'
import { describeResource, type Fixture } from '../../testing/describe-resource.ts'
import { createSubnet } from '../../testing/ipam/create-subnet.ts'

/** A block of the master-distributor from which everything is allocated, one per fixture. */
const blocks = new WeakMap<Fixture, Promise<number>>()
const blockOf = (fixture: Fixture): Promise<number> => {
  let block = blocks.get(fixture)
  if (block === undefined)
    blocks.set(
      fixture,
      (block = fixture.panel.sql((tx) =>
        createSubnet(tx, { net: '10.0.0.0/8', company_id: fixture.companies.master }),
      )),
    )
  return block
}

describeResource('subnets', subnets, {
  input: async (n, fixture) => ({
    type: 'network',
    net: `10.${Math.floor(n / 250)}.${n % 250}.0/24`,
    parent_id: await blockOf(fixture),
    name: `Street ${String(n).padStart(3, '0')}`,
    usage_type: 'customer',
    vlan: 100,
  }),
  change: { name: 'Avenue', description: 'Renamed', vlan: 200, mark_full: true },
  text: 'name',
  filter: 'type:network',
  whole: 'flat=true',
  bad: [
    { why: 'host bits that are set', body: { net: '10.9.0.1/24' }, field: 'net' },
    { why: 'a prefix length beyond 32', body: { net: '10.9.0.0/33' }, field: 'net' },
    { why: 'leading zeros', body: { net: '10.09.0.0/24' }, field: 'net' },
    { why: 'an IPv4-mapped IPv6 network', body: { net: '::ffff:10.9.0.0/112' }, field: 'net' },
    { why: 'an IPv4-mapped IPv6 network in hex', body: { net: '::ffff:a09:0/112' }, field: 'net' },
    { why: 'a zone', body: { net: 'fe80::%eth0/64' }, field: 'net' },
    { why: 'no length', body: { net: '10.9.0.0' }, field: 'net' },
    { why: 'the other family', body: { net: '2001:db8::/64' }, field: 'net' },
    { why: 'a prefix outside of its parent', body: { net: '192.0.2.0/24' }, field: 'net' },
    { why: 'the whole parent prefix', body: { net: '10.0.0.0/8' }, field: 'net' },
    { why: 'an invalid VLAN', body: { vlan: 4095 }, field: 'vlan' },
    { why: 'an invalid type', body: { type: 'supernet' }, field: 'type' },
    { why: 'a gateway outside', body: { net: '10.9.0.0/24', gateway: '10.9.1.1' }, field: 'gateway' },
    {
      why: 'a gateway that is the broadcast address',
      body: { net: '10.9.0.0/24', gateway: '10.9.0.255' },
      field: 'gateway',
    },
    {
      why: 'a unit larger than the subnet',
      body: { net: '10.9.0.0/24', type: 'container', assign_len: 20 },
      field: 'assign_len',
    },
    { why: 'a parent that does not exist', body: { parent_id: 4_000_000_000 }, field: 'parent_id' },
    { why: 'a company that does not exist', body: { company_id: 4_000_000_000 }, field: 'company_id' },
    { why: 'a category that does not exist', body: { category_id: 4_000_000_000 }, field: 'category_id' },
    { why: 'a length with an explicit prefix', body: { prefix: 25 }, field: 'prefix' },
    { why: 'a count with an explicit prefix', body: { net: '10.9.0.0/24', count: 2 }, field: 'count' },
    { why: 'a length that does not fit into the parent', body: { net: 'auto', prefix: 8 }, field: 'prefix' },
    { why: 'a length beyond its family', body: { net: 'auto', prefix: 33 }, field: 'prefix' },
    { why: 'a reservation of one second', body: { hold_seconds: 1 }, field: 'hold_seconds' },
    { why: 'an unknown field', body: { colour: 'red' }, field: 'colour' },
  ],
})
