import { metrics, type Metric } from '@trunkline/contract/telemetry'
import type { ReadingAnswer, ReadingSeries } from '@trunkline/contract/resources/telemetry'
import { sql } from 'kysely'
import type { Databases, Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import type { SubjectReference } from './reading.ts'
import { seriesOf } from './save-readings.ts'

export interface SeriesRequest {
  metrics: readonly Metric[]
  /** Only this part. */
  part?: string | undefined
  from: Date
  to: Date
  /** Highest number of points. */
  points: number
  /** IANA zone whose days shift the week before; undefined: without it. */
  weekBefore?: string | undefined
}

/** Lines of one graph. */
const maxLines = 40
const daySeconds = 86_400

/** Tiers with the days for which they are retained, as docs/reference/retention.md says. */
const sources = [
  { seconds: 60, table: 'reading_1m', days: 2 },
  { seconds: 300, table: 'reading_5m', days: 14 },
  { seconds: 3600, table: 'reading_1h', days: 400 },
  { seconds: daySeconds, table: 'reading_1d', days: 1827 },
] as const

/** Seconds of a point: multiples of the tiers. */
const steps = [60, 300, 900, 1800, 3600, 7200, 21_600, daySeconds, 7 * daySeconds] as const

/**
 * The points of a period, and the coarsest tier that has them: as many points as allowed, and none finer than what is
 * still stored at the beginning of the period.
 */
export function chooseTier({ from, to, points }: Pick<SeriesRequest, 'from' | 'to' | 'points'>, now: Date) {
  const wanted = (to.getTime() - from.getTime()) / 1000 / points
  const age = (now.getTime() - from.getTime()) / 1000
  const seconds =
    steps.find((step) => step >= wanted && sourceOf(step).days * daySeconds >= age) ?? (steps.at(-1) as number)
  return { seconds, source: sourceOf(seconds) }
}

const sourceOf = (step: number) => sources.findLast(({ seconds }) => seconds <= step) ?? sources[0]

/**
 * Readings of one subject over time. The caller has found the subject in its own transaction: this reads as the system,
 * because tenants have no right on the tables.
 */
export const readSeries = (
  databases: Databases,
  subject: SubjectReference,
  request: SeriesRequest,
): Promise<ReadingAnswer> => withSystem(databases, (tx) => read(tx, subject, request))

async function read(tx: Tx, subject: SubjectReference, request: SeriesRequest): Promise<ReadingAnswer> {
  const { rows } = await sql<{ id: number; series: string[]; now: string }>`
    select id, series, now() as now from telemetry_subject where kind = ${subject.kind} and object_id = ${subject.id}`.execute(
    tx,
  )
  const stored = rows[0]
  const { seconds, source } = chooseTier(request, stored === undefined ? new Date() : new Date(stored.now))
  const first = Math.floor(request.from.getTime() / 1000 / seconds) * seconds
  const count = Math.max(1, Math.ceil((request.to.getTime() / 1000 - first) / seconds))
  const times = Array.from({ length: count }, (_, n) => new Date((first + n * seconds) * 1000).toISOString())
  const all = (stored?.series ?? []).flatMap((name, at) => {
    const { metric, part } = seriesOf(name)
    return request.metrics.includes(metric) && (request.part === undefined || request.part === part)
      ? [{ metric, part, position: at + 1 }]
      : []
  })
  const lines = all.slice(0, maxLines)
  if (stored === undefined || lines.length === 0) return { seconds, times, series: [], omitted: 0 }
  const of = {
    tx,
    subject: stored.id,
    seconds,
    table: source.table,
    first,
    count,
    positions: lines.map(({ position }) => position),
  }
  const now = await readPoints(of, undefined)
  const before = request.weekBefore === undefined ? undefined : await readPoints(of, request.weekBefore)
  const percentiles = await readPercentiles(tx, stored.id, lines, request, new Date(stored.now))
  return {
    seconds,
    times,
    series: lines.map(({ metric, part }, n): ReadingSeries => ({
      metric,
      part,
      unit: metrics[metric].unit,
      mean: now.map((point) => point?.means[n] ?? null),
      max: now.map((point) => point?.highest[n] ?? null),
      ...(before && { week_before: before.map((point) => point?.means[n] ?? null) }),
      percentile_95: percentiles[n] ?? null,
    })),
    omitted: all.length - lines.length,
  }
}

interface Point {
  means: (number | null)[]
  highest: (number | null)[]
}

interface PointsOf {
  tx: Tx
  subject: number
  seconds: number
  table: (typeof sources)[number]['table']
  /** Beginning of the first point, seconds since 1970. */
  first: number
  count: number
  positions: readonly number[]
}

/**
 * The points of a period, or those of the week before it: each reading moves by seven days of the zone's calendar, so
 * that eight in the morning is compared with eight in the morning across a change of the clock.
 */
async function readPoints(of: PointsOf, zone: string | undefined): Promise<(Point | undefined)[]> {
  const minutes = of.table === 'reading_1m'
  const mean = (p: number) =>
    sql`(sum(v[${p}::int]::float8 * ${minutes ? sql`1` : sql`n[${p}::int]`}) / nullif(sum(${minutes ? sql`case when v[${p}::int] is not null then 1 end` : sql`n[${p}::int]`}), 0))::float8`
  const highest = (p: number) => sql`max(${minutes ? sql`v` : sql`m`}[${p}::int])::float8`
  const start = sql`to_timestamp(${of.first}::float8)`
  const end = sql`to_timestamp(${of.first + of.count * of.seconds}::float8)`
  const at = zone === undefined ? sql`at` : sql`((at at time zone ${zone}) + interval '7 days') at time zone ${zone}`
  const bound = (time: typeof start) =>
    zone === undefined ? time : sql`((${time} at time zone ${zone}) - interval '7 days') at time zone ${zone}`
  const { rows } = await sql<{ point: number } & Point>`
    select floor((extract(epoch from ${at}) - ${of.first}) / ${of.seconds})::int as point,
        array[${sql.join(of.positions.map(mean))}] as means, array[${sql.join(of.positions.map(highest))}] as highest
      from ${sql.table(of.table)} where subject_id = ${of.subject} and at >= ${bound(start)} and at < ${bound(end)} group by 1`.execute(
    of.tx,
  )
  const points = Array.from<Point | undefined>({ length: of.count })
  for (const { point, means, highest: high } of rows)
    if (point >= 0 && point < of.count) points[point] = { means, highest: high }
  return points
}

/** Metrics whose percentile 95 is billed or compared with a limit. */
const billed: readonly Metric[] = ['rx', 'tx', 'port_rx', 'port_tx']

/**
 * The 95th percentile of five-minute means: the top 5 % are dropped, the next one counts (432 of 8,640 in a month of 30
 * days). A missing interval is left out, not counted as 0.
 */
async function readPercentiles(
  tx: Tx,
  subject: number,
  lines: readonly { metric: Metric; position: number }[],
  { from, to }: SeriesRequest,
  now: Date,
): Promise<(ReadingSeries['percentile_95'] | undefined)[]> {
  const ageDays = (now.getTime() - from.getTime()) / 86_400_000
  const ended = Math.min(to.getTime(), now.getTime())
  const expected = Math.max(0, Math.floor((ended - from.getTime()) / 300_000))
  const list: (ReadingSeries['percentile_95'] | undefined)[] = []
  for (const { metric, position } of lines) {
    const value = metric === 'rx' || metric === 'tx' ? sql.ref(metric) : sql`v[${position}::int]`
    const storedDays = metric === 'rx' || metric === 'tx' ? 100 : 14
    const table = storedDays === 100 ? 'traffic_5m' : 'reading_5m'
    if (!billed.includes(metric) || ageDays > storedDays) {
      list.push(undefined)
      continue
    }
    const { rows } = await sql<{ value: number | null; intervals: number }>`
      select percentile_disc(0.95) within group (order by ${value})::float8 as value, count(${value})::int as intervals
        from ${sql.table(table)} where subject_id = ${subject} and at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz`.execute(
      tx,
    )
    const { value: found, intervals } = rows[0]!
    list.push(found === null ? undefined : { value: found, intervals, expected })
  }
  return list
}
