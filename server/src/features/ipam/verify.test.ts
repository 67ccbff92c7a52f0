import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../db/pool.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { createLog } from '../../log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { taskContext } from '../../testing/task-context.ts'
import { createCompany } from '../../testing/panel.ts'
import { allocateSubnets } from './allocate.ts'
import { assignAddress } from './assign.ts'
import { readVerification } from './verification.ts'
import { verifyCommand } from './verify-command.ts'
import { verifyTasks } from './verify-tasks.ts'
import { verifyTree } from './verify.ts'

let database: TestDatabase
let owner: pg.Client
let root: number
let network: number
const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work)

beforeAll(async () => {
  database = await createTestDatabase()
  owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query('set session_replication_role = replica')
  await system(async (tx) => {
    await createCompany(tx, { name: 'Provider', type: 'simrush' })
    root = (await allocateSubnets(tx, { parent_id: null, net: '10.0.0.0/16', attributes: { type: 'container' } }))[0]!
      .id!
    await allocateSubnets(tx, { parent_id: null, net: '2001:db8::/32', attributes: { type: 'container' } })
    network = (await allocateSubnets(tx, { parent_id: root, net: '10.0.3.0/24', attributes: { type: 'network' } }))[0]!
      .id!
    await assignAddress(tx, { subnet_id: network, ip: '10.0.3.77' })
    await sql`select ip_fold()`.execute(tx)
  })
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

const recount = (repair = false) => system((tx) => verifyTree(tx, { repair }))
const kinds = async () => (await recount()).errors.map(({ net, error }) => `${net} ${error}`)

test('a consistent tree has no differences', async () => {
  expect(await recount()).toMatchObject({ nodes: 3, error_count: 0, repaired: 0, errors: [] })
})

/** Damage that a superuser or a disk error can cause. */
const damages: [string, () => Promise<unknown>, string[]][] = [
  [
    'a free block that is gone',
    () => owner.query(`delete from free_block where parent_id = ${root} and net = '10.0.128.0/17'`),
    ['10.0.0.0/16 free space'],
  ],
  [
    'a free block over allocated space',
    () => owner.query(`insert into free_block values (${root}, '10.0.3.0/26', 26)`),
    ['10.0.0.0/16 free space'],
  ],
  [
    'a free block outside',
    () => owner.query(`insert into free_block values (${root}, '10.9.0.0/24', 24)`),
    ['10.0.0.0/16 free space'],
  ],
  [
    'two free halves apart',
    () =>
      owner.query(
        `delete from free_block where parent_id = ${root} and net = '10.0.128.0/17'; insert into free_block values (${root}, '10.0.128.0/18', 18), (${root}, '10.0.192.0/18', 18)`,
      ),
    ['10.0.0.0/16 free blocks apart'],
  ],
  [
    'a counter of children',
    () => owner.query(`update subnet set child_count = 7 where id = ${root}`),
    ['10.0.0.0/16 child count'],
  ],
  [
    'a counter of addresses',
    () => owner.query(`update subnet set address_count = 0 where id = ${network}`),
    ['10.0.3.0/24 address count'],
  ],
  [
    'the figure of what is allocated',
    () => owner.query(`update subnet set used = used + 1 where id = ${network}`),
    ['10.0.3.0/24 used'],
  ],
  [
    'the figure of what is assigned',
    () => owner.query(`update subnet set assigned = assigned + 5 where id = ${network}`),
    // The parent subnet sums up what its children report.
    ['10.0.0.0/16 assigned', '10.0.3.0/24 assigned'],
  ],
  [
    'an address that is gone',
    () => owner.query(`delete from address where ip = '10.0.3.77'`),
    ['10.0.3.0/24 address count', '10.0.3.0/24 assigned', '10.0.3.0/24 free space', '10.0.3.0/24 used'],
  ],
]

test.each(damages)('%s is found, named and repaired', async (_, damage, errors) => {
  await damage()
  expect(await kinds()).toEqual(errors)
  const repaired = await recount(true)
  expect(repaired.repaired).toBe(new Set(errors.map((error) => error.split(' ')[0])).size)
  await system((tx) => sql`select ip_fold()`.execute(tx))
  expect(await kinds()).toEqual([])
})

test('a difference contains the expected and the stored value', async () => {
  await owner.query(`update subnet set child_count = 9 where id = ${root}`)
  const { errors } = await recount(true)
  expect(errors).toEqual([{ subnet_id: root, net: '10.0.0.0/16', error: 'child count', expected: '1', found: '9' }])
  expect(await system(readVerification)).toMatchObject({
    nodes: 3,
    error_count: 1,
    repaired: 1,
    errors: errors,
    finished_at: expect.any(String),
  })
})

test('the nightly verification runs as a job', async () => {
  await verifyTasks['verify-ipam'].run({}, taskContext(database.databases))
  expect(await system(readVerification)).toMatchObject({ error_count: 0 })
})

test('the exit code of the command shows whether there are differences', async () => {
  const config = { databaseUrl: database.url, databaseAppUrl: undefined, databaseAppAllUrl: undefined, dataDir: '' }
  const run = (...argv: string[]) => verifyCommand(config, argv, createLog('silent'))
  expect(await run()).toBe(0)
  await owner.query(`update subnet set used = 0 where id = ${root}`)
  expect(await run()).toBe(1)
  expect(await run('--repair')).toBe(1)
  expect(await run()).toBe(0)
  expect(await run('--fix')).toBe(64)
})
