import { message } from '@trunkline/contract/errors'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { SubnetNode, SubnetRow } from '@trunkline/contract/resources/subnet-shapes'
import type { Query } from '@trunkline/contract/endpoint'
import { sql, type Expression, type SqlBool } from 'kysely'
import { tenantSettingsOf, relationTo, type Actor } from '../../access/actor.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import { queryPrepared, type Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { invalid } from '../../errors.ts'
import type { Call } from '../../http/call.ts'
import { exportOf, recordExport } from '../../http/export/list-export.ts'
import { listPage } from '../../http/list/list.ts'
import { storedPrefix } from './stored-net.ts'
import { nodeColumns, nodeJoins, plainColumns, toNode, type NodeRow } from './node.ts'
import { endsShown, insideOf, listedSource, topmost } from './subnet-rows.ts'

const columns = [
  ...plainColumns,
  'parent_id',
  'parent_net',
  'space_name',
  'category_name',
  'category_colour',
  'company_name',
  'company_type',
] as const

/** Columns of the export, equal to those of the import. */
export const exportColumns = [
  'id',
  'net',
  'space_name',
  'type',
  'hosts',
  'usage_type',
  'category_name',
  'company_id',
  'company_name',
  'name',
  'description',
  'vlan',
  'gateway',
  'assign_len',
  'policy',
  'state',
  'mark_full',
  'exclusive',
  'shared',
] as const

type IndexQuery = Query<typeof subnets.index>

/**
 * The list: the topmost nodes that the caller may see, the children of one node, or, with a search, a trash filter or
 * `flat`, all nodes in order of address.
 */
export const subnetIndex = (deps: Deps) => async (call: Call<typeof subnets.index>) => {
  const { ip_version, parent_id, flat, ends, ...input } = call.query
  const { actor } = call
  const exported = input.export !== undefined
  const tree = parent_id === undefined && flat !== true && !exported && isUnsearched(input)
  const where: Expression<SqlBool>[] = tree ? [topmost(actor)] : []
  if (ip_version !== undefined) where.push(familyOf(ip_version))
  if (exported)
    await withTenant(deps.databases, tenantSettingsOf(actor, call.request), { write: true }, (tx) =>
      recordExport(tx, actor, subnets.index, call.query),
    )
  return call.db(async (tx) => {
    if (parent_id !== undefined) where.push(...(await under(tx, parent_id, exported)))
    const source = { ...listedSource, where }
    if (exported) return exportOf(tx, actor, subnets.index, source, input, exportColumns)
    const { data, meta } = await listPage(tx, actor, subnets.index.list, source, input, columns, deps.lists)
    return { data: await withFirstChildren(tx, actor, data as NodeRow[], ends), meta }
  })
}

const isUnsearched = ({ search, trashed }: IndexQuery) =>
  (search === undefined || search.trim() === '') && (trashed === undefined || trashed === 'without')

/** As a range condition, which the index on `net` supports: IPv4 sorts before IPv6. */
const familyOf = (version: 'ipv4' | 'ipv6'): Expression<SqlBool> =>
  version === 'ipv4' ? sql<SqlBool>`r.net < '::/0'::cidr` : sql<SqlBool>`r.net >= '::/0'::cidr`

/**
 * The direct children of a node; for an export all its descendants. @throws AppError validation_failed at `parent_id`
 */
async function under(tx: Tx, parent_id: number, exported: boolean): Promise<Expression<SqlBool>[]> {
  const parent = await tx
    .selectFrom('subnet')
    .select(['net', 'space_id'])
    .where('id', '=', parent_id)
    .executeTakeFirst()
  if (parent === undefined) throw invalid({ parent_id: message('row.missing', { kind: 'subnet' }) })
  return exported
    ? [
        sql<SqlBool>`r.space_id = ${parent.space_id}`,
        insideOf(storedPrefix(parent.net)),
        sql<SqlBool>`r.id <> ${parent_id}`,
      ]
    : // Redundant for children, but with it the planner uses the partial index of children.
      [sql<SqlBool>`r.above_id = ${parent_id}`, sql<SqlBool>`r.holds`]
}

/** Adds the first children of each row, at most `max`, in one query for all rows. */
export async function withFirstChildren(tx: Tx, actor: Actor, rows: NodeRow[], max = endsShown): Promise<SubnetRow[]> {
  const parents = rows.filter(({ child_count }) => child_count > 0)
  const ends = new Map<number, SubnetNode[]>(rows.map(({ id }) => [id, []]))
  if (parents.length > 0 && max > 0) {
    const found = await queryPrepared(
      tx,
      sql<NodeRow>`
      select ${nodeColumns} from unnest(${parents.map(({ id }) => id)}::bigint[]) w(id)
      cross join lateral (select * from subnet e where e.parent_id = w.id and e.holds order by e.net limit ${max}) s
      ${nodeJoins} order by s.parent_id, s.net`,
    )
    for (const end of found) ends.get(end.parent_id as number)?.push(toNode(end))
  }
  const totals = await childTotals(tx, actor, parents)
  return rows.map((row) => ({
    ...toNode(row),
    ends: ends.get(row.id) ?? [],
    ends_total: totals.get(row.id) ?? 0,
  }))
}

/** Number of visible children: all for a node of the caller's part of the tree, only visible ones for a shared node. */
async function childTotals(tx: Tx, actor: Actor, rows: NodeRow[]): Promise<Map<number, number>> {
  const above = rows.filter(({ company_id }) => relationTo(actor, company_id) === 'above').map(({ id }) => id)
  const totals = new Map(rows.map(({ id, child_count }) => [id, child_count]))
  if (above.length === 0) return totals
  for (const id of above) totals.set(id, 0)
  const { rows: counted } = await sql<{ id: number; total: number }>`
    select w.id, (select count(*) from subnet s where s.parent_id = w.id and s.holds) as total from unnest(${above}::bigint[]) w(id)`.execute(
    tx,
  )
  for (const { id, total } of counted) totals.set(id, total)
  return totals
}
