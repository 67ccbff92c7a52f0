import { searchCountCap } from '@trunkline/contract/list'
import { sql } from 'kysely'
import { whereAll } from '../filter.ts'
import { orderBy } from '../order.ts'
import { readRows, type Page, type PageQuery } from '../query.ts'
import { column, rowsOf } from '../source.ts'
import type { Strategy } from './strategy.ts'

/**
 * Up to this many matches of a search are collected and then sorted, which costs the same in any order and counts them
 * in the same query. If a word has more matches, reading the rows in order finds a page soon enough, and the reply does
 * not contain the total.
 */
const gatheredRows = searchCountCap

/** A search with few matches: reads all of them through the free-text index, then sorts them. */
export const gatheredSearch: Strategy = async (query, next) => {
  const { request, offset, source } = query
  const isCommon = (query.knownTotal() ?? 0) > gatheredRows
  if (request.words.length === 0 || isCommon || offset >= gatheredRows) return next()
  const page = await (source.softDelete ? gatherIds(query) : gatherRows(query))
  if (page.found > gatheredRows) query.hasMinimum(page.found)
  // No row means no count: the page is past the end, or nothing matches.
  return page.found <= gatheredRows && (page.found > 0 || offset === 0) ? page : next()
}

/** The sort values of the matches, from which a page is selected. */
function matches<Row>({ tx, source, order, conditions }: PageQuery<Row>) {
  const fields = sql.join(order.map(({ field }) => column(field)))
  return sql`select ${fields} from (${rowsOf(tx, source)}) as r ${whereAll(conditions)} limit ${gatheredRows + 1}`
}

async function gatherIds<Row>(query: PageQuery<Row>): Promise<Page<Row>> {
  const { tx, order, request, offset } = query
  const { rows } = await sql<{ id: number; found: number }>`
    with found as materialized (${matches(query)})
    select r.id, count(*) over () as found from found as r order by ${orderBy(order)} limit ${request.perPage} offset ${offset}`.execute(
    tx,
  )
  const found = rows[0]?.found ?? 0
  const ids = rows.map(({ id }) => id)
  return { data: found > gatheredRows ? [] : await readRows(query, ids), found }
}

/** The same for logs, which have no index on the id alone. */
async function gatherRows<Row>(query: PageQuery<Row>): Promise<Page<Row>> {
  const { tx, source, columns, order, request, offset } = query
  const { rows } = await sql<Row & { found: number }>`
    with found as materialized (${matches(query)}),
      page as (select r.id, count(*) over () as found from found as r order by ${orderBy(order)} limit ${request.perPage} offset ${offset})
    select ${sql.join(columns.map(column))}, page.found from page join (${rowsOf(tx, source)}) as r on r.id = page.id order by ${orderBy(order)}`.execute(
    tx,
  )
  return { data: rows.map(({ found: _found, ...row }) => row as unknown as Row), found: rows[0]?.found ?? 0 }
}
