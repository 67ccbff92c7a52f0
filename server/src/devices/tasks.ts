import { sql } from 'kysely'
import * as z from 'zod/mini'
import { defineTasks, nothing } from '../jobs/tasks.ts'
import type { DeviceService } from './device-service.ts'
import { prunes, readCompanies, sumUpHours } from './samples.ts'

/** What workers do for devices: by the clock, and when a command is asked for. */
export const deviceTasks = ({ commands }: Pick<DeviceService, 'commands'>) =>
  defineTasks({
    /** Hands a device over to the commands of this process: a router that is slow keeps no job waiting. */
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
        await system(sumUpHours)
        for (const [name, prune] of Object.entries(prunes)) {
          let total = 0
          for (let rows = 1; rows > 0 && !signal.aborted; total += rows) rows = await system(prune)
          if (total > 0) log.info({ rows: total }, `pruned ${name}`)
        }
      },
    },
  })
