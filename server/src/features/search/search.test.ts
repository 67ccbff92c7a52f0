import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createCompany, createUser, startTestPanel, type ApiCall, type TestPanel } from '../../testing/panel.ts'

let panel: TestPanel
let asReseller: ApiCall, asCustomer: ApiCall
let client: number

beforeAll(async () => {
  panel = await startTestPanel()
  const users = await panel.sql(async (tx) => {
    const root = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    const reseller = await createCompany(tx, { name: 'Calder Broadband', type: 'reseller', parent_id: root })
    client = await createCompany(tx, { name: 'Harbour Hotel', type: 'client', parent_id: reseller })
    const beside = await createCompany(tx, { name: 'Harbour Beside', type: 'client', parent_id: root })
    await createUser(tx, { company_id: beside, role: 'admin', first_name: 'Harbour' })
    const customer = await createUser(tx, {
      company_id: client,
      role: 'admin',
      first_name: 'Harbour',
      email: 'master@hotel.example',
    })
    await sql`insert into invitation (company_id, email, role, token_hash, invited_by_id, expires_at) values (${client}, 'new@harbour.example', 'editor', '\\x00', ${customer.id}, now())`.execute(
      tx,
    )
    return { reseller: await createUser(tx, { company_id: reseller, role: 'read-only' }), customer }
  })
  asReseller = await panel.as(users.reseller)
  asCustomer = await panel.as(users.customer)
})
afterAll(() => panel.stop())

const found = async (call: ApiCall, query: string) =>
  (await call('GET', `/search/index?query=${encodeURIComponent(query)}`)).body.data as {
    kind: string
    title: string
    detail: string
    path: string
  }[]

test('finds rows of each kind that the caller may list, with the visibility of their lists', async () => {
  expect(
    (await found(asReseller, 'harbour')).map(({ kind, title, detail, path }) => [kind, title, detail, path]),
  ).toEqual([
    ['companies', 'Harbour Hotel', 'Client', 'Calder Broadband / Harbour Hotel'],
    ['users', 'Harbour Body', 'master@hotel.example', 'Calder Broadband / Harbour Hotel'],
    ['user-invites', 'new@harbour.example', 'Harbour Hotel', 'Calder Broadband / Harbour Hotel'],
  ])
  expect((await found(asCustomer, 'harbour')).map(({ kind }) => kind)).toEqual(['users', 'user-invites'])
})

test('all words must match, and wildcard characters are literal', async () => {
  expect(await found(asReseller, 'body hotel.example')).toHaveLength(1)
  for (const query of ['%', '_', 'h%r', '\\']) expect(await found(asReseller, query)).toEqual([])
  expect((await asReseller('GET', '/search/index?query=')).status).toBe(422)
})

test('finds services and dial-ups by user name and address, and their tariffs and NAS devices', async () => {
  await panel.sql(async (tx) => {
    const { rows } = await sql<{ id: number }>`select ancestor_ids[1] as id from company where id = ${client}`.execute(
      tx,
    )
    const tariff = await sql<{
      id: number
    }>`insert into tariff (company_id, name, currency, price) values (${rows[0]?.id}, 'Fibre 100', 'EUR', 39.9) returning id`.execute(
      tx,
    )
    await sql`insert into nas (company_id, name, address, secret, region) values (${rows[0]?.id}, 'Fibre core', '192.0.2.1', '\\x00', 'North')`.execute(
      tx,
    )
    await sql`insert into service (kind, company_id, username, name, password, tariff_id, address) values
      ('service', ${client}, 'fibre-17@isp', 'Lobby', '\\x00', ${tariff.rows[0]?.id}, '203.0.113.17'),
      ('vpn-dialup', ${client}, 'router-17', '', '\\x00', ${tariff.rows[0]?.id}, null)`.execute(tx)
  })
  const hits = async (call: ApiCall, query: string) =>
    (await found(call, query)).map(({ kind, title, detail, path }) => [kind, title, detail, path])
  const service = ['services', 'fibre-17@isp', 'Lobby, 203.0.113.17', 'Calder Broadband / Harbour Hotel']
  expect(await hits(asReseller, 'fibre')).toEqual([
    service,
    // Shared: the owner is not visible.
    ['tariffs', 'Fibre 100', '39.90 EUR', ''],
    ['nas', 'Fibre core', '192.0.2.1, North', ''],
  ])
  expect(await hits(asReseller, '203.0.113.17')).toEqual([service])
  expect(await hits(asCustomer, '-17')).toEqual([
    ['services', 'fibre-17@isp', 'Lobby, 203.0.113.17', 'Harbour Hotel'],
    ['vpn-dialups', 'router-17', '', 'Harbour Hotel'],
  ])
})
