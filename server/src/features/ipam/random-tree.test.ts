import { afterAll, beforeAll, expect, test } from 'vitest'
import { parsePrefix } from '@trunkline/contract/net'
import { sql } from 'kysely'
import { withSystem } from '../../db/system-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import { Walk } from '../../testing/address-walk.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createCompany } from '../../testing/panel.ts'

/** The engine compared with a simple model: the same random steps, the same results, and the invariants after them. */
let database: TestDatabase
let company: number
beforeAll(async () => {
  database = await createTestDatabase()
  company = await withSystem(database.databases, (tx) => createCompany(tx, { name: 'Northwind', type: 'simrush' }))
})
afterAll(() => database?.drop())

const run = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work, { actor_name: 'test' })
const rowsOf = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
  (await database.databases.appAll.query(text, values)).rows

/** Assigned space, counted from the leaves. */
const recounted = `with recursive tree as (
    select id, 0 as depth from subnet where parent_id is null and holds
    union all select s.id, t.depth + 1 from tree t join subnet s on s.parent_id = t.id and s.holds)
  select s.id, s.net, s.assigned, (select count(*) from address a where a.subnet_id = s.id and a.state = 'assigned')
    + (select coalesce(sum(case c.state when 'assigned' then ip_size(c.net) else c.assigned end), 0) from subnet c where c.parent_id = s.id and c.holds) as recounted
  from tree join subnet s using (id)`

const outcomes = new Map<string, number>()
for (const [root, seed] of [
  ['10.0.0.0/16', 1],
  ['2001:db8::/40', 2],
  ['172.16.0.0/24', 3],
  ['2001:db8:ff00::/120', 4],
] as const)
  test(`random steps in ${root} have the same result as in the model`, async () => {
    const walk = new Walk(database.databases, company, seed, parsePrefix(root))
    await walk.seed()
    for (let i = 1; i <= 350; i++) {
      await walk.step()
      if (i % 25 === 0) await walk.check()
    }
    await run((tx) => sql`select ip_fold()`.execute(tx))
    expect(
      (await rowsOf<{ assigned: string; recounted: string }>(recounted)).filter(
        (row) => row.assigned !== row.recounted,
      ),
    ).toEqual([])
    for (const [outcome, times] of walk.outcomes) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + times)
  })

test('the steps conflicted: each kind succeeded, and each that can be rejected was rejected', () => {
  for (const outcome of [
    'allocate done',
    'allocate refused',
    'allocate dry',
    'allocateByHand done',
    'allocateByHand refused',
    'address done',
    'address refused',
    'addressByHand done',
    'addressByHand refused',
    'range done',
    'range refused',
    'release now',
    'release resting',
    'release refused',
    'release lifted',
    'recover done',
    'recover refused',
    'recoverAddress done',
    'recoverAddress refused',
    'rested done',
  ])
    expect(outcomes.get(outcome) ?? 0, outcome).toBeGreaterThan(0)
})
