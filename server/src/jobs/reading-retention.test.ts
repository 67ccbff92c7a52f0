import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { maintainReadings, pruneReadings } from './reading-retention.ts'

let database: TestDatabase
let owner: pg.Client
const retention = { sampleDays: 9, readingDays: 400 }

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const keep = () => maintainReadings(owner, retention, createLog('silent'))
const parts = async (table: string) =>
  (
    await owner.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = $1::regclass order by 1`,
      [table],
    )
  ).rows.map(({ name }) => name)
const add = (age: string, seconds: number) =>
  database.databases.appAll.query(
    `insert into hardware_sample (hardware_id, at, seconds, online) values (1, now() - $1::interval, $2, true)`,
    [age, seconds],
  )
const ages = async () =>
  (
    await database.databases.appAll.query<{ days: number; seconds: number }>(
      `select (now()::date - at::date)::int as days, seconds from hardware_sample order by at, seconds`,
    )
  ).rows.map(({ days, seconds }) => [days, seconds])

test('partitions exist for this week and month and three ahead; another run creates none', async () => {
  const before = [await parts('hardware_sample'), await parts('company_reading')]
  expect(before[0]).toHaveLength(5)
  expect(before[1]).toHaveLength(5)
  await keep()
  expect([await parts('hardware_sample'), await parts('company_reading')]).toEqual(before)
  const [week] = before[0]!.filter((name) => /_w\d\d$/.test(name))
  expect(await parts(week as string)).toEqual([`${week}_1h`, `${week}_5m`])
})

test('a missing partition is created again, with its rows from the default partition', async () => {
  const [week] = (await parts('hardware_sample')).filter((name) => /_w\d\d$/.test(name))
  await owner.query(`drop table ${week}`)
  await add('0', 300)
  expect((await owner.query('select from hardware_sample_rest')).rowCount).toBe(1)
  await keep()
  expect((await owner.query('select from hardware_sample_rest')).rowCount).toBe(0)
  expect((await owner.query(`select from ${week}_5m`)).rowCount).toBe(1)
})

test('expired five-minute samples are dropped with their weekly partition, hourly ones a year later', async () => {
  const attach = async (name: string, weeksAgo: number) => {
    await owner.query(`create table ${name} (like hardware_sample including defaults) partition by list (seconds)`)
    await owner.query(`create table ${name}_5m partition of ${name} for values in (300)`)
    await owner.query(`create table ${name}_1h partition of ${name} for values in (3600)`)
    const { rows } = await owner.query<{ from: string; to: string }>(
      `select (date_trunc('week', now() at time zone 'UTC') - make_interval(weeks => $1)) || 'Z' as from, (date_trunc('week', now() at time zone 'UTC') - make_interval(weeks => $1 - 1)) || 'Z' as to`,
      [weeksAgo],
    )
    await owner.query(
      `alter table hardware_sample attach partition ${name} for values from ('${rows[0]!.from}') to ('${rows[0]!.to}')`,
    )
  }
  await attach('hardware_sample_1999_w01', 70)
  await attach('hardware_sample_1999_w02', 4)
  await add('4 weeks', 300)
  await add('4 weeks', 3600)
  await keep()
  expect(await parts('hardware_sample')).not.toContain('hardware_sample_1999_w01')
  expect(await parts('hardware_sample_1999_w02')).toEqual(['hardware_sample_1999_w02_1h'])
  expect(await ages()).toEqual([
    [28, 3600],
    [0, 300],
  ])
})

test('in tables without partitions expired rows are deleted', async () => {
  for (const [age, seconds] of [
    ['8 days', 300],
    ['10 days', 300],
    ['399 days', 3600],
    ['401 days', 3600],
  ] as const)
    await add(age, seconds)
  const gone = await pruneReadings(owner, retention, new AbortController().signal)
  expect(gone).toBe(2)
  expect((await ages()).map(([days]) => days)).toEqual([399, 28, 8, 0])
})
