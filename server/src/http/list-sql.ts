import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { ListDefinition } from '@trunkline/contract/endpoint'
import { countCap, type ListInput, type Pagination } from '@trunkline/contract/list'
import type { Actor } from '../access/actor.ts'
import { askKept, type Tx } from '../db/pool.ts'
import { invalid } from '../errors.ts'
import { countWithin } from './count-within.ts'
import { parseListRequest, type ListRequest } from './list-dialect.ts'
import type { Anchor, KeptPage, ListMemory } from './list-memory.ts'
import { anchorAt, searchReach, statement, type ListSource, type Statement } from './list-statement.ts'

export { rowsOf, type ListSource } from './list-statement.ts'

/** From here on a page is reached from the end of one before, not by walking over all rows. */
const deep = 500

/**
 * One page of a list with its total.
 * @param columns the columns that the reply promises; the others are not computed
 */
export async function listPage<Row>(
  tx: Tx,
  actor: Actor,
  definition: ListDefinition,
  source: ListSource<Row>,
  input: ListInput,
  columns: readonly string[],
  memory: ListMemory,
): Promise<{ data: Row[]; meta: { pagination: Pagination } }> {
  const request = parseListRequest(definition, input)
  const offset = (request.page - 1) * request.perPage
  if (offset > countCap)
    throw invalid({ page: 'This page is too far down. Narrow the list, or sort it the other way round.' })
  const asked = await statement(tx, actor, definition, source, request, columns)
  const whole = asked.rows().compile(tx)
  const part = `${offset} ${request.perPage}`
  // Records have an index on their id; logs in partitions are asked for by time alone.
  const kept = source.softDelete ? await theseAgain(tx, asked, memory.page(actor, whole, part)) : undefined
  if (kept !== undefined) return answerOf(request, kept)
  const finding = memory.findPage(actor, whole, part)
  const page = await findPage(tx, actor, definition, request, asked, whole, memory, source.softDelete)
  if (source.softDelete) finding.keep({ ids: page.data.map((row) => (row as { id: number }).id), found: page.found })
  return answerOf(request, page)
}

/** A page and how many rows there are in all; infinity where they were too many to count. */
interface Page<Row> {
  data: Row[]
  found: number
}

function answerOf<Row>(request: ListRequest, { data, found }: Page<Row>) {
  // Not counted: at least one more than is seen, so that there is a next page to look at.
  const total = Number.isFinite(found)
    ? Math.min(found, countCap)
    : (request.page - 1) * request.perPage + data.length + 1
  return { data, meta: { pagination: paginationOf(request, total, found) } }
}

/** The rows of a remembered page as they are now; undefined where one is gone, or out of sight. */
async function theseAgain<Row>(
  tx: Tx,
  asked: Statement<Row>,
  page: KeptPage | undefined,
): Promise<Page<Row> | undefined> {
  if (page === undefined) return undefined
  const data = await readThese(tx, asked, page.ids)
  return data.length < page.ids.length ? undefined : { data, found: page.found }
}

/**
 * Rows in the order of their ids; those that are gone are left out. Planning what a page shows takes several times as
 * long as reading it, so a connection plans it once, and only the ids are looked for by what this one request asks.
 */
