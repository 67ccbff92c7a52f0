import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { noPgbouncer, startPgbouncer } from '../testing/pgbouncer.ts'
import { openDatabases } from '../db/databases.ts'
import { queryOnce } from '../db/embedded/postmaster.ts'
import { toAppError } from './error-reply.ts'

let database: TestDatabase
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(() => database.drop())

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => toAppError(error).code,
  )

test('statements on a connection that was cut within a transaction get unavailable, as do later ones', async () => {
  const client = await database.databases.appAll.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  await client.query('begin')
  await queryOnce(database.url, `select pg_terminate_backend(${rows[0]?.pid})`)
  const codes = []
  for (let i = 0; i < 4; i++) codes.push(await failureOf(client.query('select 1')))
  client.release(true)
  expect(codes).toEqual(Array(4).fill('unavailable'))
})

test.skipIf(noPgbouncer() !== undefined)('a pooler without its database gets unavailable', async () => {
  const pooler = await startPgbouncer({ url: database.url, mode: 'session' })
  const databases = await openDatabases({ ownerUrl: pooler.url, pool: { app: 1, appAll: 1 } })
  try {
    const client = await databases.appAll.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await queryOnce(database.url, `select pg_terminate_backend(${rows[0]?.pid})`)
    expect(await failureOf(client.query('select 1'))).toBe('unavailable')
    client.release(true)
  } finally {
    await databases.close()
    await pooler.stop()
  }
})
