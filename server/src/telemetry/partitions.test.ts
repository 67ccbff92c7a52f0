import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const maintain = async () =>
  (await owner.query<{ made: number; dropped: number }>('select * from panel.maintain_telemetry()')).rows[0]!
const partitionsOf = async (table: string) =>
  (
    await owner.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1`,
      [table],
    )
  ).rows.map(({ name }) => name)

/** The name that the maintenance gives the partition of a day, this many days ago. */
async function nameOfDay(table: string, days: number): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    `select $1 || to_char((now() at time zone 'UTC') - make_interval(days => $2), '_YYYYMMDD') as name`,
    [table, days],
  )
  return rows[0]!.name
}

/** A partition of one day, this many days ago. */
async function addDay(table: string, days: number): Promise<string> {
  const name = `${table}_test_${days}`
  const { rows } = await owner.query<{ from: string; to: string }>(
    `select (d || 'Z') as from, (d + interval '1 day') || 'Z' as to from (select date_trunc('day', now() at time zone 'UTC') - make_interval(days => $1) as d)`,
    [days],
  )
  await owner.query(
    `create table ${name} partition of ${table} for values from ('${rows[0]!.from}') to ('${rows[0]!.to}')`,
  )
  return name
}

test('days of the fine tiers exist from two days ago to seven ahead, and another run creates none', async () => {
  await maintain()
  for (const table of ['reading_1m', 'reading_5m', 'traffic_5m'])
    expect((await partitionsOf(table)).length).toBeGreaterThanOrEqual(10)
  expect((await partitionsOf('reading_1h')).length).toBeGreaterThanOrEqual(15)
  expect((await partitionsOf('reading_1d')).length).toBeGreaterThanOrEqual(6)
  expect(await maintain()).toEqual({ made: 0, dropped: 0 })
})

test('each tier is dropped after its own retention, with its partition', async () => {
  const minutes = await addDay('reading_1m', 4)
  const recent = await nameOfDay('reading_5m', 13)
  const old = await addDay('reading_5m', 16)
  const traffic = await addDay('traffic_5m', 99)
  const oldTraffic = await addDay('traffic_5m', 102)
  expect(await maintain()).toEqual({ made: 0, dropped: 3 })
  expect(await partitionsOf('reading_1m')).not.toContain(minutes)
  expect(await partitionsOf('reading_5m')).toContain(recent)
  expect(await partitionsOf('reading_5m')).not.toContain(old)
  expect(await partitionsOf('traffic_5m')).toContain(traffic)
  expect(await partitionsOf('traffic_5m')).not.toContain(oldTraffic)
})

test('a partition is retained while a bucket that is computed from it is marked', async () => {
  const name = await addDay('reading_5m', 17)
  await owner.query(
    `insert into telemetry_mark (tier, bucket) select 3600, date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '17 days' + interval '5 hours'`,
  )
  await maintain()
  expect(await partitionsOf('reading_5m')).toContain(name)
  await owner.query('delete from telemetry_mark')
  await maintain()
  expect(await partitionsOf('reading_5m')).not.toContain(name)
})
