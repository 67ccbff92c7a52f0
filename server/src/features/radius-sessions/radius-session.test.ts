import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { createSession, type NewSession } from '../../testing/sessions/create-session.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, editor: ApiCall, reader: ApiCall, client: ApiCall, sibling: ApiCall
let nas: number, service: number, dialup: number, foreign: number

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour)
const seed = (of: Omit<NewSession, 'nas_id'>) =>
  fixture.panel.sql((tx) => createSession(tx, { nas_id: nas, calling: 'AA:BB:CC:00:11:22', ...of }))
const created = async (call: ApiCall, path: string, body: object): Promise<number> => {
  const reply = await call('POST', `/network/${path}/store`, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data.id
}

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  editor = await fixture.as('master', 'editor')
  reader = await fixture.as('master', 'read-only')
  client = await fixture.as('client')
  sibling = await fixture.as('sibling')
  nas = await created(provider, 'nas', { name: 'Tower', address: '192.0.2.1', purposes: ['pppoe', 'vpn'] })
  const tariff_id = await created(provider, 'tariff', {
    name: 'Home',
    quota_bytes: 1_000_000_000,
    quota_action: 'stop',
  })
  const body = { tariff_id, password: 'correct horse' }
  service = await created(master, 'service', { ...body, username: 'ann', company_id: fixture.companies.client })
  dialup = await created(master, 'vpn-dialup', { ...body, username: 'router-7', company_id: fixture.companies.client })
  foreign = await created(sibling, 'service', { ...body, username: 'bob', company_id: fixture.companies.foreign })
})
afterAll(() => fixture?.panel.stop())

const ids = (reply: { body: { data: { id: string }[] } }) => reply.body.data.map(({ id }) => id)

describe('online and history', () => {
  test('the lists contain the sessions of the own part of the tree, with names and counters', async () => {
    const own = await seed({
      service_id: service,
      started_at: ago(2),
      ip: '10.0.0.5',
      upload: 1000,
      download: 5_000_000_000,
    })
    const vpn = await seed({ service_id: dialup, started_at: ago(1) })
    const other = await seed({ service_id: foreign, started_at: ago(1) })
    const list = await master('GET', '/network/session/index')
    expect(ids(list)).toEqual([vpn, own])
    expect(list.body.data[1]).toMatchObject({
      service_id: service,
      service_kind: 'service',
      username: 'ann',
      company_name: 'Client',
      nas_name: 'Tower',
      framed_ip: '10.0.0.5',
      seconds: 7200,
      upload_bytes: 1000,
      download_bytes: 5_000_000_000,
    })
    expect(ids(await client('GET', '/network/session/index'))).toEqual([vpn, own])
    expect(ids(await sibling('GET', '/network/session/index'))).toEqual([other])
    expect(ids(await provider('GET', '/network/session/index')).sort()).toEqual([own, vpn, other].sort())
    for (const search of [
      '10.0.0.5',
      '10.0.0.',
      '10.0',
      'framed_ip:10.0.0.5',
      'framed_ip:10.0.',
      'an',
      'username:ann',
      `service_id:${service}`,
      'service_kind:service',
      `id:${own}`,
    ])
      expect(ids(await master('GET', `/network/session/index?search=${search}`)), search).toEqual([own])
    expect(ids(await master('GET', '/network/session/index?search=AA:BB:CC'))).toHaveLength(2)
    expect(
      (await master('GET', '/network/service/index?search=online:1')).body.data.map((row: { id: number }) => row.id),
    ).toEqual([service])
    const shown = (await master('GET', `/network/service/${service}/show`)).body.data
    expect(shown.live).toEqual([
      expect.objectContaining({ ...list.body.data[1], started_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) }),
    ])
  })

  test('IPv6 address, prefix and delegated prefix of a session are separate fields, in lists and at the service', async () => {
    const nets = {
      framed_ipv6_address: '2001:db8::5',
      framed_ipv6: '2001:db8:0:7::/64',
      delegated_ipv6: '2001:db8:1::/56',
    }
    const live = await seed({ service_id: dialup, started_at: ago(1) })
    const ended = await seed({ service_id: dialup, started_at: ago(9), stopped_at: ago(8) })
    await fixture.panel.sql(async (tx) => {
      for (const table of ['session_live', 'session_closed'])
        await sql`update ${sql.table(table)} set framed_ipv6_address = ${nets.framed_ipv6_address}, framed_ipv6 = ${nets.framed_ipv6}, delegated_ipv6 = ${nets.delegated_ipv6} where uid in (${live}, ${ended})`.execute(
          tx,
        )
    })
    expect((await master('GET', `/network/session/index?search=id:${live}`)).body.data).toMatchObject([nets])
    expect((await master('GET', `/network/session/history/index?search=id:${ended}`)).body.data).toMatchObject([nets])
    const own = (await master('GET', `/network/vpn-dialup/${dialup}/show`)).body.data.live
    expect(own.find(({ id }: { id: string }) => id === live)).toMatchObject(nets)
    expect((await master('GET', `/network/vpn-dialup/${dialup}/sessions`)).body.data).toContainEqual(
      expect.objectContaining({ id: ended, ...nets }),
    )
    await fixture.panel.sql((tx) => sql`delete from session_closed where uid = ${ended}`.execute(tx))
    await fixture.panel.sql((tx) => sql`delete from session_live where uid = ${live}`.execute(tx))
  })

  test('the history is latest first, and filtered by time and cause', async () => {
    const older = await seed({ service_id: service, started_at: ago(100), stopped_at: ago(90) })
    const newer = await seed({ service_id: service, started_at: ago(80), stopped_at: ago(70) })
    await seed({ service_id: foreign, started_at: ago(80), stopped_at: ago(70) })
    const list = await master('GET', '/network/session/history/index')
    expect(ids(list)).toEqual([newer, older])
    expect(list.body.data[0]).toMatchObject({ cause: 'User-Request', closed_by: 'stop' })
    expect(
      ids(
        await master(
          'GET',
          `/network/session/history/index?search=stopped_at:${encodeURIComponent(ago(80).toISOString()).replaceAll('%3A', '%5C%3A')}&searchFields=stopped_at:>=`,
        ),
      ),
    ).toEqual([newer])
    expect((await master('GET', '/network/session/history/index?export=csv')).text.split('\r\n')).toHaveLength(4)
  })
})

