import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import type { Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { sql } from 'kysely'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { closeAuditMonth, dropAuditMonths } from './audit-months.ts'
import { sealAudit } from './seal-audit.ts'
import { verifyAndStore } from './verify-audit.ts'

let database: TestDatabase
let owner: pg.Client
const log = createLog('silent')

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
const seal = () => sealAudit({ system, signal: new AbortController().signal, log })
const verify = (complete: boolean) => system((tx) => verifyAndStore(tx, { complete }))
const note = (label: string) =>
  system((tx) => sql`select audit_event('update', 'users', 1, ${label}, null)`.execute(tx))
const labels = async () =>
  (
    await system((tx) => sql<{ label: string }>`select object_label as label from audit_log order by id`.execute(tx))
  ).rows.map(({ label }) => label)
const parts = async () =>
  (
    await owner.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_log'::regclass order by 1`,
    )
  ).rows.map(({ name }) => name)
/** As if the newest partition had been opened this many months ago. */
const age = async (part: string, months: number): Promise<string> => {
  const { rows } = await owner.query<{ name: string }>(
    `select to_char(now() at time zone 'UTC' - make_interval(months => $1), '"audit_log_"YYYY_MM') as name`,
    [months],
  )
  await owner.query(`alter table ${part} rename to ${rows[0]!.name}`)
  return rows[0]!.name
}

test('the open partition of a past month is closed and one for this month opened, once', async () => {
  const [first] = (await parts()) as [string]
  expect(await closeAuditMonth(owner, log)).toBeUndefined()
  await note('one')
  await seal()
  await note('two')
  const former = await age(first, 2)
  expect(await closeAuditMonth(owner, log)).toBe(first)
  expect(await closeAuditMonth(owner, log)).toBeUndefined()
  expect(await parts()).toEqual([former, first])
  await note('three')
  expect(await labels()).toEqual(['one', 'two', 'three'])
  const { rows } = await owner.query(`select object_label from ${first}`)
  expect(rows).toEqual([{ object_label: 'three' }])
})

test('no seal covers rows of two partitions, and the chain is valid across them', async () => {
  expect(await seal()).toBe(1)
  expect(await seal()).toBe(1)
  const { rows } = await owner.query('select first_id, last_id from audit_seal order by id')
  expect(rows.map(({ first_id, last_id }) => Number(last_id) - Number(first_id))).toEqual([0, 0, 0])
  expect(await verify(true)).toMatchObject({ intact: true, seals: 3 })
})

test('rows of a partition cannot be changed through the partition', async () => {
  for (const part of await parts()) {
    await expect(owner.query(`delete from ${part}`)).rejects.toThrow(/append-only/)
    await expect(database.databases.appAll.query(`insert into ${part} default values`)).rejects.toThrow(/permission/)
  }
})

test('a partition is dropped when its rows are expired and verified; the chain continues from its last seal', async () => {
  await age((await parts())[1] as string, 1)
  await closeAuditMonth(owner, log)
  await note('four')
  await seal()
  const [oldest, middle, newest] = (await parts()) as [string, string, string]
  expect(await dropAuditMonths(owner, 0, log)).toEqual([])
  // Rows of the oldest partition were written until a month ago.
  expect(await dropAuditMonths(owner, 2, log)).toEqual([])
  expect(await dropAuditMonths(owner, 1, log)).toEqual([oldest])
  expect(await parts()).toEqual([middle, newest])
  expect(await labels()).toEqual(['three', 'four'])
  expect(await verify(true)).toMatchObject({ intact: true, seals: 2 })
  await note('five')
  await seal()
  expect(await verify(false)).toMatchObject({ intact: true, seals: 1 })
  await owner.query('set session_replication_role = replica')
  await owner.query(`update audit_log set object_label = 'forged' where object_label = 'three'`)
  expect(await verify(true)).toMatchObject({ intact: false })
  await owner.query(`update audit_log set object_label = 'three' where object_label = 'forged'`)
  await owner.query('set session_replication_role = origin')
})

test('an unverified partition is not dropped', async () => {
  const [middle, newest] = (await parts()) as [string, string]
  await owner.query(`alter table ${middle} rename to audit_log_2000_01`)
  await owner.query(`alter table ${newest} rename to audit_log_2000_02`)
  await note('six')
  await seal()
  await closeAuditMonth(owner, log)
  await owner.query(`alter table ${(await parts())[2]} rename to audit_log_2000_03`)
  // The last rows of the February partition were sealed after the last verification.
  expect(await dropAuditMonths(owner, 1, log)).toEqual(['audit_log_2000_01'])
  await verify(false)
  expect(await dropAuditMonths(owner, 1, log)).toEqual(['audit_log_2000_02'])
  expect(await labels()).toEqual([])
  expect(await verify(true)).toMatchObject({ intact: true, seals: 0 })
})
