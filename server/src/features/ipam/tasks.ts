import { sql } from 'kysely'
import { superseded } from '../../jobs/parked.ts'
import { defineTasks, nothing } from '../../jobs/tasks.ts'

/** Seconds between two rounds of adding up, so that the figure `assigned` is at most 5 s late. */
const foldEvery = 4

/** What address management does by the clock. */
export const ipamTasks = defineTasks({
  'ipam-release': {
    payload: nothing,
    cron: '* * * * *',
    timeoutMs: 300_000,
    async run(_, { system, log, signal }) {
      // Each step frees the addresses of one node, or one node, in a transaction of its own.
      let steps = 0
      while (
        !signal.aborted &&
        (await system(
          async (tx) => (await sql<{ more: boolean }>`select ip_release_due() as more`.execute(tx)).rows[0]!.more,
        ))
      )
        steps++
      if (steps > 0) log.info({ steps }, 'freed address space that had rested or was held too long')
    },
  },
  'ipam-fold': {
    payload: nothing,
    // Asks for its own next round; the clock sees to it that there is one.
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
