import { message } from '@trunkline/contract/errors'
import { bulkJobs, type BulkJobRow } from '@trunkline/contract/resources/bulk-job'
import { messageText } from '@trunkline/contract/messages/texts'
import { sql, type SqlBool } from 'kysely'
import { tenantSettingsOf } from '../../access/actor.ts'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Deps } from '../../deps.ts'
import { conflict } from '../../errors.ts'
import type { Call, Handlers } from '../../http/call.ts'
import { exportOf, recordExport } from '../../http/export/list-export.ts'
import { catalogueOf } from '../../http/language.ts'
import { indexHandler, promisedColumns } from '../../http/standard-handlers.ts'
import { countResults, jobRows, lockJob, readJob, reportRows } from './own-job.ts'
import { enqueueJob } from './start.ts'
import { startUndoJob } from './undo.ts'

const jobs = { rows: jobRows, owner: null, softDelete: false } as const
const report = { rows: reportRows, owner: null, softDelete: false } as const

/** Calls about the jobs of the caller. Those that start jobs are served where their rows are (`start.ts`). */
export const bulkJobHandlers = (deps: Deps): Handlers<typeof bulkJobs> => ({
  index: (call) =>
    indexHandler(deps, bulkJobs.index, { ...jobs, where: [sql<SqlBool>`r.user_id = ${call.actor.user_id}`] })(
      call as Call,
    ),

  show: ({ actor, params, db }) => db(async (tx) => ({ data: await readJob(tx, actor, params.id) })),

  async report(call) {
    const { actor, params, query } = call
    await call.db((tx) => readJob(tx, actor, params.id))
    const source = { ...report, where: [sql<SqlBool>`r.bulk_job_id = ${params.id}`] }
    if (query.export === undefined) return indexHandler(deps, bulkJobs.report, source)(call as Call)
    await withTenant(deps.databases, tenantSettingsOf(actor, call.request), { write: true }, (tx) =>
      recordExport(tx, actor, bulkJobs.report, query),
    )
    const catalogue = catalogueOf(actor.locale)
    const withText = (row: BulkJobRow) => ({
      ...row,
      message: (row.message === null ? null : messageText(catalogue, row.message)) as never,
    })
    return call.db((tx) =>
      exportOf<BulkJobRow>(
        tx,
        actor,
        bulkJobs.report,
        source as never,
        query,
        promisedColumns(bulkJobs.report),
        withText,
      ),
    )
  },

  // A row in progress holds its lock: this waits for it, and does not change its result.
  cancel: ({ actor, params: { id }, db }) =>
    db(async (tx) => {
      const { state } = await lockJob(tx, actor, id)
      if (state === 'done' || state === 'cancelled') throw conflict('bulk.already_ended')
      await sql`update bulk_job set state = 'cancelled' where id = ${id}`.execute(tx)
      const cancelled = JSON.stringify(message('bulk.cancelled'))
      await sql`
        update bulk_job_row set state = 'skipped', code = 'conflict', message = ${cancelled}::jsonb, finished_at = clock_timestamp()
        where bulk_job_id = ${id} and state = 'queued'`.execute(tx)
      // The worker that collects the results of commands sees the rows end.
      const detail = JSON.stringify(message('command.cancelled', { by: actor.label }))
      await sql`
        update device_command c set state = 'cancelled', secret = null, finished_at = now(), detail = ${detail}::jsonb
        from bulk_job_row r where r.bulk_job_id = ${id} and r.state = 'waiting' and c.id = r.command_id and c.state = 'queued'`.execute(
        tx,
      )
      await countResults(tx, id, { ends: true })
      return { data: await readJob(tx, actor, id) }
    }),

  retry: ({ actor, params: { id }, db }) =>
    db(async (tx) => {
      const { finished_at } = await lockJob(tx, actor, id)
      if (finished_at === null) throw conflict('bulk.still_running')
      const { numAffectedRows } = await sql`
        update bulk_job_row set state = 'queued', code = null, message = null, command_id = null, finished_at = null
        where bulk_job_id = ${id} and state = 'failed'`.execute(tx)
      if (!numAffectedRows) throw conflict('bulk.nothing_failed')
      await sql`update bulk_job set state = 'queued', finished_at = null where id = ${id}`.execute(tx)
      await countResults(tx, id)
      await enqueueJob(tx, id)
      return { data: await readJob(tx, actor, id) }
    }),

  undo: (call) => call.db(async (tx) => ({ data: await startUndoJob(tx, call as unknown as Call, call.params.id) })),
})
