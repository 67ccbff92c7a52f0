import { sql, type Expression, type SqlBool } from 'kysely'
import {
  bitsOf,
  formatPrefix,
  lastOf,
  networkOf,
  tryAddress,
  tryPrefix,
  type Address,
  type Prefix,
} from '@trunkline/contract/net'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Condition } from '../../http/list/parse.ts'
import { plainColumns, type NodeRow } from './node.ts'

/** A node with the columns that the list filters and sorts by. */
interface ListedRow extends NodeRow {
  ip_version: 'ipv4' | 'ipv6'
  length: number
  above_id: number | null
  parent_depth: number
  ancestor_ids: number[]
  search_text: string
  nearly_full: boolean
  holds: boolean
}

const plain = sql.join(plainColumns.map((name) => sql.ref(`t.${name}`)))

/**
 * Nodes of the caller's part of the tree, and shared nodes as if they were the caller's: with the caller's
 * ancestor_ids, and topmost if their parent is not visible. Two branches, because an `or` would prevent the use of the
 * index on scope and order. Row security filters both.
 */
const seen = sql<ListedRow>`(
  select ${plain}, t.parent_id as above_id, t.parent_depth, t.ancestor_ids, t.search_text, t.nearly_full, t.holds from subnet t
  union all
  select ${plain}, t.parent_id, case when exists (select from subnet up where up.id = t.parent_id) then 32767 else 0 end::smallint,
    (select ancestor_companies())::bigint[], t.search_text, t.nearly_full, t.holds
  from subnet t where t.shared and t.holds and t.company_id = any ((select ancestor_companies())::bigint[]) and t.company_id <> (select current_company())
)`

/** All rows of the list; the columns are those of a `NodeRow` and those of filters. */
export const listedRows = (tx: Tx) =>
  tx
    .selectFrom(seen.as('s'))
    .leftJoin('subnet as p', 'p.id', 's.above_id')
    .leftJoin('ip_space as sp', 'sp.id', 's.space_id')
    .leftJoin('subnet_category as k', 'k.id', 's.category_id')
    .leftJoin('company as c', 'c.id', 's.company_id')
    .select(plainColumns.map((name) => `s.${name}` as const))
    .select([
      'p.id as parent_id',
      'p.net as parent_net',
      'sp.name as space_name',
      'k.name as category_name',
      'k.colour as category_colour',
      'c.name as company_name',
      's.above_id',
      's.parent_depth',
      's.ancestor_ids',
      's.search_text',
      's.nearly_full',
      's.holds',
      sql<ListedRow['company_type']>`coalesce(c.type, 'simrush')`.as('company_type'),
      sql<'ipv4' | 'ipv6'>`case family(s.net) when 4 then 'ipv4' else 'ipv6' end`.as('ip_version'),
      sql<number>`masklen(s.net)`.as('length'),
    ])

export const listedSource = {
  rows: listedRows,
  owner: 'company_id',
  ancestor_ids: 'ancestor_ids',
  softDelete: true,
  searchText: 'search_text',
  word: (word: string) => addressCondition(word),
  condition: netCondition,
} as const

/** All prefixes that contain the address, the shortest first. */
export const prefixesOf = (at: Address | Prefix): string[] =>
  Array.from({ length: ('length' in at ? at.length : bitsOf(at.family)) + 1 }, (_, length) =>
    formatPrefix(networkOf(at, length)),
  )

/** The prefix itself and all nodes within it, as an index range in tree order. */
export const insideOf = (prefix: Prefix, at = 'r.net'): Expression<SqlBool> => {
  const last = formatPrefix({ ...lastOf(prefix), length: bitsOf(prefix.family) })
  return sql<SqlBool>`(${sql.ref(at)} >= ${formatPrefix(prefix)}::cidr and ${sql.ref(at)} <= ${last}::cidr)`
}

/** An address matches all nodes that contain it, a prefix that node and its descendants; other words match as text. */
export function addressCondition(word: string): Expression<SqlBool> | undefined {
  const address = tryAddress(word)
  if (address !== undefined) return sql<SqlBool>`r.net = any (${prefixesOf(address)}::cidr[])`
  const prefix = tryPrefix(word)
  return prefix === undefined ? undefined : insideOf(prefix)
}

/** Conditions on `net`: by address and prefix, else by text. */
function netCondition({ field, operator, values }: Condition): Expression<SqlBool> | undefined {
  if (field !== 'net') return undefined
  const texts = values.map(String)
  const stored = texts.map(tryPrefix).filter((prefix) => prefix !== undefined)
  switch (operator) {
    case '=':
    case 'in':
      return sql<SqlBool>`r.net = any (${stored.map(formatPrefix)}::cidr[])`
    case 'between':
    case '>=':
    case '<=': {
      if (stored.length !== texts.length) return sql<SqlBool>`false`
      const [first, second] = stored.map(formatPrefix)
      if (operator === 'between') return sql<SqlBool>`(r.net >= ${first}::cidr and r.net <= ${second}::cidr)`
      return sql<SqlBool>`r.net ${sql.raw(operator)} ${first}::cidr`
    }
    default: {
      const text = texts[0] ?? ''
      return addressCondition(text) ?? sql<SqlBool>`r.net::text ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
    }
  }
}

/** The topmost nodes that the caller may see. The depth is a literal, so that its partial index is used. */
export const topmost = (actor: Actor): Expression<SqlBool> =>
  actor.depth === 1
    ? sql<SqlBool>`r.above_id is null`
    : sql<SqlBool>`r.parent_depth < ${sql.raw(String(Math.trunc(actor.depth)))}`

/** Default number of first children in `ends`. */
export const endsShown = 25
