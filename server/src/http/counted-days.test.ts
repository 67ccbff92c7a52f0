import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countSessionDays, maintainMonths, pruneUsage } from '../sessions/tasks.ts'
import { createCompany, createUser, startTestPanel, type ApiCall, type TestPanel } from '../testing/panel.ts'
import { taskContext } from '../testing/task-context.ts'

/** The history of the provider, read by counted days: its pages and totals must be those of a plain query. */
let panel: TestPanel
let call: ApiCall
let root: number
const perDay = 60
const days = 40

/** Ended sessions, `perDay` on each of the last `days` days; a few end at the same time. */
beforeAll(async () => {
  panel = await startTestPanel()
  const user = await panel.sql(async (tx) => {
    root = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    await sql`insert into nas (company_id, name, address, secret) values (${root}, 'Core', '192.0.2.1', '\\x00')`.execute(
      tx,
    )
    return createUser(tx, { company_id: root, role: 'primary-admin' })
  })
  call = await panel.as(user)
  await end(
    `generate_series(0, ${days - 1}) d, generate_series(1, ${perDay}) i`,
    `now() - d * interval '1 day' - (i / 3) * interval '1 second'`,
  )
}, 120_000)
afterAll(() => panel?.stop())

let serial = 0
const end = (rows: string, at: string) =>
  panel.sql((tx) =>
    sql`insert into session_closed (uid, acct_session_id, username, company_id, nas_id, started_at, updated_at, stopped_at, closed_by, ancestor_ids)
      select md5(${serial++} || '-' || row_number() over ()), 's', 'user', ${root}, (select id from nas), now(), now(), ${sql.raw(at)}, 'stop', array[${root}::bigint] from ${sql.raw(rows)}`.execute(
      tx,
    ),
  )
const count = () => countSessionDays(taskContext(panel.databases))
/** Counted days, and changes of them that are not added up yet. */
const noted = async () =>
  (
    await panel.sql((tx) =>
      sql<{ counted: number; noted: number }>`
        select count(*) filter (where d.counted)::int as counted, count(*) filter (where not d.counted)::int as noted
        from session_closed_day d where day in (select day from session_closed_day where counted)`.execute(tx),
    )
  ).rows[0]

async function checkPages(): Promise<void> {
  for (const [direction, order] of [
    ['desc', 'stopped_at desc, uid desc'],
    ['asc', 'stopped_at, uid'],
  ] as const) {
    const { rows } = await panel.sql((tx) =>
      sql<{ id: string }>`select uid as id from session_closed order by ${sql.raw(order)}`.execute(tx),
    )
    const expected = rows.map(({ id }) => id)
    const last = Math.ceil(expected.length / 50)
    for (const page of [1, 2, 11, Math.ceil(last / 2), last - 1, last, last + 1]) {
      const { body } = await call(
        'GET',
        `/network/session/history/index?perPage=50&page=${page}&orderBy=stopped_at&sortedBy=${direction}`,
      )
      expect(
        body.data.map(({ id }: { id: string }) => id),
        `page ${page} ${direction}`,
      ).toEqual(expected.slice((page - 1) * 50, page * 50))
      expect(body.meta.pagination.total).toBe(expected.length)
    }
  }
}

describe('the history of the provider', () => {
  test('has the same pages before and after its days are counted', async () => {
    await checkPages()
    await count()
    expect(await noted()).toEqual({ counted: expect.closeTo(days - 2, -1), noted: 0 })
    await checkPages()
  })

  test('contains a session that ends now, without a note about its day', async () => {
    await end('generate_series(1, 3)', 'now()')
    expect((await noted())?.noted).toBe(0)
    await checkPages()
  })

  test('counts sessions that are stored late or were not over', async () => {
    await end('generate_series(1, 5)', `now() - interval '20 days'`)
    await panel.sql((tx) =>
      sql`delete from session_closed where uid in (select uid from session_closed where stopped_at < now() - interval '10 days' order by stopped_at desc limit 7)`.execute(
        tx,
      ),
    )
    expect((await noted())?.noted).toBe(12)
    await checkPages()
    await count()
    expect((await noted())?.noted).toBe(0)
    await checkPages()
  })

  test('is right after days were moved to the partition of their month, and after a partition was dropped', async () => {
    await maintainMonths(panel.url, 1, { info: () => {} })
    await checkPages()
    await count()
    await checkPages()
  })

  test('does not use the days before one that is not counted', async () => {
    await panel.sql((tx) => sql`delete from session_closed_day where day = current_date - 9`.execute(tx))
    await checkPages()
  })
})

test('traffic by day is deleted after the history, but not within 14 months', async () => {
  await panel.sql((tx) =>
    sql`insert into usage_by_day (service_id, day) select 1, (current_date - m * interval '1 month')::date from generate_series(0, 30) m`.execute(
      tx,
    ),
  )
  const left = async () =>
    (await panel.sql((tx) => sql<{ n: number }>`select count(*)::int as n from usage_by_day`.execute(tx))).rows[0]?.n
  const log = { info: () => {} }
  await pruneUsage({ ...taskContext(panel.databases), log: log as never }, 20)
  expect(await left()).toBe(21)
  await pruneUsage({ ...taskContext(panel.databases), log: log as never }, 1)
  expect(await left()).toBe(15)
})
