import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Deps } from '../../deps.ts'
import { defineTasks, nothing } from '../../jobs/tasks.ts'
import { createLicenceCheck } from '../licences/enforcement.ts'
import { createUndo } from '../recent-actions/undo.ts'
import { undoRowRoute } from '../recent-actions/undo-row.ts'
import { countResults } from './own-job.ts'
import { rowRoutes } from './row-routes.ts'
import { claimJob, collectCommands, failQueued, intervals, processRows, releaseJob } from './run.ts'
import { enqueueJob } from './start.ts'

const retentionDays = 30

export const bulkTasks = (deps: Deps) => {
  const licences = createLicenceCheck(deps.databases)
  const of = { routes: new Map([...rowRoutes(deps), undoRowRoute(createUndo(deps))]), licences }
  return defineTasks({
    'run-bulk-job': {
      payload: z.object({ bulk_job_id: z.int() }),
      timeoutMs: 180_000,
      async run({ bulk_job_id: id }, context) {
        const job = await context.system((tx) => claimJob(tx, id))
        if (job === undefined) return
        if (job === 'busy')
          return context.system(
            async (tx) => void (await enqueueJob(tx, id, new Date(Date.now() + intervals.commands))),
          )
        try {
          await processRows(of, job, context)
        } catch (error) {
          await context.system((tx) => releaseJob(tx, id)).catch(() => {})
          throw error
        }
        await context.system(async (tx) => {
          await collectCommands(tx, id)
          await releaseJob(tx, id)
          const { open } = await countResults(tx, id, { ends: true })
          if (open === 0) return
          const { rows } = await sql`
            select from bulk_job_row where bulk_job_id = ${id} and state = 'queued' limit 1`.execute(tx)
          // Without queued rows, the job waits for devices only.
          await enqueueJob(tx, id, rows.length > 0 ? undefined : new Date(Date.now() + intervals.commands))
        })
      },
      settled: async ({ bulk_job_id: id }, { tx }) => {
        const { rows } = await sql`select from bulk_job where id = ${id} and finished_at is null`.execute(tx)
        return rows.length === 0 ? 'the bulk job has ended' : undefined
      },
    },
    'prune-bulk-jobs': {
      payload: nothing,
      cron: '51 * * * *',
      async run(_, context) {
        const { system } = context
        await system((tx) =>
          sql`delete from bulk_job where created_at < now() - make_interval(days => ${retentionDays}) and finished_at is not null`.execute(
            tx,
          ),
        )
        // Jobs that no run belongs to any more: all attempts of their last one failed.
        const { rows } = await system((tx) =>
          sql<{ id: number }>`
            select id from bulk_job j where finished_at is null and updated_at < now() - interval '1 hour'
              and not exists (select from graphile_worker.jobs q where q.key = 'bulk-job:' || j.id and q.attempts < q.max_attempts)`.execute(
            tx,
          ),
        )
        for (const { id } of rows) {
          await failQueued(context, id, 'unavailable', message('bulk.interrupted'))
          await system(async (tx) => {
            await collectCommands(tx, id)
            await countResults(tx, id, { ends: true })
          })
        }
      },
    },
  })
}
