import { sql } from 'kysely'
import * as z from 'zod/mini'
import { defineTasks, nothing } from '../../jobs/tasks.ts'
import { advanceRollout, type AdvanceSettings } from './advance.ts'
import { wakeRollout } from './progress.ts'

/** Worker tasks of rollouts: each minute, and when a device has ended a step. */
export const rolloutTasks = (settings: AdvanceSettings) =>
  defineTasks({
    'advance-rollout': {
      payload: z.object({ rollout_id: z.int() }),
      run: ({ rollout_id }, { system }) => system((tx) => advanceRollout(tx, settings, rollout_id)),
      settled: async ({ rollout_id }, { tx }) => {
        const { rows } = await sql`select 1 from rollout where id = ${rollout_id} and finished_at is null`.execute(tx)
        // The schedule wakes an open rollout each minute.
        return rows.length === 0 ? 'the rollout has ended' : undefined
      },
    },
    'advance-rollouts': {
      payload: nothing,
      cron: '* * * * *',
      run: (_, { system }) =>
        system(async (tx) => {
          const { rows } = await sql<{ id: number }>`
            select id from rollout where finished_at is null order by id`.execute(tx)
          for (const { id } of rows) await wakeRollout(tx, id)
        }),
    },
  })
