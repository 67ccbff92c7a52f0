import { message, type FieldErrors, type Message } from '@trunkline/contract/errors'
import type { DelegatedIpv6Method, FramedIpv6Method, Ipv4Method } from '@trunkline/contract/resources/radius-enums'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'

/**
 * The addresses of a service: source subnets, allocated rows, and denormalised copies that a login reads without a
 * join.
 */
export interface Addresses {
  ipv4_method: Ipv4Method
  subnet_id: number | null
  address_id: number | null
  address: string | null
  network_subnet_id: number | null
  network_id: number | null
  network: string | null
  delegated_ipv6_method: DelegatedIpv6Method
  /** static: source of the prefix. pool: the pool from which RADIUS leases. */
  ipv6_subnet_id: number | null
  ipv6_network_id: number | null
  ipv6_network: string | null
  /** Name of a pool configured on the NAS. */
  delegated_ipv6_pool: string | null
  framed_ipv6_method: FramedIpv6Method
  framed_ipv6_subnet_id: number | null
  /** Set for `static-prefix`. */
  framed_ipv6_network_id: number | null
  /** Set for `static-address`. */
  framed_ipv6_address_id: number | null
  /** A prefix, or an address with /128. */
  framed_ipv6: string | null
  framed_ipv6_pool: string | null
}

/** The fields of a body that request addresses. */
export interface RequestedAddresses {
  ipv4_method?: Ipv4Method | undefined
  subnet_id?: number | null | undefined
  ip?: string | undefined
  network_subnet_id?: number | null | undefined
  network?: string | undefined
  network_prefix?: number | undefined
  delegated_ipv6_method?: DelegatedIpv6Method | undefined
  ipv6_subnet_id?: number | null | undefined
  ipv6_network?: string | undefined
  ipv6_prefix?: number | undefined
  delegated_ipv6_pool?: string | null | undefined
  framed_ipv6_method?: FramedIpv6Method | undefined
  framed_ipv6_subnet_id?: number | null | undefined
  framed_ipv6?: string | undefined
  framed_ipv6_prefix?: number | undefined
  framed_ipv6_pool?: string | null | undefined
}

export const noAddresses: Addresses = {
  ipv4_method: 'pool',
  subnet_id: null,
  address_id: null,
  address: null,
  network_subnet_id: null,
  network_id: null,
  network: null,
  delegated_ipv6_method: 'none',
  ipv6_subnet_id: null,
  ipv6_network_id: null,
  ipv6_network: null,
  delegated_ipv6_pool: null,
  framed_ipv6_method: 'none',
  framed_ipv6_subnet_id: null,
  framed_ipv6_network_id: null,
  framed_ipv6_address_id: null,
  framed_ipv6: null,
  framed_ipv6_pool: null,
}

/**
 * The request of a resumed service: everything it had before its termination, overridden by the body. It is allocated
 * as for a new service.
 */
export function previousAddresses(of: Addresses, requested: RequestedAddresses): Addresses {
  const isRequested = (fields: readonly (keyof RequestedAddresses)[]) =>
    fields.some((field) => requested[field] !== undefined)
  return {
    ...of,
    ...(isRequested(['ip', 'subnet_id', 'ipv4_method']) && { address_id: null, network_id: null }),
    ...(isRequested(['ipv6_network', 'ipv6_subnet_id', 'delegated_ipv6_method']) && { ipv6_network_id: null }),
    ...(isRequested(['framed_ipv6', 'framed_ipv6_subnet_id', 'framed_ipv6_method']) && {
      framed_ipv6_network_id: null,
      framed_ipv6_address_id: null,
    }),
  }
}

/** The address columns of a row. */
export const addressesOf = (row: Addresses): Addresses =>
  Object.fromEntries(
    Object.keys(noAddresses).map((field) => [field, row[field as keyof Addresses]]),
  ) as unknown as Addresses

export const isStatic = (method: Ipv4Method) => method === 'static-address' || method === 'static-network'

interface AddressSource {
  type: string
  hosts: boolean
  family: number
  /** RADIUS leases its addresses. */
  leased: boolean
  /** Owned by the company or an ancestor. */
  serves: boolean
}

