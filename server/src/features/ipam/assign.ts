import { parseAddress, parsePrefix } from '@trunkline/contract/net'
import type { UsedByKind } from '@trunkline/contract/resources/subnet-enums'
import { sql } from 'kysely'
import { commitEarly } from '../../db/tenant-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import { allocateSubnets, type SubnetAttributes, type UsedBy } from './allocate.ts'
import { callEngine } from './errors.ts'

/**
 * The interface by which other features allocate address space within their own transaction, so that a service and its
 * address commit together.
 */

export interface AddressRequest {
  subnet_id: number
  ip: 'auto' | (string & {})
  /** The owner; defaults to that of the subnet. */
  company_id?: number | undefined
  used_by?: UsedBy | undefined
  state?: 'reserved' | 'assigned' | undefined
  hold_seconds?: number | undefined
  mac?: string | null | undefined
  dns_name?: string | undefined
  note?: string | undefined
  is_gateway?: boolean | undefined
}
export type AllocatedAddress = { id: number; ip: string }

/**
 * Allocates one address of a network or pool. An owner that released an address gets it again during the quarantine.
 * @throws AppError validation_failed or conflict at `subnet_id`, `ip`, `company_id`
 */
export const assignAddress = async (tx: Tx, wanted: AddressRequest): Promise<AllocatedAddress> =>
  (await assignAddresses(tx, wanted))[0]!

/** Allocates `count` addresses, all or none. @throws AppError as assignAddress, and at `count` */
export async function assignAddresses(
  tx: Tx,
  wanted: AddressRequest & { count?: number | undefined },
): Promise<AllocatedAddress[]> {
  commitEarly(tx)
  return callEngine(
    tx,
    sql<AllocatedAddress>`select id, host(ip) as ip from ip_allocate_addresses(${wanted.subnet_id}, ${wanted.ip === 'auto' ? null : wanted.ip}, ${wanted.count ?? 1},
      ${wanted.company_id ?? null}, ${wanted.state ?? null}, ${wanted.hold_seconds ?? null}, ${wanted.used_by?.kind ?? null}, ${wanted.used_by?.id ?? null}, ${wanted.used_by?.label ?? null},
      ${wanted.mac ?? null}, ${wanted.dns_name ?? null}, ${wanted.note ?? null}, ${wanted.is_gateway ?? null})`,
  )
}

export interface NetworkRequest {
  subnet_id: number
  net: 'auto' | (string & {})
  /** Prefix length for `auto`; defaults to the subnet's allocation unit. */
  prefix?: number | undefined
  company_id?: number | undefined
  used_by?: UsedBy | undefined
  state?: 'reserved' | 'assigned' | undefined
  hold_seconds?: number | undefined
  /** A network; an IPv6 prefix shorter than /64 is a container. */
  attributes?: Partial<SubnetAttributes> | undefined
}

/**
 * Allocates a prefix that is routed to its user, as a subnet.
 * @throws AppError validation_failed or conflict at `subnet_id`, `net`, `prefix`, `company_id`
 */
export async function assignNetwork(tx: Tx, wanted: NetworkRequest): Promise<{ id: number; net: string }> {
  const { subnet_id, attributes, state = 'assigned', ...rest } = wanted
  const length = wanted.net === 'auto' ? wanted.prefix : parsePrefix(wanted.net).length
  const { rows } = await sql<{
    v6: boolean
    assign_len: number
  }>`select family(net) = 6 as v6, assign_len from subnet where id = ${subnet_id}`.execute(tx)
  const container = rows[0]?.v6 === true && (length ?? rows[0].assign_len) < 64
  const [allocated] = await allocateSubnets(tx, {
    ...rest,
    parent_id: subnet_id,
    state,
    attributes: { type: container ? 'container' : 'network', ...attributes },
  })
  return allocated as { id: number; net: string }
}

export type Released = { addresses: number; subnets: number }

/**
 * Releases an address, a subnet, or everything that a row uses. It stays in quarantine for the cool-down of its
 * category, unless `now` is set.
 * @throws AppError not_found; conflict if already released, and for a subnet that is still in use (`details`)
 */
export async function release(
  tx: Tx,
  what: { address_id: number } | { subnet_id: number } | { used_by: { kind: UsedByKind; id: number } },
  { now = false }: { now?: boolean } = {},
): Promise<Released> {
  if ('address_id' in what) {
    await callEngine(tx, sql`select ip_release_address(${what.address_id}, ${now})`)
    return { addresses: 1, subnets: 0 }
  }
  const [released] = await callEngine(
    tx,
    'subnet_id' in what
      ? sql<Released>`select * from ip_release_subnet(${what.subnet_id}, null, ${now})`
      : sql<Released>`select * from ip_release_used(${what.used_by.kind}, ${what.used_by.id}, ${now})`,
  )
  return released!
}

export interface AddressOwner {
  subnet_id: number
  net: string
  address_id: number | null
  company_id: number
  used_by: UsedBy | null
}

/**
 * The owner of an address, if the caller may see it: that of the address itself, otherwise of the smallest subnet that
 * contains it. `at` is a time in the past, as text because a Date would truncate PostgreSQL's microseconds.
 * @throws NetError if the text is not an address
 */
export async function ownerOfAddress(
  tx: Tx,
  ip: string,
  { space_id = 1, at }: { space_id?: number; at?: string } = {},
): Promise<AddressOwner | null> {
  parseAddress(ip)
  const used_by = sql`case when used_by_kind is not null then jsonb_build_object('kind', used_by_kind, 'id', used_by_id, 'label', coalesce(used_by_label, '')) end as used_by`
  const { rows } = at
    ? await sql<AddressOwner>`
      select subnet_id, net::text as net, address_id, company_id, ${used_by} from ip_holding
      where space_id = ${space_id} and net = any (ip_prefixes(${ip}::inet)) and valid @> ${at}::timestamptz
      order by masklen(net) desc limit 1`.execute(tx)
    : await sql<AddressOwner>`
      (select subnet_id, ip::cidr::text as net, id as address_id, company_id, ${used_by} from address
        where space_id = ${space_id} and ip = ${ip}::inet and holds and deleted_at is null)
      union all
      (select id, net::text, null, company_id, ${used_by} from subnet
        where space_id = ${space_id} and net = any (ip_prefixes(${ip}::inet)) and holds and deleted_at is null
        order by subnet.net desc limit 1)
      limit 1`.execute(tx)
  return rows[0] ?? null
}
