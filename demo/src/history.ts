import { sql, type RawBuilder } from 'kysely'
import type { Databases, Tx } from '@trunkline/server/db/pool'
import { withSystem } from '@trunkline/server/db/system-transaction'
import type { Metric, SubjectKind } from '@trunkline/contract/telemetry'
import { serialPrefix } from './inventory.ts'

/**
 * Samples that the poller would have written for the demo's devices in the last seven days: hourly sums of companies, hourly and half-hourly readings of routers with five-minute ones of the last day,
 * and of other devices the hours of the last day. Written once: if a company has a reading from before this hour,
 * nothing is written.
 */
async function writeSamples(databases: Databases): Promise<void> {
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

/** One kind of subject, whose readings are made by expressions. */
interface Made {
  kind: SubjectKind
  /**
   * Rows of `id`, the object, and `size`, its usual traffic in bit/s or number of whatever it counts; `lost_at`: time since when
   * it does not answer.
   */
  from: RawBuilder<unknown>
  /** Series in order, each an expression of `o` (a row of `from`), `day` (0 in the night to 1 in the evening) and `noise` (0 to 1). */
  series: readonly (readonly [metric: Metric | `${Metric} ${string}`, value: RawBuilder<unknown>])[]
}

const online = sql`(case when m.at < o.lost_at then 1 else 0 end)`
/** A value that is only read while the device answers. */
const answered = (value: RawBuilder<unknown>) => sql`case when m.at < o.lost_at then ${value} end`
const noise = sql`(hashint8(m.place << 24 | o.id) & 1023) / 1023.0`
const traffic = sql`o.size * (0.06 + 0.5 * m.day) * (0.75 + 0.5 * ${noise})`

/** Routers with a given uplink, because the names of series are those of its ports. */
const routers = (kind: 'router' | 'lte-router', port: string): Made => ({
  kind: 'device',
  from: sql`
    select h.id, case when h.is_online then 'infinity'::timestamptz else now() - interval '31 hours' end as lost_at,
        5e6 + (hashtext('rate ' || h.id) & 63) * 1e6 as size
      from hardware h join hardware_type t on t.id = h.type_id
      where h.serial_number like ${`${serialPrefix}%`} and h.is_online is not null and h.deleted_at is null and t.kind = ${kind}`,
  series: [
    ['online', online],
    ['rx', answered(traffic)],
    ['tx', answered(sql`0.11 * ${traffic}`)],
    ['cpu_load', answered(sql`4 + 25 * m.day * ${noise}`)],
    ['memory_load', answered(sql`38 + (o.id & 15) + 3 * ${noise}`)],
    ['storage_load', answered(sql`41 + (o.id & 7)`)],
    ['temperature cpu-temperature', answered(sql`44 + (o.id & 7) + 6 * m.day + ${noise}`)],
    ['voltage voltage', answered(sql`24.1 - 0.3 * ${noise}`)],
    [`port_rx ${port}`, answered(traffic)],
    [`port_tx ${port}`, answered(sql`0.11 * ${traffic}`)],
    [`port_rx_errors ${port}`, answered(sql`0`)],
    [`port_up ${port}`, answered(sql`1`)],
    ...(kind === 'router'
      ? ([
          ['wifi_clients', answered(sql`round(2 + 9 * m.day + 2 * ${noise})`)],
          ['wifi_signal', answered(sql`-62 + 3 * sin(m.place / 29.0) - 2 * ${noise}`)],
        ] as const)
      : ([
          ['lte_rsrp', answered(sql`-96 + 5 * sin(m.place / 17.0) - 2 * ${noise}`)],
          ['lte_band', answered(sql`3`)],
        ] as const)),
  ],
})

/** The companies and sites above devices count them, those that answer, and their traffic. */
const sums = (kind: 'company' | 'site', id: RawBuilder<unknown>): Made => ({
  kind,
  from: sql`
    select ${id} as id, min(case when h.is_online then 'infinity'::timestamptz else now() - interval '31 hours' end) as lost_at,
        sum(case when t.kind in ('router', 'lte-router') then 5e6 + (hashtext('rate ' || h.id) & 63) * 1e6 else 0 end) as size,
        count(*) as devices, count(*) filter (where not h.is_online) as lost
      from hardware h join hardware_type t on t.id = h.type_id ${kind === 'company' ? sql`cross join lateral unnest(h.ancestor_ids) c (id)` : sql``}
      where h.serial_number like ${`${serialPrefix}%`} and h.is_online is not null and h.deleted_at is null and ${id} is not null group by 1`,
  series: [
    ['devices', sql`o.devices`],
    ['online', sql`o.devices - case when m.at >= o.lost_at then o.lost else 0 end`],
    ['rx', traffic],
    ['tx', sql`0.11 * ${traffic}`],
  ],
})

const made: readonly Made[] = [
  routers('router', 'ether1'),
  routers('lte-router', 'lte1'),
  sums('company', sql`c.id`),
  sums('site', sql`h.site_id`),
  {
    kind: 'nas',
    from: sql`
      select n.id, 'infinity'::timestamptz as lost_at, 5 + count(l.*) as size
        from nas n left join session_live l on l.nas_id = n.id where n.deleted_at is null and n.is_active group by n.id`,
    series: [
      ['sessions', sql`round(o.size * (0.55 + 0.4 * m.day) + ${noise})`],
      ['logins', sql`o.size / 40.0 * (0.2 + m.day) * ${noise}`],
      ['rejections', sql`o.size / 400.0 * ${noise}`],
      ['rejections login.bad_credentials', sql`o.size / 400.0 * ${noise}`],
    ],
  },
  {
    kind: 'service',
    from: sql`
      select s.id, 'infinity'::timestamptz as lost_at, coalesce(t.download_rate, 50000) * 1000.0 as size
        from service s join tariff t on t.id = s.tariff_id where s.kind = 'service' and s.deleted_at is null and s.status = 'active'
        order by s.id limit 40`,
    series: [
      ['sessions', sql`1`],
      ['rx', sql`o.size * power((0.1 + 0.9 * m.day) * ${noise}, 2)`],
      ['tx', sql`0.08 * o.size * power((0.1 + 0.9 * m.day) * ${noise}, 2)`],
    ],
  },
  {
    kind: 'pool',
    from: sql`
      select id, 'infinity'::timestamptz as lost_at, greatest(used, in_use)::float8 as size,
          2.0 ^ (case family(net) when 4 then 32 else 128 end - masklen(net)) as hosts
        from subnet where type = 'pool' and state in ('held', 'reserved', 'assigned')`,
    series: [
      ['used', sql`least(100, 100 * o.size * (0.75 + 0.25 * m.grown) * (0.93 + 0.07 * m.day) / o.hosts)`],
      ['free', sql`greatest(0, o.hosts - round(o.size * (0.75 + 0.25 * m.grown) * (0.93 + 0.07 * m.day)))`],
    ],
  },
]

/** Series whose highest minute is above the mean, the more the longer the point is. */
const bursts = /^((port_)?[rt]x|cpu_load|logins|rejections)( |$)/

/** The moments of each tier: every point of the graphs of a day, week, month and year. */
const moments = [
  {
    table: 'reading_5m',
    minutes: 5,
    at: sql`
      select at from generate_series(date_bin('15 minutes', now(), 'epoch') - interval '7 days', now() - interval '24 hours', interval '15 minutes') at
      union select at from generate_series(date_bin('5 minutes', now(), 'epoch') - interval '24 hours', now() - interval '10 minutes', interval '5 minutes') at`,
  },
  {
    table: 'reading_1h',
    minutes: 60,
    at: sql`select at from generate_series(date_trunc('hour', now()) - interval '30 days', now() - interval '2 hours', interval '1 hour') at`,
  },
  {
    table: 'reading_1d',
    minutes: 1440,
    at: sql`
      select (d at time zone 'UTC') as at
        from generate_series(date_trunc('day', now() at time zone 'UTC') - interval '365 days', date_trunc('day', now() at time zone 'UTC') - interval '1 day', interval '1 day') d`,
  },
] as const

/**
 * A year of readings of the demo's routers, companies, sites, NAS, services and pools, in the tiers that graphs read. Written
 * once: if a subject has a reading of an earlier day, nothing is written.
 */
export async function writeHistory(databases: Databases): Promise<void> {
  await writeSamples(databases)
  for (const one of made) {
    // In a transaction of its own: the poller writes the same rows, and waits at most two seconds for a lock.
    const subjects = await withSystem(databases, (tx) => nameSubjects(tx, one))
    await withSystem(databases, (tx) => writeReadings(tx, one, subjects))
  }
  // The 95th percentile is computed from these; partitions begin two days ago.
  await withSystem(databases, (tx) =>
    sql`
      insert into traffic_5m (subject_id, at, rx, tx)
        select s.id, r.at, r.v[array_position(s.series, 'rx')], r.v[array_position(s.series, 'tx')]
          from telemetry_subject s join reading_5m r on r.subject_id = s.id and r.at > now() - interval '25 hours'
          where s.kind in ('device', 'service') and r.v[array_position(s.series, 'rx')] is not null
        on conflict do nothing`.execute(tx),
  )
}

/** What is read, with the names of its values in the order of the stored arrays. */
interface Subject {
  id: number
  series: string[]
}

/** Names the subjects that have no reading of an earlier day yet. */
async function nameSubjects(tx: Tx, { kind, from, series }: Made): Promise<Subject[]> {
  await sql`set local statement_timeout = '60s'; set local lock_timeout = '60s'`.execute(tx)
  const names = series.map(([name]) => name)
  // Subjects that the poller has read meanwhile have series in an order of their own, and are appended to.
  const { rows } = await sql<Subject>`
    insert into telemetry_subject as s (kind, object_id, series) select ${kind}, o.id, ${names}::text[] from (${from}) o
      where not exists (select from telemetry_subject e join reading_1d d on d.subject_id = e.id and d.at < now() - interval '2 days' where e.kind = ${kind} and e.object_id = o.id)
    on conflict (kind, object_id) do update set series = s.series || (select coalesce(array_agg(n order by p), '{}') from unnest(excluded.series) with ordinality g (n, p) where not n = any (s.series))
    returning id, series`.execute(tx)
  return rows
}

/** Writes a year of readings of the subjects, in all tiers or, if it fails, in none. */
async function writeReadings(tx: Tx, { kind, from, series }: Made, rows: readonly Subject[]): Promise<void> {
  await sql`set local statement_timeout = '60s'; set local lock_timeout = '60s'`.execute(tx)
  const values = new Map<string, RawBuilder<unknown>>(series)
  for (const order of new Set(rows.map((row) => JSON.stringify(row.series)))) {
    const list = (JSON.parse(order) as string[]).map((name) => ({ name, value: values.get(name) ?? sql`null` }))
    const ids = rows.filter((row) => JSON.stringify(row.series) === order).map(({ id }) => id)
    for (const { table, minutes, at } of moments)
      // Without the barriers (materialized, offset 0) each element would compute the whole array again.
      await sql`
        with o as materialized (
            select s.id as subject_id, f.* from (${from}) f join telemetry_subject s on s.kind = ${kind} and s.object_id = f.id where s.id = any (${ids})),
          m as materialized (
            select at, (extract(epoch from at) / 300)::bigint as place, extract(epoch from at - (now() - interval '365 days')) / 31536000.0 as grown,
                ${minutes === 1440 ? sql`0.5` : sql`greatest(0, 0.5 - 0.5 * sin((extract(epoch from at)::bigint % 86400) / 43200.0 * pi()))`} as day
              from (${at}) t)
        insert into ${sql.table(table)} (subject_id, at, v, m, n)
          select o.subject_id, m.at, made.v, array[${sql.join(list.map(({ name }, index) => sql`made.v[${sql.lit(index + 1)}] * ${sql.lit(bursts.test(name) ? 1 + 0.15 * Math.log10(minutes) : 1)}::real`))}],
              array(select case when x is not null then ${sql.lit(minutes)} end from unnest(made.v) with ordinality u (x, p) order by p)::smallint[]
            from o cross join m cross join lateral (select array[${sql.join(list.map(({ value }) => sql`(${value})::real`))}] as v offset 0) made
          on conflict do nothing`.execute(tx)
  }
}
