import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import type { Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { sealAudit } from './seal-audit.ts'
import { readVerifications, verifyAndStore, verifyAuditChain } from './verify-audit.ts'

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

const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work)
const seal = () => sealAudit({ system, signal: new AbortController().signal, log: createLog('silent') })
const note = (label: string) =>
  system((tx) => sql`select audit_event('update', 'users', 1, ${label}, null, '{"b":1,"a":null}', '{}')`.execute(tx))
/** Bypasses the protection of the log, as an attacker with full access to the database. */
async function forge(statement: string): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query(statement)
  await owner.query('set session_replication_role = origin')
}

test('seals the rows written since the last seal, and none twice', async () => {
  expect(await seal()).toBe(0)
  await note('one')
  await note('two')
  expect(await seal()).toBe(2)
  expect(await seal()).toBe(0)
  await note('three')
  expect(await seal()).toBe(1)
  expect(await system((tx) => verifyAuditChain(tx))).toMatchObject({ intact: true, seals: 2 })
})

test('two concurrent processes write one chain', async () => {
  for (let i = 0; i < 20; i++) await note(`row ${i}`)
  const sealed = await Promise.all([seal(), seal(), seal()])
  expect(sealed.reduce((a, b) => a + b)).toBe(20)
  expect(await system((tx) => verifyAuditChain(tx))).toMatchObject({ intact: true })
})

test('waits for an open transaction that holds a lower id, without blocking other writers', async () => {
  await owner.query('begin')
  await owner.query(`select audit_event('update', 'users', 1, 'slow', null)`)
  await note('fast')
  let ended = false
  const sealing = seal().finally(() => (ended = true))
  await new Promise((done) => setTimeout(done, 400))
  await note('meanwhile')
  expect(ended).toBe(false)
  await owner.query('commit')
  expect(await sealing).toBe(2)
  expect(await seal()).toBe(1)
  expect(await system((tx) => verifyAuditChain(tx))).toMatchObject({ intact: true })
})

test('the log and its seals reject every change, even by the panel itself', async () => {
  for (const statement of [
    `update audit_log set actor_name = 'x'`,
    'delete from audit_log',
    `update audit_seal set hash = ''`,
    'delete from audit_seal',
    'truncate audit_log',
  ])
    await expect(database.databases.appAll.query(statement)).rejects.toThrow()
  await expect(owner.query(`update audit_log set actor_name = 'x'`)).rejects.toThrow(/append-only/)
})

test('a changed row is detected', async () => {
  await forge(`update audit_log set after = '{"role":"admin"}' where object_label = 'two'`)
  expect(await system((tx) => verifyAuditChain(tx))).toMatchObject({ intact: false, failed: { seal_id: 1 } })
  await forge(`update audit_log set after = '{}' where object_label = 'two'`)
  expect(await system((tx) => verifyAuditChain(tx))).toMatchObject({ intact: true })
})

test('a nightly verification detects changes since the last one; a complete one detects earlier changes', async () => {
  const verify = (complete: boolean) => system((tx) => verifyAndStore(tx, { complete }))
  expect(await verify(false)).toMatchObject({ intact: true })
  await note('four')
  await note('five')
  await seal()
  await forge(`update audit_log set after = '{"role":"admin"}' where object_label = 'five'`)
  expect(await verify(false)).toMatchObject({ intact: false, seals: 1, failed: expect.anything() })
  expect((await system(readVerifications)).failed).toMatchObject({ complete: false })
  await forge(`update audit_log set after = '{}' where object_label = 'five'`)
  expect(await verify(false)).toMatchObject({ intact: true, seals: 1 })
  expect((await system(readVerifications)).failed).toBeNull()

  await forge(`update audit_log set after = '{"role":"admin"}' where object_label = 'two'`)
  expect(await verify(false)).toMatchObject({ intact: true, seals: 0 })
  expect(await verify(true)).toMatchObject({ intact: false, failed: { seal_id: 1 } })
  // A successful nightly verification proves nothing about earlier rows.
  await verify(false)
  expect((await system(readVerifications)).failed).toMatchObject({ complete: true, failed_first_id: 1 })
  await forge(`update audit_log set after = '{}' where object_label = 'two'`)
  expect(await verify(true)).toMatchObject({ intact: true })
  expect((await system(readVerifications)).failed).toBeNull()
})

test('a removed row is detected', async () => {
  await forge(`delete from audit_log where object_label = 'three'`)
  expect(await system((tx) => verifyAuditChain(tx))).toMatchObject({ intact: false })
})
