import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { ListInput } from '@trunkline/contract/list'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/pool.ts'
import { AppError, invalid } from '../errors.ts'
import { listAll } from './list/list.ts'
import type { ListSource } from './list/source.ts'

/** Maximum number of rows that an "all matching" call changes in its transaction. */
export const maxMatching = 10_000

/** The ids of all rows that match a query of a list. @throws AppError validation_failed if there are more than `max` */
export async function matchingIds<Row>(
  tx: Tx,
  actor: Actor,
  index: Endpoint,
  source: ListSource<Row>,
  query: ListInput,
  max = maxMatching,
): Promise<number[]> {
  if (index.list === undefined) throw new Error(`${index.name} is not a list`)
  const { rows } = await sql<{
    id: number
  }>`${await listAll(tx, actor, index.list, source, query, ['id'])} limit ${max + 1}`.execute(tx)
  if (rows.length > max) throw invalid({ matching: message('selection.too_many', { max }) })
  return rows.map(({ id }) => id)
}

/**
 * The ids of a bulk call: those it lists, or every row that matches its query. The query is rejected if it matches a
 * different number of rows than the client displayed.
 * @throws AppError selection_moved with `details.total`, validation_failed for neither, both, or too many
 */
export async function selectedIds<Row>(
  tx: Tx,
  actor: Actor,
  index: Endpoint,
  source: ListSource<Row>,
  body: { ids?: number[] | undefined; matching?: (ListInput & { total: number }) | undefined },
  max = maxMatching,
): Promise<number[]> {
  const { ids, matching } = body
  if ((ids === undefined) === (matching === undefined)) throw invalid({ ids: message('selection.required') })
  if (ids !== undefined) return ids
  const { total, ...query } = matching as ListInput & { total: number }
  const found = await matchingIds(tx, actor, index, source, query, max)
  if (found.length !== total) throw new AppError('selection_moved', { details: { total: found.length } })
  return found
}