async function placeOf(tx: Tx, id: number, company_id: number): Promise<AddressSource> {
  const { rows } = await sql<AddressSource>`
    select s.type, s.hosts, family(s.net), s.leased, s.ancestor_ids <@ c.ancestor_ids as serves
    from subnet s, company c where s.id = ${id} and s.deleted_at is null and c.id = ${company_id}`.execute(tx)
  return rows[0] ?? { type: '', hosts: false, family: 0, leased: false, serves: false }
}

/** Validates the source of the framed prefix or address. */
async function framedError(tx: Tx, want: Addresses, company_id: number): Promise<FieldErrors> {
  const { framed_ipv6_method: method, framed_ipv6_subnet_id: id, framed_ipv6_pool: pool } = want
  if (method === 'none') return {}
  if (method === 'nas-pool') return pool === null ? { framed_ipv6_pool: message('field.required') } : {}
  const at = (error: Message) => ({ framed_ipv6_subnet_id: error })
  if (id === null) return at(message('field.required'))
  const net = await placeOf(tx, id, company_id)
  if (method === 'pool') return poolError(net, at)
  if (method === 'static-prefix' && (net.hosts || net.family !== 6))
    return at(message('pool.container_required', { family: 6 }))
  if (method === 'static-address' && (!net.hosts || net.family !== 6))
    return at(message('pool.network_required', { family: 6 }))
  return net.leased ? at(message('pool.leased')) : {}
}

/** Validates the source of the delegated prefix. */
async function delegatedError(tx: Tx, want: Addresses, company_id: number): Promise<FieldErrors> {
  const { delegated_ipv6_method: method, ipv6_subnet_id: id, delegated_ipv6_pool: pool } = want
  if (method === 'none') return {}
  if (method === 'nas-pool') return pool === null ? { delegated_ipv6_pool: message('field.required') } : {}
  const at = (error: Message) => ({ ipv6_subnet_id: error })
  if (id === null) return at(message('field.required'))
  const net = await placeOf(tx, id, company_id)
  if (method === 'pool') return poolError(net, at)
  if (net.hosts || net.family !== 6) return at(message('pool.container_required', { family: 6 }))
  return net.leased ? at(message('pool.leased')) : {}
}

function poolError(net: AddressSource, at: (error: Message) => FieldErrors): FieldErrors {
  if (net.type !== 'pool' || net.family !== 6) return at(message('pool.required', { family: 6 }))
  return net.serves ? {} : at(message('reference.other_company'))
}

const differ = (a: Addresses, b: Addresses, fields: readonly (keyof Addresses)[]) =>
  fields.some((field) => a[field] !== b[field])
const framedFields = ['framed_ipv6_method', 'framed_ipv6_subnet_id', 'framed_ipv6_pool'] as const
const delegatedFields = ['delegated_ipv6_method', 'ipv6_subnet_id', 'delegated_ipv6_pool'] as const

