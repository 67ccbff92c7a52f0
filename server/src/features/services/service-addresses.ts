import type { FieldErrors } from '@trunkline/contract/errors'
import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'
import { assignAddress, assignNetwork, release } from '../ipam/assign.ts'
import { recoverAddress, recoverSubnet } from '../ipam/remove.ts'
import {
  checkFramedForm,
  checkSources,
  isStatic,
  wantedIpv6,
  withoutLength,
  type Addresses,
  type RequestedAddresses,
} from './address-rules.ts'

/** The row that address management records as the user of an allocation. */
export interface AddressAssignee {
  kind: ServiceKind
  id: number
  username: string
  company_id: number
}

/** Reports an error of address management at the field of the service form that caused it. */
async function at<T>(fields: Record<string, string>, otherwise: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const known = error as AppError
    if (!(error instanceof AppError) || (known.code !== 'validation_failed' && known.code !== 'conflict')) throw error
    const errors = Object.fromEntries(
      Object.entries(known.fields ?? { [otherwise]: known.reason }).map(([field, of]) => [
        fields[field] ?? otherwise,
        of,
      ]),
    ) as FieldErrors
    throw new AppError(known.code, {
      reason: known.reason,
      fields: errors,
      ...(known.details && { details: known.details }),
      cause: error,
    })
  }
}

/**
 * Changes the allocations of a service to what the body requests, in the transaction of the service's write: allocates
 * new ones, retains unchanged ones, and releases others into quarantine.
 * @param before the current allocations; `noAddresses` for a new service
 * @throws AppError validation_failed or conflict at the field
 */
export async function settleAddresses(
  tx: Tx,
  assignee: AddressAssignee,
  requested: RequestedAddresses,
  before: Addresses,
): Promise<Addresses> {
  const method = requested.ipv4_method ?? before.ipv4_method
  const want: Addresses = {
    ...wantedIpv6(requested, before),
    ipv4_method: method,
    subnet_id:
      method === 'nas-decides' ? null : requested.subnet_id === undefined ? before.subnet_id : requested.subnet_id,
    network_subnet_id:
      method !== 'static-network'
        ? null
        : requested.network_subnet_id === undefined
          ? before.network_subnet_id
          : requested.network_subnet_id,
  }
  // A static address from another subnet does not fit a pool, and vice versa: the body must name one.
  if (
    requested.ipv4_method !== undefined &&
    requested.subnet_id === undefined &&
    isStatic(method) !== isStatic(before.ipv4_method)
  )
    want.subnet_id = null
  const { company_id } = assignee
  checkFramedForm(want.framed_ipv6_method, requested.framed_ipv6)
  await checkSources(tx, want, before, company_id)
  const used_by = { kind: assignee.kind, id: assignee.id, label: assignee.username }
  const allocateAddress = (subnet_id: number, ip: string) => assignAddress(tx, { subnet_id, ip, company_id, used_by })
  const allocateNetwork = (subnet_id: number, net: string, prefix: number | undefined) =>
    assignNetwork(tx, { subnet_id, net, prefix, company_id, used_by })

  const address = await settleAddress(tx, {
    held: { id: before.address_id, ip: before.address, subnet_id: before.subnet_id },
    subnet_id: isStatic(method) ? want.subnet_id : null,
    ip: requested.ip,
    fields: { ip: 'ip', subnet_id: 'subnet_id' },
    allocate: allocateAddress,
  })
  want.address_id = address.id
  want.address = address.ip

  const network = await settleNetwork(tx, {
    held: { id: before.network_id, net: before.network, subnet_id: before.network_subnet_id },
    subnet_id: want.network_subnet_id,
    net: requested.network,
    prefix: requested.network_prefix,
    fields: { net: 'network', prefix: 'network_prefix', parent_id: 'network_subnet_id' },
    allocate: allocateNetwork,
  })
  want.network_id = network.id
  want.network = network.net

  const delegated = await settleNetwork(tx, {
    held: { id: before.ipv6_network_id, net: before.ipv6_network, subnet_id: before.ipv6_subnet_id },
    subnet_id: want.delegated_ipv6_method === 'static' ? want.ipv6_subnet_id : null,
    net: requested.ipv6_network,
    prefix: requested.ipv6_prefix,
    fields: { net: 'ipv6_network', prefix: 'ipv6_prefix', parent_id: 'ipv6_subnet_id' },
    allocate: allocateNetwork,
  })
  want.ipv6_network_id = delegated.id
  want.ipv6_network = delegated.net

  const framedNetwork = await settleNetwork(tx, {
    held: { id: before.framed_ipv6_network_id, net: before.framed_ipv6, subnet_id: before.framed_ipv6_subnet_id },
    subnet_id: want.framed_ipv6_method === 'static-prefix' ? want.framed_ipv6_subnet_id : null,
    net: requested.framed_ipv6,
    prefix: requested.framed_ipv6_prefix,
    fields: { net: 'framed_ipv6', prefix: 'framed_ipv6_prefix', parent_id: 'framed_ipv6_subnet_id' },
    allocate: allocateNetwork,
  })
  const framedAddress = await settleAddress(tx, {
    held: {
      id: before.framed_ipv6_address_id,
      ip: before.framed_ipv6 === null ? null : withoutLength(before.framed_ipv6),
      subnet_id: before.framed_ipv6_subnet_id,
    },
    subnet_id: want.framed_ipv6_method === 'static-address' ? want.framed_ipv6_subnet_id : null,
    ip: requested.framed_ipv6 === undefined ? undefined : withoutLength(requested.framed_ipv6),
    fields: { ip: 'framed_ipv6', subnet_id: 'framed_ipv6_subnet_id' },
    allocate: allocateAddress,
  })
  want.framed_ipv6_network_id = framedNetwork.id
  want.framed_ipv6_address_id = framedAddress.id
  want.framed_ipv6 = framedNetwork.net ?? (framedAddress.ip === null ? null : `${framedAddress.ip}/128`)
  return want
}

