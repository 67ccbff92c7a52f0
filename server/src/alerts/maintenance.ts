import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'

/** Days for which past occurrences are stored, as long as the alerts of that time. */
const storedDays = 400

/**
 * Makes the occurrences of the next 60 days again, of one window or of all: after each change, and every hour because the
 * days move on and governments change their clocks. Those that are over stay; of one that runs and does not belong to the
 * window any more, the part that has passed does.
 */
export async function createOccurrences(tx: Tx, window_id: number | null = null): Promise<void> {
  await sql`
    with wanted as materialized (
      select w.id, o.during from maintenance_window w, lateral maintenance_occurrences(to_jsonb(w), now()) as o(during)
      where w.deleted_at is null and (${window_id}::bigint is null or w.id = ${window_id})),
    dropped as (
      delete from maintenance_occurrence o where (${window_id}::bigint is null or o.window_id = ${window_id}) and upper(o.during) > now()
        and not exists (select from wanted n where n.id = o.window_id and n.during = o.during)
      returning o.window_id, o.during)
    insert into maintenance_occurrence (window_id, during)
      select id, during from wanted
      union
      select d.window_id, tstzrange(lower(d.during), now()) from dropped d
        where lower(d.during) < now() and not exists (select from wanted n where n.id = d.window_id and n.during @> now())
      on conflict do nothing`.execute(tx)
}

/** Deletes occurrences that were over long ago. */
export const deleteOldOccurrences = (tx: Tx) =>
  sql`delete from maintenance_occurrence where upper(during) < now() - make_interval(days => ${sql.lit(storedDays)})`.execute(
    tx,
  )

/**
 * Messages about alerts whose maintenance starts wait for its end; the time that is left until an escalation counts from
 * then on. In the transaction of the alert's event.
 */
export async function pauseDeliveries(tx: Tx, alert_ids: readonly number[]): Promise<void> {
  if (alert_ids.length === 0) return
  await sql`
    update notification_delivery set paused_seconds = greatest(0, extract(epoch from next_at - now()))::int, next_at = 'infinity'
      where state = 'queued' and paused_seconds is null and split_part(key, ':', 1) = any (${alert_ids.map(String)}::text[])`.execute(
    tx,
  )
}

/** The opposite of `pauseDeliveries`. */
export async function resumeDeliveries(tx: Tx, alert_ids: readonly number[]): Promise<void> {
  if (alert_ids.length === 0) return
  await sql`
    update notification_delivery set next_at = now() + make_interval(secs => paused_seconds), paused_seconds = null
      where state = 'queued' and paused_seconds is not null and split_part(key, ':', 1) = any (${alert_ids.map(String)}::text[])`.execute(
    tx,
  )
}
