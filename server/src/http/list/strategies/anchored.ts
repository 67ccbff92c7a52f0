import { sql } from 'kysely'
import { whereAll } from '../filter.ts'
import { anchorAt, anchorFrom, isUniform, orderBy, orderValues, reversed, type Anchor } from '../order.ts'
import { readPage, walkedSource, type Page, type PageQuery } from '../query.ts'
import { rowsOf } from '../source.ts'
import type { Strategy } from './strategy.ts'

/** From this row on a page is read from the row before it, not by reading all rows before the page. */
const deepFrom = 500

/**
 * A strategy for deep pages: `find` tells the row before the page. It is left to the next one where `find` does not, in
 * an order that goes both ways, and where the order has rows without a value, which a row comparison does not find.
 */
export const anchored =
  (find: <Row>(query: PageQuery<Row>) => Promise<Anchor | undefined>): Strategy =>
  async (query, next) => {
    if (query.offset < deepFrom || !isUniform(query.order)) return next()
    const { total } = await query.total()
    if (query.offset >= total) return { data: [], found: total }
    const anchor = await find(query)
    return (anchor && (await pageBehind(query, anchor, total))) ?? next()
  }

async function pageBehind<Row>(query: PageQuery<Row>, anchor: Anchor, total: number): Promise<Page<Row> | undefined> {
  const { actor, memory, whole, definition, order, offset, request } = query
  const data = await readPage(query, anchor, 0)
  if (data.length < Math.min(request.perPage, total - offset)) return undefined
  memory.storeAnchor(actor, whole, anchor)
  const end = anchorAt(definition, order, data.at(-1) as Row, offset + data.length)
  if (end !== undefined) memory.storeAnchor(actor, whole, end)
  return { data, found: total }
}

/** The order's values of the row that so many others precede, counted from the last row where `backwards`. */
export async function anchorBehind<Row>(
  query: PageQuery<Row>,
  { preceding, backwards }: { preceding: number; backwards: boolean },
): Promise<Anchor | undefined> {
  const { tx, definition, order, conditions, offset } = query
  const walk = backwards ? reversed(order) : order
  const { rows } = await sql<Record<string, Anchor['values'][number] | null>>`
    select ${orderValues(definition, order)} from (${rowsOf(tx, walkedSource(query))}) as r ${whereAll(conditions)} order by ${orderBy(walk)} limit 1 offset ${preceding}`.execute(
    tx,
  )
  return anchorFrom(order, rows[0], offset)
}
