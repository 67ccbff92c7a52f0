import { sql, type Expression, type SqlBool } from 'kysely'
import { whereAll } from '../filter.ts'
import { isNarrowed } from '../maintained-total.ts'
import { anchorFrom, isUniform, orderBy, orderValues, reversed, type Anchor } from '../order.ts'
import { readPage, seekSource, type PageQuery } from '../query.ts'
import { column, rowsOf } from '../source.ts'
import type { Strategy } from './strategy.ts'

/** Consecutive rows of a log: a counted day, or the rows before or after all counted days. */
interface Span {
  /** Inclusive, UTC; null: from the beginning. */
  from: string | null
  /** Exclusive, UTC; null: to the end. */
  until: string | null
  rows: number
}

/**
 * A log in the order of its time, for a caller who sees all of it: the total is the sum of its counted days, and a deep
 * page is searched only in the day that contains it.
 */
export const countedDays: Strategy = async (query, next) => {
  const { source, scope, order, offset, request } = query
  if (source.days === undefined || scope !== null || isNarrowed(query)) return next()
  if (order.length > 2 || order[0]?.field !== source.days.column || !isUniform(order)) return next()
  const spans = await readSpans(query, source.days)
  if (spans === undefined) return next()
  const total = spans.reduce((sum, { rows }) => sum + rows, 0)
  if (offset >= total) return { data: [], found: total }
  if (offset === 0) return { data: await readPage(query, undefined, 0), found: total }
  const anchor = await rowBefore(query, source.days.column, order[0].direction === 'desc' ? spans : spans.toReversed())
  if (anchor === undefined) return next()
  const data = await readPage(query, anchor, 0)
  // Rows were removed since the days were counted.
  return data.length < Math.min(request.perPage, total - offset) ? next() : { data, found: total }
}

/** The spans of a log, latest first; undefined if no day is counted. Days before one that is not counted are not used. */
async function readSpans<Row>(
  query: PageQuery<Row>,
  { table }: NonNullable<PageQuery<Row>['source']['days']>,
): Promise<Span[] | undefined> {
  const { rows: days } = await sql<{ day: string; following: string; rows: number }>`
    with day as (select day, sum(n)::bigint as rows from ${sql.table(table)} group by day having bool_or(counted)),
      placed as (select day, rows, row_number() over (order by day desc)::int as place, max(day) over () as latest from day)
    select day::text, (day + 1)::text as following, rows from placed where day = latest - (place - 1) order by day desc`.execute(
    query.tx,
  )
  const [latest, earliest] = [days[0], days.at(-1)]
  if (latest === undefined || earliest === undefined) return undefined
  const after = { from: latest.following, until: null }
  const before = { from: null, until: earliest.day }
  return [
    { ...after, rows: await countSpan(query, after) },
    ...days.map(({ day, following, rows }) => ({ from: day, until: following, rows })),
    { ...before, rows: await countSpan(query, before) },
  ]
}

const within = (name: string, { from, until }: Omit<Span, 'rows'>): Expression<SqlBool>[] => [
  ...(from === null ? [] : [sql<SqlBool>`${column(name)} >= ${`${from}T00:00:00Z`}::timestamptz`]),
  ...(until === null ? [] : [sql<SqlBool>`${column(name)} < ${`${until}T00:00:00Z`}::timestamptz`]),
]

async function countSpan<Row>(query: PageQuery<Row>, span: Omit<Span, 'rows'>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${rowsOf(query.tx, seekSource(query))}) as r ${whereAll(within(query.order[0]!.field, span))}`.execute(
    query.tx,
  )
  return rows[0]?.total ?? 0
}

/** The row before the page, found in its span from the nearer end. */
async function rowBefore<Row>(
  query: PageQuery<Row>,
  name: string,
  spans: readonly Span[],
): Promise<Anchor | undefined> {
  const { tx, definition, order, offset } = query
  let preceding = offset - 1
  for (const span of spans) {
    if (preceding >= span.rows) {
      preceding -= span.rows
      continue
    }
    const backwards = preceding > span.rows / 2
    const skipped = backwards ? span.rows - 1 - preceding : preceding
    const { rows } = await sql<Record<string, Anchor['values'][number]>>`
      select ${orderValues(definition, order)} from (${rowsOf(tx, seekSource(query))}) as r ${whereAll(within(name, span))}
      order by ${orderBy(backwards ? reversed(order) : order)} limit 1 offset ${skipped}`.execute(tx)
    return anchorFrom(order, rows[0], offset)
  }
  return undefined
}
