import { sql } from 'kysely'
import { whereAll } from '../filter.ts'
import { isNarrowed } from '../maintained-total.ts'
import { isUniform, reversed, orderBy } from '../order.ts'
import { readRows, seekSource, type PageQuery } from '../query.ts'
import { column, rowsOf, type Grouping } from '../source.ts'
import type { Strategy } from './strategy.ts'

/**
 * A list in the order of a related row that many rows share, such as the type of a device or the company: counts the rows by group, sorts the
 * groups, and reads the page within its groups. Sorting the rows would look up the related row for each of them.
 */
export const grouped: Strategy = async (query, next) => {
  const { source, order, offset, request } = query
  const grouping = source.grouped?.[order.map(({ field }) => field).join(' ')]
  if (grouping === undefined || !source.softDelete || isNarrowed(query) || !isUniform(order)) return next()
  const { groups, total } = await groupsOfPage(query, grouping)
  if (groups.length === 0) return { data: [], found: total }
  const ids: number[] = []
  for (const { id, rows, before } of groups) {
    const skipped = Math.max(0, offset - before)
    const wanted = Math.min(request.perPage - ids.length, rows - skipped)
    ids.push(...(await idsInGroup(query, grouping, { id, rows, skipped, wanted })))
  }
  return { data: await readRows(query, ids), found: total }
}

interface Group {
  /** The related row; null: the rows without one. */
  id: number | null
  rows: number
  /** Number of rows of the groups before it. */
  before: number
}

/** The groups that the page contains, in the order of the list, and the number of rows of all groups. */
async function groupsOfPage<Row>(
  query: PageQuery<Row>,
  { key, groups, order }: Grouping,
): Promise<{ groups: Group[]; total: number }> {
  const { tx, conditions, offset, request } = query
  const direction = sql.raw(query.order[0]?.direction ?? 'asc')
  const names = order.map((name) => sql`${sql.ref(`g.${name}`)} ${direction}`)
  const { rows } = await sql<Group & { total: number }>`
    with counted as materialized (
      select ${column(key)} as id, count(*) as rows from (${rowsOf(tx, seekSource({ ...query, order: [] }))}) as r ${whereAll(conditions)} group by 1),
    placed as (
      select c.id, c.rows, row_number() over w as place, (sum(c.rows) over w - c.rows)::bigint as before, (sum(c.rows) over ())::bigint as total
      from counted c left join (${groups(tx)}) as g on g.id = c.id
      window w as (order by ${sql.join([...names, sql`c.id ${direction}`])} rows unbounded preceding))
    select id, rows, before, total from placed
    where before < ${offset + request.perPage}::bigint and before + rows > ${offset}::bigint order by place`.execute(tx)
  return { groups: rows, total: rows[0]?.total ?? (await query.total()).total }
}

/** Ids of rows of one group, found from its nearer end. */
async function idsInGroup<Row>(
  query: PageQuery<Row>,
  { key }: Grouping,
  { id, rows: total, skipped, wanted }: Pick<Group, 'id' | 'rows'> & { skipped: number; wanted: number },
): Promise<number[]> {
  const { tx, conditions, order } = query
  const backwards = skipped > total / 2
  const byId = order.slice(-1)
  const inGroup = id === null ? sql<boolean>`${column(key)} is null` : sql<boolean>`${column(key)} = ${id}`
  const { rows } = await sql<{ id: number }>`
    select r.id from (${rowsOf(tx, seekSource({ ...query, order: byId }))}) as r ${whereAll([...conditions, inGroup])}
    order by ${orderBy(backwards ? reversed(byId) : byId)} limit ${wanted} offset ${backwards ? total - skipped - wanted : skipped}`.execute(
    tx,
  )
  const ids = rows.map((row) => row.id)
  return backwards ? ids.toReversed() : ids
}
