import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCompany, createUser, startTestPanel, type ApiCall, type TestPanel } from '../testing/panel.ts'

/** Pages after row 500 are read from the row before them; their content must not differ. */
let panel: TestPanel
let call: ApiCall
const rows = 1300

beforeAll(async () => {
  panel = await startTestPanel()
  const user = await panel.sql(async (tx) => {
    const root = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    // Timestamps that differ only by microseconds, some of them equal; a third of the sites has no city.
    await sql`insert into site (company_id, name, city)
      select ${root}, 'Site ' || lpad(i::text, 5, '0'), case when i % 3 > 0 then 'City ' || i % 40 end from generate_series(1, ${rows}) i`.execute(
      tx,
    )
    await sql`insert into nas (company_id, name, address, secret) values (${root}, 'Core', '192.0.2.1', '\\x00')`.execute(
      tx,
    )
    await sql`insert into session_closed (uid, acct_session_id, username, company_id, nas_id, started_at, updated_at, stopped_at, closed_by, ancestor_ids)
      select 'u' || i, i::text, 'user', ${root}, (select id from nas), now(), now(), timestamptz '2026-01-05Z' + (i / 4) * interval '1 microsecond', 'stop', array[${root}::bigint]
        from generate_series(1, ${rows}) i`.execute(tx)
    return createUser(tx, { company_id: root, role: 'primary-admin' })
  })
  call = await panel.as(user)
}, 120_000)
afterAll(() => panel?.stop())

const pages = async (path: string, query: string): Promise<unknown[]> => {
  const ids: unknown[] = []
  for (let page = 1; page <= rows / 50; page++) {
    const { body } = await call('GET', `${path}?perPage=50&page=${page}&${query}`)
    ids.push(...body.data.map(({ id }: { id: unknown }) => id))
  }
  return ids
}

for (const [path, order, column] of [
  ['/site/index', 'orderBy=name&sortedBy=asc', 'site order by name, id'],
  ['/site/index', 'orderBy=name&sortedBy=desc', 'site order by name desc, id desc'],
  ['/site/index', 'orderBy=created_at&sortedBy=asc', 'site order by created_at, id'],
  ['/site/index', 'orderBy=city&sortedBy=asc', 'site order by city, id'],
  ['/site/index', 'orderBy=city&sortedBy=desc', 'site order by city desc, id desc'],
  ['/site/index', 'orderBy=city;name&sortedBy=asc;desc', 'site order by city, name desc, id desc'],
  ['/network/session/history/index', '', 'session_closed order by stopped_at desc, uid desc'],
  ['/network/session/history/index', 'orderBy=stopped_at&sortedBy=asc', 'session_closed order by stopped_at, uid'],
] as const)
  test(`every page of ${path}?${order} has its own rows, at any depth`, async () => {
    const { rows: expected } = await panel.sql((tx) =>
      sql<{
        id: unknown
      }>`select ${sql.raw(path === '/site/index' ? 'id' : 'uid as id')} from ${sql.raw(column)}`.execute(tx),
    )
    expect(await pages(path, order)).toEqual(expected.map(({ id }) => id))
    // From the end, without reading the previous pages first.
    const other = await call('GET', `${path}?perPage=100&page=13&${order}`)
    expect(other.body.data.map(({ id }: { id: unknown }) => id)).toEqual(expected.slice(1200).map(({ id }) => id))
    expect(other.body.meta.pagination.total).toBe(rows)
  })

test('a page past the end is empty and has the total', async () => {
  const { body } = await call('GET', '/site/index?perPage=50&page=40')
  expect([body.data, body.meta.pagination.total]).toEqual([[], rows])
})
