import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import type { TaskContext } from '../jobs/tasks.ts'

/** The tiers, finest first: seconds of a bucket and its table. */
export const tiers = [
  { seconds: 60, table: 'reading_1m' },
  { seconds: 300, table: 'reading_5m' },
  { seconds: 3600, table: 'reading_1h' },
  { seconds: 86_400, table: 'reading_1d' },
] as const

/** Subjects of one statement, so that it finds their rows by the key and not by reading a partition. */
const chunk = 2000
/** Lengths of arrays for which statements are generated: a subject is computed by the shortest that holds its series. */
const lengths = [4, 12, 24, 48, 96, 192, 500] as const
/** Seconds after its end before a bucket is computed: polls of the last moment are being stored. */
const settleSeconds = 15

interface Bucket {
  tier: number
  bucket: string
}

/**
 * Computes every marked bucket that has ended, finer tiers first, each in a transaction of its own and whole from the
 * next finer tier. A worker that dies leaves the mark; one that runs at the same time skips the bucket.
 * @returns number of buckets that were computed
 */
export async function rollUp({ system, signal }: Pick<TaskContext, 'system' | 'signal'>): Promise<number> {
  let total = 0
  while (!signal.aborted) {
    const due = await system(dueBuckets)
    let computed = 0
    for (const one of due) {
      if (signal.aborted) break
      if (await system((tx) => computeBucket(tx, one))) computed++
    }
    total += computed
    if (computed === 0) break
  }
  return total
}

const dueBuckets = async (tx: Tx): Promise<Bucket[]> =>
  (
    await sql<Bucket>`
      select tier, bucket from telemetry_mark
        where bucket + make_interval(secs => tier + ${settleSeconds}) <= now()
        group by tier, bucket order by tier, bucket limit 50`.execute(tx)
  ).rows

/**
 * Computes one bucket, unless another worker does. The marks are deleted in an earlier statement than the one that reads
 * the rows: a mark that this one does not see belongs to a write that may not be visible yet, and stays.
 */
async function computeBucket(tx: Tx, { tier, bucket }: Bucket): Promise<boolean> {
  const lock = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('telemetry roll-up'), hashtext(${`${tier} ${bucket}`})) as locked`.execute(
    tx,
  )
  if (!lock.rows[0]!.locked) return false
  const marks = await sql`delete from telemetry_mark where tier = ${tier} and bucket = ${bucket}::timestamptz`.execute(
    tx,
  )
  if (Number(marks.numAffectedRows ?? 0) === 0) return false
  const to = tiers.findIndex(({ seconds }) => seconds === tier)
  const { rows: subjects } = await sql<{ id: number; length: number }>`
    select id, cardinality(series) as length from telemetry_subject order by id`.execute(tx)
  let shorter = 0
  for (const length of lengths) {
    const ids = subjects.filter((one) => one.length > shorter && one.length <= length).map(({ id }) => id)
    for (let at = 0; at < ids.length; at += chunk)
      await sql.raw(statementOf(to, length, bucket, ids.slice(at, at + chunk))).execute(tx)
    shorter = length
  }
  if (tier === 300) await saveTraffic(tx, bucket)
  const next = tiers[to + 1]
  if (next !== undefined)
    await sql`
      insert into telemetry_mark (tier, bucket)
        values (${next.seconds}, date_bin(make_interval(secs => ${next.seconds}), ${bucket}::timestamptz, 'epoch'))`.execute(
      tx,
    )
  return true
}

/** The statement that computes a bucket of the tier at index `to` for subjects with at most `length` series. */
function statementOf(to: number, length: number, bucket: string, ids: readonly number[]): string {
  const target = tiers[to]!
  const source = tiers[to - 1]!
  const list = (of: (i: number) => string) => `array[${Array.from({ length }, (_, index) => of(index + 1)).join(', ')}]`
  const columns =
    to === 1
      ? [
          list((i) => `avg(v[${i}])::real`),
          list((i) => `max(v[${i}])`),
          list((i) => `nullif(count(v[${i}]), 0)::smallint`),
        ]
      : [
          list((i) => `(sum(v[${i}]::float8 * n[${i}]) / sum(n[${i}]))::real`),
          list((i) => `max(m[${i}])`),
          list((i) => `sum(n[${i}])::smallint`),
        ]
  const start = new Date(bucket)
  const end = new Date(start.getTime() + target.seconds * 1000)
  return `
    insert into ${target.table} as t (subject_id, at, v, m, n)
      select subject_id, '${start.toISOString()}', ${columns.join(', ')}
        from ${source.table} where subject_id = any ('{${ids.join(',')}}') and at >= '${start.toISOString()}' and at < '${end.toISOString()}'
        group by subject_id
    on conflict (subject_id, at) do update set v = excluded.v, m = excluded.m, n = excluded.n
      where (t.v, t.m, t.n) is distinct from (excluded.v, excluded.m, excluded.n)`
}

/** The traffic of uplinks and services of one five-minute interval, which is retained for longer than the interval. */
const saveTraffic = (tx: Tx, bucket: string) =>
  sql`
    insert into traffic_5m as t (subject_id, at, rx, tx)
      select s.id, r.at, r.v[array_position(s.series, 'rx')], r.v[array_position(s.series, 'tx')]
        from telemetry_subject s join reading_5m r on r.subject_id = s.id and r.at = ${bucket}::timestamptz
        where s.kind in ('device', 'service') and (r.v[array_position(s.series, 'rx')] is not null or r.v[array_position(s.series, 'tx')] is not null)
    on conflict (subject_id, at) do update set rx = excluded.rx, tx = excluded.tx
      where (t.rx, t.tx) is distinct from (excluded.rx, excluded.tx)`.execute(tx)
