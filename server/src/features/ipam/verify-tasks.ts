import { sql } from 'kysely'
import * as z from 'zod/mini'
import { defineTasks } from '../../jobs/tasks.ts'
import { verifyTree } from './verify.ts'

/** The nightly verification of all address space, and those started by the provider. */
export const verifyTasks = defineTasks({
  'verify-ipam': {
    payload: z.object({ repair: z.optional(z.boolean()) }),
    cron: '41 2 * * *',
    // It reads all tables of address space.
    timeoutMs: 3_600_000,
    async run({ repair = false }, { system, log }) {
      const { errors, ...verdict } = await system((tx) => verifyTree(tx, { repair }))
      if (verdict.error_count === 0) log.info(verdict, 'verified address space: no differences')
      else log.error({ ...verdict, errors: errors.slice(0, 20) }, 'verified address space: differences found')
    },
    settled: async ({ repair = false }, { tx, parked }) => {
      const { rows } = await sql`
        select 1 from ip_verification where finished_at > ${parked.created_at}::timestamptz
          and (not ${repair}::boolean or error_count = 0 or repaired > 0) limit 1`.execute(tx)
      return rows.length > 0 ? 'address space was recounted since' : undefined
    },
  },
})
