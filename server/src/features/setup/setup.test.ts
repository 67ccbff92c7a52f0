import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../../db/system-transaction.ts'
import { createLog } from '../../log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { prepareInstallation } from './setup.ts'

let database: TestDatabase
const prepare = (role: 'all' | 'worker' = 'all') =>
  prepareInstallation({
    config: { baseUrl: 'https://panel.example', demoPassword: undefined, role, key: Buffer.alloc(32, 7) },
    log: createLog('silent'),
    databases: database.databases,
  })
const runQuery = async <T>(query: ReturnType<typeof sql<T>>) =>
  (await withSystem(database.databases, (tx) => query.execute(tx))).rows

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.drop())

test('an empty installation without a demo prints a sign-up link at each start, and the last one is valid', async () => {
  const first = (await prepare()).join('\n')
  const second = (await prepare()).join('\n')
  expect(second).toMatch(/https:\/\/panel\.example\/register\/[\w-]{43}\/0/)
  expect(first).not.toBe(second)
  expect(
    (await runQuery(sql<{ open: number }>`select count(*) as open from link_token where used_at is null`))[0]?.open,
  ).toBe(1)
})

test('a worker prints none, nor does an installation with a provider', async () => {
  expect(await prepare('worker')).toEqual([])
  await runQuery(sql`insert into company (type, name) values ('simrush', 'Real')`)
  expect(await prepare()).toEqual([])
})
