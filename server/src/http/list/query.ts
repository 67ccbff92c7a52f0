import { sql, type CompiledQuery, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { countCap, searchCountCap } from '@trunkline/contract/list'
import type { Actor } from '../../access/actor.ts'
import { queryPrepared, type Tx } from '../../db/pool.ts'
import { countWithin } from './count-within.ts'
import type { RequestDefinition } from './custom-columns.ts'
import { conditionsOf, whereAll } from './filter.ts'
import type { ListMemory } from './memory.ts'
import { orderBy, orderOf, partsAfter, type Anchor, type Order } from './order.ts'
import type { ListRequest } from './parse.ts'
import { maintainedTotal } from './maintained-total.ts'
import { scopeOf, type Scope } from './scope.ts'
import { column, rowsOf, type ListSource } from './source.ts'

/** A list request, as the strategies see it. */
export interface ListQuery<Row> {
  tx: Tx
  actor: Actor
  definition: RequestDefinition
  source: ListSource<Row>
  request: ListRequest
  /** The columns of the reply schema; others are not computed. */
  columns: readonly string[]
  order: Order
  scope: Scope
  conditions: readonly Expression<SqlBool>[]
  /** Rows before the page. */
  offset: number
}

/** A page of a list, and the number of rows in the whole list; Infinity if counting took too long. */
export interface Page<Row> {
  data: Row[]
  found: number
}

/** Reads the scope of a request, and combines its conditions and sort order. */
export async function listQuery<Row>(
  tx: Tx,
  actor: Actor,
  definition: RequestDefinition,
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
    order: orderOf(request, source.sortBy),
    scope,
    conditions: conditionsOf(scope, definition, source, request),
    offset: (request.page - 1) * request.perPage,
  }
}

/** All rows in order; with a part of the list, only those. */
export const selectRows = <Row>(query: ListQuery<Row>, part: readonly Expression<SqlBool>[] = []): RawBuilder<Row> => {
  const { tx, source, columns, order, conditions } = query
  return sql<Row>`select ${sql.join(columns.map(column))} from (${rowsOf(tx, source)}) as r ${whereAll([...conditions, ...part])} order by ${orderBy(order)}`
}

/**
 * The rows for counting and for seeking a deep page: the lean rows if no condition needs other columns and they contain
 * the sort columns.
 */
export function seekSource<Row>({ source, request, order }: ListQuery<Row>): Pick<ListSource<Row>, 'rows'> {
  const { lean } = source
  const isNarrowed = request.words.length + request.conditions.length + (source.where?.length ?? 0) > 0
  return lean !== undefined && !isNarrowed && order.every(({ field }) => lean.columns.includes(field)) ? lean : source
}

/**
 * The rows of a page: those after `skipped` rows, counted from the anchor or from the first row. For tables with an
 * index on the id, a subquery finds the ids with the columns of order and conditions only, and the displayed columns
 * are read for these ids.
 */
export async function readPage<Row>(
  query: ListQuery<Row>,
  anchor: Anchor | undefined,
  skipped: number,
): Promise<Row[]> {
  const { source, request } = query
  const found: Row[] = []
  for (const part of anchor === undefined ? [[]] : partsAfter(query.definition, query.order, anchor)) {
    const wanted = { limit: request.perPage - found.length, skipped }
    found.push(...((await (source.softDelete ? findIds(query, part, wanted) : readPart(query, part, wanted))) as Row[]))
    if (found.length >= request.perPage) break
  }
  return source.softDelete
    ? readRows(
        query,
        (found as { id: number }[]).map(({ id }) => id),
      )
    : found
}

interface Wanted {
  limit: number
  skipped: number
}

const readPart = async <Row>(query: ListQuery<Row>, part: readonly Expression<SqlBool>[], { limit, skipped }: Wanted) =>
  (await sql<Row>`${selectRows(query, part)} limit ${limit} offset ${skipped}`.execute(query.tx)).rows

async function findIds<Row>(query: ListQuery<Row>, part: readonly Expression<SqlBool>[], { limit, skipped }: Wanted) {
  const { tx, order, conditions } = query
  const { rows } = await sql<{ id: number }>`
    select r.id from (${rowsOf(tx, seekSource(query))}) as r ${whereAll([...conditions, ...part])} order by ${orderBy(order)} limit ${limit} offset ${skipped}`.execute(
    tx,
  )
  return rows
}

/**
 * Rows in the order of their ids, without those that the caller can no longer see. Planning this query takes several
 * times as long as running it, so that it is a prepared statement, planned once per connection.
 */
export async function readRows<Row>({ tx, source, columns }: ListQuery<Row>, ids: readonly number[]): Promise<Row[]> {
  const statement = sql<Row>`select ${sql.join(columns.map(column))} from (${rowsOf(tx, source)}) as r where r.id = any(${ids})`
  const byId = new Map((await queryPrepared(tx, statement)).map((row) => [(row as { id: number }).id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * The largest total that the reply to a request contains. A word that most rows contain is not counted to the end
 * (docs/decisions/003-counts.md), unless the caller requests a page beyond.
 */
export const capOf = ({ request, offset }: Pick<ListQuery<unknown>, 'request' | 'offset'>): number =>
  request.words.length > 0 && offset < searchCountCap ? searchCountCap : countCap

/** The statement that counts the rows of a list, up to one more than the largest total that the reply contains. */
const countStatement = <Row>(query: ListQuery<Row>): RawBuilder<{ total: number }> =>
  sql<{
    total: number
  }>`select count(*) as total from (select from (${rowsOf(query.tx, seekSource(query))}) as r ${whereAll(query.conditions)} limit ${capOf(query) + 1}) as c`

/** A request for one page, with the cache of this process. */
export interface PageQuery<Row> extends ListQuery<Row> {
  memory: ListMemory
  /** The statement that selects all rows; the cache key of the list. */
  whole: CompiledQuery
  /** The statement that counts the rows. */
  count: CompiledQuery
  /** The total if it is cached. */
  knownTotal(): number | undefined
  /** The total, counted at most once per request; `counted` is true if it is that of this transaction, not cached. */
  total(): Promise<{ total: number; counted: boolean }>
  /** Reports a number of rows above the cap of the total, which is then not counted. */
  hasMinimum(rows: number): void
}

/** Extends the request with the page and the cache. */
export function pageQuery<Row>(query: ListQuery<Row>, memory: ListMemory): PageQuery<Row> {
  const { tx, actor } = query
  const count = countStatement(query).compile(tx)
  let answer: Promise<{ total: number; counted: boolean }> | undefined
  const find = async () => {
    const maintained = await maintainedTotal(query)
    if (maintained !== undefined) return { total: maintained, counted: true }
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
    hasMinimum(rows) {
      const total = memory.total(actor, count, () => Promise.resolve(rows))
      answer ??= total.then((known) => ({ total: known, counted: false }))
    },
  }
}
