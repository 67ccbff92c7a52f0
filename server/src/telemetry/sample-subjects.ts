import type { SubjectKind } from '@trunkline/contract/telemetry'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import type { TaskContext } from '../jobs/tasks.ts'
import type { ReadingValue, SubjectReading } from './reading.ts'
import { saveReadings } from './save-readings.ts'

/** Readings of one transaction. */
const batch = 5000

/**
 * Stores a reading of every company, site, NAS, service and pool, for the five-minute interval that ended last. Safe to
 * repeat within the interval: the first values stay.
 */
export async function sampleSubjects({ system, signal }: Pick<TaskContext, 'system' | 'signal'>): Promise<void> {
  for (const read of [readCompanies, readSites, readNas, readServices, readPools]) {
    if (signal.aborted) return
    const readings = await system(async (tx) => {
      // The last minute of the interval, so that its means have the values of the interval alone.
      const { rows } = await sql<{ ended: string }>`select date_bin('5 minutes', now(), 'epoch') as ended`.execute(tx)
      return read(tx, new Date(rows[0]!.ended))
    })
    for (let from = 0; from < readings.length && !signal.aborted; from += batch)
      await system((tx) => saveReadings(tx, readings.slice(from, from + batch)))
  }
}

const minuteMs = 60_000

function readingOf(
  kind: SubjectKind,
  id: number,
  ended: Date,
  values: Partial<Record<ReadingValue['metric'], number | null>>,
): SubjectReading {
  return {
    subject: { kind, id },
    at: new Date(ended.getTime() - minuteMs),
    values: Object.entries(values).map(([metric, value]) => ({
      metric: metric as ReadingValue['metric'],
      part: '',
      value,
    })),
  }
}

interface DeviceSums {
  id: number
  devices: number
  online: number
  rx: number
  tx: number
}

/** Devices that were never read are not counted. */
const sums = sql`
  count(*)::int as devices, count(*) filter (where h.is_online)::int as online,
  coalesce(sum(s.rx_bps) filter (where h.is_online), 0)::float8 as rx, coalesce(sum(s.tx_bps) filter (where h.is_online), 0)::float8 as tx
  from hardware h left join hardware_state s on s.hardware_id = h.id`

async function readCompanies(tx: Tx, ended: Date): Promise<SubjectReading[]> {
  const { rows } = await sql<DeviceSums>`
    with own as (
      select h.ancestor_ids, ${sums} where h.deleted_at is null and h.is_online is not null group by h.ancestor_ids)
    select c.id, sum(o.devices)::int as devices, sum(o.online)::int as online, sum(o.rx) as rx, sum(o.tx) as tx
      from own o cross join lateral unnest(o.ancestor_ids) c (id) group by c.id`.execute(tx)
  return rows.map(({ id, ...values }) => readingOf('company', id, ended, values))
}

async function readSites(tx: Tx, ended: Date): Promise<SubjectReading[]> {
  const { rows } = await sql<DeviceSums>`
    select h.site_id as id, ${sums}
      where h.deleted_at is null and h.is_online is not null and h.site_id is not null group by h.site_id`.execute(tx)
  return rows.map(({ id, ...values }) => readingOf('site', id, ended, values))
}

/**
 * Sessions now, and logins and rejections of the interval. A reason that has not occurred counts as 0 if the NAS has had
 * it before, so that the mean of an hour is right.
 */
async function readNas(tx: Tx, ended: Date): Promise<SubjectReading[]> {
  const { rows } = await sql<{ id: number; sessions: number; logins: number; reasons: Record<string, number> }>`
    with login as (
      select nas_id, accepted, reason, count(*) / 5.0::float8 as rate from auth_log
        where at >= ${ended.toISOString()}::timestamptz - interval '5 minutes' and at < ${ended.toISOString()}::timestamptz and nas_id is not null
        group by nas_id, accepted, reason),
    former as (
      select s.object_id as nas_id, split_part(n.name, ' ', 2) as reason
        from telemetry_subject s cross join lateral unnest(s.series) n (name) where s.kind = 'nas' and n.name like 'rejections %')
    select n.id, (select count(*)::int from session_live l where l.nas_id = n.id) as sessions,
        coalesce((select sum(g.rate) from login g where g.nas_id = n.id and g.accepted), 0) as logins,
        (select coalesce(jsonb_object_agg(r.reason, r.rate), '{}') from (
          select reason, sum(rate) as rate from (
            select reason, rate from login g where g.nas_id = n.id and not g.accepted
            union all select f.reason, 0 from former f where f.nas_id = n.id) u group by reason) r) as reasons
      from nas n where n.deleted_at is null and n.is_active`.execute(tx)
  return rows.map(({ id, sessions, logins, reasons }) => {
    const reading = readingOf('nas', id, ended, {
      sessions,
      logins,
      rejections: Object.values(reasons).reduce((sum, rate) => sum + rate, 0),
    })
    const parts = Object.entries(reasons).map(([part, value]) => ({ metric: 'rejections' as const, part, value }))
    return { ...reading, values: [...reading.values, ...parts.filter(({ part }) => part !== '')] }
  })
}

/**
 * Sessions, and the traffic between the last two accounting reports of each. Its time is that of the later report, so it
 * follows the traffic by up to one interim interval. A service without a session carries none; one whose NAS has not
 * reported for 30 minutes has no value.
 */
async function readServices(tx: Tx, ended: Date): Promise<SubjectReading[]> {
  const { rows } = await sql<{ id: number; sessions: number; rx: number | null; tx: number | null }>`
    with live as (
      select service_id as id, count(*)::int as sessions,
          sum((out_octets - before_out) * 8 / extract(epoch from updated_at - before_at)) filter (where reported)::float8 as rx,
          sum((in_octets - before_in) * 8 / extract(epoch from updated_at - before_at)) filter (where reported)::float8 as tx
        from (select *, before_at < updated_at and updated_at > now() - interval '30 minutes'
            and out_octets >= before_out and in_octets >= before_in as reported
          from session_live where service_id is not null) l group by service_id)
    select id, sessions, rx, tx from live
    union all
    select s.id, 0, 0, 0 from telemetry_subject t join service s on s.id = t.object_id
      where t.kind = 'service' and s.deleted_at is null and s.status = 'active' and not exists (select from live l where l.id = s.id)`.execute(
    tx,
  )
  return rows.map(({ id, ...values }) => readingOf('service', id, ended, values))
}

/** Addresses of pools: allocated ones, or those in use where RADIUS assigns them. */
async function readPools(tx: Tx, ended: Date): Promise<SubjectReading[]> {
  const { rows } = await sql<{ id: number; used: number; free: number }>`
    select id, (100 * taken / size)::float8 as used, greatest(size - taken, 0)::float8 as free
      from (select id, greatest(used, in_use)::numeric as taken,
          2::numeric ^ (case family(net) when 4 then 32 else 128 end - masklen(net)) as size
        from subnet where type = 'pool' and state in ('held', 'reserved', 'assigned')) p`.execute(tx)
  return rows.map(({ id, ...values }) => readingOf('pool', id, ended, values))
}
