import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import type { SubjectReading } from './reading.ts'
import { rollUp, tiers } from './roll-up.ts'
import { saveReadings, seriesName } from './save-readings.ts'

let database: TestDatabase
let now: number
const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work)
const { signal } = new AbortController()
const minuteMs = 60_000

beforeAll(async () => {
  database = await createTestDatabase()
  const { rows } = await system((tx) => sql<{ now: string }>`select now() as now`.execute(tx))
  now = Date.parse(rows[0]!.now)
})
afterAll(() => database.drop())

const reading = (id: number, at: number, values: Record<string, number | null>): SubjectReading => ({
  subject: { kind: 'device', id },
  at: new Date(at),
  values: Object.entries(values).map(([name, value]) =>
    name.startsWith('ether')
      ? { metric: 'port_rx', part: name, value }
      : { metric: name as 'cpu_load', part: '', value },
  ),
})

interface Stored {
  id: number
  at: string
  series: string[]
  v: (number | null)[]
  m?: (number | null)[]
  n?: (number | null)[]
}

const rowsOf = async (table: string, id?: number) =>
  (
    await system((tx) =>
      sql<Stored>`
        select s.object_id as id, r.at, s.series, r.v${sql.raw(table === 'reading_1m' ? '' : ', r.m, r.n')}
          from ${sql.table(table)} r join telemetry_subject s on s.id = r.subject_id
          where s.kind = 'device' and (${id ?? null}::bigint is null or s.object_id = ${id ?? null}) order by r.subject_id, r.at`.execute(
        tx,
      ),
    )
  ).rows

/** The values of the model: by subject, series and minute. */
type Model = Map<string, Map<number, number>>

function addToModel(model: Model, { subject, at, values }: SubjectReading) {
  for (const { metric, part, value } of values) {
    if (value === null) continue
    const name = `${subject.id} ${seriesName(metric, part)}`
    const minutes = model.get(name) ?? new Map<number, number>()
    const minute = Math.floor(at.getTime() / minuteMs) * minuteMs
    if (!minutes.has(minute)) minutes.set(minute, value)
    model.set(name, minutes)
  }
}

/** Compares a tier with the model: every bucket that has ended, with mean, highest value and count. */
async function expectTier({ seconds, table }: (typeof tiers)[number], model: Model) {
  const found = new Map<string, { mean: number; max: number; count: number }>()
  for (const row of await rowsOf(table))
    for (const [position, name] of row.series.entries()) {
      const mean = row.v[position]
      if (mean === null || mean === undefined) continue
      const key = `${row.id} ${name} ${row.at}`
      expect(found.has(key)).toBe(false)
      found.set(key, { mean, max: row.m?.[position] ?? mean, count: row.n?.[position] ?? 1 })
    }
  let buckets = 0
  for (const [name, minutes] of model) {
    const byBucket = new Map<number, number[]>()
    for (const [minute, value] of minutes) {
      const bucket = Math.floor(minute / (seconds * 1000)) * seconds * 1000
      byBucket.set(bucket, [...(byBucket.get(bucket) ?? []), value])
    }
    for (const [bucket, values] of byBucket) {
      if (bucket + seconds * 1000 > now - 30_000) continue
      buckets++
      const key = `${name} ${new Date(bucket).toISOString()}`
      const stored = found.get(key)
      expect(stored, `${table} ${key}`).toBeDefined()
      expect(stored!.count, key).toBe(values.length)
      expect(stored!.max, key).toBeCloseTo(Math.max(...values), 3)
      expect(stored!.mean, key).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 2)
      found.delete(key)
    }
  }
  // What is left belongs to buckets that have not ended.
  for (const key of found.keys())
    expect(Date.parse(key.split(' ').at(-1)!) + seconds * 1000, `${table} ${key}`).toBeGreaterThan(now - 30_000)
  return buckets
}

