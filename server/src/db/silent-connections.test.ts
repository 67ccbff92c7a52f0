import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../testing/database-proxy.ts'
import { isDatabaseAway } from './away.ts'
import { SessionClient } from './session-client.ts'
import { endSilentConnections } from './silent-connections.ts'

let database: TestDatabase
let proxy: DatabaseProxy
let pool: pg.Pool

beforeAll(async () => {
  database = await createTestDatabase()
  proxy = await startDatabaseProxy(database.url)
})
afterAll(async () => {
  proxy?.close()
  await database?.drop()
})
afterEach(async () => {
  proxy.restore()
  await pool.end()
})

function open(): void {
  pool = new pg.Pool({
    Client: SessionClient,
    connectionString: proxy.url,
    max: 2,
    application_name: 'silent test',
    connectionTimeoutMillis: 1000,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  endSilentConnections(pool, { every: 50, silent: 400, probe: 500 })
}

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('a connection that died without a close is ended, and its slot in the pool is free again', async () => {
  open()
  await Promise.all([pool.query('select pg_sleep(0.05)'), pool.query('select pg_sleep(0.05)')])
  expect(pool.totalCount).toBe(2)
  proxy.freeze('silent test')
  const errors = await Promise.all([failure(pool.query('select 1')), failure(pool.query('select 2'))])
  expect(errors.map(isDatabaseAway)).toEqual([true, true])
  expect((await pool.query('select 3 as found')).rows).toEqual([{ found: 3 }])
})

test('a transaction whose connection dies between two statements fails at the next one', async () => {
  open()
  const client = await pool.connect()
  await client.query('begin')
  proxy.freeze('silent test')
  expect(isDatabaseAway(await failure(client.query('select 1')))).toBe(true)
  client.release(true)
})

test('a connection is ended if the database is unreachable over a new one too', async () => {
  open()
  await pool.query('select 1')
  proxy.freeze('silent test')
  proxy.holdNew()
  expect(isDatabaseAway(await failure(pool.query('select 1')))).toBe(true)
})

test('the connection of a slow statement is not closed', async () => {
  open()
  expect((await pool.query('select pg_sleep(1.5), 1 as done')).rows).toMatchObject([{ done: 1 }])
})

test('an idle connection is not closed', async () => {
  open()
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  await new Promise((done) => setTimeout(done, 1000))
  expect((await pool.query('select pg_backend_pid() as pid')).rows).toEqual(rows)
})
