import type { Ipv4Method, ServiceKind } from '@trunkline/contract/resources/radius-words'
import type { FieldErrors } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { AppError, invalid } from '../../errors.ts'
import { assignAddress, assignNetwork, release } from '../ipam/assign.ts'
import { recoverAddress, recoverSubnet } from '../ipam/remove.ts'

/** What a service keeps of address management: where from, the rows that it holds, and copies that a login reads without a join. */
export interface Addresses {
  ipv4_method: Ipv4Method
  subnet_id: number | null
  address_id: number | null
  address: string | null
  network_subnet_id: number | null
  network_id: number | null
  network: string | null
  ipv6_subnet_id: number | null
  ipv6_network_id: number | null
  ipv6_network: string | null
}

/** The part of a body that asks for addresses. */
export interface Asked {
  ipv4_method?: Ipv4Method | undefined
  subnet_id?: number | null | undefined
  ip?: string | undefined
  network_subnet_id?: number | null | undefined
  network?: string | undefined
  network_prefix?: number | undefined
  ipv6_subnet_id?: number | null | undefined
  ipv6_network?: string | undefined
  ipv6_prefix?: number | undefined
}

/** Who takes: the row that address management names as the user of what is taken. */
export interface Taker {
  kind: ServiceKind
  id: number
  username: string
  company_id: number
}

export const noAddresses: Addresses = {
  ipv4_method: 'pool',
  subnet_id: null,
  address_id: null,
  address: null,
  network_subnet_id: null,
  network_id: null,
  network: null,
  ipv6_subnet_id: null,
  ipv6_network_id: null,
  ipv6_network: null,
}

/** The part of a row that is about addresses. */
export const addressesOf = (row: Addresses): Addresses =>
  Object.fromEntries(
    Object.keys(noAddresses).map((field) => [field, row[field as keyof Addresses]]),
  ) as unknown as Addresses

const isStatic = (method: Ipv4Method) => method === 'static-address' || method === 'static-network'

/** Tells a refusal of address management at the field of the service's form that it comes from. */
async function at<T>(fields: Record<string, string>, otherwise: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const known = error as AppError
    if (!(error instanceof AppError) || (known.code !== 'validation_failed' && known.code !== 'conflict')) throw error
    const told: FieldErrors = Object.fromEntries(
      Object.entries(known.fields ?? { [otherwise]: known.message }).map(([field, message]) => [
        fields[field] ?? otherwise,
        message,
      ]),
    )
    throw new AppError(known.code, { message: known.message, fields: told, details: known.details, cause: error })
  }
}

interface Place {
  type: string
  hosts: boolean
  family: number
}

async function placeOf(tx: Tx, id: number): Promise<Place> {
  const { rows } =
    await sql<Place>`select type, hosts, family(net) from subnet where id = ${id} and deleted_at is null`.execute(tx)
  return rows[0] ?? { type: '', hosts: false, family: 0 }
}

/** @throws AppError validation_failed where a subnet can't give what is asked of it, or none is named */
async function checkPlaces(tx: Tx, want: Addresses): Promise<void> {
  const faults: FieldErrors = {}
  if (want.ipv4_method === 'pool' && want.subnet_id !== null) {
    const pool = await placeOf(tx, want.subnet_id)
    if (pool.type !== 'pool' || !pool.hosts || pool.family !== 4)
      faults['subnet_id'] = 'Choose a pool that gives IPv4 addresses.'
  }
  if (isStatic(want.ipv4_method)) {
    if (want.subnet_id === null) faults['subnet_id'] = 'Choose where the address is taken from.'
    else {
      const net = await placeOf(tx, want.subnet_id)
      if (!net.hosts || net.family !== 4) faults['subnet_id'] = 'Choose a network or pool that gives IPv4 addresses.'
    }
  }
  if (want.ipv4_method === 'static-network') {
    if (want.network_subnet_id === null) faults['network_subnet_id'] = 'Choose where the network is taken from.'
    else {
      const net = await placeOf(tx, want.network_subnet_id)
      if (net.hosts || net.family !== 4) faults['network_subnet_id'] = 'Choose an IPv4 subnet that gives subnets.'
    }
  }
  if (want.ipv6_subnet_id !== null) {
    const net = await placeOf(tx, want.ipv6_subnet_id)
    if (net.hosts || net.family !== 6) faults['ipv6_subnet_id'] = 'Choose an IPv6 subnet that gives subnets.'
  }
  if (Object.keys(faults).length > 0) throw invalid(faults)
}

/**
 * Brings what the service holds in line with what the body asks for, in the transaction of the service's own write:
 * takes, keeps, gives back into quarantine.
 * @param before what it holds; `noAddresses` for a new one
 * @throws AppError validation_failed or conflict at the field
 */
