import { afterAll, beforeAll, expect, test } from 'vitest'

import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { checkRoles } from './pool.ts'
import { openDatabases } from './databases.ts'

let test1: TestDatabase
beforeAll(async () => {
  test1 = await createTestDatabase()
})
afterAll(() => test1.drop())

test('both pools work as roles that row security binds', async () => {
  const who = async (pool: typeof test1.databases.app) =>
    (await pool.query('select current_user::text as who')).rows[0].who
  expect(await who(test1.databases.app)).toBe('trunkline_app')
  expect(await who(test1.databases.appAll)).toBe('trunkline_app_all')
})

test('no tenant set means no row, and no way round through another role', async () => {
  const { rows } = await test1.databases.app.query('select count(*) as rows from company')
  expect(rows).toEqual([{ rows: 0 }])
})

test('a connection that kept the rights of the owner is refused', async () => {
  const databases = await openDatabases({ ownerUrl: test1.url, pool: { app: 1, appAll: 1 } })
  await databases.app.query('reset role')
  await databases.app.query(`set role none`)
  await expect(checkRoles(databases)).rejects.toThrow(/row security does not bind/)
  await databases.close()
})
