import type { SearchHit, SearchKind } from '@trunkline/contract/resources/search'
import { userRoles } from '@trunkline/contract/abilities'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withTenant } from '../../db/tenant-transaction.ts'
import { createSubnet } from '../../testing/ipam/create-subnet.ts'
import { customerLeases, setupSupport, storeReadings, type SupportFixture } from '../../testing/support-fixture.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { reportedKinds } from './reported-finder.ts'
import { finders } from './search.ts'

let fixture: SupportFixture
let master: ApiCall

beforeAll(async () => {
  fixture = await setupSupport()
  master = await fixture.as('master')
})
afterAll(() => fixture?.panel.stop())

const search = async (query: string, call = master): Promise<SearchHit[]> => {
  const reply = await call('GET', `/search/index?query=${encodeURIComponent(query)}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data
}

const customer = 'Reseller / Harbour Hotel'
const hotel = ['companies', 'Harbour Hotel', 'active'] as const
const anna = ['users', 'Anna Smith', 'active'] as const
const site = ['sites', 'Boathouse', 'online'] as const
const router = ['hardware', 'Boathouse router', 'online'] as const
const lobby = ['services', 'harbour-17@isp', 'offline'] as const
const attic = ['services', 'harbour-attic', 'online'] as const
const phone = ['leases', 'annas-iphone', 'bound'] as const
const printer = ['leases', 'Office printer', 'bound'] as const
const tablet = ['access-control', 'Stolen tablet', 'blocked'] as const
const licence = ['licences', 'TL-A28FX-Y2D28-QMB9F-Q1DHD', 'available'] as const
const running = ['sessions', 'harbour-attic', 'online'] as const
const past = ['sessions', 'harbour-17@isp', 'ended'] as const

/** A typed question, and the result that has to come first. */
const questions: readonly (readonly [query: string, first: readonly [SearchKind, string, string]])[] = [
  // Names
  ['harbour hotel', hotel],
  ['Calder Hospitality', hotel],
  ['anna smith', anna],
  ['smith anna', anna],
  ['boathouse', site],
  ['quint', site],
  ['7 quay street', site],
  ['stolen tablet', tablet],
  // Numbers and postcodes
  ['GB123456789', hotel],
  ['LS1 4DY', hotel],
  ['ls14dy', hotel],
  ['HU1 2AB', site],
  ['hex08qx9abc', router],
  ['TL-A28FX-Y2D28-QMB9F-Q1DHD', licence],
  ['tla28fxy2d28qmb9fq1dhd', licence],
  // E-mail addresses and user names
  ['desk@harbour.example', hotel],
  ['anna.smith@harbour.example', anna],
  ['peter@boathouse.example', site],
  ['new@harbour.example', ['user-invites', 'new@harbour.example', 'pending']],
  ['harbour-17@isp', lobby],
  ['boathouse-vpn', ['vpn-dialups', 'boathouse-vpn', 'suspended']],
  // Phone numbers
  ['0113 496 0898', hotel],
  ['+44 113 496 0898', hotel],
  ['+44 (0)113 496-0898', hotel],
  ['0044 1134960898', hotel],
  ['496 0898', hotel],
  ['07700 900123', anna],
  ['01482/305555', site],
  // MAC addresses of devices
  ['4c:5e:0c:12:ab:cd', router],
  ['4C-5E-0C-12-AB-CD', router],
  ['4c5e.0c12.abcd', router],
  ['4C5E0C12ABCD', router],
  ['4c:5e:0c', router],
  ['12abcd', router],
  ['4c 5e 0c 12 ab cd', router],
  // … of services, by their own address and by the calling station that is allowed
  ['48:8f:5a:00:11:22', attic],
  ['000c.429a.bcde', lobby],
  // … of sessions, while they run and afterwards
  ['aa-bb-cc-00-00-01', past],
  ['AABB.CC00.0001', past],
  // … of leases, Wi-Fi clients and access lists
  ['3c2a.f4aa.0010', printer],
  ['f4:aa:00:10', printer],
  ['a4b197000009', tablet],
  ['0a:0b:0c:0d:0e:0f', ['access-list-rows', 'Stolen phone', 'blocked']],
  // Host names
  ['annas-iphone', phone],
  ['office printer', printer],
  ['harbour-gw', router],
  ['mail.harbour.example', ['addresses', '203.0.113.99', 'assigned']],
  // Addresses
  ['203.0.113.17', lobby],
  ['198.51.100.9', running],
  ['10.20.30.40', router],
  ['198.51.100.77', router],
  ['192.168.88.30', printer],
  ['203.0.113.99', ['addresses', '203.0.113.99', 'assigned']],
  ['203.0.113.200', ['subnets', '203.0.113.0/24', 'reserved']],
  ['192.0.2.1', ['nas', 'Leeds BNG', 'active']],
  // Session ids
  ['6b034464', running],
  ['6B0344', running],
  ['81d000af', past],
]

describe('support questions', () => {
  test.each(questions)('%s', async (query, [kind, title, state]) => {
    const [first] = await search(query)
    expect(first && [first.kind, first.title, first.state, first.path]).toEqual([
      kind,
      title,
      state,
      kind === 'nas' ? 'Master' : `Master / ${customer}`,
    ])
  })

  test('a Wi-Fi client is found by its MAC address and by the host name of its lease', async () => {
    for (const query of ['7e:11:22:33:44:55', 'annas-iphone']) {
      const client = (await search(query)).find(({ kind }) => kind === 'wifi-clients')
      expect(client).toMatchObject({
        title: 'annas-iphone',
        detail: '7E:11:22:33:44:55, 192.168.88.21, Boathouse router',
        hardware_id: fixture.ids.router,
        site_id: fixture.ids.site,
        state: 'online',
      })
    }
  })

  test('a device is distinguished from others of the same name by its site, for readers who may see sites', async () => {
    const [hit] = await search('4c5e.0c12.abcd')
    expect(hit).toMatchObject({ kind: 'hardware', title: 'Boathouse router', site_name: 'Boathouse' })
    expect(hit?.detail).toContain('4C:5E:0C:12:AB:CD')
    expect((await search('boathouse'))[0]).toMatchObject({ kind: 'sites', site_name: null })
  })

  test('a running session leads to its service, its start and its key', async () => {
    const hit = (await search('198.51.100.9')).find(({ kind }) => kind === 'sessions')
    expect(hit).toMatchObject({ session_id: expect.any(String), since: expect.any(String), until: null })
    expect(hit?.detail).toBe('198.51.100.9, 488f.5a00.1122, 6b034464')
  })

  test('an address within the static networks of a service leads to it, however it is written', async () => {
    const pool = await fixture.panel.sql(async (tx) => {
      await createSubnet(tx, { net: '2001:db8::/32', company_id: fixture.companies.master })
      return createSubnet(tx, { net: '2001:db8:200::/40', attributes: { assign_len: 56 } })
    })
    const tariff = (await master('GET', '/network/tariff/index')).body.data[0].id
    const stored = await master('POST', '/network/service/store', {
      company_id: fixture.companies.client,
      username: 'harbour-v6',
      password: 'correct horse',
      tariff_id: tariff,
      delegated_ipv6_method: 'static',
      ipv6_subnet_id: pool,
    })
    expect(stored.status, stored.text).toBe(201)
    for (const query of ['2001:db8:200:0:1::5', '2001:0DB8:0200:0001:0000:0000:0000:0005', '2001:db8:200:1::5'])
      expect((await search(query))[0], query).toMatchObject({ kind: 'services', title: 'harbour-v6' })
  })
})

describe('the user of an address at a time', () => {
  const questionsOf = () => {
    const day = fixture.ended.slice(0, 10)
    const moment = new Date(`${fixture.ended.replace(' ', 'T')}:00Z`).getTime() - 30 * 60_000
    const at = new Date(moment).toISOString().slice(0, 16).replace('T', ' ')
    return [
      `198.51.100.7 at ${at}`,
      `198.51.100.7 ${at}`,
      `198.51.100.7 um ${at}`,
      `198.51.100.7 on ${day}`,
      `198.51.100.7 am ${day.split('-').reverse().join('.')}`,
    ]
  }

  test('is the session that had it, and the question is in the audit log', async () => {
    for (const query of questionsOf()) {
      const hits = await search(query)
      expect(
        hits.map(({ kind, title, state }) => [kind, title, state]),
        query,
      ).toEqual([['sessions', 'harbour-17@isp', 'ended']])
    }
    const log = await master('GET', `/audit-log/index?search=subject:address-history&perPage=50`)
    expect(log.status, log.text).toBe(200)
    expect(log.body.data.filter((row: { action: string }) => row.action === 'query')).toHaveLength(questionsOf().length)
    expect(await search('198.51.100.7 at 2020-01-01 10:00')).toEqual([])
  })

  test('is not shown to a user without the right to the address history', async () => {
    const editor = await fixture.as('master', 'editor')
    for (const query of questionsOf()) expect(await search(query, editor)).toEqual([])
  })
})

describe('tenants', () => {
  const everything = () => [...questions.map(([query]) => query), 'harbour', '203.0.113.0/24', '7e:11:22']

  test('each finder finds something for the owner, and nothing for a company beside it', async () => {
    const provider = await fixture.as('provider')
    const reaching = new Map<SearchKind, string>()
    for (const query of everything())
      for (const { kind } of await search(query, provider)) if (!reaching.has(kind)) reaching.set(kind, query)
    const kinds = [...new Set([...Object.keys(finders), ...Object.keys(reportedKinds)])]
    expect(kinds.filter((kind) => !reaching.has(kind as SearchKind))).toEqual([])
    for (const company of ['sibling', 'foreign'] as const)
      for (const role of userRoles) {
        const call = await fixture.as(company, role)
        // Each finder for each role, and for the highest one every question.
        for (const query of role === 'primary-admin' ? everything() : new Set(reaching.values()))
          expect(
            (await search(query, call)).map(({ kind, title, company_id }) => [kind, title, company_id]),
            `${company} ${role}: ${query}`,
          ).toEqual([])
      }
  }, 240_000)

  test('row security alone hides what devices of others report', async () => {
    const { sibling } = fixture.companies
    const rows = await withTenant(
      fixture.panel.databases,
      { company_id: sibling, everything: false },
      { write: false },
      async (tx) => (await sql<{ n: number }>`select count(*)::int as n from reading_entry`.execute(tx)).rows[0]?.n,
    )
    expect(rows).toBe(0)
  })

  test('a client finds its own rows and sees only its own part of the path', async () => {
    const client = await fixture.as('client', 'read-only')
    const [first] = await search('4c5e.0c12.abcd', client)
    expect(first).toMatchObject({ kind: 'hardware', path: 'Harbour Hotel' })
    // Clients have no right to lists of companies, subnets, tariffs and NAS devices.
    expect((await search('harbour', client)).map(({ kind }) => kind)).not.toContain('companies')
    expect((await search('203.0.113.17', client)).map(({ kind }) => kind)).not.toContain('subnets')
  })
})

describe('what devices report', () => {
  const entries = () =>
    fixture.panel.sql(
      async (tx) =>
        (
          await sql<{ key: string; xmin: string }>`
            select menu || key as key, xmin::text as xmin from reading_entry order by 1`.execute(tx)
        ).rows,
    )

  test('is written only where it differs, and goes with the client and the device', async () => {
    const before = await entries()
    expect(before).toHaveLength(5)
    await storeReadings(fixture, fixture.ids.router, customerLeases)
    expect(await entries()).toEqual(before)
    await storeReadings(fixture, fixture.ids.router, customerLeases.slice(0, 1))
    expect((await search('3c2a.f4aa.0010')).map(({ kind }) => kind)).toEqual([])
    await storeReadings(fixture, fixture.ids.router, customerLeases)
    expect((await search('3c2a.f4aa.0010'))[0]).toMatchObject({ title: 'Office printer' })
    const deleted = await master('DELETE', `/hardware/${fixture.ids.router}/destroy`)
    expect(deleted.status, deleted.text).toBeLessThan(300)
    expect(await search('annas-iphone')).toEqual([])
  })
})
