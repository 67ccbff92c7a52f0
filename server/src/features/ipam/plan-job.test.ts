import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../db/pool.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { startWorkers } from '../../jobs/workers.ts'
import { createLog } from '../../log.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createCompany } from '../../testing/panel.ts'
import { allocateSubnets } from './allocate.ts'
import { planTasks } from './plan-tasks.ts'
import { applyPlan, coverTree, makePlan, showPlan } from './plan.ts'
import { verifyTree } from './verify.ts'

/** The maximum number of rows in one node; a request would time out. */
const children = 60_000

let database: TestDatabase
let root: number
const actor = { label: 'Ann <ann@example.com>' }
const system = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work)

beforeAll(async () => {
  database = await createTestDatabase()
  const { provider, created: node } = await system(async (tx) => {
    const provider = await createCompany(tx, { name: 'Provider', type: 'simrush' })
    const [created] = await allocateSubnets(tx, {
      parent_id: null,
      net: '10.0.0.0/8',
      attributes: { type: 'container' },
    })
    return { provider, created: created!.id! }
  })
  root = node
  // Without the triggers, which take a minute for this number of rows.
  const owner = new pg.Client({ connectionString: database.url })
  await owner.connect()
  await owner.query(`set session_replication_role = replica`)
  await owner.query(`
    insert into subnet (space_id, net, parent_id, parent_net, parent_hosts, hosts, type, company_id, ancestor_ids, parent_depth, assign_len, policy)
      select 1, network(set_masklen('10.0.0.0'::inet + 16 * n, 28)), ${root}, '10.0.0.0/8', false, true, 'network', ${provider}, '{${provider}}', 1, 32, 'lowest' from generate_series(0::bigint, ${children - 1}) n;
    insert into ip_holding (space_id, net, company_id, ancestor_ids, subnet_id, valid) select space_id, net, company_id, ancestor_ids, id, tstzrange(now(), null) from subnet where masklen(net) = 28;
    insert into free_block select id, net, 28 from subnet where masklen(net) = 28;
    update subnet set used = ip_free_rebuild(id), child_count = ${children} where id = ${root}`)
  await owner.end()
}, 120_000)
afterAll(() => database.drop())

/** Waits for the end of a plan: seconds on an idle machine. */
async function ended(id: number) {
  for (let i = 0; i < 1800; i++) {
    const plan = await system((tx) => showPlan(tx, id))
    if (plan.state === 'done' || plan.state === 'failed') return plan
    await sleep(100)
  }
  throw new Error('The plan has not ended.')
}

test(`a container around ${children} subnets is a job that takes seconds and does not touch deeper rows`, async () => {
  await expect(system((tx) => coverTree(tx, { net: '10.0.0.0/12', parent_id: root }))).rejects.toMatchObject({
    code: 'conflict',
    fields: { net: message('plan.required', { rows: 60_001 }) },
  })
  const deep = await system(async (tx) => {
    const { id } = await tx
      .selectFrom('subnet')
      .select('id')
      .where(sql`net`, '=', sql`'10.0.0.0/28'::cidr`)
      .executeTakeFirstOrThrow()
    await sql`select ip_restructure(${JSON.stringify({ operation: 'split', id, length: 30 })}::jsonb)`.execute(tx)
    return (await sql<{ xmin: string }>`select xmin::text from subnet where parent_id = ${id}`.execute(tx)).rows
  })
  const plan = await system((tx) => makePlan(tx, actor, { operation: 'cover', parent_id: root, net: '10.0.0.0/12' }))
  expect(plan).toMatchObject({ state: 'planned', as_job: true, conflicts: [], changes_total: children + 1 })
  expect(plan.changes.length).toBe(100)
  const queued = await system((tx) => applyPlan(tx, actor, plan.id))
  expect(queued.state).toBe('queued')
  await expect(system((tx) => applyPlan(tx, actor, plan.id))).rejects.toMatchObject({ code: 'conflict' })

  const workers = await startWorkers({ databases: database.databases, tasks: planTasks, log: createLog('silent') })
  const done = await ended(plan.id)
  await workers.stop(1000)
  expect(done).toMatchObject({ state: 'done', failure: null, result_ids: [expect.any(Number)] })
  const { rows } = await system((tx) =>
    sql<{ moved: number; left: number }>`
    select (select child_count from subnet where id = ${done.result_ids[0]!}) as moved, (select child_count from subnet where id = ${root}) as left`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([{ moved: children, left: 1 }])
  const after = await system((tx) =>
    sql<{
      xmin: string
    }>`select c.xmin::text from subnet c join subnet p on p.id = c.parent_id where p.net = '10.0.0.0/28'`.execute(tx),
  )
  expect(after.rows).toEqual(deep)
  expect((await system((tx) => verifyTree(tx))).errors).toEqual([])
}, 300_000)
