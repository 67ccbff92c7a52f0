import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openDatabases } from './databases.ts'
import { commitEarly, openDoor } from './door.ts'
import { ask } from './embedded/postmaster.ts'
import type { Databases } from './pool.ts'

let database: TestDatabase
let databases: Databases
beforeAll(async () => {
  database = await createTestDatabase()
  await database.databases.appAll.query(`insert into company (type, name) values ('simrush', 'Provider')`)
  // The databases of tests do not wait for the disk; this one does, for connections made from here on.
  await ask(database.url, `alter database "${new URL(database.url).pathname.slice(1)}" set synchronous_commit = on`)
  databases = await openDatabases({ ownerUrl: database.url, pool: { app: 1, appAll: 2 } })
})
afterAll(async () => {
  await databases?.close()
  await database?.drop()
})

const door = () => openDoor(databases, { company_id: 1, everything: true }, { write: true })
const one = async (statement: string) => Object.values((await databases.appAll.query(statement)).rows[0])[0]

test('a transaction that commits early gives up its locks without the disk, and is on disk when the door has closed', async () => {
  // The log writer of the server flushes five times a second by itself: one that happened to be quicker proves nothing.
  const behind: boolean[] = []
  for (let i = 0; i < 5; i++) {
    const first = await door()
    await sql.raw(`${commitEarly(first.tx)}select 1`).execute(first.tx)
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

test('the next transaction of the same connection waits for the disk again', async () => {
  const first = await door()
  await sql.raw(`${commitEarly(first.tx)}select 1`).execute(first.tx)
  await first.commit()
  for (let i = 0; i < 10; i++) {
    const next = await door()
    expect(
      (await sql<{ how: string }>`select current_setting('synchronous_commit') as how`.execute(next.tx)).rows[0]!.how,
    ).not.toBe('off')
    await next.rollback()
  }
})

test('one that fails is rolled back as any other', async () => {
  const failing = await door()
  await sql.raw(`${commitEarly(failing.tx)}select 1`).execute(failing.tx)
  await sql`update company set notes = 'never'`.execute(failing.tx)
  await failing.rollback()
  expect(await one(`select notes from company`)).not.toBe('never')
})
