import { sql } from 'kysely'
import { whereAll } from '../filter.ts'
import { anchorAt, anchorFrom, isUniform, orderBy, orderValues, reversed, type Anchor } from '../order.ts'
import { readPage, seekSource, type Page, type PageQuery } from '../query.ts'
import { rowsOf } from '../source.ts'
import { deepFrom, type Strategy } from './strategy.ts'

/**
 * A strategy for deep pages: `find` returns the row before the page. Delegates to the next strategy if `find` returns
 * none, if the fields sort in different directions, or if a sort value of the row but the first is null, which no row
 * comparison matches.
 */
export const anchored =
  (find: <Row>(query: PageQuery<Row>) => Promise<Anchor | undefined>): Strategy =>
  async (query, next) => {
    if (query.offset < deepFrom || !isUniform(query.order)) return next()
    const { total } = await query.total()
    if (query.offset >= total) return { data: [], found: total }
    const anchor = await find(query)
    return (anchor && (await pageAfterAnchor(query, anchor, total))) ?? next()
  }

async function pageAfterAnchor<Row>(
  query: PageQuery<Row>,
  anchor: Anchor,
  total: number,
): Promise<Page<Row> | undefined> {
  const { actor, memory, whole, definition, order, offset, request } = query
  const data = await readPage(query, anchor, 0)
  if (data.length < Math.min(request.perPage, total - offset)) return undefined
  memory.storeAnchor(actor, whole, anchor)
  const end = anchorAt(definition, order, data.at(-1) as Row, offset + data.length)
  if (end !== undefined) memory.storeAnchor(actor, whole, end)
  return { data, found: total }
}

/** The sort values of the row at an offset, counted from the last row if `backwards`. */
export async function anchorAtOffset<Row>(
  query: PageQuery<Row>,
  { preceding, backwards }: { preceding: number; backwards: boolean },
): Promise<Anchor | undefined> {
  const { tx, definition, order, conditions, offset } = query
  const walk = backwards ? reversed(order) : order
  const { rows } = await sql<Record<string, Anchor['values'][number]>>`
    select ${orderValues(definition, order)} from (${rowsOf(tx, seekSource(query))}) as r ${whereAll(conditions)} order by ${orderBy(walk)} limit 1 offset ${preceding}`.execute(
    tx,
  )
  return anchorFrom(order, rows[0], offset)
}
