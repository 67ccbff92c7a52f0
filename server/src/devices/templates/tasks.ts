import { sql } from 'kysely'
import * as z from 'zod/mini'
import { defineTasks } from '../../jobs/tasks.ts'

/** Worker tasks of templates. */
export const templateTasks = defineTasks({
  /** After a change of a template or of variables: devices of the company and below it, of a site, or one, are due. */
  'check-templates': {
    payload: z.object({
      company_id: z.optional(z.int()),
      site_id: z.optional(z.int()),
      hardware_id: z.optional(z.int()),
    }),
    run: ({ company_id = null, site_id = null, hardware_id = null }, { system }) =>
      system(async (tx) => {
        await sql`
          update hardware_poll p set templates_at = now(),
            next_at = case when p.hardware_id = ${hardware_id}::bigint then least(p.next_at, now()) else p.next_at end
          from (select p.hardware_id from hardware_poll p join hardware h on h.id = p.hardware_id
            where h.id = ${hardware_id}::bigint or h.site_id = ${site_id}::bigint or ${company_id}::bigint = any (h.ancestor_ids)
            order by p.hardware_id for update of p) due
          where due.hardware_id = p.hardware_id`.execute(tx)
      }),
    settled: async () => 'devices are compared with their templates each day',
  },
})
