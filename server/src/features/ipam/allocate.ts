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

/** Attributes of a new node. Category and usage default to those of the parent. */
export interface SubnetAttributes {
  type: SubnetType
  /** Pools only: contains addresses (the default) or prefixes. */
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
  /** Null: the deepest visible node that contains `net`; without one, the new node is a root. */
  parent_id: number | null
  /** Space of a root; defaults to the public space. */
  space_id?: number | undefined
  net: 'auto' | (string & {})
  /** Prefix length for `auto`; defaults to the parent's allocation unit. */
  prefix?: number | undefined
  /** Number of subnets, all or none. */
  count?: number | undefined
  contiguous?: boolean | undefined
  /** How a free block is selected; defaults to the parent's policy. */
  policy?: AllocationPolicy | undefined
  /** The owner; defaults to that of the parent. */
  company_id?: number | undefined
  state?: Extract<HoldingState, 'reserved' | 'assigned'> | undefined
  hold_seconds?: number | undefined
  used_by?: UsedBy | undefined
  attributes: SubnetAttributes
  /** Reports what would be allocated without allocating it. */
  dry_run?: boolean | undefined
}

/** `id` is null in a dry run. */
export type Allocated = { id: number | null; net: string }

/**
 * Finds and allocates subnets in one step, under the lock of the parent.
 * @throws AppError not_found or validation_failed at `parent_id`, `net`, `prefix`, `count`, `company_id`,
 * `category_id`,
 *   `gateway`, `assign_len`, `type`, `space_id`; conflict at `net` or `prefix`, with the overlapping rows in `details`
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