async function readThese<Row>(tx: Tx, { these }: Statement<Row>, ids: readonly number[]): Promise<Row[]> {
  const byId = new Map((await askKept(tx, these(ids))).map((row) => [(row as { id: number }).id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

async function findPage<Row>(
  tx: Tx,
  actor: Actor,
  definition: ListDefinition,
  request: ListRequest,
  asked: Statement<Row>,
  whole: CompiledQuery,
  memory: ListMemory,
  byId: boolean,
): Promise<Page<Row>> {
  const { count } = asked
  const { perPage } = request
  const offset = (request.page - 1) * perPage
  const common = request.words.length === 0 || (memory.known(actor, count.compile(tx)) ?? 0) > searchReach
  if (!common && offset < searchReach) {
    const page = await (byId ? searchIds(tx, asked, perPage, offset) : searchRows(tx, asked, perPage, offset))
    if (page.found <= searchReach && (page.found > 0 || offset === 0)) return page
  }
  if (offset >= deep) {
    const page = await findDeepPage(tx, actor, definition, request, asked, whole, memory, byId)
    if (page !== undefined) return page
  }
  const page = await readPage(tx, asked, undefined, perPage, offset, byId)
  // A page that is not full tells the total by itself.
  const found =
    page.length < perPage && (page.length > 0 || offset === 0)
      ? offset + page.length
      : await memory.total(actor, count.compile(tx), () => countWithin(tx, count))
  return { data: page, found }
}

/** Rows of a page, so many behind an anchor or behind the first row. */
async function readPage<Row>(
  tx: Tx,
  asked: Statement<Row>,
  anchor: Anchor | undefined,
  limit: number,
  skipped: number,
  byId: boolean,
): Promise<Row[]> {
  if (!byId) return (await sql<Row>`${asked.rows(anchor)} limit ${limit} offset ${skipped}`.execute(tx)).rows
  const { rows } = await asked.ids(anchor, limit, skipped).execute(tx)
  return readThese(
    tx,
    asked,
    rows.map(({ id }) => id),
  )
}

/**
 * A page far down, read from the row before it. Where that one is not remembered it is walked to from the nearer end of
 * the list, over the columns of the order alone, which an index on the order holds.
 * @returns undefined where pages can't be counted from a row: an order that runs both ways, or by a value that is missing
 */
async function findDeepPage<Row>(
  tx: Tx,
  actor: Actor,
  definition: ListDefinition,
  { page: number, perPage }: ListRequest,
  asked: Statement<Row>,
  whole: CompiledQuery,
  memory: ListMemory,
  byId: boolean,
): Promise<Page<Row> | undefined> {
  const { order, count } = asked
  if (order.some(({ direction }) => direction !== order[0]?.direction)) return undefined
  const offset = (number - 1) * perPage
  let counted = false
  const total = await memory.total(actor, count.compile(tx), () => {
    counted = true
    return countWithin(tx, count)
  })
  if (offset >= total) return { data: [], found: total }
  let anchor = memory.anchor(actor, whole, offset)
  if (anchor?.offset !== offset) {
    // Not with a remembered total: rows that came since would shift the page.
    const near = offset > total / 2 && total <= countCap
    const exact = !near ? Number.POSITIVE_INFINITY : counted ? total : await countWithin(tx, count)
    const backwards = Number.isFinite(exact) && exact > offset
    const { rows } = await asked.edge(backwards ? exact - offset : offset - 1, backwards).execute(tx)
    const values = order.map((_, i) => rows[0]?.[`v${i}`])
    if (values.some((value) => value === null || value === undefined)) return undefined
    anchor = { offset, values: values as Anchor['values'] }
  }
  const data = await readPage(tx, asked, anchor, perPage, 0, byId)
  // Rows without a value follow those that have one, which a comparison does not find.
  if (data.length < Math.min(perPage, total - offset)) return undefined
  memory.keepAnchor(actor, whole, anchor)
  const end = anchorAt(definition, order, data.at(-1) as Row, offset + data.length)
  if (end !== undefined) memory.keepAnchor(actor, whole, end)
  return { data, found: total }
}

async function searchIds<Row>(tx: Tx, asked: Statement<Row>, limit: number, offset: number): Promise<Page<Row>> {
  const { rows } = await asked.foundIds(limit, offset).execute(tx)
  const found = rows[0]?.found ?? 0
  return {
    data:
      found > searchReach
        ? []
        : await readThese(
            tx,
            asked,
            rows.map(({ id }) => id),
          ),
    found,
  }
}

async function searchRows<Row>(tx: Tx, asked: Statement<Row>, limit: number, offset: number): Promise<Page<Row>> {
  const { rows } = await asked.found(limit, offset).execute(tx)
  const data = rows.map(({ found: _found, ...row }) => row as unknown as Row)
  return { data, found: rows[0]?.found ?? 0 }
}

const paginationOf = ({ page, perPage }: ListRequest, total: number, found: number): Pagination => ({
  current_page: page,
  last_page: Math.max(1, Math.ceil(total / perPage)),
  per_page: perPage,
  total,
  ...(found > countCap && { capped: true }),
})

/** All matching rows, in the list's order. */
export async function listAll<Row>(
  tx: Tx,
  actor: Actor,
  definition: ListDefinition,
  source: ListSource<Row>,
  input: ListInput,
  columns: readonly string[],
): Promise<RawBuilder<Row>> {
  return (await statement(tx, actor, definition, source, parseListRequest(definition, input), columns)).rows()
}
