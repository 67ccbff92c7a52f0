import { sql, type CompiledQuery, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { ListDefinition } from '@trunkline/contract/endpoint'
import { countCap } from '@trunkline/contract/list'
import type { Actor } from '../../access/actor.ts'
import { queryPrepared, type Tx } from '../../db/pool.ts'
import { countWithin } from './count-within.ts'
import { conditionsOf, whereAll } from './filter.ts'
import type { ListMemory } from './memory.ts'
import { followsAnchor, orderBy, orderOf, type Anchor, type Order } from './order.ts'
import type { ListRequest } from './parse.ts'
import { scopeOf } from './scope.ts'
import { column, rowsOf, type ListSource } from './source.ts'

/** One request for a list, as the strategies see it. */
export interface ListQuery<Row> {
  tx: Tx
  actor: Actor
  definition: ListDefinition
  source: ListSource<Row>
  request: ListRequest
  /** The columns that the reply promises; the others are not computed. */
  columns: readonly string[]
  order: Order
  conditions: readonly Expression<SqlBool>[]
  /** Rows before the page. */
  offset: number
}

/** A page of a list, and the number of rows of the whole list; infinity where counting took too long. */
export interface Page<Row> {
  data: Row[]
  found: number
}

/** Reads the scope of a request, and puts its conditions and order together. */
export async function listQuery<Row>(
  tx: Tx,
  actor: Actor,
  definition: ListDefinition,
  source: ListSource<Row>,
  request: ListRequest,
  columns: readonly string[],
): Promise<ListQuery<Row>> {
  const scope = await scopeOf(tx, actor, request.company)
  return {
    tx,
    actor,
    definition,
    source,
    request,
    columns,
    order: orderOf(request),
    conditions: conditionsOf(scope, definition, source, request),
    offset: (request.page - 1) * request.perPage,
  }
}

/** All rows in order; with an anchor those that follow it. */
export const selectRows = <Row>(query: ListQuery<Row>, anchor?: Anchor): RawBuilder<Row> => {
  const { tx, source, columns, order } = query
  return sql<Row>`select ${sql.join(columns.map(column))} from (${rowsOf(tx, source)}) as r ${whereAll(conditionsAfter(query, anchor))} order by ${orderBy(order)}`
}

const conditionsAfter = <Row>({ definition, order, conditions }: ListQuery<Row>, anchor: Anchor | undefined) =>
  anchor === undefined ? conditions : [...conditions, followsAnchor(definition, order, anchor)]

/** What counts, and walks to a deep page, read: the lean rows where nothing narrows the list and they have the order. */
export function walkedSource<Row>({ source, request, order }: ListQuery<Row>): Pick<ListSource<Row>, 'rows'> {
  const { lean } = source
  const isNarrowed = request.words.length + request.conditions.length + (source.where?.length ?? 0) > 0
  return lean !== undefined && !isNarrowed && order.every(({ field }) => lean.columns.includes(field)) ? lean : source
}

/**
 * Rows of a page: `skipped` rows behind the anchor, or behind the first row. Of tables with an index on the id, the ids
 * are found by what the order and the conditions need, and the columns that the page shows are read for these only.
 */
export async function readPage<Row>(
  query: ListQuery<Row>,
  anchor: Anchor | undefined,
  skipped: number,
): Promise<Row[]> {
  const { tx, source, order, request } = query
  const limit = request.perPage
  if (!source.softDelete)
    return (await sql<Row>`${selectRows(query, anchor)} limit ${limit} offset ${skipped}`.execute(tx)).rows
  const { rows } = await sql<{ id: number }>`
      select r.id from (${rowsOf(tx, source)}) as r ${whereAll(conditionsAfter(query, anchor))} order by ${orderBy(order)} limit ${limit} offset ${skipped}`.execute(
    tx,
  )
  return readRows(
    query,
    rows.map(({ id }) => id),
  )
}

/**
 * Rows in the order of their ids; those that the caller does not see any more are left out. Planning what a page shows
 * takes several times as long as reading it, so that each connection plans this statement once.
 */
export async function readRows<Row>({ tx, source, columns }: ListQuery<Row>, ids: readonly number[]): Promise<Row[]> {
  const statement = sql<Row>`select ${sql.join(columns.map(column))} from (${rowsOf(tx, source)}) as r where r.id = any(${ids})`
  const byId = new Map((await queryPrepared(tx, statement)).map((row) => [(row as { id: number }).id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The statement that counts the rows of a list, up to one more than a reply tells. */
const countStatement = <Row>(query: ListQuery<Row>): RawBuilder<{ total: number }> =>
  sql<{
    total: number
  }>`select count(*) as total from (select from (${rowsOf(query.tx, walkedSource(query))}) as r ${whereAll(query.conditions)} limit ${countCap + 1}) as c`

/** A request for one page, with what this process remembers of the list. */
export interface PageQuery<Row> extends ListQuery<Row> {
  memory: ListMemory
  /** The statement of all rows, by which the memory knows the list. */
  whole: CompiledQuery
  /** The statement that counts it. */
  count: CompiledQuery
  /** The total where it is remembered. */
  knownTotal(): number | undefined
  /** The total, counted at most once for the request; `counted` where it was not remembered. */
  total(): Promise<{ total: number; counted: boolean }>
}

/** The request as one for a page. */
export function pageQuery<Row>(query: ListQuery<Row>, memory: ListMemory): PageQuery<Row> {
  const { tx, actor } = query
  const count = countStatement(query).compile(tx)
  let answer: Promise<{ total: number; counted: boolean }> | undefined
  const find = async () => {
    let counted = false
    const total = await memory.total(actor, count, () => {
      counted = true
      return countWithin(tx, count)
    })
    return { total, counted }
  }
  return {
    ...query,
    memory,
    whole: selectRows(query).compile(tx),
    count,
    knownTotal: () => memory.known(actor, count),
    total: () => (answer ??= find()),
  }
}
