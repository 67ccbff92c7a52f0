import { sql } from 'kysely'
import { countCap } from '@trunkline/contract/list'
import { valuesOfColumn } from '../custom-columns.ts'
import { whereAll } from '../filter.ts'
import { readRows, type PageQuery } from '../query.ts'
import { rowsOf } from '../source.ts'
import { plainPage } from './plain.ts'
import type { Strategy } from './strategy.ts'

/**
 * A list in the order of a custom field: walks the index of its values, so that a page costs the same at any number of
 * rows. Rows without a value follow, in the order of their ids, in both directions.
 */
export const customOrder: Strategy = async (query, next) => {
  const { order, request, offset } = query
  if (!order.some(({ custom }) => custom !== undefined)) return next()
  // A search has few matches, which are sorted; so are the rows of an order by several fields.
  if (order.length !== 2 || order[0]?.custom === undefined || request.words.length > 0) return plainPage(query)
  const { perPage } = request
  const ids = await idsWithValue(query, perPage, offset)
  if (ids.length < perPage) {
    const before = ids.length > 0 || offset === 0 ? offset + ids.length : await countWithValue(query)
    ids.push(...(await idsWithoutValue(query, perPage - ids.length, Math.max(0, offset - before))))
  }
  const data = await readRows(query, ids)
  return { data, found: (await query.total()).total }
}

const customOf = <Row>({ order }: PageQuery<Row>) => order[0]?.custom as NonNullable<(typeof order)[number]['custom']>

/** The rows with a value, of the companies in the scope: the index of values has one for each depth of a company. */
function valued<Row>(query: PageQuery<Row>) {
  const { tx, source, scope, conditions } = query
  const depth = sql.raw(String(Math.trunc(scope?.depth ?? 1)))
  const inScope =
    scope === null || source.shared !== undefined ? sql`` : sql`and v.ancestor_ids[${depth}] = ${scope.company}`
  return sql`record_value v join (${rowsOf(tx, source)}) as r on r.id = v.record_id
    ${whereAll([sql<boolean>`${valuesOfColumn(customOf(query))} ${inScope}`, ...conditions])}`
}

async function idsWithValue<Row>(query: PageQuery<Row>, limit: number, offset: number): Promise<number[]> {
  const direction = sql.raw(query.order[0]?.direction ?? 'asc')
  const { rows } = await sql<{ id: number }>`
    select r.id from ${valued(query)}
    order by v.number_value ${direction}, v.text_value ${direction}, v.record_id ${direction}
    limit ${limit} offset ${offset}`.execute(query.tx)
  return rows.map(({ id }) => id)
}

async function countWithValue<Row>(query: PageQuery<Row>): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from ${valued(query)} limit ${countCap + 1}) c`.execute(query.tx)
  return rows[0]?.total ?? 0
}

async function idsWithoutValue<Row>(query: PageQuery<Row>, limit: number, offset: number): Promise<number[]> {
  const { tx, source, conditions, order } = query
  const none = sql<boolean>`not exists (
    select from record_value v where ${valuesOfColumn(customOf(query))} and v.record_id = r.id)`
  const { rows } = await sql<{ id: number }>`
    select r.id from (${rowsOf(tx, source)}) as r ${whereAll([none, ...conditions])}
    order by r.id ${sql.raw(order[1]?.direction ?? 'asc')} limit ${limit} offset ${offset}`.execute(tx)
  return rows.map(({ id }) => id)
}
