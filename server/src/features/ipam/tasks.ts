import { sql } from 'kysely'
import { superseded } from '../../jobs/parked.ts'
import { defineTasks, nothing } from '../../jobs/tasks.ts'

/** Seconds between two runs of the aggregation, so that `assigned` is at most 5 s old. */
const foldEvery = 4

/** Periodic tasks of address management. */
export const ipamTasks = defineTasks({
  'ipam-release': {
    payload: nothing,
    cron: '* * * * *',
    timeoutMs: 300_000,
    async run(_, { system, log, signal }) {
      // Each step frees one node, or the addresses of one node, in a separate transaction.
      let steps = 0
      while (
        !signal.aborted &&
        (await system(
          async (tx) => (await sql<{ more: boolean }>`select ip_release_due() as more`.execute(tx)).rows[0]!.more,
        ))
      )
        steps++
      if (steps > 0) log.info({ steps }, 'freed address space after quarantine or expired reservations')
    },
  },
  'ipam-fold': {
    payload: nothing,
    // The task enqueues its next run itself; the schedule ensures that there is one after a failure.
    cron: '* * * * *',
    async run(_, { system }) {
      await system(async (tx) => {
        await sql`select ip_fold()`.execute(tx)
        await sql`select graphile_worker.add_job('ipam-fold', '{}', max_attempts => 1, job_key => 'ipam-fold', run_at => now() + ${`${foldEvery} seconds`}::interval)`.execute(
          tx,
        )
      })
    },
    settled: (_, { tx, parked }) => superseded(tx, 'ipam-fold', parked),
  },
})
