import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { plantCompany, plantUser, startTestPanel, type ApiCall, type TestPanel } from '../../testing/panel.ts'

let panel: TestPanel
let asReseller: ApiCall, asCustomer: ApiCall
let client: number

beforeAll(async () => {
  panel = await startTestPanel()
  const users = await panel.sql(async (tx) => {
    const root = await plantCompany(tx, { name: 'Northwind', type: 'simrush' })
    const reseller = await plantCompany(tx, { name: 'Calder Broadband', type: 'reseller', parent_id: root })
    client = await plantCompany(tx, { name: 'Harbour Hotel', type: 'client', parent_id: reseller })
    const beside = await plantCompany(tx, { name: 'Harbour Beside', type: 'client', parent_id: root })
    await plantUser(tx, { company_id: beside, role: 'admin', first_name: 'Harbour' })
    const customer = await plantUser(tx, {
      company_id: client,
      role: 'admin',
      first_name: 'Harbour',
      email: 'master@hotel.example',
    })
    await sql`insert into invitation (company_id, email, role, token_hash, invited_by_id, expires_at) values (${client}, 'new@harbour.example', 'editor', '\\x00', ${customer.id}, now())`.execute(
      tx,
    )
    return { reseller: await plantUser(tx, { company_id: reseller, role: 'read-only' }), customer }
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

test('finds rows of every kind that the caller may list, under the row rule of their lists', async () => {
  expect(
    (await found(asReseller, 'harbour')).map(({ kind, title, detail, path }) => [kind, title, detail, path]),
  ).toEqual([
    ['companies', 'Harbour Hotel', 'client', 'Calder Broadband / Harbour Hotel'],
    ['users', 'Harbour Body', 'master@hotel.example', 'Calder Broadband / Harbour Hotel'],
    ['user-invites', 'new@harbour.example', 'Harbour Hotel', 'Calder Broadband / Harbour Hotel'],
  ])
  expect((await found(asCustomer, 'harbour')).map(({ kind }) => kind)).toEqual(['users', 'user-invites'])
})

test('every word is found, and signs of patterns are plain letters', async () => {
  expect(await found(asReseller, 'body hotel.example')).toHaveLength(1)
  for (const query of ['%', '_', 'h%r', '\\']) expect(await found(asReseller, query)).toEqual([])
  expect((await asReseller('GET', '/search/index?query=')).status).toBe(422)
})
