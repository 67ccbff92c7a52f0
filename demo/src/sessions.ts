import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '@trunkline/server/db/pool'

/** Days of history in the demo. */
const days = 60

/**
 * A number from 0 to 1 that is the same in every installation: derived from the service, the day and a purpose.
 */
const chance = (of: ReturnType<typeof sql>) => sql`((hashtextextended(${of}, 7) & 1048575)::numeric / 1048576)`

/**
 * Sixty days of sessions with their usage, sessions that are online now, logins and rejections, and replies of NAS
 * devices to disconnects. Written last, because it depends on the services of the demo.
 */
export async function seedSessions(tx: Tx): Promise<void> {
  // Each service logs in at the nearest ancestor's NAS for its kind.
  await sql`create temporary table demo_line on commit drop as
    select s.id, s.username, s.company_id, s.ancestor_ids, s.address, s.status, s.created_at, t.download_rate,
      n.id as nas_id, n.address as nas_ip,
      (select a.address from nas_pool p join pool_address a on a.subnet_id = p.subnet_id where p.nas_id = n.id order by a.address offset s.id % 200 limit 1) as leased, lpad(to_hex(s.id), 12, '02a1b3c40000') as station
    from service s join tariff t on t.id = s.tariff_id
    join lateral (select n.id, n.address from nas n
      where n.company_id = any (s.ancestor_ids) and (s.nas_id is null or n.id = s.nas_id) and (s.nas_id is not null or not 'vpn' = any (n.purposes))
      order by cardinality(n.ancestor_ids) desc, (n.id + s.id) % 2, n.id limit 1) n on true
    where s.status <> 'pending' and s.deleted_at is null`.execute(tx)
  const columns = sql`uid, acct_session_id, service_id, username, company_id, nas_id, nas_ip, nas_port, calling, called, framed_ip, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids`
  const calling = sql`upper(regexp_replace(station, '(..)(?!$)', '\\1:', 'g'))`
  await sql`insert into session_live (${columns})
    select md5('demo live ' || id), to_hex(extract(epoch from since)::bigint), id, username, company_id, nas_id, nas_ip, 'ether2', ${calling}, null,
      coalesce(address, leased), since, now() - make_interval(secs => (id % 240)::int), extract(epoch from now() - since)::bigint,
      (extract(epoch from now() - since) * download_rate * 0.11)::bigint, (extract(epoch from now() - since) * download_rate * 0.9)::bigint, ancestor_ids
    from (select *, now() - make_interval(secs => 1200 + (${chance(sql`id || ' live'`)} * 70000)::int) as since from demo_line where status = 'active') l
    where ${chance(sql`id || ' online'`)} < 0.78`.execute(tx)
  await sql`update pool_address a set service_id = l.service_id, nas_id = l.nas_id, calling = l.calling, leased_at = l.started_at, leased_until = now() + interval '3 hours'
    from session_live l where a.address = l.framed_ip`.execute(tx)
  await sql`create temporary table demo_session on commit drop as
    select *, (bytes * 0.11)::bigint as up, (bytes * 0.89)::bigint as down
    from (
      select l.*, d.day, d.day + make_interval(secs => (${chance(sql`l.id || ' at ' || d.day`)} * 20000)::int) as started_at,
        d.day + make_interval(secs => 25000 + (${chance(sql`l.id || ' to ' || d.day`)} * 58000)::int) as stopped_at,
        (0.2 + ${chance(sql`l.id || ' of ' || d.day`)}) * l.download_rate * 60000 as bytes,
        ${chance(sql`l.id || ' why ' || d.day`)} as why
      from demo_line l, generate_series(date_trunc('day', now()) - make_interval(days => ${days}), now() - interval '1 day', interval '1 day') d(day)
      where d.day > l.created_at) s
    -- No user is online twice.
    where not exists (select from session_live v where v.service_id = s.id and v.started_at < s.stopped_at)`.execute(tx)
  await sql`insert into session_closed (${columns}, stopped_at, cause, closed_by)
    select md5('demo ' || id || ' ' || day), to_hex((extract(epoch from started_at))::bigint), id, username, company_id, nas_id, nas_ip, 'ether2', ${calling}, null,
      coalesce(address, leased), started_at, stopped_at, extract(epoch from stopped_at - started_at)::bigint, up, down, ancestor_ids, stopped_at,
      case when why < 0.6 then 'User-Request' when why < 0.8 then 'Lost-Carrier' when why < 0.93 then 'Session-Timeout' else 'NAS-Reboot' end,
      case when why < 0.6 or why between 0.8 and 0.93 then 'stop' when why < 0.8 then 'stale' else 'nas' end
    from demo_session`.execute(tx)
  await sql`insert into usage_by_day (service_id, day, in_octets, out_octets)
    select service_id, day, sum(up), sum(down) from (
      select id as service_id, day::date as day, up, down from demo_session
      union all
      -- A session over midnight counts on both days, in proportion to time.
      select service_id, d::date, (in_octets * part)::bigint, (out_octets * part)::bigint
      from session_live, generate_series(date_trunc('day', started_at), now(), interval '1 day') d,
        lateral (select extract(epoch from least(now(), d + interval '1 day') - greatest(started_at, d)) / extract(epoch from now() - started_at) as part) p
    ) u
    group by 1, 2`.execute(tx)

  await sql`insert into auth_log (at, username, service_id, company_id, nas_id, accepted, reason, calling, ancestor_ids)
    select * from (
      select started_at as at, username, id, company_id, nas_id, true, '', ${calling}, ancestor_ids from demo_session where day > now() - interval '8 days'
      union all
      select l.started_at, l.username, l.service_id, l.company_id, l.nas_id, true, '', l.calling, l.ancestor_ids from session_live l
      union all
      select now() - make_interval(mins => (n * 47 + id % 31)::int), username, id, company_id, nas_id, false,
        case when status = 'suspended' then 'service-suspended' else (array['bad-credentials', 'wrong-station', 'too-many-sessions', 'bad-credentials'])[1 + id % 4] end, ${calling}, ancestor_ids
      from demo_line, generate_series(1, 4) n where status = 'suspended' or id % 9 = 4) a
    order by at`.execute(tx)
  await sql`insert into nas_heard (nas_id, auth_at, accept_at, acct_at, signed_at, unsigned_at)
    select n.id, now() - make_interval(secs => (n.id % 50)::int), now() - make_interval(secs => (300 + n.id % 50)::int), now() - make_interval(secs => (20 + n.id % 40)::int),
      case when n.vendor in ('mikrotik', 'strongswan') then now() - make_interval(secs => (n.id % 50)::int) end,
      case when n.vendor not in ('mikrotik', 'strongswan') then now() - make_interval(secs => (n.id % 50)::int) end
    from nas n where exists (select from session_live l where l.nas_id = n.id)`.execute(tx)
  // A NAS that accepts logins and sends no accounting: the most common misconfiguration of a router.
  await sql`with silent as (
      select n.id from nas n where not exists (select from session_live l where l.nas_id = n.id) order by n.id limit 1)
    insert into nas_heard (nas_id, auth_at, accept_at) select id, now() - interval '2 minutes', now() - interval '40 minutes' from silent on conflict do nothing`.execute(
    tx,
  )
  // Unanswered senders: an unknown one, and a router with a different secret for accounting.
  await sql`insert into radius_unanswered (address, reason, first_at, last_at, count)
    values ('198.51.100.77', 'unknown', now() - interval '3 days', now() - interval '4 minutes', 212)`.execute(tx)
  await sql`insert into radius_unanswered (address, reason, nas_id, company_id, ancestor_ids, packet, first_at, last_at, count)
    select address, 'bad-authenticator', id, company_id, ancestor_ids, 'acct', now() - interval '40 minutes', now() - interval '2 minutes', 96 from nas n
    where not exists (select from session_live l where l.nas_id = n.id) order by id limit 1`.execute(tx)

  await sql`insert into coa_request (company_id, service_id, nas_id, uid, username, kind, reason, requested_by, state, error_cause, conclusion, detail, created_at, sent_at, finished_at)
    select company_id, id, nas_id, md5('demo asked ' || id), username, case when id % 3 = 1 then 'coa' else 'disconnect' end,
      case when status = 'suspended' then 'status' when id % 3 = 1 then 'tariff' else 'by-hand' end, 'system',
      case id % 5 when 3 then 'nak' when 4 then 'timeout' else 'ack' end, case id % 5 when 3 then 503 end, case id % 5 when 3 then 'closed' end,
      case id % 5 when 3 then ${JSON.stringify(message('coa.error_cause', { cause: 503 }))}::jsonb when 4 then ${JSON.stringify(message('coa.no_answer', { address: '192.0.2.1', port: 3799, tries: 3 }))}::jsonb end,
      at, at + interval '1 second', at + case id % 5 when 4 then interval '9 seconds' else interval '1 second' end
    from (select *, now() - make_interval(hours => (id % 60)::int) as at from demo_line where status = 'suspended' or id % 6 = 1) l order by at`.execute(
    tx,
  )
}
