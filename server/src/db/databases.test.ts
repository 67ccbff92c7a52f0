import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'

import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { checkRoles } from './pool.ts'
import { openDatabases } from './databases.ts'

let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
})
afterAll(() => own.drop())

test('both pools work as roles that row security applies to', async () => {
  const who = async (pool: typeof own.databases.app) =>
    (await pool.query('select current_user::text as who')).rows[0].who
  expect(await who(own.databases.app)).toBe('trunkline_app')
  expect(await who(own.databases.appAll)).toBe('trunkline_app_all')
})

test('without a tenant no row is visible', async () => {
  const { rows } = await own.databases.app.query('select count(*) as rows from company')
  expect(rows).toEqual([{ rows: 0 }])
})

test('a connection with the rights of the owner is rejected', async () => {
  const databases = await openDatabases({ ownerUrl: own.url, pool: { app: 1, appAll: 1 } })
  await databases.app.query('reset role')
  await databases.app.query(`set role none`)
  await expect(checkRoles(databases)).rejects.toThrow(/row security does not bind/)
  await databases.close()
})

test('a connection that PostgreSQL ends between two statements of a transaction fails that transaction, not the process', async () => {
  const client = await own.databases.appAll.connect()
  await client.query('begin')
  const [{ pid }] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows as [{ pid: number }]
  const owner = new pg.Client({ connectionString: own.url })
  await owner.connect()
  const ended = new Promise((done) => client.once('end', done))
  await owner.query('select pg_terminate_backend($1)', [pid])
  await owner.end()
  await ended
  await expect(client.query('select 1')).rejects.toThrow()
  client.release()
  expect((await own.databases.appAll.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
