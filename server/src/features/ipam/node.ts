import type { CompanyType } from '@trunkline/contract/abilities'
import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import type {
  AllocationPolicy,
  HoldingState,
  SubnetType,
  UsageType,
  UsedByKind,
} from '@trunkline/contract/resources/subnet-enums'
import { sql, type RawBuilder } from 'kysely'
import { usageOf } from './utilisation.ts'
import { addressOut, prefixOut } from './stored-net.ts'

/** A tree row as PostgreSQL returns it, before its utilisation is computed. */
export interface NodeRow {
  id: number
  net: string
  parent_id: number | null
  parent_net: string | null
  space_id: number
  space_name: string | null
  type: SubnetType
  hosts: boolean
  usage_type: UsageType | null
  category_id: number | null
  category_name: string | null
  category_colour: string | null
  state: HoldingState
  company_id: number
  company_name: string | null
  company_type: CompanyType
  name: string
  description: string
  vlan: number | null
  gateway: string | null
  assign_len: number
  policy: AllocationPolicy
  mark_full: boolean
  exclusive: boolean
  shared: boolean
  used_by_kind: UsedByKind | null
  used_by_id: number | null
  used_by_label: string | null
  child_count: number
  address_count: number
  used: string
  assigned: string
  in_use: string
  in_use_at: string | null
  expires_at: string | null
  release_at: string | null
  created_at: string
  updated_at: string
  deleted_at: string | null
}

/** Columns of `subnet s` that a node contains unchanged. */
export const plainColumns = [
  'id',
  'net',
  'space_id',
  'type',
  'hosts',
  'usage_type',
  'category_id',
  'state',
  'company_id',
  'name',
  'description',
  'vlan',
  'gateway',
  'assign_len',
  'policy',
  'mark_full',
  'exclusive',
  'shared',
  'used_by_kind',
  'used_by_id',
  'used_by_label',
  'child_count',
  'address_count',
  'used',
  'assigned',
  'in_use',
  'in_use_at',
  'expires_at',
  'release_at',
  'created_at',
  'updated_at',
  'deleted_at',
] as const

/**
 * The columns of a `NodeRow`, from `subnet s` with `nodeJoins`. Row security hides the owner of a shared node: it has
 * no name and is shown as the provider.
 */
export const nodeColumns: RawBuilder<NodeRow> = sql<NodeRow>`${sql.join(plainColumns.map((name) => sql.ref(`s.${name}`)))},
  p.id as parent_id, p.net as parent_net, sp.name as space_name, k.name as category_name, k.colour as category_colour,
  c.name as company_name, coalesce(c.type, 'simrush') as company_type`

/** Left joins: row security hides a parent, category or owner that the caller may not see. */
export const nodeJoins = sql`
  left join subnet p on p.id = s.parent_id
  left join ip_space sp on sp.id = s.space_id
  left join subnet_category k on k.id = s.category_id
  left join company c on c.id = s.company_id`

/** A row as the API returns it. */
export function toNode(row: NodeRow): SubnetNode {
  const family = row.net.includes(':') ? 6 : 4
  const length = Number(row.net.slice(row.net.lastIndexOf('/') + 1))
  const { used, assigned, in_use, in_use_at, used_by_kind, used_by_id, used_by_label, ...same } = row
  return {
    ...same,
    net: prefixOut(row.net),
    parent_net: row.parent_net === null ? null : prefixOut(row.parent_net),
    gateway: row.gateway === null ? null : addressOut(row.gateway),
    ip_version: family === 4 ? 'ipv4' : 'ipv6',
    length,
    space_name: row.space_name ?? '',
    company_name: row.company_name ?? '',
    used_by:
      used_by_kind === null || used_by_id === null
        ? null
        : { kind: used_by_kind, id: used_by_id, label: used_by_label ?? '' },
    figures: usageOf(family, length, row.assign_len, { used, assigned, in_use, in_use_at }),
  }
}
