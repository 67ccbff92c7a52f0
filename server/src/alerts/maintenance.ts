import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'

/**
 * Makes the occurrences of the next 60 days again, of one window or of all: after each change, and every hour because the
 * days move on and governments change their clocks. Past ones are not stored.
 */
export async function createOccurrences(tx: Tx, window_id: number | null = null): Promise<void> {
  await sql`
    with wanted as (
      select w.id, o.during from maintenance_window w,
        lateral maintenance_occurrences(w.repeats, w.starts_on, w.until, w.weekdays, w.starts_at, w.minutes, w.time_zone, now()) as o(during)
      where w.deleted_at is null and (${window_id}::bigint is null or w.id = ${window_id})),
    dropped as (
      delete from maintenance_occurrence o where (${window_id}::bigint is null or o.window_id = ${window_id})
        and not exists (select from wanted n where n.id = o.window_id and n.during = o.during))
    insert into maintenance_occurrence (window_id, during) select id, during from wanted on conflict do nothing`.execute(
    tx,
  )
}
