import { sql } from 'kysely'
import type { Databases } from '@trunkline/server/db/pool'
import { withSystem } from '@trunkline/server/db/system-transaction'
import { serialPrefix } from './inventory.ts'

/**
 * Readings that the poller would have written for the demo's devices in the last seven days, as far as pages show
 * them: hourly sums of companies, hourly and half-hourly readings of routers with five-minute ones of the last day,
 * and of other devices the hours of the last day. Written once: if a company has a reading from before this hour,
 * nothing is written.
 */
export async function writeHistory(databases: Databases): Promise<void> {
  await withSystem(databases, async (tx) => {
    const { rows } = await sql`select from company_reading where at < date_trunc('hour', now()) limit 1`.execute(tx)
    if (rows.length > 0) return
    await sql`set local statement_timeout = '60s'`.execute(tx)
    await sql`
      with device as (
        select h.id, h.created_at, t.kind in ('router', 'lte-router') as routes, t.kind = 'lte-router' as has_lte, t.kind = 'router' as has_wifi, case when t.kind = 'lte-router' then 'lte1' else 'ether1' end as uplink,
            -- One that does not answer has not done so for 31 hours (inventory.ts).
            case when h.is_online then now() else now() - interval '31 hours' end as lost_at,
            5e6 + (hashtext('rate ' || h.id) & 63) * 1e6 as rate
          from hardware h join hardware_type t on t.id = h.type_id
          where h.serial_number like ${`${serialPrefix}%`} and h.is_online is not null and h.deleted_at is null),
      -- The place of a moment: five minutes since 1970.
      moment as (
        select seconds, at, (extract(epoch from at) / 300)::bigint as place from (
          select 3600 as seconds, at from generate_series(date_trunc('hour', now()) - interval '7 days', date_trunc('hour', now()) - interval '1 hour', interval '1 hour') at
          union all select 300, at from generate_series(date_trunc('hour', now()) - interval '7 days', date_trunc('hour', now()) - interval '25 hours', interval '30 minutes') at
          union all select 300, at from generate_series(date_trunc('hour', now()) - interval '24 hours', now() - interval '5 minutes', interval '5 minutes') at) m),
      reading as (
        select d.id, m.at, m.seconds, m.at < d.lost_at as online, d.uplink, d.routes, d.has_lte, d.has_wifi, m.place,
            hashint8(m.place << 24 | d.id) as noise, round(6 - 5 * sin(m.place % 288 / 144.0::float8 * pi()))::int as clients,
            -- Little at six in the morning, most at six in the evening, and no moment like the one before.
            d.rate * (0.9 - 0.75 * sin(m.place % 288 / 144.0::float8 * pi())) * (0.8 + (hashint8(d.id << 32 | m.place) & 255) / 640.0) as rx,
            4 + (hashint8(m.place << 32 | d.id) & 31) as cpu_load
          from device d join moment m on m.at >= d.created_at and (d.routes or m.seconds = 3600)),
      summed as (
        insert into company_reading (company_id, at, devices, online, rx_bps, tx_bps)
        select c.id, t.at, count(*), count(*) filter (where t.online), coalesce(sum(t.rx) filter (where t.online), 0), coalesce(sum(t.rx * 0.11) filter (where t.online), 0)
          from reading t join hardware h on h.id = t.id cross join lateral unnest(h.ancestor_ids) c (id) where t.seconds = 3600 group by 1, 2
        on conflict do nothing)
      insert into hardware_sample (hardware_id, at, seconds, online, cpu_load, rx_bps, tx_bps, memory_load, lte_rsrp, wifi_clients, wifi_signal, interfaces)
      select id, at, seconds, online, case when online then cpu_load end, case when online then rx::bigint end, case when online then (rx * 0.11)::bigint end,
        case when online then 38 + (id & 15) + (noise & 3) end, case when online and has_lte then round(-96 + 5 * sin(place / 17.0::float8))::int - (noise & 1) end,
        case when online and has_wifi then clients end, case when online and has_wifi then round(-62 + 3 * sin(place / 29.0::float8))::int - (noise & 1) end,
        case when online and routes then jsonb_build_object(uplink, jsonb_build_array(rx::bigint, (rx * 0.11)::bigint)) else '{}' end
      from reading where routes or at > now() - interval '25 hours' on conflict do nothing`.execute(tx)
  })
}