const readings = fc.array(
  fc
    .record({
      id: fc.integer({ min: 1, max: 6 }),
      // Up to 47 hours late, in any order; many in the same hours.
      minute: fc.oneof(fc.integer({ min: 20, max: 47 * 60 }), fc.integer({ min: 1500, max: 1620 })),
      values: fc.dictionary(
        fc.constantFrom('cpu_load', 'rx', 'memory_load', ...Array.from({ length: 30 }, (_, n) => `ether${n}`)),
        fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null }),
        { maxKeys: 6 },
      ),
    })
    .map(({ id, minute, values }) => reading(id, now - minute * minuteMs, values)),
  { maxLength: 25 },
)

interface Step {
  batch: SubjectReading[]
  repeated: boolean
  writerDies: boolean
  /** Transaction of the roll-up at whose end the worker dies; 0: it does not. */
  workerDies: number
  rolls: 'none' | 'one' | 'two'
}

/** Runs `work` and ends its connection before the commit, as a killed process does. */
const dying = async (work: (tx: Tx) => Promise<unknown>) =>
  system(async (tx) => {
    await work(tx)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  }).catch(() => {})

test('all tiers equal a model, whatever is late, repeated or out of order, and whichever worker dies', async () => {
  const model: Model = new Map()
  const steps = fc.array(
    fc.record<Step>({
      batch: readings,
      repeated: fc.boolean(),
      writerDies: fc.nat(9).map((n) => n === 0),
      workerDies: fc.nat(5),
      rolls: fc.constantFrom('none', 'one', 'two'),
    }),
    { minLength: 40, maxLength: 60 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      for (const { batch, repeated, writerDies, workerDies, rolls } of list) {
        let transactions = 0
        const mortal = <T>(work: (tx: Tx) => Promise<T>) => {
          if (++transactions !== workerDies) return system(work)
          return dying(work).then(() => {
            throw new Error('the worker died')
          })
        }
        const writing = async () => {
          if (writerDies) await dying((tx) => saveReadings(tx, batch))
          await system((tx) => saveReadings(tx, batch))
          if (repeated) await system((tx) => saveReadings(tx, batch))
        }
        const rolling = () => rollUp({ system: mortal, signal }).catch(() => {})
        await Promise.all([
          writing(),
          ...(rolls === 'none' ? [] : [rolling()]),
          ...(rolls === 'two' ? [rollUp({ system, signal })] : []),
        ])
        for (const one of batch) addToModel(model, one)
      }
      await rollUp({ system, signal })
      for (const tier of tiers) await expectTier(tier, model)
    }),
    { numRuns: 3, endOnFailure: true, ...(process.env['FC_SEED'] && { seed: Number(process.env['FC_SEED']) }) },
  )
  expect(await expectTier(tiers[3], model)).toBeGreaterThan(5)
}, 300_000)

test('a mark of a bucket is left if the worker dies, and gone after the bucket was computed', async () => {
  const at = now - 100 * minuteMs
  const count = async () =>
    (
      await system((tx) =>
        sql<{ n: number }>`select count(*)::int as n from telemetry_mark where tier = 300`.execute(tx),
      )
    ).rows[0]!.n
  await system((tx) => saveReadings(tx, [reading(50, at, { cpu_load: 10 })]))
  const before = await count()
  let transactions = 0
  await rollUp({
    signal,
    system: (work) =>
      ++transactions === 2
        ? dying(work).then(() => {
            throw new Error('the worker died')
          })
        : system(work),
  }).catch(() => {})
  expect(before).toBeGreaterThan(0)
  expect(await count()).toBe(before)
  expect(await rowsOf('reading_5m', 50)).toEqual([])
  await rollUp({ system, signal })
  expect(await count()).toBe(0)
  expect(await rowsOf('reading_5m', 50)).toMatchObject([{ v: [10, null, null, null], n: [1, null, null, null] }])
})