/** Allocates, retains or releases one address; without a subnet it is released. */
async function settleAddress(
  tx: Tx,
  of: {
    held: { id: number | null; ip: string | null; subnet_id: number | null }
    subnet_id: number | null
    ip: string | undefined
    fields: { ip: string; subnet_id: string }
    allocate: (subnet_id: number, ip: string) => Promise<{ id: number; ip: string }>
  },
): Promise<{ id: number | null; ip: string | null }> {
  const { held, subnet_id, ip, fields } = of
  const isUnchanged =
    subnet_id !== null &&
    held.id !== null &&
    held.subnet_id === subnet_id &&
    (ip === undefined || ip === 'auto' || ip === held.ip)
  if (isUnchanged) return { id: held.id, ip: held.ip }
  if (held.id !== null) await releaseAllocation(tx, { address_id: held.id })
  if (subnet_id === null) return { id: null, ip: null }
  return at(fields, fields.ip, of.allocate(subnet_id, ip ?? 'auto'))
}

/** Releases one allocation, unless a user already released it in address management. */
async function releaseAllocation(tx: Tx, what: { address_id: number } | { subnet_id: number }): Promise<void> {
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
    allocate: (subnet_id: number, net: string, prefix: number | undefined) => Promise<{ id: number; net: string }>
  },
): Promise<Network> {
  const { held, subnet_id, net, prefix, fields } = of
  const isUnchanged =
    subnet_id !== null &&
    held.id !== null &&
    held.subnet_id === subnet_id &&
    (net === undefined || net === 'auto' || net === held.net) &&
    (prefix === undefined || held.net?.endsWith(`/${prefix}`) === true)
  if (isUnchanged) return { id: held.id, net: held.net }
  if (held.id !== null) await releaseAllocation(tx, { subnet_id: held.id })
  if (subnet_id === null) return { id: null, net: null }
  const allocated = await at(
    { ...fields, subnet_id: fields.parent_id },
    fields.net,
    of.allocate(subnet_id, net ?? 'auto', prefix),
  )
  return { id: allocated.id, net: allocated.net }
}

/** Releases all allocations of a service into quarantine; its row retains their values. */
export const releaseAll = (tx: Tx, { kind, id }: Pick<AddressAssignee, 'kind' | 'id'>) =>
  release(tx, { used_by: { kind, id } }, {})

/**
 * Allocates released addresses again.
 * @throws AppError conflict if another user has one of them
 */
export async function reallocate(tx: Tx, of: Addresses): Promise<void> {
  if (of.address_id !== null) await recoverAddress(tx, of.address_id)
  if (of.network_id !== null) await recoverSubnet(tx, of.network_id)
  if (of.ipv6_network_id !== null) await recoverSubnet(tx, of.ipv6_network_id)
  if (of.framed_ipv6_network_id !== null) await recoverSubnet(tx, of.framed_ipv6_network_id)
  if (of.framed_ipv6_address_id !== null) await recoverAddress(tx, of.framed_ipv6_address_id)
}
