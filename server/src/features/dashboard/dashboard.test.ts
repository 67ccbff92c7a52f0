import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { createCompany, createUser, startTestPanel, type ApiCall, type TestPanel } from '../../testing/panel.ts'
import { makeInventoryRow } from '../../testing/matrix/inventory-fixture.ts'
import { createSession } from '../../testing/sessions/create-session.ts'

let panel: TestPanel
let root: number, reseller: number, client: number
let asProvider: ApiCall, asReseller: ApiCall, asCustomer: ApiCall

beforeAll(async () => {
  panel = await startTestPanel()
  const users = await panel.sql(async (tx) => {
    root = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    reseller = await createCompany(tx, { name: 'Reseller', type: 'reseller', parent_id: root })
    client = await createCompany(tx, {
      name: 'Client',
      type: 'client',
      parent_id: reseller,
      created_at: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    })
    await createCompany(tx, { name: 'Sleeping', type: 'client', parent_id: reseller, is_active: false })
    await createUser(tx, { company_id: client, role: 'editor', is_active: false })
    const provider = await createUser(tx, { company_id: root, role: 'primary-admin' })
    for (const [email, days] of [
      ['open@x.example', 3],
      ['late@x.example', -3],
    ] as const)
      await sql`insert into invitation (company_id, email, role, token_hash, invited_by_id, expires_at)
        values (${client}, ${email}, 'editor', sha256(${email}::bytea), ${provider.id}, now() + make_interval(days => ${days}))`.execute(
        tx,
      )
    await sql`insert into mail (kind, to_address, subject, body_text, body_html, locale, message_id, state) values ('welcome', 'a@x.example', 's', 't', 'h', 'en', 'm', 'failed')`.execute(
      tx,
    )
    const tariff = await sql<{
      id: number
    }>`insert into tariff (company_id, name, currency) values (${root}, 'Home', 'EUR') returning id`.execute(tx)
    const nas = await sql<{
      id: number
    }>`insert into nas (company_id, name, address, secret) values (${root}, 'Tower', '192.0.2.1', '\\x00') returning id`.execute(
      tx,
    )
    for (const [kind, username, status, sessions] of [
      ['service', 'ann', 'active', 2],
      ['service', 'bob', 'suspended', 0],
      ['service', 'eve', 'pending', 0],
      ['vpn-dialup', 'router', 'active', 0],
    ] as const) {
      const { rows } = await sql<{
        id: number
      }>`insert into service (kind, company_id, username, password, tariff_id, status)
        values (${kind}, ${client}, ${username}, '\\x00', ${tariff.rows[0]?.id}, ${status}) returning id`.execute(tx)
      for (let i = 0; i < sessions; i++)
        await createSession(tx, {
          service_id: rows[0]?.id as number,
          nas_id: nas.rows[0]?.id as number,
          started_at: new Date(),
        })
    }
    const { rows: sites } = await sql<{
      id: number
    }>`insert into site (company_id, name) values (${client}, 'Shop'), (${client}, 'Store') returning id`.execute(tx)
    for (const [online, at] of [
      [true, 0],
      [true, 0],
      [false, 0],
      [null, 1],
      [null, undefined],
    ] as const)
      await sql`update hardware set is_online = ${online}, site_id = ${at === undefined ? null : sites[at]?.id} where id = ${await makeInventoryRow(tx, 'hardware', client)}`.execute(
        tx,
      )
    await makeInventoryRow(tx, 'hardware', reseller)
    for (const [company, status, days] of [
      [client, 'active', 30],
      [client, 'active', 31],
      [client, 'suspended', 5],
      [reseller, 'available', 0],
      [reseller, 'expired', -1],
    ] as const)
      await sql`update licence set status = ${status}, type = 'trial', starts_on = current_date - 9, expires_on = current_date + ${days}::int
        where id = ${await makeInventoryRow(tx, 'licence', company)}`.execute(tx)
    return {
      provider,
      reseller: await createUser(tx, { company_id: reseller, role: 'admin' }),
      customer: await createUser(tx, { company_id: client, role: 'read-only' }),
    }
  })
  asProvider = await panel.as(users.provider)
  asReseller = await panel.as(users.reseller)
  asCustomer = await panel.as(users.customer)
})
afterAll(() => panel.stop())

interface Card {
  key: string
  subject: string
  total: number
  figures: { key: string; value: number; search: string }[]
}
const lists: Record<string, string> = {
  companies: '/company/index',
  users: '/user/index',
  'user-invites': '/user/invite/index',
  outbox: '/outbox/index',
  subnets: '/network/subnet/index',
  services: '/network/service/index',
  'vpn-dialups': '/network/vpn-dialup/index',
  sites: '/site/index',
  hardware: '/hardware/index',
  licences: '/licence/index',
}

test('each figure equals the total of the list that it links to', async () => {
  for (const call of [asProvider, asReseller, asCustomer]) {
    const { cards } = (await call('GET', '/dashboard/summary')).body.data as { cards: Card[] }
    expect(cards.length).toBeGreaterThan(0)
    // Figures of the installation have no list.
    for (const { key: card, subject, figures } of cards.filter((each) => each.subject !== 'installation'))
      for (const { key, value, search } of figures) {
        const path = card === 'commands' ? '/hardware/command/index' : lists[subject]
        const list = await call('GET', `${path}?search=${encodeURIComponent(search)}`)
        expect([subject, key, list.body.meta?.pagination.total]).toEqual([subject, key, value])
      }
  }
})

