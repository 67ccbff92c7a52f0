import { defineTasks, nothing } from '../jobs/tasks.ts'
import { rollUp } from './roll-up.ts'
import { sampleSubjects } from './sample-subjects.ts'

/** Scheduled tasks of the readings over time. */
export const telemetryTasks = defineTasks({
  'telemetry-sample': {
    payload: nothing,
    cron: '*/5 * * * *',
    timeoutMs: 240_000,
    run: (_, context) => sampleSubjects(context),
  },
  'telemetry-roll-up': {
    payload: nothing,
    cron: '* * * * *',
    timeoutMs: 300_000,
    run: async (_, context) => void (await rollUp(context)),
  },
})
