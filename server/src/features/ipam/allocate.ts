import type {
  AllocationPolicy,
  HoldingState,
  SubnetType,
  UsageType,
  UsedByKind,
} from '@trunkline/contract/resources/subnet-enums'
import { sql } from 'kysely'
import { commitEarly } from '../../db/tenant-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import { callEngine } from './errors.ts'

export interface UsedBy {
  kind: UsedByKind
  id: number
  label: string
}

/** What a new node says of itself. Category and usage are the parent's where they are left out. */
export interface SubnetAttributes {
  type: SubnetType
  /** Pools only: gives addresses (the default) or prefixes. */
  hosts?: boolean | undefined
  usage_type?: UsageType | null | undefined
  category_id?: number | null | undefined
  name?: string | undefined
  description?: string | undefined
  vlan?: number | null | undefined
  gateway?: string | null | undefined
  assign_len?: number | undefined
  policy?: AllocationPolicy | undefined
  mark_full?: boolean | undefined
  exclusive?: boolean | undefined
  shared?: boolean | undefined
}

export interface Allocation {
  /** Null: from the deepest visible node that contains `net`; a root where there is none. */
  parent_id: number | null
  /** Of a root; the public space where it is left out. */
  space_id?: number | undefined
  net: 'auto' | (string & {})
  /** Length for `auto`; the parent's unit where it is left out. */
  prefix?: number | undefined
  /** So many, all or nothing. */
  count?: number | undefined
  contiguous?: boolean | undefined
  /** How it is chosen; the parent's policy where it is left out. */
  policy?: AllocationPolicy | undefined
  /** The holder; the parent's where it is left out. */
  company_id?: number | undefined
  state?: Extract<HoldingState, 'reserved' | 'assigned'> | undefined
  hold_seconds?: number | undefined
  used_by?: UsedBy | undefined
  attributes: SubnetAttributes
  /** Tells what it would take. */
  dry_run?: boolean | undefined
}

/** Ids are null for a dry run. */
export type Allocated = { id: number | null; net: string }

/**
 * Finds and takes subnets in one step, under the lock of the node that they are taken from.
 * @throws AppError not_found or validation_failed at `parent_id`, `net`, `prefix`, `count`, `company_id`, `category_id`,
 *   `gateway`, `assign_len`, `type`, `space_id`; conflict at `net` or `prefix` with what is in the way in `details`
 */
export async function allocateSubnets(tx: Tx, of: Allocation): Promise<Allocated[]> {
  commitEarly(tx)
  return callEngine(
    tx,
    sql<Allocated>`select id, net::text as net from ip_allocate(${of.parent_id}, ${of.space_id ?? null}, ${of.net === 'auto' ? null : of.net},
      ${of.prefix ?? null}, ${of.count ?? 1}, ${of.contiguous ?? false}, ${of.policy ?? null}, ${of.company_id ?? null}, ${of.state ?? null}, ${of.hold_seconds ?? null},
      ${JSON.stringify(of.attributes)}::jsonb, ${of.used_by?.kind ?? null}, ${of.used_by?.id ?? null}, ${of.used_by?.label ?? null}, ${of.dry_run ?? false})`,
  )
}
