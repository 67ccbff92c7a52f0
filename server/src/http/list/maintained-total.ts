import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { ListRequest } from './parse.ts'
import type { Scope } from './scope.ts'
import type { ListSource } from './source.ts'

/** The parts of a list request that decide about its total. */
interface TotalQuery<Row> {
  tx: Tx
  actor: Actor
  source: ListSource<Row>
  request: ListRequest
  scope: Scope
}

/**
 * The total of a list without conditions from the counts that triggers maintain (`ListSource.tallied`); undefined if
 * the rows have to be counted. It matches the transaction's snapshot, and costs the same at any number of rows.
 */
export async function maintainedTotal<Row>(query: TotalQuery<Row>): Promise<number | undefined> {
  const { tx, actor, source, request, scope } = query
  const { tallied } = source
  if (tallied === undefined || isNarrowed(query) || (request.trashed ?? 'without') !== 'without') return undefined
  const company = scope?.company ?? actor.company_id
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(n), 0)::bigint as total from (
      select n from tally where company_id = ${company} and kind = any (${[...tallied]}::text[])
      union all
      select n from tally_delta where array_position(ancestor_ids, ${company}) is not null and kind = any (${[...tallied]}::text[])) t`.execute(
    tx,
  )
  return rows[0]?.total ?? 0
}

/** Whether a request shows a part of the list only. */
export const isNarrowed = <Row>({ source, request }: Pick<TotalQuery<Row>, 'source' | 'request'>): boolean =>
  request.words.length + request.conditions.length + (source.where?.length ?? 0) > 0
