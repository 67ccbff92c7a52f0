import { afterAll, beforeAll, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../../testing/describe-resource.ts'
import { importFile } from '../../../testing/imports.ts'
import type { ApiCall } from '../../../testing/panel.ts'
import { replied } from '../../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  ;[provider, master] = await Promise.all([fixture.as('provider'), fixture.as('master')])
})
afterAll(() => fixture?.panel.stop())

const load = (call: ApiCall, csv: string, of: object = {}) =>
  importFile(fixture.panel, call, '/network/subnet/import', csv, of)
const exported = async (call: ApiCall, query = '') =>
  (await call('GET', `/network/subnet/index?export=csv${query}`)).text
/** The export without ids, which are assigned again by the database. */
const withoutIds = (csv: string) => csv.replace(/^"\d+",/gm, '')

test('an export can be imported again in any row order', async () => {
  const { companies } = fixture
  await provider('POST', '/network/subnet/category/store', { name: 'Customer WAN' })
  const created = await load(
    provider,
    [
      'net,type,hosts,usage_type,category_name,company_id,name,description,vlan,assign_len,policy,state,shared',
      `10.1.2.0/24,network,,customer,customer wan,${companies.reseller},"Street, ""A""",=SUM(1),100,,lowest,assigned,`,
      `10.1.0.0/16,container,,,Customer WAN,${companies.master},Master,,,24,best-fit,reserved,`,
      '10.0.0.0/8,container,,,,,Private,,,,,,',
      '2001:db8:ff::/48,container,,,,,,,,56,sparse,,',
      '2001:DB8:FF:0::/56,pool,false,prefix-delegation,,,Delegation,,,60,,,true',
    ].join('\n'),
  )
  expect(created).toMatchObject({ rows_total: 5, created: 5, errors: [], state: 'done' })
  const first = await exported(provider)
  expect(first.split('\r\n')[0]).toBe(
    '\uFEFF"id","net","space_name","type","hosts","usage_type","category_name","company_id","company_name","name","description","vlan","gateway","assign_len","policy","state","mark_full","exclusive","shared","tags"',
  )
  const rows = (await provider('GET', '/network/subnet/index?ip_version=ipv4')).body.data
  for (const { id } of [...rows, ...(await provider('GET', '/network/subnet/index?ip_version=ipv6')).body.data])
    expect((await provider('DELETE', `/network/subnet/${id}/destroy?children=destroy&release_now=true`)).status).toBe(
      204,
    )
  expect((await provider('GET', '/network/subnet/index?flat=true')).body.data).toEqual([])
  const lines = first.trimEnd().split('\r\n')
  const shuffled = [lines[0], ...lines.slice(1).reverse()].join('\r\n')
  expect(await load(provider, shuffled)).toMatchObject({ rows_total: 5, created: 5, errors_total: 0, state: 'done' })
  expect(withoutIds(await exported(provider))).toBe(withoutIds(first))
})

test('each error is reported by row and column, and one error prevents the import', async () => {
  const before = await exported(provider)
  const csv = [
    'net,type,vlan,company_id,category_name,gateway,space_name',
    '10.1.3.1/24,network,,,,,',
    '10.1.4.0/24,bridge,5000,4000000000,No such,1.2.3,Mars',
    '10.1.2.0/24,network,,,,,',
    '10.1.5.0/24,network,,,,,',
  ].join('\r\n')
  const report = await load(provider, csv)
  expect(report).toMatchObject({ rows_total: 4, created: 0, bad: 3, state: 'failed', errors_total: 8 })
  expect(report.errors.map(({ row, column }: { row: number; column: string }) => `${row} ${column}`).sort()).toEqual([
    '2 net',
    '3 category_name',
    '3 company_id',
    '3 gateway',
    '3 space_name',
    '3 type',
    '3 vlan',
    '4 net',
  ])
  expect(await exported(provider)).toBe(before)
})

test('a dry run reports the result, and invalid rows are skipped in that mode', async () => {
  const csv = 'net,type\r\n10.1.6.0/24,network\r\n10.1.6.0/25,network\r\n10.1.7.0/24,network\r\n'
  const before = await exported(provider)
  expect(await load(provider, csv, { dry_run: 1 })).toMatchObject({
    rows_total: 3,
    created: 2,
    bad: 1,
    state: 'checked',
  })
  expect(await exported(provider)).toBe(before)
  expect(await load(provider, csv, { mode: 'skip-bad' })).toMatchObject({ created: 2, bad: 1, state: 'done' })
  expect(await exported(provider)).toContain('"10.1.7.0/24"')
})

test('a tenant imports only into its own subnets', async () => {
  const report = await load(master, 'net,type\n10.1.8.0/24,network\n10.2.0.0/24,network\n', { mode: 'skip-bad' })
  expect(report).toMatchObject({ created: 1, errors: [{ row: 3, column: 'net' }], state: 'done' })
})

test('an update by prefix changes different fields', async () => {
  const csv = 'net,name,vlan\n10.1.6.0/24,Office,\n10.1.7.0/24,,\n10.1.9.0/24,New,'
  expect(await load(provider, csv, { mode: 'update' })).toMatchObject({ created: 1, updated: 1, same: 1, bad: 0 })
  expect(await exported(provider, '&search=10.1.6.0/24')).toContain('"Office"')
})

test('more rows than the limit are rejected', async () => {
  const large = await load(provider, `net,type\n${'10.200.0.0/24,network\n'.repeat(20_001)}`, { dry_run: 1 })
  expect(large.failure).toEqual(replied('file.too_many_rows', { max: 20_000 }))
})

test('the export of one subnet contains its descendants', async () => {
  const [root] = (await provider('GET', '/network/subnet/index?ip_version=ipv6')).body.data
  const inside = await exported(provider, `&parent_id=${root.id}`)
  expect(inside.trimEnd().split('\r\n')).toHaveLength(2)
  expect(inside).toContain('"2001:db8:ff::/56"')
})
