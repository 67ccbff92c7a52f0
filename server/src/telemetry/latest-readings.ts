import type { Metric, SubjectKind } from '@trunkline/contract/telemetry'
import { sql } from 'kysely'
import type { Databases } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { seriesOf } from './save-readings.ts'

/** The latest value of one series. */
export interface LatestReading {
  metric: Metric
  /** Port, sensor, radio or reason; empty: the whole. */
  part: string
  value: number
}

/** Subjects of one query: about 80 kB of values each minute for devices of 40 series. */
const batchSize = 1000

/**
 * The latest readings of subjects of one kind: of the last ten minutes, and for series that are read every five minutes
 * the mean of the latest such interval. The caller has found the ids in its own transaction: this reads as the system,
 * because tenants have no right on the tables.
 * @returns readings by id of the subject; without those that have none
 */
export async function latestReadings(
  databases: Databases,
  kind: SubjectKind,
  ids: readonly number[],
): Promise<Map<number, LatestReading[]>> {
  const found = new Map<number, LatestReading[]>()
  for (let start = 0; start < ids.length; start += batchSize) {
    const { rows } = await withSystem(databases, (tx) =>
      sql<{ id: number; series: string[]; minute: (number | null)[] | null; mean: (number | null)[] | null }>`
        select s.object_id as id, s.series, m.v as minute, f.v as mean from telemetry_subject s
          left join lateral (select r.v from reading_1m r where r.subject_id = s.id and r.at > now() - interval '10 minutes'
            and r.at <= now() order by r.at desc limit 1) m on true
          left join lateral (select r.v from reading_5m r where r.subject_id = s.id and r.at > now() - interval '15 minutes'
            and r.at <= now() order by r.at desc limit 1) f on true
        where s.kind = ${kind} and s.object_id = any (${ids.slice(start, start + batchSize)}::bigint[])`.execute(tx),
    )
    for (const { id, series, minute, mean } of rows) {
      const readings = series.flatMap((name, at) => {
        const value = minute?.[at] ?? mean?.[at]
        return value == null ? [] : [{ ...seriesOf(name), value }]
      })
      if (readings.length > 0) found.set(id, readings)
    }
  }
  return found
}
