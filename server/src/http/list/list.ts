import { message } from '@trunkline/contract/errors'
import type { RawBuilder } from 'kysely'
import type { ListDefinition } from '@trunkline/contract/endpoint'
import { countCap, type ListInput, type Pagination } from '@trunkline/contract/list'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'
import { addLabels, labelColumns } from '../labels/read.ts'
import { withCustomColumns } from './custom-columns.ts'
import type { ListMemory } from './memory.ts'
import { parseListRequest, type ListRequest } from './parse.ts'
import { capOf, listQuery, pageQuery, selectRows, type Page, type PageQuery } from './query.ts'
import type { ListSource } from './source.ts'
import { afterKnownPage } from './strategies/after-known-page.ts'
import { countedDays } from './strategies/counted-days.ts'
import { customOrder } from './strategies/custom-order.ts'
import { fromEnd } from './strategies/from-end.ts'
import { fromStart } from './strategies/from-start.ts'
import { gatheredSearch } from './strategies/gathered-search.ts'
import { grouped } from './strategies/grouped.ts'
import { plainPage } from './strategies/plain.ts'
import { rememberedPage } from './strategies/remembered-page.ts'
import { scopedSort } from './strategies/scoped-sort.ts'
import type { Strategy } from './strategies/strategy.ts'

/**
 * Tried in this order; a page that no strategy answers is read with LIMIT and OFFSET.
 * docs/decisions/015-list-strategies.md has what each saves.
 */
export const strategies: readonly Strategy[] = [
  rememberedPage,
  customOrder,
  gatheredSearch,
  countedDays,
  grouped,
  scopedSort,
  afterKnownPage,
  fromEnd,
  fromStart,
]

/**
 * One page of a list with its total.
 * @param columns the columns of the reply schema; others are not computed
 * @throws AppError validation_failed
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
  const known = await withCustomColumns(tx, definition, input)
  const request = parseListRequest(known, input)
  if ((request.page - 1) * request.perPage > countCap) throw invalid({ page: message('list.too_deep') })
  const query = pageQuery(await listQuery(tx, actor, known, source, request, readColumns(definition, columns)), memory)
  const { data, found } = await findPage(query, strategies)
  if (definition.labels !== undefined) await addLabels(tx, definition.labels, data)
  // Too many rows to count: fetch one more than the page shows, to know whether there is a next page.
  const cap = capOf(query)
  const total = Number.isFinite(found) ? Math.min(found, cap) : query.offset + data.length + 1
  return { data, meta: { pagination: paginationOf(request, total, found > cap) } }
}

/** The columns that a statement reads: tags and custom fields are added to the rows of a page. */
const readColumns = ({ labels }: ListDefinition, columns: readonly string[]) =>
  labels === undefined ? columns : columns.filter((column) => !labelColumns.includes(column))

/** Reads a page with the first strategy that answers the request, else with LIMIT and OFFSET. */
export function findPage<Row>(query: PageQuery<Row>, [first, ...others]: readonly Strategy[]): Promise<Page<Row>> {
  return first === undefined ? plainPage(query) : first(query, () => findPage(query, others))
}

const paginationOf = ({ page, perPage }: ListRequest, total: number, capped: boolean): Pagination => ({
  current_page: page,
  last_page: Math.max(1, Math.ceil(total / perPage)),
  per_page: perPage,
  total,
  ...(capped && { capped: true }),
})

/** All matching rows, in the order of the list. */
export async function listAll<Row>(
  tx: Tx,
  actor: Actor,
  definition: ListDefinition,
  source: ListSource<Row>,
  input: ListInput,
  columns: readonly string[],
): Promise<RawBuilder<Row>> {
  const known = await withCustomColumns(tx, definition, input)
  const request = parseListRequest(known, input)
  return selectRows(await listQuery(tx, actor, known, source, request, readColumns(definition, columns)))
}
