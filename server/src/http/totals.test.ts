import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompany, createUser, startTestPanel, type ApiCall, type TestPanel } from '../testing/panel.ts'

/** Totals of lists: read from maintained counts where nothing narrows the list, and up to 10,000 for free text. */
let panel: TestPanel
let provider: ApiCall, master: ApiCall
let root: number, left: number, right: number
const many = 10_040

beforeAll(async () => {
  panel = await startTestPanel()
  const users = await panel.sql(async (tx) => {
    root = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    left = await createCompany(tx, { name: 'Left', type: 'master-distributor', parent_id: root })
    right = await createCompany(tx, { name: 'Right', type: 'master-distributor', parent_id: root })
    // In parts, because a statement has five seconds.
    for (let from = 1; from <= many; from += many / 4)
      await sql`insert into site (company_id, name) select ${left}, 'Tower ' || i from generate_series(${from}::int, ${from + many / 4 - 1}::int) i`.execute(
        tx,
      )
    await sql`insert into site (company_id, name) select ${right}, 'Mast ' || i from generate_series(1, 30) i`.execute(
      tx,
    )
    return [
      await createUser(tx, { company_id: root, role: 'primary-admin' }),
      await createUser(tx, { company_id: left, role: 'primary-admin' }),
    ] as const
  })
  provider = await panel.as(users[0])
  master = await panel.as(users[1])
}, 120_000)
afterAll(() => panel?.stop())

const list = async (call: ApiCall, query: string) => {
  const { status, body, text } = await call('GET', `/site/index?perPage=100&${query}`)
  expect(status, text).toBe(200)
  const { total, last_page, capped = false } = body.meta.pagination
  return { total, last_page, capped, rows: body.data.length }
}

test('a list without conditions has its exact total, of the part of the tree that it shows', async () => {
  expect(await list(provider, '')).toEqual({ total: many + 30, last_page: 101, capped: false, rows: 100 })
  expect(await list(master, '')).toEqual({ total: many, last_page: 101, capped: false, rows: 100 })
  expect(await list(provider, `company=${left}&page=101`)).toEqual({
    total: many,
    last_page: 101,
    capped: false,
    rows: 40,
  })
  // Of a company that the caller does not see nothing is counted.
  expect((await list(master, `company=${left}`)).total).toBe(many)
  const foreign = await master('GET', `/site/index?company=${right}`)
  expect(foreign.body.meta?.pagination.total ?? 0).toBe(0)
})

test('rows in the trash are counted where the list shows them', async () => {
  await panel.sql((tx) =>
    sql`update site set deleted_at = now() where name in ('Mast 1', 'Mast 2', 'Tower 7')`.execute(tx),
  )
  expect((await list(provider, '')).total).toBe(many + 27)
  expect((await list(provider, 'trashed=with')).total).toBe(many + 30)
  expect((await list(provider, 'trashed=only')).total).toBe(3)
  expect((await list(master, 'trashed=only')).total).toBe(1)
  await panel.sql((tx) => sql`update site set deleted_at = null`.execute(tx))
})

test('free text that more than 10,000 rows contain is not counted to the end, and pages beyond can be read', async () => {
  for (const call of [provider, master]) {
    expect(await list(call, 'search=tower')).toEqual({ total: 10_000, last_page: 100, capped: true, rows: 100 })
    expect(await list(call, 'search=tower&page=100')).toEqual({
      total: 10_000,
      last_page: 100,
      capped: true,
      rows: 100,
    })
    expect(await list(call, 'search=tower&page=101')).toEqual({ total: many, last_page: 101, capped: false, rows: 40 })
    expect(await list(call, 'search=tower&page=102')).toEqual({ total: many, last_page: 101, capped: false, rows: 0 })
  }
})

test('a condition on a field is counted exactly', async () => {
  expect(await list(provider, 'search=name:Tower')).toEqual({ total: many, last_page: 101, capped: false, rows: 100 })
  expect((await list(provider, 'search=tower 99')).total).toBe(
    Array.from({ length: many }, (_, i) => String(i + 1)).filter((n) => n.includes('99')).length,
  )
})
