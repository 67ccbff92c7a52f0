import { undoRow } from '@trunkline/contract/resources/bulk-job'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { AppError, conflict } from '../../errors.ts'
import type { Call } from '../../http/call.ts'
import { createRowRoute, type RowRoute } from '../../http/row-call.ts'
import { authorOf, changesOfRow } from './changes.ts'
import { planOf, readColumns, subjectOf } from './plan.ts'
import type { Undo } from './undo.ts'

/** The call that a job started by `bulkJobs.undo` makes for each row, with its name. */
export const undoRowRoute = (undo: Undo): [string, RowRoute] => [
  undoRow.name,
  createRowRoute(undoRow, (call: Call) => {
    const { params, body, actor } = call as unknown as {
      params: { id: number }
      body: { bulk_job: number }
      actor: Actor
    }
    return call.db(async (tx) => {
      const { rows } = await sql<{ object: string; request_id: string | null; from: string; to: string }>`
        select object, tenant ->> 'request_id' as request_id, started_at as from, finished_at as to from bulk_job
        where id = ${body.bulk_job} and user_id = ${actor.user_id}`.execute(tx)
      const job = rows[0]
      const subject = job && subjectOf(job.object)
      if (job === undefined || job.request_id === null || subject === undefined) throw conflict('undo.nothing')
      const changes = await changesOfRow(tx, {
        author: authorOf(actor),
        subject,
        object_id: params.id,
        request_id: job.request_id,
        from: job.from,
        to: job.to,
      })
      if (changes.length === 0) throw conflict('undo.nothing')
      const { targets, reason } = planOf(changes, await readColumns(tx))
      if (reason !== undefined) throw new AppError('conflict', { reason })
      await undo.undoTargets(tx, { actor, request: call.request, afterCommit: call.afterCommit }, targets)
    })
  }),
]
