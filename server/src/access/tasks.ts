import { defineTasks, nothing } from '../jobs/tasks.ts'
import { backgroundSettled } from './background.ts'
import { sweepAccess } from './sweep.ts'
import { touchesSettled } from './touch.ts'

/** What this room does by the clock. */
export const accessTasks = defineTasks({
  'sweep-access': {
    payload: nothing,
    cron: '*/5 * * * *',
    async run(_, { system, log }) {
      const done = await system(sweepAccess)
      if (Object.values(done).some((rows) => rows > 0)) log.info(done, 'swept sessions and tokens')
    },
  },
})

/** Ends when nothing of this room is under way behind a reply: to be awaited before the pools close. */
export async function accessSettled(): Promise<void> {
  await backgroundSettled()
  await touchesSettled()
}
