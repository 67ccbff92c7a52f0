import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { defineTasks, nothing } from '../../jobs/tasks.ts'

/**
 * The demo's sessions have no router behind them that would report. Every three minutes they are told on as one would:
 * they stay online, and their bytes grow with the tariff. Sessions that a real NAS opened are left alone.
 */
export const demoTasks = defineTasks({
  'demo-sessions': {
    payload: nothing,
    cron: '*/3 * * * *',
    run: (_, { system }) => system(tellOn),
  },
})

/** One interim update of every session that the demo began. */
export async function tellOn(tx: Tx): Promise<void> {
  await sql`
    with grown as (
      select l.uid, l.service_id, l.nas_id, l.framed_ip, t.download_rate,
        -- What a line makes of its rate goes up and down with the hour, and differs from line to line.
        greatest(extract(epoch from now() - l.updated_at), 0) * coalesce(t.download_rate, 10000) * (0.02 + 0.3 * ((hashtextextended(l.uid || to_char(now(), 'HH24'), 7) & 1023)::numeric / 1024)) as bytes
      from session_live l join service s on s.id = l.service_id join tariff t on t.id = s.tariff_id
      where l.uid = md5('demo live ' || l.service_id)),
    told as (
      update session_live l set updated_at = now(), secs = extract(epoch from now() - l.started_at)::bigint,
        in_octets = l.in_octets + (g.bytes * 0.11)::bigint, out_octets = l.out_octets + (g.bytes * 0.89)::bigint
      from grown g where g.uid = l.uid),
    leased as (
      update pool_address a set leased_until = now() + interval '3 hours' from grown g where a.address = g.framed_ip and a.service_id = g.service_id),
    heard as (
      update nas_heard h set acct_at = now() from (select distinct nas_id from grown) g where h.nas_id = g.nas_id)
    insert into usage_by_day (service_id, day, in_octets, out_octets)
      select service_id, current_date, (bytes * 0.11)::bigint, (bytes * 0.89)::bigint from grown
    on conflict (service_id, day) do update
      set in_octets = usage_by_day.in_octets + excluded.in_octets, out_octets = usage_by_day.out_octets + excluded.out_octets`.execute(
    tx,
  )
}
