import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openDatabases } from './databases.ts'
import { commitEarly, openTenantTransaction, withTenant } from './tenant-transaction.ts'
import { queryOnce } from './embedded/postmaster.ts'
import { queueStatement, type Databases } from './pool.ts'

let database: TestDatabase
let databases: Databases
beforeAll(async () => {
  database = await createTestDatabase()
  await database.databases.appAll.query(`insert into company (type, name) values ('simrush', 'Provider')`)
  // Test databases do not wait for the disk; this one does, for connections made from here on.
  await queryOnce(
    database.url,
    `alter database "${new URL(database.url).pathname.slice(1)}" set synchronous_commit = on`,
  )
  databases = await openDatabases({ ownerUrl: database.url, pool: { app: 1, appAll: 2 } })
})
afterAll(async () => {
  await databases?.close()
  await database?.drop()
})

const transaction = () => openTenantTransaction(databases, { company_id: 1, everything: true }, { write: true })
const one = async (statement: string) => Object.values((await databases.appAll.query(statement)).rows[0])[0]

test('an early commit releases its locks before the flush, and is on disk when the transaction has ended', async () => {
  // The WAL writer flushes five times a second: a run in which it was quicker proves nothing.
  const behind: boolean[] = []
  for (let i = 0; i < 5; i++) {
    const first = await transaction()
    commitEarly(first.tx)
    await sql`update company set notes = ${`early ${i}`}`.execute(first.tx)
    const { rows } = await sql<{ how: string; at: string }>`
      select current_setting('synchronous_commit') as how, pg_current_wal_insert_lsn()::text as at`.execute(first.tx)
    expect(rows[0]!.how).toBe('off')
    behind.push((await one(`select pg_current_wal_flush_lsn() >= '${rows[0]!.at}'::pg_lsn`)) as boolean)
    await first.commit()
    expect(await one(`select pg_current_wal_flush_lsn() >= '${rows[0]!.at}'::pg_lsn`)).toBe(true)
    expect(await one(`select notes from company`)).toBe(`early ${i}`)
  }
  expect(behind).toContain(false)
})

test('the next transaction of the same connection waits for the flush again', async () => {
  const first = await transaction()
  commitEarly(first.tx)
  await first.commit()
  for (let i = 0; i < 10; i++) {
    const next = await transaction()
    expect(
      (await sql<{ how: string }>`select current_setting('synchronous_commit') as how`.execute(next.tx)).rows[0]!.how,
    ).not.toBe('off')
    await next.rollback()
  }
})

test('an early commit that fails is rolled back', async () => {
  const failing = await transaction()
  commitEarly(failing.tx)
  await sql`update company set notes = 'never'`.execute(failing.tx)
  await failing.rollback()
  expect(await one(`select notes from company`)).not.toBe('never')
})

/** The last query of each connection of the pool, and its state. */
const lastStatement = async () =>
  (
    await queryOnce<{ query: string; state: string }>(
      database.url,
      `select query, state from pg_stat_activity
       where datname = current_database() and application_name = 'trunkline trunkline_app_all' order by query`,
    )
  ).map(({ query, state }) => `${state}: ${query}`)

test('queued statements are sent in order with the next statement, the rest with the end', async () => {
  const { tx, commit } = await transaction()
  queueStatement(tx, `set local app.word = 'one'`)
  queueStatement(tx, `set local app.word = 'two'`)
  const word = sql<{ word: string }>`select current_setting('app.word') as word`
  expect((await word.execute(tx)).rows).toEqual([{ word: 'two' }])
  queueStatement(tx, `update company set notes = 'told at last'`)
  await commit()
  expect(await one('select notes from company')).toBe('told at last')
})

test('an error in a queued statement fails the next one, and the transaction is rolled back', async () => {
  const answer = withTenant(databases, { company_id: 1, everything: true }, { write: true }, async (tx) => {
    await sql`update company set notes = 'half'`.execute(tx)
    queueStatement(tx, 'select 1 / 0')
    await sql`update company set notes = 'whole'`.execute(tx)
  })
  await expect(answer).rejects.toMatchObject({ code: '25P02' })
  const atTheEnd = withTenant(databases, { company_id: 1, everything: true }, { write: true }, async (tx) => {
    await sql`update company set notes = 'half'`.execute(tx)
    queueStatement(tx, 'select 1 / 0')
  })
  await expect(atTheEnd).rejects.toMatchObject({ code: '22012' })
  expect(await one('select notes from company')).toBe('told at last')
})

test('a transaction without statements sends nothing and returns its connection', async () => {
  await one('select 7 as seven')
  const before = await lastStatement()
  for (let i = 0; i < 6; i++) {
    const { tx, commit, rollback } = await transaction()
    commitEarly(tx)
    await (i % 2 === 0 ? commit() : rollback())
  }
  expect(await lastStatement()).toEqual(before)
  expect(databases.appAll.waitingCount).toBe(0)
})
