import type { Metric } from '@trunkline/contract/telemetry'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { storableValues, type SubjectReading } from './reading.ts'

/** Series that a subject may have; values of further ones are dropped (a router with hundreds of tunnels). */
export const maxSeries = 500

interface StoredSubject {
  id: number
  kind: string
  object_id: number
  series: string[]
}

/** The name of a series in `telemetry_subject.series`. */
export const seriesName = (metric: string, part: string): string => (part === '' ? metric : `${metric} ${part}`)

/** The metric and the part of a name in `telemetry_subject.series`. */
export function seriesOf(name: string): { metric: Metric; part: string } {
  const space = name.indexOf(' ')
  return space < 0
    ? { metric: name as Metric, part: '' }
    : { metric: name.slice(0, space) as Metric, part: name.slice(space + 1) }
}

const keyOf = (kind: string, id: number) => `${kind} ${id}`
const minuteMs = 60_000

/**
 * Stores readings, one row of a subject and minute, and marks the five-minute intervals that have to be computed again.
 * Safe to repeat: of several values of a series and minute the first one stays. Readings that are older than 48 hours or
 * more than five minutes ahead of the database's clock are dropped.
 */
export async function saveReadings(tx: Tx, readings: readonly SubjectReading[]): Promise<void> {
  const given = readings
    .map((reading) => ({ reading, values: storableValues(reading) }))
    .filter(({ values }) => values.some(({ value }) => value !== null))
  if (given.length === 0) return
  const wanted = new Map<string, { kind: string; id: number; names: Set<string> }>()
  for (const { reading, values } of given) {
    const { kind, id } = reading.subject
    const entry = wanted.get(keyOf(kind, id)) ?? { kind, id, names: new Set<string>() }
    for (const { metric, part } of values) entry.names.add(seriesName(metric, part))
    wanted.set(keyOf(kind, id), entry)
  }
  const positions = await findPositions(tx, wanted)

  const rows = new Map<string, { subject_id: number; at: number; values: (number | null)[] }>()
  for (const { reading, values } of given) {
    const stored = positions.get(keyOf(reading.subject.kind, reading.subject.id))
    if (stored === undefined) continue
    const at = Math.floor(reading.at.getTime() / minuteMs) * minuteMs
    const row = rows.get(`${stored.id} ${at}`) ?? { subject_id: stored.id, at, values: [] }
    for (const { metric, part, value } of values) {
      const position = stored.positions.get(seriesName(metric, part))
      if (position !== undefined) row.values[position] ??= value
    }
    if (row.values.length > 0) rows.set(`${stored.id} ${at}`, row)
  }
  const list = [...rows.values()].toSorted((a, b) => a.subject_id - b.subject_id || a.at - b.at)
  if (list.length === 0) return
  await sql`
    with stored as (
      insert into reading_1m as r (subject_id, at, v)
        select g.subject_id, g.at, g.v::real[] from unnest(${list.map(({ subject_id }) => subject_id)}::bigint[],
            ${list.map(({ at }) => new Date(at).toISOString())}::timestamptz[], ${list.map(({ values }) => arrayText(values))}::text[]) as g (subject_id, at, v)
          where g.at >= now() - interval '48 hours' and g.at < now() + interval '5 minutes'
      on conflict (subject_id, at) do update set v = panel.merge_readings(r.v, excluded.v)
        where r.v is distinct from panel.merge_readings(r.v, excluded.v)
      returning at)
    insert into telemetry_mark (tier, bucket) select distinct 300, date_bin('5 minutes', at, 'epoch') from stored`.execute(
    tx,
  )
}

/** The positions of all wanted series; appends those that are missing. */
async function findPositions(
  tx: Tx,
  wanted: ReadonlyMap<string, { kind: string; id: number; names: ReadonlySet<string> }>,
): Promise<Map<string, { id: number; positions: Map<string, number> }>> {
  const requested = [...wanted.values()].toSorted((a, b) => a.kind.localeCompare(b.kind) || a.id - b.id)
  let found = await findSubjects(tx, requested)
  if (found.length < requested.length) {
    const known = new Set(found.map((one) => keyOf(one.kind, one.object_id)))
    const missing = requested.filter(({ kind, id }) => !known.has(keyOf(kind, id)))
    await sql`
      insert into telemetry_subject (kind, object_id)
        select * from unnest(${missing.map(({ kind }) => kind)}::text[], ${missing.map(({ id }) => id)}::bigint[])
      on conflict do nothing`.execute(tx)
    found = await findSubjects(tx, requested)
  }
  const lacks = (one: StoredSubject) => {
    const names = new Set(one.series)
    return [...(wanted.get(keyOf(one.kind, one.object_id))?.names ?? [])].filter((name) => !names.has(name))
  }
  const incomplete = found.filter((one) => one.series.length < maxSeries && lacks(one).length > 0)
  if (incomplete.length > 0) {
    const { rows: locked } = await sql<StoredSubject>`
      select id, kind, object_id, series from telemetry_subject where id = any(${incomplete.map(({ id }) => id)}) order by id for update`.execute(
      tx,
    )
    const extended = locked.map((one) => ({ ...one, series: [...one.series, ...lacks(one)].slice(0, maxSeries) }))
    await sql`
      update telemetry_subject s set series = array(select jsonb_array_elements_text(g.series))
        from jsonb_to_recordset(${JSON.stringify(extended)}::jsonb) as g (id bigint, series jsonb) where s.id = g.id`.execute(
      tx,
    )
    const byId = new Map(extended.map((one) => [one.id, one]))
    found = found.map((one) => byId.get(one.id) ?? one)
  }
  return new Map(
    found.map(({ id, kind, object_id, series }) => [
      keyOf(kind, object_id),
      { id, positions: new Map(series.map((name, position) => [name, position])) },
    ]),
  )
}

const findSubjects = async (tx: Tx, requested: readonly { kind: string; id: number }[]): Promise<StoredSubject[]> =>
  (
    await sql<StoredSubject>`
      select s.id, s.kind, s.object_id, s.series
        from unnest(${requested.map(({ kind }) => kind)}::text[], ${requested.map(({ id }) => id)}::bigint[]) as g (kind, object_id)
        join telemetry_subject s on s.kind = g.kind and s.object_id = g.object_id`.execute(tx)
  ).rows

/** `{1,NULL,2.5}`: a list of lists of different lengths cannot be an array parameter. */
const arrayText = (values: readonly (number | null | undefined)[]): string =>
  `{${Array.from(values, (value) => value ?? 'NULL').join(',')}}`
