import type { Problem, ProblemGroup } from '@trunkline/contract/resources/dashboard'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../db/pool.ts'
import { countRejections } from '../../sessions/rejections.ts'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import { makeInventoryRow } from '../../testing/matrix/inventory-fixture.ts'
import type { ApiCall } from '../../testing/panel.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, sibling: ApiCall, client: ApiCall

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  sibling = await fixture.as('sibling')
  client = await fixture.as('client')
})
afterAll(() => fixture?.panel.stop())

const write = <T>(run: (tx: Tx) => Promise<T>) => fixture.panel.sql(run)
const groups = async (call: ApiCall, path = ''): Promise<ProblemGroup[]> => {
  const { status, body } = await call('GET', `/dashboard/problems${path}`)
  expect(status).toBe(200)
  return body.data.groups
}
const groupOf = async (call: ApiCall, kind: string, path = '') =>
  (await groups(call, path)).find((group) => group.kind === kind)
const names = (group: ProblemGroup | undefined) => group?.items.map(({ name }: Problem) => name)

const site = async (tx: Tx, company: number, name: string) =>
  (await sql<{ id: number }>`insert into site (company_id, name) values (${company}, ${name}) returning id`.execute(tx))
    .rows[0]!.id
const device = async (tx: Tx, company: number, name: string, at: number | null, online: boolean | null) => {
  const id = await makeInventoryRow(tx, 'hardware', company)
  await sql`update hardware set name = ${name}, site_id = ${at} where id = ${id}`.execute(tx)
  await sql`update hardware set is_online = ${online} where id = ${id}`.execute(tx)
  return id
}

test('a site whose devices are all offline is one problem; other offline devices are named with their site', async () => {
  const { client: own, foreign } = fixture.companies
  await write(async (tx) => {
    const shop = await site(tx, own, 'Shop')
    const depot = await site(tx, own, 'Depot')
    await device(tx, own, 'shop-1', shop, false)
    await device(tx, own, 'shop-2', shop, false)
    const late = await device(tx, own, 'depot-1', depot, false)
    await sql`update hardware set online_changed_at = now() - interval '2 hours' where id = ${late}`.execute(tx)
    await device(tx, own, 'depot-2', depot, true)
    await device(tx, own, 'never-read', depot, null)
    await device(tx, own, 'without-site', null, false)
    await device(tx, foreign, 'foreign', null, false)
  })
  for (const call of [client, master]) {
    const sites = await groupOf(call, 'site-offline')
    expect(sites).toMatchObject({ severity: 'critical', total: 1, search: 'status:offline' })
    expect(sites?.items).toMatchObject([{ name: 'Shop', count: 2, since: expect.any(String) }])
    const devices = await groupOf(call, 'device-offline')
    // Offline for the shortest time first.
    expect(names(devices)).toEqual(['without-site', 'depot-1'])
    expect(devices?.total).toBe(2)
    expect(devices?.items[1]).toMatchObject({ site_name: 'Depot' })
    expect(Date.parse(devices?.items[1]?.since ?? '')).toBeLessThan(Date.now() - 7_000_000)
  }
  expect(names(await groupOf(sibling, 'device-offline'))).toEqual(['foreign'])
  expect(names(await groupOf(provider, 'device-offline'))).toContain('foreign')
  expect(names(await groupOf(provider, 'device-offline', `/${own}`))).toEqual(['without-site', 'depot-1'])
})

test('an offline router names how many devices it cuts off', async () => {
  const { client: own } = fixture.companies
  await write(async (tx) => {
    const yard = await site(tx, own, 'Yard')
    const router = await device(tx, own, 'yard-router', yard, false)
    for (const name of ['yard-1', 'yard-2'])
      await sql`insert into device_uplink (hardware_id, upstream_id, source) values (${await device(tx, own, name, yard, true)}, ${router}, 'derived')`.execute(
        tx,
      )
  })
  const devices = await groupOf(client, 'device-offline')
  expect(devices?.items.find(({ name }) => name === 'yard-router')).toMatchObject({ count: 2 })
  expect(devices?.items.find(({ name }) => name === 'without-site')).toMatchObject({ count: null })
})

test('the time of the change is stored when a device goes offline or comes back, not at each reading', async () => {
  const id = await write((tx) => device(tx, fixture.companies.client, 'watched', null, true))
  const read = async (online: boolean | null) =>
    write(async (tx) => {
      await sql`update hardware set is_online = ${online} where id = ${id}`.execute(tx)
      const { rows } = await sql<{
        at: string | null
      }>`select online_changed_at as at from hardware where id = ${id}`.execute(tx)
      return rows[0]?.at ?? null
    })
  const first = await read(true)
  expect(first).not.toBeNull()
  expect(await read(true)).toEqual(first)
  expect(await read(false)).not.toEqual(first)
  expect(await read(null)).toBeNull()
})