describe('sessions of one service', () => {
  test('online ones come first, and the pages of the history are consecutive without gap or overlap', async () => {
    const one = await created(master, 'service', {
      username: 'carl',
      password: 'x',
      company_id: fixture.companies.client,
      tariff_id: (await master('GET', `/network/service/${service}/show`)).body.data.tariff_id,
    })
    const live = await seed({ service_id: one, started_at: ago(1) })
    const ended: string[] = []
    for (let i = 0; i < 7; i++)
      // Two that end at the same instant are ordered by key.
      ended.push(await seed({ service_id: one, started_at: ago(50 - i), stopped_at: ago(40 - (i >> 1)) }))
    const seen: string[] = []
    let after = ''
    for (let pages = 0; pages < 10; pages++) {
      const { status, body } = await master('GET', `/network/service/${one}/sessions?limit=3${after}`)
      expect(status).toBe(200)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      if (body.next === null) break
      after = `&after=${body.next}`
    }
    expect(seen[0]).toBe(live)
    expect(seen).toHaveLength(8)
    expect(new Set(seen)).toEqual(new Set([live, ...ended]))
    const first = (await master('GET', `/network/service/${one}/sessions?limit=1`)).body
    expect(first.data[0]).toMatchObject({ stopped_at: null, cause: null, closed_by: null })
    expect(
      (await master('GET', `/network/service/${one}/sessions?limit=1&after=${first.next}`)).body.data,
    ).toHaveLength(1)
    expect((await master('GET', `/network/service/${one}/sessions?after=garbage`)).status).toBe(422)
    expect((await sibling('GET', `/network/service/${one}/sessions`)).status).toBe(404)
    expect((await master('GET', `/network/vpn-dialup/${dialup}/sessions`)).body.data[0].username).toBe('router-7')
  })
})

describe('usage', () => {
  test('each day of the range and the last twelve months are present, and the quota of the current period', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const month = today.slice(0, 7)
    await fixture.panel.sql((tx) =>
      sql`insert into usage_by_day (service_id, day, in_octets, out_octets) values (${service}, ${today}, 100, 900), (${service}, ${today}::date - 400, 5, 5)`.execute(
        tx,
      ),
    )
    const { data } = (await master('GET', `/network/service/${service}/usage`)).body
    expect(data.days).toHaveLength(31)
    expect(data.days.at(-1)).toEqual({ day: today, upload_bytes: 100, download_bytes: 900 })
    expect(data.days[0]).toMatchObject({ upload_bytes: 0, download_bytes: 0 })
    expect(data.months).toHaveLength(12)
    expect(data.months.at(-1)).toEqual({ month, upload_bytes: 100, download_bytes: 900 })
    expect(data.quota).toEqual({ period: 'month', since: `${month}-01`, used_bytes: 1000, quota_bytes: 1_000_000_000 })
    const usage = (query: string) => master('GET', `/network/service/${service}/usage?${query}`)
    expect((await usage('from=2026-01-01&until=2026-01-03')).body.data.days).toHaveLength(3)
    expect((await usage('from=2026-01-03&until=2026-01-01')).body.error.messages).toHaveProperty('from')
    expect((await usage('from=2020-01-01&until=2026-01-01')).body.error.messages).toHaveProperty('from')
    expect((await sibling('GET', `/network/service/${service}/usage`)).status).toBe(404)
  })
})

