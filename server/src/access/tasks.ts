import { defineTasks, nothing } from '../jobs/tasks.ts'
import { backgroundSettled } from './background.ts'
import { sweepAccess, sweepRows } from './sweep.ts'
import { touchesSettled } from './touch.ts'

const maxRuns = 100

/** Scheduled tasks of the access module. */
export const accessTasks = defineTasks({
  'sweep-access': {
    payload: nothing,
    cron: '*/5 * * * *',
    async run(_, { system, log, signal }) {
      // An attack creates more counters than one run deletes: repeats the run until none are left, each in its own
      // transaction.
      for (let run = 0; run < maxRuns && !signal.aborted; run++) {
        const done = await system(sweepAccess)
        if (Object.values(done).some((rows) => rows > 0)) log.info(done, 'swept sessions and tokens')
        if (!Object.values(done).some((rows) => rows >= sweepRows)) return
      }
    },
  },
})

/** Resolves when no background work of this module is pending; await it before closing the pools. */
export async function accessSettled(): Promise<void> {
  await backgroundSettled()
  await touchesSettled()
}
