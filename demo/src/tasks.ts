import { sql } from 'kysely'
import type { Tx } from '@trunkline/server/db/pool'
import type { Deps } from '@trunkline/server/deps'
import { defineTasks, nothing } from '@trunkline/server/jobs/tasks'
import { serialPrefix } from './inventory.ts'
import { enqueueAccessLists } from '@trunkline/server/features/access-control/enqueue-access-lists'

/** Number of demo sites whose access lists are on their routers from the start; those of the others differ. */
const writtenSites = 12

/**
 * Background tasks of the demo. Its sessions have no router that reports them: every three minutes they
 * get an interim update, stay online, and their counters grow with the tariff. Sessions of a real NAS are not
 * changed.
 */
export const demoTasks = (deps: Pick<Deps, 'devices'>, started = new Date()) =>
  defineTasks({
    'demo-sessions': {
      payload: nothing,
      cron: '*/3 * * * *',
      run: (_, { system }) => system(advanceSessions),
    },
    'demo-access': {
      payload: nothing,
      cron: '* * * * *',
      run: (_, { system }) => system((tx) => enqueueDemoAccessLists(deps, tx, started)),
    },
    'demo-links': {
      payload: nothing,
      cron: '* * * * *',
      run: (_, { system }) => system((tx) => ageDemoLinks(tx, started)),
    },
  })

/**
 * Enqueues commands for the routers of the first sites to adopt their Wi-Fi access lists, on behalf of the first
 * user of the company. Once per site since `since`, as soon as the Wi-Fi of its routers was read: simulated routers lose
 * their settings when they restart.
 */
export async function enqueueDemoAccessLists(deps: Pick<Deps, 'devices'>, tx: Tx, since: Date): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; user_id: number; label: string }>`
    select s.id, s.name, u.id as user_id, u.name || ' <' || u.email || '>' as label
    from site s join lateral (
      select * from app_user u where u.company_id = s.company_id and u.deleted_at is null order by u.id limit 1) u on true
    where s.id in (select distinct site_id from access_control order by 1 limit ${writtenSites}) and s.deleted_at is null
      and not exists (
        select from device_command c join hardware h on h.id = c.hardware_id
        where h.site_id = s.id and c.kind = 'wifi' and c.input ->> 'action' = 'access' and c.created_at >= ${since.toISOString()})
    order by s.id`.execute(tx)
  for (const { id, name, ...actor } of rows) await enqueueAccessLists(deps, tx, actor, { id, name })
}

/** Minutes after the start in which links of the demo's devices are found for the first time. */
const findingMinutes = 15
/** Cables of the demo that are down. */
const downCables = 3

/**
 * Gives links that were found when the demo started the age of a network that has been read for weeks: most are old, some
 * are new, and cables between devices of the same site went down a few hours ago. Derived links stay derived.
 */
export async function ageDemoLinks(tx: Tx, since: Date): Promise<void> {
  const devices = sql`(select * from hardware where serial_number like ${`${serialPrefix}%`} and deleted_at is null)`
  await sql`
    update device_link l set first_seen_at = l.first_seen_at - interval '24 days', changed_at = l.changed_at - interval '24 days'
      from ${devices} a where a.id = l.a_id and l.id % 9 <> 4 and l.state = 'up'
        and l.first_seen_at between ${since.toISOString()} and ${new Date(since.getTime() + findingMinutes * 60_000).toISOString()}`.execute(
    tx,
  )
  await sql`
    insert into device_link (kind, a_id, a_port, b_id, b_port, found_by, a_seen_at, b_seen_at, state, first_seen_at, last_seen_at, changed_at)
    select 'ethernet', p.a_id, 'ether4', p.b_id, 'ether4', '{cdp,lldp,mndp}', now() - interval '5 hours', now() - interval '5 hours', 'down',
        now() - interval '20 days', now() - interval '5 hours', now() - interval '5 hours'
      from (
        select u.upstream_id, min(u.hardware_id) as a_id, max(u.hardware_id) as b_id
          from device_uplink u join ${devices} h on h.id = u.hardware_id and h.is_online
          where u.source = 'derived' group by u.upstream_id having count(*) > 1 order by 1 limit ${downCables}) p
      where not exists (select from device_link l where l.a_id = p.a_id and l.b_id = p.b_id)`.execute(tx)
}

/** One interim update of every session that the demo started. */
export async function advanceSessions(tx: Tx): Promise<void> {
  await sql`
    with grown as (
      select l.uid, l.service_id, l.nas_id, l.framed_ip, t.download_rate,
        -- What a line makes of its rate goes up and down with the hour, and differs from line to line.
        greatest(extract(epoch from now() - l.updated_at), 0) * coalesce(t.download_rate, 10000) * (0.02 + 0.3 * ((hashtextextended(l.uid || to_char(now(), 'HH24'), 7) & 1023)::numeric / 1024)) as bytes
      from session_live l join service s on s.id = l.service_id join tariff t on t.id = s.tariff_id
      where l.uid = md5('demo live ' || l.service_id)),
    updated as (
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