test('cards depend on what the caller may list', async () => {
  const serviceFinder = ['sites', 'hardware', 'commands', 'services', 'sessions', 'vpn-dialups']
  const keys = async (call: ApiCall) =>
    (await call('GET', '/dashboard/summary')).body.data.cards.map((card: Card) => card.key)
  expect(await keys(asProvider)).toEqual([
    'companies',
    'users',
    'invitations',
    ...serviceFinder,
    'subnets',
    'licences',
    'mail',
    'backup',
  ])
  expect(await keys(asReseller)).toEqual(['companies', 'users', 'invitations', ...serviceFinder, 'subnets', 'licences'])
  expect(await keys(asCustomer)).toEqual(['users', 'invitations', ...serviceFinder, 'licences'])
})

test("sites, devices and licences are counted by status, in each caller's part of the tree", async () => {
  const figures = async (call: ApiCall, key: string) => {
    const { cards } = (await call('GET', '/dashboard/summary')).body.data as { cards: Card[] }
    return cards.find((card) => card.key === key)?.figures.map((figure) => [figure.key, figure.value])
  }
  expect(await figures(asCustomer, 'sites')).toEqual([
    ['online', 0],
    ['partial', 1],
    ['offline', 0],
    ['unknown', 1],
  ])
  expect(await figures(asReseller, 'hardware')).toEqual([
    ['online', 2],
    ['offline', 1],
    ['unknown', 3],
  ])
  expect(await figures(asReseller, 'licences')).toEqual([
    ['expiring', 2],
    ['expired', 1],
    ['active', 2],
    ['available', 1],
  ])
  expect((await figures(asCustomer, 'licences'))?.[0]).toEqual(['expiring', 1])
})

test('growth has a value for each of ninety days', async () => {
  const { plots } = (await asReseller('GET', '/dashboard/summary')).body.data
  expect(plots).toHaveLength(1)
  expect(plots[0].days).toHaveLength(90)
  expect(plots[0].days.at(-1)).toBe(new Date().toISOString().slice(0, 10))
  const companies = plots[0].series.find(({ key }: { key: string }) => key === 'companies').values
  expect([companies.at(-4), companies.at(-1)]).toEqual([1, 2])
})

test('the summary of one company covers only its part, and is not found for other branches', async () => {
  const { cards } = (await asProvider('GET', `/dashboard/summary/${client}`)).body.data as { cards: Card[] }
  expect(cards.map(({ key, total }) => [key, total])).toEqual([
    ['companies', 1],
    ['users', 2],
    ['invitations', 2],
    ['sites', 2],
    ['hardware', 5],
    ['commands', 0],
    ['services', 3],
    ['sessions', 2],
    ['vpn-dialups', 1],
    ['subnets', 0],
    ['licences', 3],
  ])
  expect((await asReseller('GET', `/dashboard/summary/${root}`)).status).toBe(404)
})

test('services are counted by whether they are online', async () => {
  const { cards } = (await asReseller('GET', '/dashboard/summary')).body.data as { cards: Card[] }
  const states = cards.find(({ key }) => key === 'services')?.figures.map(({ key, value }) => [key, value])
  expect(states).toEqual([
    ['pending', 1],
    ['active', 1],
    ['suspended', 1],
    ['terminated', 0],
    ['online', 1],
    ['offline', 0],
  ])
  // Both of its sessions are of the same service.
  expect(cards.find(({ key }) => key === 'sessions')?.total).toBe(2)
  const dialups = cards.find(({ key }) => key === 'vpn-dialups')?.figures.slice(-2)
  expect(dialups?.map(({ key, value }) => [key, value])).toEqual([
    ['online', 0],
    ['offline', 1],
  ])
})

test('the summary of a company has the cards of the dashboard, for every caller that sees it', async () => {
  for (const [call, ids] of [
    [asProvider, [root, reseller, client]],
    [asReseller, [reseller, client]],
    [asCustomer, [client]],
  ] as const)
    for (const id of ids) {
      const summary = (await call('GET', `/company/${id}/summary`)).body.data
      const dashboard = (await call('GET', `/dashboard/summary/${id}`)).body.data as { cards: Card[] }
      expect(summary.cards).toEqual(dashboard.cards)
      const totals = Object.fromEntries(dashboard.cards.map(({ key, total }) => [key.replace('-', '_'), total]))
      const { companies, ipv4_subnets, ipv6_subnets, addresses, ...counts } = summary.counts
      expect(companies).toBe(totals['companies'] === undefined ? null : totals['companies'] - 1)
      for (const [key, value] of Object.entries(counts)) expect([key, value]).toEqual([key, totals[key] ?? null])
      const mayListAddresses = call !== asCustomer
      for (const value of [ipv4_subnets, ipv6_subnets, addresses])
        expect(value).toEqual(mayListAddresses ? expect.any(Number) : null)
    }
  // The own company without an id is the same.
  const own = (await asReseller('GET', '/dashboard/summary')).body.data
  expect((await asReseller('GET', `/company/${reseller}/summary`)).body.data.cards).toEqual(own.cards)
})