test('a row that is written while its bucket is being computed leaves a mark for the next run', async () => {
  const start = Math.floor((now - 200 * minuteMs) / 300_000) * 300_000
  await system((tx) => saveReadings(tx, [reading(90, start, { cpu_load: 10 })]))
  await rollUp({ system, signal })
  await system((tx) => saveReadings(tx, [reading(90, start + minuteMs, { cpu_load: 20 })]))
  // The roles of the panel do not see what other connections wait for.
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  let rolling: Promise<number> | undefined
  await system(async (tx) => {
    // The roll-up has read the rows, and waits for this lock to write the bucket.
    await sql`
      select from reading_5m where at = ${new Date(start).toISOString()}::timestamptz
        and subject_id = (select id from telemetry_subject where kind = 'device' and object_id = 90) for update`.execute(
      tx,
    )
    rolling = rollUp({ system, signal })
    await expect
      .poll(
        async () => {
          const { rows } = await owner.query<{ n: number }>(
            `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
          return rows[0]!.n
        },
        { timeout: 10_000 },
      )
      .toBe(1)
    await system((other) => saveReadings(other, [reading(90, start + 2 * minuteMs, { cpu_load: 60 })]))
  })
  await rolling
  await owner.end()
  await rollUp({ system, signal })
  expect((await rowsOf('reading_5m', 90)).map(({ v, n }) => [v[0], n?.[0]])).toEqual([[30, 3]])
})

test('a value that was not read is missing in all tiers, never 0', async () => {
  const start = Math.floor((now - 6 * 3_600_000) / 3_600_000) * 3_600_000
  await system((tx) =>
    saveReadings(tx, [
      reading(60, start, { cpu_load: 20, rx: null }),
      reading(60, start + 2 * minuteMs, { cpu_load: null, rx: 600 }),
      reading(60, start + 61 * minuteMs, { cpu_load: 40 }),
    ]),
  )
  await rollUp({ system, signal })
  const hours = await rowsOf('reading_1h', 60)
  expect(hours.map(({ v, n }) => [v.slice(0, 2), n?.slice(0, 2)])).toEqual([
    [
      [20, 600],
      [1, 1],
    ],
    [
      [40, null],
      [1, null],
    ],
  ])
})

test('readings older than 48 hours and those of the future are dropped; a row is completed and not changed', async () => {
  const at = now - 30 * minuteMs
  await system((tx) =>
    saveReadings(tx, [
      reading(70, now - 49 * 3_600_000, { cpu_load: 1 }),
      reading(70, now + 10 * minuteMs, { cpu_load: 2 }),
      reading(70, at, { cpu_load: 3, rx: null }),
      reading(70, at, { cpu_load: 4, rx: 5 }),
    ]),
  )
  await system((tx) => saveReadings(tx, [reading(70, at, { cpu_load: 6, rx: 7, memory_load: 8 })]))
  expect((await rowsOf('reading_1m', 70)).map(({ series, v }) => [series, v])).toEqual([
    [
      ['cpu_load', 'rx', 'memory_load'],
      [3, 5, 8],
    ],
  ])
})

test('workers that name new series of a subject at the same time give each a position of its own', async () => {
  const at = now - 40 * minuteMs
  await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      system((tx) => saveReadings(tx, [reading(80, at + n * minuteMs, { [`ether${n}`]: n + 1, cpu_load: 50 })])),
    ),
  )
  const rows = await rowsOf('reading_1m', 80)
  expect(rows).toHaveLength(8)
  for (const [n, { series, v }] of rows.entries()) {
    expect(new Set(series).size).toBe(9)
    expect(v[series.indexOf(`port_rx ether${n}`)]).toBe(n + 1)
    expect(v[series.indexOf('cpu_load')]).toBe(50)
  }
})

test('tenants and other roles have no right on the readings', async () => {
  for (const table of ['telemetry_subject', 'telemetry_mark', 'traffic_5m', ...tiers.map((tier) => tier.table)])
    await expect(database.databases.app.query(`select from ${table}`)).rejects.toThrow('permission denied')
})
