import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../db/pool.ts'
import { makeInventoryRow } from '../../testing/matrix/inventory-fixture.ts'
import { createCompany, createUser, startTestPanel, type TestPanel } from '../../testing/panel.ts'
import { readTallies } from './tallies.ts'

let panel: TestPanel
let root: number, left: number, right: number, client: number

beforeAll(async () => {
  panel = await startTestPanel()
  await panel.sql(async (tx) => {
    root = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    left = await createCompany(tx, { name: 'Left', type: 'reseller', parent_id: root })
    right = await createCompany(tx, { name: 'Right', type: 'reseller', parent_id: root })
    client = await createCompany(tx, { name: 'Client', type: 'client', parent_id: left })
    await createUser(tx, { company_id: client, role: 'editor' })
  })
})
afterAll(() => panel?.stop())

const counts = async (kind: string): Promise<number[]> =>
  panel.sql(async (tx) => {
    const list: number[] = []
    for (const company of [root, left, right, client]) list.push((await readTallies(tx, company))(kind))
    return list
  })
const fold = () => panel.sql((tx: Tx) => sql`select fold_tally(1000)`.execute(tx))

test('a change is counted immediately for the owner and its ancestors, and remains after aggregation', async () => {
  const id = await panel.sql((tx) => makeInventoryRow(tx, 'hardware', client))
  expect(await counts('hardware:unknown')).toEqual([1, 1, 0, 1])
  await fold()
  expect(await counts('hardware:unknown')).toEqual([1, 1, 0, 1])
  await panel.sql((tx) => sql`update hardware set is_online = true where id = ${id}`.execute(tx))
  expect(await counts('hardware:unknown')).toEqual([0, 0, 0, 0])
  expect(await counts('hardware:true')).toEqual([1, 1, 0, 1])
  await fold()
  expect((await panel.sql((tx) => sql`select from tally_delta`.execute(tx))).rows).toEqual([])
  expect(await counts('hardware:true')).toEqual([1, 1, 0, 1])
})

test('rows that move with their company are counted at the new position', async () => {
  await panel.sql((tx) => sql`update company set parent_id = ${right} where id = ${client}`.execute(tx))
  for (const kind of ['hardware:true', 'user:active', 'company:client'])
    expect(await counts(kind)).toEqual([1, 0, 1, 1])
  await fold()
  expect(await counts('hardware:true')).toEqual([1, 0, 1, 1])
})

test('rows in the trash are not counted', async () => {
  await panel.sql((tx) => sql`update hardware set deleted_at = now()`.execute(tx))
  expect(await counts('hardware:true')).toEqual([0, 0, 0, 0])
  await panel.sql((tx) => sql`update hardware set deleted_at = null`.execute(tx))
  // Its online state is no longer known.
  expect(await counts('hardware:unknown')).toEqual([1, 0, 1, 1])
})

test('a recount matches the incremental counts, and repairs differences', async () => {
  const all = () =>
    panel.sql(async (tx) => {
      const { rows } = await sql`select company_id, kind, sum(n)::int as n from (
        select company_id, kind, n from tally union all
        select above, kind, n from tally_delta, unnest(ancestor_ids) above) t group by 1, 2 having sum(n) <> 0 order by 1, 2`.execute(
        tx,
      )
      return rows
    })
  const before = await all()
  await panel.sql((tx) => sql`select recompute_tally()`.execute(tx))
  expect(await all()).toEqual(before)
  await panel.sql((tx) => sql`update tally set n = n + 5`.execute(tx))
  await panel.sql((tx) => sql`select recompute_tally()`.execute(tx))
  expect(await all()).toEqual(before)
})
