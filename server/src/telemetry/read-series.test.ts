import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { chooseTier, readSeries } from './read-series.ts'

let database: TestDatabase
let owner: pg.Client
let now: number
const hourMs = 3_600_000
const dayMs = 24 * hourMs

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  now = Date.parse((await owner.query<{ now: string }>('select now()::text as now')).rows[0]!.now)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const addSubject = async (id: number, series: string[]) =>
  Number(
    (
      await owner.query<{ id: string }>(
        `insert into telemetry_subject (kind, object_id, series) values ('service', $1, $2) returning id`,
        [id, series],
      )
    ).rows[0]!.id,
  )
const period = (from: number, to: number) => ({ from: new Date(from), to: new Date(to) })

test('a period gets at most the requested points, from the coarsest tier that is still stored', () => {
  const at = new Date('2026-06-01T12:00:00Z')
  const tier = (days: number, points: number, ago = days) => {
    const from = new Date(at.getTime() - ago * dayMs)
    const { seconds, source } = chooseTier({ from, to: new Date(from.getTime() + days * dayMs), points }, at)
    return [seconds, source.table]
  }
  expect(tier(1, 800)).toEqual([300, 'reading_5m'])
  expect(tier(7, 800)).toEqual([900, 'reading_5m'])
  expect(tier(30, 1600)).toEqual([3600, 'reading_1h'])
  expect(tier(365, 1600)).toEqual([21_600, 'reading_1h'])
  expect(tier(1, 1600)).toEqual([60, 'reading_1m'])
  // Five minutes of three weeks ago are no longer stored, and hours of two years ago neither.
  expect(tier(1, 1600, 21)).toEqual([3600, 'reading_1h'])
  expect(tier(7, 800, 730)).toEqual([86_400, 'reading_1d'])
})

test('points are means weighed by the minutes that have a value, and a gap is null', async () => {
  const id = await addSubject(1, ['rx', 'tx', 'sessions'])
  const start = Math.floor(now / dayMs) * dayMs - dayMs
  for (const [minutes, v, m, n] of [
    [0, '{10,NULL,1}', '{30,NULL,1}', '{1,NULL,5}'],
    [5, '{40,NULL,2}', '{50,NULL,3}', '{4,NULL,5}'],
    [30, '{7,8,9}', '{7,8,9}', '{5,5,5}'],
  ] as const)
    await owner.query(`insert into reading_5m (subject_id, at, v, m, n) values ($1, $2, $3, $4, $5)`, [
      id,
      new Date(start + minutes * 60_000),
      v,
      m,
      n,
    ])
  const answer = await readSeries(
    database.databases,
    { kind: 'service', id: 1 },
    { metrics: ['rx', 'tx'], ...period(start, start + hourMs), points: 4 },
  )
  expect(answer.seconds).toBe(900)
  expect(answer.times).toEqual([0, 15, 30, 45].map((minutes) => new Date(start + minutes * 60_000).toISOString()))
  expect(answer.series.map(({ metric, mean, max }) => [metric, mean, max])).toEqual([
    ['rx', [34, null, 7, null], [50, null, 7, null]],
    ['tx', [null, null, 8, null], [null, null, 8, null]],
  ])
})

test('the 95th percentile of a month drops 432 of 8,640 intervals, and a gap is missing, not 0', async () => {
  const id = await addSubject(2, ['rx', 'tx'])
  const start = Math.floor(now / dayMs) * dayMs - 31 * dayMs
  // Up to the first partition that exists, which depends on the day on which the template was created.
  const { rows } = await owner.query<{ first: string }>(
    `select min(right(relname, 8)) as first from pg_class where relname ~ '^traffic_5m_\\d{8}$'`,
  )
  await owner.query(
    `create table traffic_5m_month partition of traffic_5m for values from ('${new Date(start - dayMs).toISOString()}') to ('${rows[0]!.first} 00:00Z')`,
  )
  await owner.query(
    `insert into traffic_5m select $1, $2::timestamptz + interval '5 minutes' * n, (n * 7919) % 8640 + 1, case when n % 2 = 0 then 5 end from generate_series(0, 8639) n
       on conflict do nothing`,
    [id, new Date(start - dayMs)],
  )
  const answer = await readSeries(
    database.databases,
    { kind: 'service', id: 2 },
    { metrics: ['rx', 'tx'], ...period(start - dayMs, start + 29 * dayMs), points: 800 },
  )
  expect(answer.series.map(({ percentile_95 }) => percentile_95)).toEqual([
    { value: 8208, intervals: 8640, expected: 8640 },
    { value: 5, intervals: 4320, expected: 8640 },
  ])
})

test('the week before is shifted by seven local days, also across a change of the clock', async () => {
  const zone = 'Europe/Berlin'
  const localHour = (at: number) =>
    Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(at))
  // The last day on which the offset changed, at least three days ago.
  let change = Math.floor(now / dayMs) * dayMs - 3 * dayMs
  while (localHour(change) === localHour(change - dayMs)) change -= dayMs
  const id = await addSubject(3, ['rx'])
  for (let at = change - 9 * dayMs; at < change + 3 * dayMs; at += hourMs)
    await owner.query(`insert into reading_1h values ($1, $2, $3, $3, '{60}')`, [
      id,
      new Date(at),
      `{${localHour(at)}}`,
    ])
  const from = change + dayMs
  const { series, seconds } = await readSeries(
    database.databases,
    { kind: 'service', id: 3 },
    { metrics: ['rx'], ...period(from, from + dayMs), points: 24, weekBefore: zone },
  )
  expect(seconds).toBe(3600)
  expect(series[0]!.mean).toHaveLength(24)
  expect(series[0]!.week_before).toEqual(series[0]!.mean)
  const shiftedByHours = await readSeries(
    database.databases,
    { kind: 'service', id: 3 },
    { metrics: ['rx'], ...period(from, from + dayMs), points: 24, weekBefore: 'UTC' },
  )
  expect(shiftedByHours.series[0]!.week_before).not.toEqual(series[0]!.mean)
})