/** @throws AppError validation_failed if a subnet is missing or cannot provide the requested address or prefix */
export async function checkSources(tx: Tx, want: Addresses, before: Addresses, company_id: number): Promise<void> {
  const errors: FieldErrors = {}
  if (want.ipv4_method === 'pool' && want.subnet_id !== null) {
    const pool = await placeOf(tx, want.subnet_id, company_id)
    if (pool.type !== 'pool' || !pool.hosts || pool.family !== 4)
      errors['subnet_id'] = message('pool.required', { family: 4 })
  }
  if (isStatic(want.ipv4_method)) {
    if (want.subnet_id === null) errors['subnet_id'] = message('field.required')
    else {
      const net = await placeOf(tx, want.subnet_id, company_id)
      if (!net.hosts || net.family !== 4) errors['subnet_id'] = message('pool.network_required', { family: 4 })
    }
  }
  if (want.ipv4_method === 'static-network') {
    if (want.network_subnet_id === null) errors['network_subnet_id'] = message('field.required')
    else {
      const net = await placeOf(tx, want.network_subnet_id, company_id)
      if (net.hosts || net.family !== 4) errors['network_subnet_id'] = message('pool.container_required', { family: 4 })
    }
  }
  // Only changed fields: access to a pool of an ancestor company may have been withdrawn since.
  if (differ(want, before, delegatedFields)) Object.assign(errors, await delegatedError(tx, want, company_id))
  if (differ(want, before, framedFields)) Object.assign(errors, await framedError(tx, want, company_id))
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** How the delegated prefix is assigned: a subnet without a method means a static prefix from it. */
function delegatedMethod(requested: RequestedAddresses, before: Addresses): DelegatedIpv6Method {
  const { delegated_ipv6_method: known } = before
  if (requested.delegated_ipv6_method !== undefined) return requested.delegated_ipv6_method
  if (requested.ipv6_subnet_id === undefined) return known
  if (requested.ipv6_subnet_id === null) return known === 'nas-pool' ? known : 'none'
  return known === 'pool' ? known : 'static'
}

const leavesSubnet = (method: FramedIpv6Method | DelegatedIpv6Method) => method === 'none' || method === 'nas-pool'

/** The subnet of the method. If the method changes, the previous subnet does not apply. */
const subnetFor = <Method extends FramedIpv6Method | DelegatedIpv6Method>(
  method: Method,
  given: number | null | undefined,
  before: { method: Method; subnet_id: number | null },
): number | null =>
  leavesSubnet(method) ? null : given === undefined ? (method === before.method ? before.subnet_id : null) : given

/** The requested IPv6 methods and their fields. Allocations of the previous method are left out. */
export function wantedIpv6(requested: RequestedAddresses, before: Addresses): Addresses {
  const delegated = delegatedMethod(requested, before)
  const framed = requested.framed_ipv6_method ?? before.framed_ipv6_method
  const pool = (isNasPool: boolean, given: string | null | undefined, known: string | null) =>
    isNasPool ? (given === undefined ? known : given) : null
  return {
    ...before,
    delegated_ipv6_method: delegated,
    ipv6_subnet_id: subnetFor(delegated, requested.ipv6_subnet_id, {
      method: before.delegated_ipv6_method,
      subnet_id: before.ipv6_subnet_id,
    }),
    delegated_ipv6_pool: pool(delegated === 'nas-pool', requested.delegated_ipv6_pool, before.delegated_ipv6_pool),
    framed_ipv6_method: framed,
    framed_ipv6_subnet_id: subnetFor(framed, requested.framed_ipv6_subnet_id, {
      method: before.framed_ipv6_method,
      subnet_id: before.framed_ipv6_subnet_id,
    }),
    framed_ipv6_pool: pool(framed === 'nas-pool', requested.framed_ipv6_pool, before.framed_ipv6_pool),
  }
}

/**
 * The same for a terminated service, which has no allocations: its methods follow the body, and previous values are
 * dropped where the method changed.
 * @throws AppError validation_failed at the field
 */
export async function resolveTerminated(
  tx: Tx,
  company_id: number,
  requested: RequestedAddresses,
  before: Addresses,
): Promise<Partial<Addresses>> {
  const want = wantedIpv6(requested, before)
  const errors = {
    ...(differ(want, before, delegatedFields) && (await delegatedError(tx, want, company_id))),
    ...(differ(want, before, framedFields) && (await framedError(tx, want, company_id))),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const methods = [...delegatedFields, ...framedFields].map((field) => [field, want[field]] as const)
  return {
    ...(Object.fromEntries(methods) as Partial<Addresses>),
    ...(differ(want, before, delegatedFields) && { ipv6_network_id: null, ipv6_network: null }),
    ...(differ(want, before, framedFields) && {
      framed_ipv6_network_id: null,
      framed_ipv6_address_id: null,
      framed_ipv6: null,
    }),
  }
}

/** An address without `/128`. */
export const withoutLength = (text: string) => text.replace(/\/128$/, '')

/** @throws AppError validation_failed for a prefix instead of an address, or vice versa */
export function checkFramedForm(method: FramedIpv6Method, net: string | undefined): void {
  if (net === undefined || net === 'auto') return
  if (method === 'static-address' && withoutLength(net).includes('/'))
    throw invalid({ framed_ipv6: message('pool.address_without_length') })
  if (method === 'static-prefix' && !net.includes('/'))
    throw invalid({ framed_ipv6: message('pool.prefix_with_length') })
}
