import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Tx } from '../../db/pool.ts'
import { addJob } from '../../jobs/queue.ts'
import { defineTasks } from '../../jobs/tasks.ts'
import { requestChange } from '../../sessions/change.ts'

/** Services per transaction of the job. */
const batchSize = 200

/**
 * Enqueues a job that sends the new rates to all running sessions of a tariff. Duplicates of a queued job are dropped.
 */
export const updateSessionsOf = (tx: Tx, tariff_id: number, requested_by: string) =>
  addJob(tx, 'tell-tariff', { tariff_id, requested_by }, { key: `tell-tariff ${tariff_id}` })

export const tariffTasks = defineTasks({
  'tell-tariff': {
    payload: z.object({ tariff_id: z.int(), requested_by: z.string() }),
    timeoutMs: 300_000,
    async run({ tariff_id, requested_by }, { system, signal }) {
      for (let last = 0; !signal.aborted;) {
        const reported = await system(async (tx) => {
          const { rows } = await sql<{ id: number }>`
            select s.id from service s where s.tariff_id = ${tariff_id} and s.id > ${last} and s.deleted_at is null
              and exists (select from session_live l where l.service_id = s.id) order by s.id limit ${batchSize}`.execute(
            tx,
          )
          for (const { id } of rows) await requestChange(tx, id, 'tariff', requested_by)
          return rows
        })
        if (reported.length < batchSize) return
        last = reported.at(-1)?.id ?? last
      }
    },
    settled: async ({ tariff_id }, { tx, parked }) => {
      // Sessions that started later received the new rates at login.
      const { rows } = await sql`
        select 1 from session_live l join service s on s.id = l.service_id
         where s.tariff_id = ${tariff_id} and s.deleted_at is null and l.started_at < ${parked.created_at}::timestamptz
           and not exists (select from coa_request r where r.uid = l.uid and r.created_at >= ${parked.created_at}::timestamptz)
         limit 1`.execute(tx)
      return rows.length === 0 ? 'no session that began before has the former rates' : undefined
    },
  },
})