describe('logins', () => {
  test('the reason of a reject is found by name and by reason, without the password', async () => {
    const log = (username: string, reason: string, service_id: number | null, company: number) =>
      fixture.panel.sql((tx) =>
        sql`insert into auth_log (username, service_id, company_id, nas_id, accepted, reason, calling, ancestor_ids)
          select ${username}, ${service_id}, id, ${nas}, ${reason === ''}, ${reason}, 'AA:BB', ancestor_ids from company where id = ${company}`.execute(
          tx,
        ),
      )
    await log('ann', '', service, fixture.companies.client)
    await log('ann', 'bad-credentials', service, fixture.companies.client)
    await log('bob', 'pool-full', foreign, fixture.companies.foreign)
    const list = await master('GET', '/network/login/index')
    expect(list.body.data.map((row: { reason: string }) => row.reason)).toEqual(['login.bad_credentials', null])
    expect(list.body.data[0]).toMatchObject({
      ...replied('login.bad_credentials'),
      username: 'ann',
      nas_name: 'Tower',
      accepted: false,
      service_kind: 'service',
    })
    expect(Object.keys(list.body.data[0])).not.toContain('password')
    for (const search of ['an', 'username:nn', 'AA:BB'])
      expect((await master('GET', `/network/login/index?search=${search}`)).body.data, search).toHaveLength(2)
    expect((await master('GET', '/network/login/index?search=a%25')).body.data).toEqual([])
    for (const search of ['reason:login.bad_credentials', 'accepted:0', `service_id:${service};accepted:0`])
      expect((await master('GET', `/network/login/index?search=${search}`)).body.data, search).toHaveLength(1)
  })
})

describe('disconnecting', () => {
  test('sends a request for each session, and the log shows its result', async () => {
    const one = await seed({ service_id: service, started_at: ago(3) })
    const { status, body } = await editor('POST', '/network/session/disconnect', { uids: [one] })
    expect(status).toBe(202)
    expect(body.data).toMatchObject([{ session_id: one }])
    const log = (await master('GET', `/network/coa/index?search=session_id:${one}`)).body.data
    expect(log).toMatchObject([
      { kind: 'disconnect', reason: 'by-hand', username: 'ann', service_id: service, nas_name: 'Tower' },
    ])
    expect(log[0].requested_by).toContain('@')
    expect((await sibling('GET', '/network/coa/index')).body.data).toEqual([])
  })

  test('a session that ended meanwhile is skipped, and the others are disconnected', async () => {
    const running = await seed({ service_id: service, started_at: ago(3) })
    const over = await seed({ service_id: service, started_at: ago(3), stopped_at: ago(0) })
    const { status, body } = await editor('POST', '/network/session/disconnect', { uids: [running, over] })
    expect(status).toBe(202)
    expect(body.data.map((row: { session_id: string }) => row.session_id)).toEqual([running])
    expect((await editor('POST', '/network/session/disconnect', { uids: [over] })).body.data).toEqual([])
    const foreignOver = await seed({ service_id: foreign, started_at: ago(3), stopped_at: ago(0) })
    expect((await master('POST', '/network/session/disconnect', { uids: [running, foreignOver] })).status).toBe(404)
  })

  test('one invisible session prevents all requests', async () => {
    const own = await seed({ service_id: service, started_at: ago(3) })
    const other = await seed({ service_id: foreign, started_at: ago(3) })
    const before = (await provider('GET', '/network/coa/index')).body.meta.pagination.total
    for (const uids of [[own, other], [own, 'f00'], [other]])
      expect((await master('POST', '/network/session/disconnect', { uids })).status).toBe(404)
    expect((await provider('GET', '/network/coa/index')).body.meta.pagination.total).toBe(before)
    expect((await reader('POST', '/network/session/disconnect', { uids: [own] })).status).toBe(403)
  })

  test('all sessions of a service in one call', async () => {
    const { body } = await editor('POST', `/network/vpn-dialup/${dialup}/disconnect`)
    expect(body.data).toHaveLength(1)
    expect((await client('POST', `/network/vpn-dialup/${dialup}/disconnect`)).status).toBe(403)
  })
})
