import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { makeInventoryRow } from '../../testing/matrix/inventory-fixture.ts'
import type { ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, sibling: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  sibling = await fixture.as('sibling')
  await fixture.panel.sql(async (tx) => {
    const { client, foreign } = fixture.companies
    for (const [company, state, hours] of [
      [client, 'refused', 1],
      [client, 'refused', 23],
      [client, 'reverted', 2],
      [client, 'unknown', 25],
      [client, 'done', 1],
      [foreign, 'unreachable', 3],
    ] as const)
      await sql`update device_command set state = ${state}, finished_at = now() - make_interval(hours => ${hours})
        where id = ${await makeInventoryRow(tx, 'device-command', company)}`.execute(tx)
    for (const [company, hour, devices, online, rx] of [
      [client, 0, 4, 3, 8_000_000],
      [client, 5, 4, 2.6, 9_000_000_000],
      [client, 200, 4, 4, 1],
      [foreign, 0, 9, 9, 9],
    ] as const)
      await sql`insert into company_reading (company_id, at, devices, online, rx_bps, tx_bps)
        values (${company}, date_trunc('hour', now()) - make_interval(hours => ${hour}), ${devices}, ${online}, ${rx}, 1000)`.execute(
        tx,
      )
  })
})
afterAll(() => fixture?.panel.stop())

interface Summary {
  cards: { key: string; total: number; figures: { key: string; value: number; search: string; tone: string }[] }[]
  plots: { key: string; unit: string; days: string[]; series: { key: string; values: (number | null)[] }[] }[]
}
const summary = async (call: ApiCall, path = ''): Promise<Summary> =>
  (await call('GET', `/dashboard/summary${path}`)).body.data

test('commands that failed within a day are counted by result, each figure equal to its list', async () => {
  for (const [call, expected] of [
    [master, { refused: 2, unreachable: 0, reverted: 1, differs: 0, 'end-unknown': 0 }],
    [sibling, { refused: 0, unreachable: 1, reverted: 0, differs: 0, 'end-unknown': 0 }],
    [provider, { refused: 2, unreachable: 1, reverted: 1, differs: 0, 'end-unknown': 0 }],
  ] as const) {
    const card = (await summary(call)).cards.find(({ key }) => key === 'commands')
    expect(Object.fromEntries(card?.figures.map(({ key, value }) => [key, value]) ?? [])).toEqual(expected)
    for (const { value, search } of card?.figures ?? []) {
      const list = await call('GET', `/hardware/command/index?search=${encodeURIComponent(search)}`)
      expect(list.body.meta.pagination.total).toBe(value)
    }
  }
  const others = await master('GET', '/hardware/command/index?search=failed_lately:0')
  expect(others.body.data.map((row: { state: string }) => row.state).toSorted()).toEqual(['done', 'unknown'])
})

test('a week of devices and traffic has one point per hour, with gaps where nothing was read', async () => {
  const { client } = fixture.companies
  const { plots } = await summary(master, `/${client}`)
  const [online, traffic] = plots
  expect([online?.key, online?.unit, traffic?.key, traffic?.unit]).toEqual([
    'devices-online',
    'count',
    'traffic',
    'bps',
  ])
  const values = (plot: Summary['plots'][0] | undefined, key: string) =>
    plot?.series.find((one) => one.key === key)?.values
  expect(online?.days).toHaveLength(168)
  expect(online?.days.at(-1)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00.000Z$/)
  expect([
    values(online, 'online')?.at(-1),
    values(online, 'online')?.at(-6),
    values(online, 'online')?.at(-2),
  ]).toEqual([3, 3, null])
  expect(values(online, 'devices')?.filter((value) => value !== null)).toEqual([4, 4])
  expect([values(traffic, 'rx')?.at(-6), values(traffic, 'tx')?.at(-1)]).toEqual([9_000_000_000, 1000])
})

test('a company whose devices were never read has no such plot', async () => {
  const { plots } = await summary(master, `/${fixture.companies.reseller}`)
  expect(plots.map(({ key }) => key)).toEqual(['growth'])
})
