import type { BulkJob, BulkJobRow, BulkJobState } from '@trunkline/contract/resources/bulk-job'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { notFound } from '../../errors.ts'

/** Bulk jobs as the API shows them. */
export const jobRows = (tx: Tx) =>
  tx
    .selectFrom('bulk_job as j')
    .select(['j.id', 'j.user_id', 'j.action', 'j.object', 'j.created_at', 'j.started_at', 'j.finished_at'])
    .select(['j.rows_total as total', 'j.rows_done as done', 'j.rows_skipped as skipped', 'j.rows_failed as failed'])
    .select([sql<BulkJobState>`j.state`.as('state'), sql<BulkJob['params']>`j.params`.as('params')])

/** Rows of bulk jobs as the API shows them. */
export const reportRows = (tx: Tx) =>
  tx
    .selectFrom('bulk_job_row as w')
    .select(['w.id', 'w.bulk_job_id', 'w.row_id', 'w.name', 'w.code', 'w.command_id', 'w.finished_at'])
    .select([
      sql<BulkJobRow['state']>`w.state`.as('state'),
      // The server adds the text.
      sql<BulkJobRow['message']>`w.message`.as('message'),
    ])

/**
 * The caller's own job. Those of other users are not found, not even for the provider.
 * @throws AppError not_found
 */
export async function readJob(tx: Tx, actor: Actor, id: number): Promise<BulkJob> {
  const row = await jobRows(tx).where('j.id', '=', id).where('j.user_id', '=', actor.user_id).executeTakeFirst()
  if (row === undefined) throw notFound()
  const { user_id: _user, ...job } = row
  return job
}

/** The state of the caller's own job, which is locked until the commit. @throws AppError not_found */
export async function lockJob(
  tx: Tx,
  actor: Actor,
  id: number,
): Promise<{ state: BulkJobState; finished_at: string | null }> {
  const { rows } = await sql<{ state: BulkJobState; finished_at: string | null }>`
    select state, finished_at from bulk_job where id = ${id} and user_id = ${actor.user_id} for update`.execute(tx)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/**
 * Counts the results of a job from its rows, so that the counters are right after any interruption of a worker.
 * @param ends sets the end of a job without open rows
 */
export async function countResults(tx: Tx, id: number, { ends = false } = {}): Promise<{ open: number }> {
  const { rows } = await sql<{ open: number }>`
    with counted as (
      select count(*) filter (where state = 'done')::int as done, count(*) filter (where state = 'skipped')::int as skipped,
        count(*) filter (where state = 'failed')::int as failed, count(*) filter (where state in ('queued', 'waiting'))::int as open
      from bulk_job_row where bulk_job_id = ${id}
    )
    update bulk_job j set rows_done = c.done, rows_skipped = c.skipped, rows_failed = c.failed,
      state = case when ${ends} and c.open = 0 and j.state <> 'cancelled' then 'done' else j.state end,
      finished_at = case when ${ends} and c.open = 0 then coalesce(j.finished_at, clock_timestamp()) else j.finished_at end
    from counted c where j.id = ${id} returning c.open`.execute(tx)
  return { open: rows[0]?.open ?? 0 }
}
