import { defineTasks, nothing } from '../jobs/tasks.ts'
import { backgroundSettled } from './background.ts'
import { sweepAccess, sweepRows } from './sweep.ts'
import { touchesSettled } from './touch.ts'

const maxRuns = 100

/** What this room does by the clock. */
export const accessTasks = defineTasks({
  'sweep-access': {
    payload: nothing,
    cron: '*/5 * * * *',
    async run(_, { system, log, signal }) {
      // An attack leaves more counts than one run deletes: as many runs as it takes, each in a transaction of its own.
      for (let run = 0; run < maxRuns && !signal.aborted; run++) {
        const done = await system(sweepAccess)
        if (Object.values(done).some((rows) => rows > 0)) log.info(done, 'swept sessions and tokens')
        if (!Object.values(done).some((rows) => rows >= sweepRows)) return
      }
    },
  },
})

/** Ends when nothing of this room is under way behind a reply: to be awaited before the pools close. */
export async function accessSettled(): Promise<void> {
  await backgroundSettled()
  await touchesSettled()
}