export async function settleAddresses(tx: Tx, taker: Taker, asked: Asked, before: Addresses): Promise<Addresses> {
  const method = asked.ipv4_method ?? before.ipv4_method
  const want: Addresses = {
    ...before,
    ipv4_method: method,
    subnet_id: method === 'nas-decides' ? null : asked.subnet_id === undefined ? before.subnet_id : asked.subnet_id,
    network_subnet_id:
      method !== 'static-network'
        ? null
        : asked.network_subnet_id === undefined
          ? before.network_subnet_id
          : asked.network_subnet_id,
    ipv6_subnet_id: asked.ipv6_subnet_id === undefined ? before.ipv6_subnet_id : asked.ipv6_subnet_id,
  }
  // A pool is no place for a fixed address that was taken elsewhere, and the other way round: say it anew.
  if (
    asked.ipv4_method !== undefined &&
    asked.subnet_id === undefined &&
    isStatic(method) !== isStatic(before.ipv4_method)
  )
    want.subnet_id = null
  await checkPlaces(tx, want)
  const used_by = { kind: taker.kind, id: taker.id, label: taker.username }
  const { company_id } = taker

  const keepsAddress =
    isStatic(method) &&
    before.address_id !== null &&
    want.subnet_id === before.subnet_id &&
    (asked.ip === undefined || asked.ip === 'auto' || asked.ip === before.address)
  if (!keepsAddress) {
    if (before.address_id !== null) await letGo(tx, { address_id: before.address_id })
    want.address_id = want.address = null
    if (isStatic(method) && want.subnet_id !== null) {
      const taken = await at(
        { ip: 'ip', subnet_id: 'subnet_id' },
        'ip',
        assignAddress(tx, { subnet_id: want.subnet_id, ip: asked.ip ?? 'auto', company_id, used_by }),
      )
      want.address_id = taken.id
      want.address = taken.ip
    }
  }

  const network = await settleNetwork(tx, {
    held: { id: before.network_id, net: before.network, subnet_id: before.network_subnet_id },
    subnet_id: want.network_subnet_id,
    net: asked.network,
    prefix: asked.network_prefix,
    fields: { net: 'network', prefix: 'network_prefix', parent_id: 'network_subnet_id' },
    take: (subnet_id, net, prefix) => assignNetwork(tx, { subnet_id, net, prefix, company_id, used_by }),
  })
  want.network_id = network.id
  want.network = network.net
  const ipv6 = await settleNetwork(tx, {
    held: { id: before.ipv6_network_id, net: before.ipv6_network, subnet_id: before.ipv6_subnet_id },
    subnet_id: want.ipv6_subnet_id,
    net: asked.ipv6_network,
    prefix: asked.ipv6_prefix,
    fields: { net: 'ipv6_network', prefix: 'ipv6_prefix', parent_id: 'ipv6_subnet_id' },
    take: (subnet_id, net, prefix) => assignNetwork(tx, { subnet_id, net, prefix, company_id, used_by }),
  })
  want.ipv6_network_id = ipv6.id
  want.ipv6_network = ipv6.net
  return want
}

/** Gives one thing back, unless somebody has done so by hand in address management. */
async function letGo(tx: Tx, what: { address_id: number } | { subnet_id: number }): Promise<void> {
  const [table, id] = 'address_id' in what ? ['address', what.address_id] : ['subnet', what.subnet_id]
  const { rows } = await sql`select from ${sql.table(table as string)} where id = ${id} and deleted_at is null`.execute(
    tx,
  )
  if (rows.length > 0) await release(tx, what, {})
}

interface Network {
  id: number | null
  net: string | null
}

async function settleNetwork(
  tx: Tx,
  of: {
    held: Network & { subnet_id: number | null }
    subnet_id: number | null
    net: string | undefined
    prefix: number | undefined
    fields: { net: string; prefix: string; parent_id: string }
    take: (subnet_id: number, net: string, prefix: number | undefined) => Promise<{ id: number; net: string }>
  },
): Promise<Network> {
  const { held, subnet_id, net, prefix, fields } = of
  const keeps =
    subnet_id !== null &&
    held.id !== null &&
    held.subnet_id === subnet_id &&
    (net === undefined || net === 'auto' || net === held.net) &&
    (prefix === undefined || held.net?.endsWith(`/${prefix}`) === true)
  if (keeps) return { id: held.id, net: held.net }
  if (held.id !== null) await letGo(tx, { subnet_id: held.id })
  if (subnet_id === null) return { id: null, net: null }
  const taken = await at(
    { ...fields, subnet_id: fields.parent_id },
    fields.net,
    of.take(subnet_id, net ?? 'auto', prefix),
  )
  return { id: taken.id, net: taken.net }
}

/** Gives back all that the service holds; it rests, and the row remembers what it was. */
export const giveBack = (tx: Tx, { kind, id }: Pick<Taker, 'kind' | 'id'>) => release(tx, { used_by: { kind, id } }, {})

/**
 * Takes again what was given back.
 * @throws AppError conflict where somebody else has it by now
 */
export async function takeAgain(tx: Tx, of: Addresses): Promise<void> {
  if (of.address_id !== null) await recoverAddress(tx, of.address_id)
  if (of.network_id !== null) await recoverSubnet(tx, of.network_id)
  if (of.ipv6_network_id !== null) await recoverSubnet(tx, of.ipv6_network_id)
}