test('commands of the last day that failed are named, unless a later attempt succeeded', async () => {
  const { client: own } = fixture.companies
  await write(async (tx) => {
    const command = async (state: string, label: string, hours: number) => {
      const id = await makeInventoryRow(tx, 'device-command', own)
      await sql`update device_command set state = ${state}, label = ${label}, finished_at = now() - make_interval(hours => ${hours}) where id = ${id}`.execute(
        tx,
      )
      return id
    }
    await command('refused', 'one', 1)
    await command('unknown', 'old', 30)
    const repeated = await command('unreachable', 'two', 2)
    const again = await command('done', 'two', 1)
    await sql`update device_command a set hardware_id = b.hardware_id from device_command b where a.id = ${again} and b.id = ${repeated}`.execute(
      tx,
    )
  })
  const group = await groupOf(client, 'command-failed')
  expect(group).toMatchObject({ severity: 'warning', total: 1, search: 'failed_lately:1' })
  expect(group?.items[0]?.command).toMatchObject({ label: 'one', state: 'refused' })
  expect(await groupOf(sibling, 'command-failed')).toBeUndefined()
})

const nas = async (tx: Tx, company: number, name: string, address: string) =>
  (
    await sql<{
      id: number
    }>`insert into nas (company_id, name, address, secret) values (${company}, ${name}, ${address}, '\\x00') returning id`.execute(
      tx,
    )
  ).rows[0]!.id

test('a NAS is silent if its sessions ended for missing reports and it has sent nothing since', async () => {
  await write(async (tx) => {
    const silent = await nas(tx, fixture.companies.client, 'Tower', '192.0.2.1')
    const back = await nas(tx, fixture.companies.client, 'Back again', '192.0.2.2')
    const idle = await nas(tx, fixture.companies.client, 'Idle', '192.0.2.3')
    await sql`insert into nas_heard (nas_id, acct_at, lost_at) values
      (${silent}, now() - interval '1 hour', now() - interval '40 minutes'),
      (${back}, now() - interval '30 minutes', now() - interval '40 minutes'),
      (${idle}, now() - interval '1 hour', null)`.execute(tx)
  })
  expect(names(await groupOf(master, 'nas-silent'))).toEqual(['Tower'])
  expect(await groupOf(sibling, 'nas-silent')).toBeUndefined()
  // Its number leads to the list of these.
  expect(await groupOf(master, 'nas-silent')).toMatchObject({ search: 'silent:1' })
  for (const [search, listed] of [
    ['silent:1', ['Tower']],
    ['silent:0', ['Back again', 'Idle']],
  ] as const) {
    const list = await master('GET', `/network/nas/index?search=${search}`)
    expect(list.status, list.text).toBe(200)
    expect(list.body.data.map((row: { name: string }) => row.name)).toEqual(listed)
  }
})

test('rejected logins are counted for each company above, and reported if there are many more than usual', async () => {
  const { client: own } = fixture.companies
  await write(async (tx) => {
    const id = await nas(tx, own, 'Mast', '192.0.2.9')
    await sql`insert into auth_log (at, username, company_id, nas_id, accepted, reason, ancestor_ids)
      select date_bin('5 minutes', now(), 'epoch') - interval '2 minutes' - make_interval(mins => n % 5), 'u' || n, ${own}, ${id}, false,
        case when n < 15 then 'bad-credentials' else 'unknown-user' end, (select ancestor_ids from company where id = ${own})
      from generate_series(1, 25) n`.execute(tx)
    await countRejections(tx)
    await countRejections(tx)
    const { rows } = await sql<{
      n: number
    }>`select sum(rejected)::int as n from login_rejection where company_id = ${own}`.execute(tx)
    expect(rows[0]?.n).toBe(25)
  })
  for (const call of [client, master, provider]) {
    const group = await groupOf(call, 'login-rejections')
    expect(group).toMatchObject({ total: 1, search: 'accepted:0' })
    expect(group?.items[0]).toMatchObject({
      name: 'Mast',
      count: 25,
      usual: 0,
      cause: { reason: 'login.bad_credentials' },
    })
  }
  expect(await groupOf(sibling, 'login-rejections')).toBeUndefined()
})

test('licences and warranties that end within thirty days, the next end first', async () => {
  const { client: own } = fixture.companies
  await write(async (tx) => {
    for (const [days, status] of [
      [20, 'active'],
      [3, 'available'],
      [40, 'active'],
      [3, 'suspended'],
    ] as const) {
      const id = await makeInventoryRow(tx, 'licence', own)
      await sql`update licence set type = 'subscription', status = ${status}, expires_on = current_date + ${days}::int where id = ${id}`.execute(
        tx,
      )
    }
    const id = await device(tx, own, 'old router', null, true)
    await sql`update hardware set warranty_expiry_at = current_date + 7 where id = ${id}`.execute(tx)
  })
  const ending = await groupOf(client, 'licence-ending')
  expect(ending?.total).toBe(2)
  expect(ending?.items.map(({ until }) => until)).toEqual([...(ending?.items.map(({ until }) => until) ?? [])].sort())
  const warranties = await groupOf(client, 'warranty-ending')
  expect(names(warranties)).toEqual(['old router'])
  const list = await client(
    'GET',
    `/hardware/index?search=${encodeURIComponent(warranties?.search ?? '')}&searchFields=${warranties?.search_fields}`,
  )
  expect(list.body.data.map(({ name }: { name: string }) => name)).toEqual(['old router'])
})

test('a company outside of the caller’s part of the tree is not found', async () => {
  const { status } = await client('GET', `/dashboard/problems/${fixture.companies.foreign}`)
  expect(status).toBe(404)
})
