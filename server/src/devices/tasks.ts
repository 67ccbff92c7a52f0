import { sql } from 'kysely'
import * as z from 'zod/mini'
import { defineTasks, nothing } from '../jobs/tasks.ts'
import type { DeviceService } from './device-service.ts'
import { rolloutTasks } from './rollout/tasks.ts'
import { endDeadRuns } from './tools/tool-runs.ts'
import { templateTasks } from './templates/tasks.ts'
import { topologyTasks } from './topology/tasks.ts'
import { prunes, readCompanies, aggregateHours } from './samples.ts'

/** Worker tasks for devices: scheduled, and when a command is requested. */
export const deviceTasks = ({ commands, submit }: Pick<DeviceService, 'commands' | 'submit'>) => ({
  ...rolloutTasks({ submit }),
  ...topologyTasks,
  ...templateTasks,
  ...defineTasks({
    /** Passes a device to the command runner of this process, so that a slow router does not block a job. */
    'device-commands': {
      payload: z.object({ hardware_id: z.int() }),
      run: async ({ hardware_id }) => commands.wake(hardware_id),
      settled: async ({ hardware_id }, { tx }) => {
        const { rows } = await sql`
          select 1 from device_command where hardware_id = ${hardware_id} and state = 'queued' limit 1`.execute(tx)
        return rows.length === 0 ? 'no command of the device waits' : undefined
      },
    },
    'device-command-sweep': {
      payload: nothing,
      cron: '* * * * *',
      run: () => commands.sweep(),
    },
    'device-tool-sweep': {
      payload: nothing,
      cron: '* * * * *',
      run: (_, { system }) => system((tx) => endDeadRuns(tx)),
    },
    'device-companies': {
      payload: nothing,
      cron: '*/5 * * * *',
      run: async (_, { system }) => void (await system(readCompanies)),
    },
    'device-hours': {
      payload: nothing,
      cron: '4 * * * *',
      timeoutMs: 300_000,
      async run(_, { system, log, signal }) {
        await system(aggregateHours)
        for (const [name, prune] of Object.entries(prunes)) {
          let total = 0
          for (let rows = 1; rows > 0 && !signal.aborted; total += rows) rows = await system(prune)
          if (total > 0) log.info({ rows: total }, `pruned ${name}`)
        }
      },
    },
  }),
})
