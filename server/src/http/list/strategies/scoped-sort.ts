import { sql } from 'kysely'
import { whereAll } from '../filter.ts'
import { isNarrowed } from '../maintained-total.ts'
import { orderBy } from '../order.ts'
import { readRows, seekSource } from '../query.ts'
import { column, rowsOf } from '../source.ts'
import { deepFrom, type Strategy } from './strategy.ts'

/** Up to this many rows, reading all rows of a company and sorting them costs less than walking an index of all companies. */
const sortedRows = 30_000

/**
 * A deep page of a company that sees a part of the rows, in an order that has an index for the provider only
 * (`ListSource.scoped`): reads the sort columns of the company's rows and sorts them. The planner would walk the index of
 * all rows instead, because it assumes that the rows of the company are spread evenly and that reading them is cheap.
 */
export const scopedSort: Strategy = async (query, next) => {
  const { tx, source, scope, order, request, offset, conditions } = query
  if (scope === null || source.scoped === undefined || !source.softDelete || isNarrowed(query) || offset < deepFrom)
    return next()
  if (source.scoped.includes(order.map(({ field }) => field).join(' '))) return next()
  const { total } = await query.total()
  if (total > sortedRows) return next()
  if (offset >= total) return { data: [], found: total }
  const fields = sql.join(order.map(({ field }) => column(field)))
  const { rows } = await sql<{ id: number }>`
    with found as materialized (select ${fields} from (${rowsOf(tx, seekSource(query))}) as r ${whereAll(conditions)})
    select r.id from found as r order by ${orderBy(order)} limit ${request.perPage} offset ${offset}`.execute(tx)
  const data = await readRows(
    query,
    rows.map(({ id }) => id),
  )
  return { data, found: total }
}
