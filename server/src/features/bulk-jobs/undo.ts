import { everyEndpoint } from '@trunkline/contract/contract'
import { message, type Message } from '@trunkline/contract/errors'
import { bulkJobs, type BulkJob } from '@trunkline/contract/resources/bulk-job'
import { recentHours } from '@trunkline/contract/resources/recent-action'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, notFound } from '../../errors.ts'
import type { Call } from '../../http/call.ts'
import { authorOf, lockUndo } from '../recent-actions/changes.ts'
import { subjectOf } from '../recent-actions/plan.ts'
import { readJob } from './own-job.ts'
import { enqueueJob, tenantOf } from './start.ts'

const actions = new Map(everyEndpoint.flatMap(({ name, job }) => (job === undefined ? [] : [[name, job] as const])))

/** Why a job cannot be undone; undefined: it can. A job that undoes another one can be undone too. */
export function jobObstacle(job: {
  action: string
  object: string
  done: number
  finished_at: string | null
}): Message | undefined {
  const action = actions.get(job.action)
  if (job.action !== bulkJobs.undo.name) {
    if (action?.call.deviceWrite !== undefined) return message('undo.device')
    if (action?.changesRow !== true || subjectOf(job.object) === undefined) return message('undo.no_inverse')
  }
  if (job.finished_at === null) return message('bulk.still_running')
  return job.done === 0 ? message('undo.nothing') : undefined
}

/**
 * Starts a job that undoes what an own job of the last 24 hours has changed.
 * @throws AppError not_found, conflict
 */
export async function startUndoJob(tx: Tx, call: Call, id: number): Promise<BulkJob> {
  const actor = call.actor as unknown as Actor
  const author = authorOf(actor)
  // One undo at a time: the second one finds the first. It waits in a statement of its own, because a statement does not
  // see what was committed after its start.
  await lockUndo(tx, author)
  const { rows: found } = await sql<Parameters<typeof jobObstacle>[0] & { undone: boolean }>`
    select action, object, rows_done as done, finished_at, exists (
        select from bulk_job u where u.user_id = j.user_id and u.id > j.id and u.action = ${bulkJobs.undo.name}
          and u.params ->> 'bulk_job' = j.id::text
      ) as undone
    from bulk_job j where j.id = ${id} and j.user_id = ${actor.user_id}
      and j.created_at > now() - make_interval(hours => ${sql.lit(recentHours)})
      and (j.tenant ->> 'impersonator_id')::bigint is not distinct from ${author.impersonator_id}::bigint`.execute(tx)
  const job = found[0]
  if (job === undefined) throw notFound()
  const reason = job.undone ? message('undo.done') : jobObstacle(job)
  if (reason !== undefined) throw new AppError('conflict', { reason })
  const { rows } = await sql<{ id: number }>`
    insert into bulk_job (company_id, user_id, action, object, params, rows_total, tenant)
    select ${actor.company_id}, ${actor.user_id}, ${bulkJobs.undo.name}, j.object, ${JSON.stringify({ bulk_job: id })}::jsonb, j.rows_done,
      ${JSON.stringify(tenantOf(actor, call))}::jsonb
    from bulk_job j where j.id = ${id} returning id`.execute(tx)
  const undoId = rows[0]!.id
  await sql`
    insert into bulk_job_row (bulk_job_id, row_id, name)
    select ${undoId}, r.row_id, r.name from bulk_job_row r where r.bulk_job_id = ${id} and r.state = 'done' order by r.row_id`.execute(
    tx,
  )
  const subject = subjectOf(job.object) ?? 'bulk-jobs'
  await sql`select audit_event('update', ${subject}, null, ${bulkJobs.undo.name}, ${actor.company_id}, null, ${JSON.stringify({ bulk_job: undoId, rows: job.done, undo_of_job: id })}::jsonb)`.execute(
    tx,
  )
  await enqueueJob(tx, undoId)
  return readJob(tx, actor, undoId)
}
