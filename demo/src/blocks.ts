import { sql } from 'kysely'
import type { Tx } from '@trunkline/server/db/pool'
import { allocateSubnets, type SubnetAttributes } from '@trunkline/server/features/ipam/allocate'
import { assignAddresses } from '@trunkline/server/features/ipam/assign'

/** Blocks that a company allocates from: shared addresses, private ones, and IPv6. */
export interface Blocks {
  cgn: number
  inner: number
  v6: number
}

export type Categories = Record<'wan' | 'management' | 'cgn' | 'infrastructure' | 'delegation', number>

export interface Wanted extends Partial<SubnetAttributes> {
  length?: number
  net?: string
  company_id?: number
  assigned?: boolean
  hold_days?: number
}

/** Allocates a subnet for the demo, the next free one unless `net` specifies it. */
export async function allocate(
  tx: Tx,
  parent_id: number | null,
  { length, net, company_id, assigned, hold_days, ...of }: Wanted,
): Promise<number> {
  const [created] = await allocateSubnets(tx, {
    parent_id,
    net: net ?? 'auto',
    prefix: length,
    company_id,
    state: assigned === true ? 'assigned' : undefined,
    hold_seconds: hold_days === undefined ? undefined : hold_days * 86_400,
    attributes: { type: 'container', ...of },
  })
  return created?.id as number
}

export async function makeCategories(tx: Tx, company_id: number): Promise<Categories> {
  const created = async (name: string, values: Record<string, unknown>) => {
    const columns = { company_id, name, ...values }
    const { rows } = await sql<{ id: number }>`
      insert into subnet_category (${sql.join(Object.keys(columns).map((column) => sql.ref(column)))}) values (${sql.join(Object.values(columns))}) returning id`.execute(
      tx,
    )
    return rows[0]?.id as number
  }
  return {
    wan: await created('Customer WAN', {
      colour: 'teal',
      default_unit_v4: 29,
      gateway: 'first',
      cool_down_days: 14,
      description: 'Networks at the customer, routed to its router',
      ptr_template: '{ip}.cust.example.net',
    }),
    management: await created('Management', {
      colour: 'indigo',
      gateway: 'first',
      reserve_first: 4,
      description: 'Routers, switches and access points',
    }),
    cgn: await created('CGN', {
      colour: 'orange',
      cool_down_days: 1,
      description: 'Shared addresses behind carrier-grade NAT (RFC 6598)',
    }),
    infrastructure: await created('Infrastructure', {
      colour: 'grey',
      cool_down_days: 90,
      description: 'Links, loopbacks and servers of our own',
    }),
    delegation: await created('IPv6 PD', {
      colour: 'violet',
      default_unit_v6: 56,
      default_policy: 'sparse',
      description: 'Prefixes delegated to subscribers',
    }),
  }
}

/** The provider's own networks: links, loopbacks, and the few public addresses that are left. */
export async function seedProvider(tx: Tx, inner: number, categories: Categories): Promise<number> {
  const core = await allocate(tx, inner, {
    net: '10.255.0.0/16',
    name: 'Core network',
    category_id: categories.infrastructure,
    usage_type: 'infrastructure',
    assign_len: 24,
  })
  const links = await allocate(tx, core, {
    length: 24,
    name: 'Links of the core',
    usage_type: 'point-to-point',
    assign_len: 31,
    policy: 'lowest',
  })
  for (const name of [
    'Leeds – Bristol',
    'Leeds – Birmingham',
    'Bristol – Birmingham',
    'Birmingham – Munich',
    'Munich – Hamburg',
    'Hamburg – Leeds',
  ]) {
    const link = await allocate(tx, links, { type: 'network', name, length: 31, assigned: true })
    await assignAddresses(tx, { subnet_id: link, ip: 'auto', count: 2, note: name })
  }
  const loopbacks = await allocate(tx, core, { type: 'pool', length: 28, name: 'Loopbacks', usage_type: 'loopback' })
  for (let router = 1; router <= 15; router++)
    await assignAddresses(tx, { subnet_id: loopbacks, ip: 'auto', dns_name: `lo0.core${router}.example.net` })
  return allocate(tx, null, {
    net: '203.0.113.0/24',
    name: 'Public IPv4',
    description: 'All that is left of the old allocation',
    usage_type: 'customer',
    category_id: categories.wan,
    assign_len: 29,
  })
}
