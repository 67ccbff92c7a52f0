import { message, type Message } from '@trunkline/contract/errors'
import { execFileSync } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { createSession, type NewSession } from '../../testing/sessions/create-session.ts'
import { canonicalJson } from './signing.ts'
import { replied } from '../../testing/messages.ts'

let fixture: Fixture
let provider: ApiCall, master: ApiCall, sibling: ApiCall
let nas: number, service: number, foreign: number

const minute = 60_000
/** A time at a whole second, so that stored and requested times are equal. */
const now = Math.floor(Date.now() / 1000) * 1000
const ago = (minutes: number) => new Date(now - minutes * minute)
const iso = (minutes: number) => ago(minutes).toISOString()

const session = (of: Omit<NewSession, 'nas_id' | 'service_id'> & { service_id?: number }) =>
  fixture.panel.sql((tx) =>
    createSession(tx, { nas_id: nas, service_id: service, calling: 'AA:BB:CC:00:11:22', ...of }),
  )

/** A row as written by `panel.note_addresses`. */
const address = (
  uid: string,
  kind: string,
  net: string,
  from: Date,
  until: Date | null,
  ports: readonly [number, number] | null = null,
  of = service,
) =>
  fixture.panel.sql((tx) =>
    sql`insert into session_address (uid, service_id, username, company_id, nas_id, calling, kind, address, port_from, port_to, from_at, until_at, ancestor_ids)
      select ${uid}, s.id, s.username, s.company_id, ${nas}, 'AA:BB', ${kind}, ${net}::inet, ${ports?.[0] ?? null}::int, ${ports?.[1] ?? null}::int, ${from.toISOString()}, ${until?.toISOString() ?? null}, s.ancestor_ids
      from service s where s.id = ${of}`.execute(tx),
  )

const path = (query: Record<string, string | number>) =>
  `/network/address-history?${new URLSearchParams(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))).toString()}`
const find = (query: Record<string, string | number>, call = master) => call('GET', path(query))
/** The sessions in the response. */
const found = async (query: Record<string, string | number>, call = master): Promise<string[]> => {
  const reply = await find(query, call)
  expect(reply.status, reply.text).toBe(200)
  return reply.body.data.map((row: { session_id: string }) => row.session_id)
}

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  sibling = await fixture.as('sibling')
  const created = async (call: ApiCall, of: string, body: object): Promise<number> => {
    const reply = await call('POST', `/network/${of}/store`, body)
    expect(reply.status, reply.text).toBe(201)
    return reply.body.data.id
  }
  nas = await created(provider, 'nas', { name: 'Tower', address: '192.0.2.1', purposes: ['pppoe'] })
  const tariff_id = await created(provider, 'tariff', { name: 'Home' })
  const body = { tariff_id, password: 'correct horse' }
  service = await created(master, 'service', { ...body, username: 'ann', company_id: fixture.companies.client })
  foreign = await created(sibling, 'service', { ...body, username: 'bob', company_id: fixture.companies.foreign })
})
afterAll(() => fixture?.panel.stop())

describe('an IPv4 address', () => {
  test('is found with the session that is online, and all its details', async () => {
    const uid = await session({ ip: '10.1.0.1', started_at: ago(60) })
    expect(await found({ address: '10.1.0.1', at: iso(61) })).toEqual([])
    const { body } = await find({ address: '10.1.0.1', at: iso(5) })
    expect(body).toMatchObject({ next: null, history_since: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00.000Z$/) })
    expect(body.data).toEqual([
      {
        kind: 'ipv4',
        address: '10.1.0.1',
        port_from: null,
        port_to: null,
        from: iso(60),
        until: null,
        username: 'ann',
        service_id: service,
        service_kind: 'service',
        company_id: fixture.companies.client,
        company_name: 'Client',
        nas_id: nas,
        nas_name: 'Tower',
        calling: 'AA:BB:CC:00:11:22',
        session_id: uid,
        acct_session_id: expect.stringMatching(/^81/),
      },
    ])
  })

  test('belongs to an ended session from its start (inclusive) to its end (exclusive)', async () => {
    const uid = await session({ ip: '10.1.0.2', started_at: ago(60), stopped_at: ago(30) })
    const next = await session({ ip: '10.1.0.2', started_at: ago(30), stopped_at: ago(10) })
    expect(await found({ address: '10.1.0.2', at: iso(60) })).toEqual([uid])
    expect(await found({ address: '10.1.0.2', at: new Date(+ago(60) - 1).toISOString() })).toEqual([])
    expect(await found({ address: '10.1.0.2', at: new Date(+ago(30) - 1).toISOString() })).toEqual([uid])
    expect(await found({ address: '10.1.0.2', at: iso(30) })).toEqual([next])
    expect(await found({ address: '10.1.0.2', at: iso(10) })).toEqual([])
  })

  test('that changed within a session is found for the recorded times, not for the whole session', async () => {
    const uid = await session({ ip: '10.1.0.4', started_at: ago(60), stopped_at: ago(10) })
    await address(uid, 'ipv4', '10.1.0.3', ago(60), ago(40))
    await address(uid, 'ipv4', '10.1.0.4', ago(40), ago(10))
    expect(await found({ address: '10.1.0.4', at: iso(50) })).toEqual([])
    expect(await found({ address: '10.1.0.3', at: iso(50) })).toEqual([uid])
    expect(await found({ address: '10.1.0.3', at: iso(40) })).toEqual([])
    const { body } = await find({ address: '10.1.0.4', at: iso(40) })
    expect(body.data).toMatchObject([{ kind: 'ipv4', session_id: uid, from: iso(40), until: iso(10) }])
    expect(body.data[0].acct_session_id).toMatch(/^81/)
  })

  test('that changed within an online session is found in the same way', async () => {
    const uid = await session({ ip: '10.1.0.6', started_at: ago(60) })
    await address(uid, 'ipv4', '10.1.0.5', ago(60), ago(40))
    await address(uid, 'ipv4', '10.1.0.6', ago(40), null)
    expect(await found({ address: '10.1.0.6', at: iso(50) })).toEqual([])
    const { body } = await find({ address: '10.1.0.6', at: iso(5) })
    expect(body.data).toMatchObject([{ session_id: uid, until: null }])
  })

  test('is found in a range with an inclusive start and an exclusive end', async () => {
    const uid = await session({ ip: '10.1.0.7', started_at: ago(60), stopped_at: ago(30) })
    expect(await found({ address: '10.1.0.7', from: iso(90), to: iso(60) })).toEqual([])
    expect(await found({ address: '10.1.0.7', from: iso(90), to: new Date(+ago(60) + 1).toISOString() })).toEqual([uid])
    expect(await found({ address: '10.1.0.7', from: iso(30), to: iso(1) })).toEqual([])
    expect(await found({ address: '10.1.0.7', from: new Date(+ago(30) - 1).toISOString(), to: iso(1) })).toEqual([uid])
  })

  test('is found by its prefix, and one outside the prefix is not', async () => {
    const inside = await session({ ip: '10.2.0.255', started_at: ago(60), stopped_at: ago(30) })
    const live = await session({ ip: '10.2.0.0', started_at: ago(60) })
    const changed = await session({ started_at: ago(60), stopped_at: ago(20) })
    await address(changed, 'ipv4', '10.2.0.9', ago(60), ago(20))
    await session({ ip: '10.2.1.0', started_at: ago(60) })
    expect(await found({ address: '10.2.0.0/24', at: iso(45) })).toEqual([live, changed, inside])
    expect(await found({ address: '10.2.0.128/25', at: iso(45) })).toEqual([inside])
  })
})

describe('IPv6', () => {
  test('an address is found by the framed prefix that contains it, and by the address itself', async () => {
    const uid = await session({ started_at: ago(60), stopped_at: ago(10) })
    await address(uid, 'ipv6-prefix', '2001:db8:0:7::/64', ago(60), ago(10))
    await address(uid, 'ipv6-address', '2001:db8:0:8::5', ago(60), ago(10))
    const { body } = await find({ address: '2001:DB8:0:7:0::99', at: iso(30) })
    expect(body.data).toMatchObject([{ kind: 'ipv6-prefix', address: '2001:db8:0:7::/64', session_id: uid }])
    expect((await find({ address: '2001:db8:0:8::5', at: iso(30) })).body.data).toMatchObject([
      { kind: 'ipv6-address', address: '2001:db8:0:8::5' },
    ])
    expect(await found({ address: '2001:db8:0:8::6', at: iso(30) })).toEqual([])
    expect(await found({ address: '2001:db8:0:7::1', at: iso(10) })).toEqual([])
  })

  test('a delegated /56 is found by an address or prefix in it, and by a prefix that contains it', async () => {
    const uid = await session({ started_at: ago(60) })
    await address(uid, 'delegated-prefix', '2001:db8:1:100::/56', ago(60), null)
    for (const net of ['2001:db8:1:1ff::1', '2001:db8:1:180::/64', '2001:db8:1::/48', '2001:db8:1:100::/56'])
      expect(await found({ address: net, at: iso(30) }), net).toEqual([uid])
    expect(await found({ address: '2001:db8:1:200::1', at: iso(30) })).toEqual([])
    expect(await found({ address: '2001:db8:1:200::/56', at: iso(30) })).toEqual([])
  })

  test('a prefix without an end time is in use no longer than its session', async () => {
    const uid = await session({ started_at: ago(60), stopped_at: ago(30) })
    await address(uid, 'delegated-prefix', '2001:db8:2:100::/56', ago(60), null)
    expect((await find({ address: '2001:db8:2:100::1', at: iso(40) })).body.data).toMatchObject([
      { session_id: uid, until: iso(30) },
    ])
    expect(await found({ address: '2001:db8:2:100::1', at: iso(30) })).toEqual([])
  })
})

describe('a shared IPv4 address', () => {
  test('is distinguished by port: the first and last port of a block belong to it', async () => {
    const one = await session({ ip: '100.64.0.1', started_at: ago(60), stopped_at: ago(10) })
    const two = await session({ ip: '100.64.0.2', started_at: ago(50), stopped_at: ago(10) })
    await address(one, 'cgn', '203.0.113.1', ago(60), ago(10), [1024, 2047])
    await address(two, 'cgn', '203.0.113.1', ago(50), ago(10), [2048, 3071])
    const runQuery = (port: number) => found({ address: '203.0.113.1', at: iso(30), port })
    expect(await runQuery(1024)).toEqual([one])
    expect(await runQuery(2047)).toEqual([one])
    expect(await runQuery(2048)).toEqual([two])
    expect(await runQuery(3072)).toEqual([])
    expect(await runQuery(1023)).toEqual([])
    expect(await found({ address: '203.0.113.1', at: iso(30) })).toEqual([two, one])
    expect((await find({ address: '203.0.113.1', at: iso(30), port: 1500 })).body.data).toMatchObject([
      { kind: 'cgn', address: '203.0.113.1', port_from: 1024, port_to: 2047 },
    ])
    expect(await found({ address: '203.0.113.0/24', at: iso(30), port: 2048 })).toEqual([two])
  })

  test('assigned to one session only is found for each port', async () => {
    const uid = await session({ ip: '203.0.113.9', started_at: ago(60) })
    expect(await found({ address: '203.0.113.9', at: iso(30), port: 443 })).toEqual([uid])
  })
})

test('pages are consecutive without gap or overlap, latest end first', async () => {
  const ended: string[] = []
  for (let i = 0; i < 9; i++)
    // Two end at the same instant and are ordered by key.
    ended.push(await session({ ip: '10.3.0.1', started_at: ago(100), stopped_at: ago(60 - (i >> 1)) }))
  const changed = await session({ started_at: ago(100), stopped_at: ago(56) })
  await address(changed, 'ipv4', '10.3.0.1', ago(100), ago(56))
  const live = await session({ ip: '10.3.0.1', started_at: ago(90) })
  const seen: string[] = []
  let cursor: Record<string, string> = {}
  for (let pages = 0; pages < 10; pages++) {
    const { body } = await find({ address: '10.3.0.1', from: iso(200), to: iso(1), limit: 2, ...cursor })
    expect(body.data.length).toBeLessThanOrEqual(2)
    seen.push(...body.data.map((row: { session_id: string }) => row.session_id))
    if (body.next === null) break
    cursor = { cursor: body.next }
  }
  expect(seen).toHaveLength(11)
  expect(new Set(seen)).toEqual(new Set([...ended, changed, live]))
  expect(seen[0]).toBe(live)
  expect(seen).toEqual(await found({ address: '10.3.0.1', from: iso(200), to: iso(1) }))
})

describe('permissions', () => {
  test('a caller sees only the own part of the tree: no row of a sibling, in a session or a port block', async () => {
    const uid = await session({ service_id: foreign, ip: '10.4.0.1', started_at: ago(60) })
    const ended = await session({ service_id: foreign, ip: '10.4.0.1', started_at: ago(90), stopped_at: ago(70) })
    await address(uid, 'cgn', '203.0.113.77', ago(60), null, [1, 99], foreign)
    await address(uid, 'delegated-prefix', '2001:db8:4::/56', ago(60), null, null, foreign)
    const queries: Record<string, string | number>[] = [
      { address: '10.4.0.1', from: iso(100), to: iso(1) },
      { address: '10.4.0.0/24', from: iso(100), to: iso(1) },
      { address: '203.0.113.77', at: iso(5), port: 7 },
      { address: '2001:db8:4::1', at: iso(5) },
    ]
    for (const query of queries) {
      expect(await found(query), String(query['address'])).toEqual([])
      expect((await found(query, sibling)).length, String(query['address'])).toBeGreaterThan(0)
      expect((await found(query, provider)).length, String(query['address'])).toBeGreaterThan(0)
    }
    expect(await found({ address: '10.4.0.1', from: iso(100), to: iso(1) }, sibling)).toEqual([uid, ended])
  })

  test('admins of a company that is not a client; editors, read-only users and clients get 403', async () => {
    const body = { address: '10.1.0.1', at: iso(5), reference: 'x' }
    for (const call of [
      await fixture.as('master', 'editor'),
      await fixture.as('master', 'read-only'),
      await fixture.as('provider', 'editor'),
      await fixture.as('client'),
    ]) {
      expect((await find({ address: '10.1.0.1', at: iso(5) }, call)).status).toBe(403)
      expect((await call('POST', '/network/address-history/export', body)).status).toBe(403)
    }
    expect((await find({ address: '10.1.0.1', at: iso(5) }, await fixture.as('master', 'admin'))).status).toBe(200)
  })
})

test('each query is audited with its parameters and the number of rows found', async () => {
  await session({ ip: '10.5.0.1', started_at: ago(60), stopped_at: ago(10) })
  const log = async () =>
    (await master('GET', '/audit-log/index?search=subject:address-history')).body.data as Record<string, unknown>[]
  await find({ address: '10.5.0.1', at: iso(30), port: 7, reference: 'Case 12' })
  expect((await log())[0]).toMatchObject({
    action: 'query',
    object_label: '10.5.0.1',
    company_id: fixture.companies.master,
    after: { address: '10.5.0.1', at: iso(30), port: 7, reference: 'Case 12', rows: 1 },
  })
  await find({ address: '10.5.0.2', from: iso(30), to: iso(20) })
  expect((await log())[0]).toMatchObject({
    after: { address: '10.5.0.2', from: iso(30), to: iso(20), rows: 0 },
  })
  await master('POST', '/network/address-history/export', { address: '10.5.0.1', at: iso(30), reference: 'Case 13' })
  expect((await log())[0]).toMatchObject({ action: 'export', after: { reference: 'Case 13', rows: 1 } })
})

describe('invalid queries', () => {
  const at = iso(5)
  test.each([
    ['no address', { at }, 'address', message('field.required')],
    ['a text that is no address', { address: 'ann', at }, 'address', message('ip.ipv4_format')],
    [
      'host bits',
      { address: '10.0.0.1/24', at },
      'address',
      message('ip.host_bits', { address: '10.0.0.1', length: 24, network: '10.0.0.0/24' }),
    ],
    [
      'a wide IPv4 prefix',
      { address: '10.0.0.0/16', at },
      'address',
      message('address_history.prefix_too_short', { min: 24 }),
    ],
    [
      'a wide IPv6 prefix',
      { address: '2001:db8::/32', at },
      'address',
      message('address_history.prefix_too_short', { min: 48 }),
    ],
    ['no time', { address: '10.0.0.1' }, 'at', message('address_history.time_or_range')],
    [
      'a time and a range',
      { address: '10.0.0.1', at, from: iso(9), to: at },
      'at',
      message('address_history.time_or_range'),
    ],
    ['a time without a zone', { address: '10.0.0.1', at: '2026-02-04T14:05:00' }, 'at', message('time.utc_format')],
    ['a time to come', { address: '10.0.0.1', at: iso(-60) }, 'at', message('time.future')],
    ['a range without its end', { address: '10.0.0.1', from: at }, 'to', message('field.required')],
    ['a range without its beginning', { address: '10.0.0.1', to: at }, 'from', message('field.required')],
    [
      'a range that begins in the future',
      { address: '10.0.0.1', from: iso(-60), to: iso(-90) },
      'from',
      message('time.future'),
    ],
    ['a range that is empty', { address: '10.0.0.1', from: at, to: at }, 'to', message('range.end_before_start')],
    [
      'a range that is too long',
      { address: '10.0.0.1', from: iso(401 * 1440), to: at },
      'to',
      message('address_history.range_too_long', { days: 400 }),
    ],
    [
      'an invalid port',
      { address: '10.0.0.1', at, port: 65_536 },
      'port',
      message('field.range', { min: 0, max: 65_535 }),
    ],
    ['a broken port', { address: '10.0.0.1', at, port: 7.5 }, 'port', message('field.range', { min: 0, max: 65_535 })],
    [
      'a port of an IPv6 address',
      { address: '2001:db8::1', at, port: 7 },
      'port',
      message('address_history.port_of_ipv6'),
    ],
    ['a strange cursor', { address: '10.0.0.1', at, cursor: 'x' }, 'cursor', message('field.invalid')],
    ['too many rows', { address: '10.0.0.1', at, limit: 501 }, 'limit', message('field.max', { max: 500 })],
    [
      'a reference of two lines',
      { address: '10.0.0.1', at, reference: 'a\nb' },
      'reference',
      message('field.line_breaks'),
    ],
  ] as [string, Record<string, string | number>, string, Message][])(
    '%s is reported at the field',
    async (_what, query, field, error) => {
      const reply = await find(query)
      expect(reply.status).toBe(422)
      expect(Object.keys(reply.body.error.messages)).toEqual([field])
      expect(reply.body.error.messages[field]).toMatchObject(error)
    },
  )

  test('an export needs a reference', async () => {
    const reply = await master('POST', '/network/address-history/export', { address: '10.0.0.1', at, reference: ' ' })
    expect(reply.body.error.messages).toEqual({ reference: replied('field.required') })
  })
})

describe('the signed export', () => {
  const exported = async (body: object, call = master) => {
    const reply = await call('POST', '/network/address-history/export', body)
    expect(reply.status, reply.text).toBe(200)
    return reply
  }
  const publicKey = async () => {
    const reply = await fixture.panel.app.inject({ method: 'GET', url: '/api/network/address-history/public-key' })
    expect(reply.statusCode).toBe(200)
    return reply.body
  }

  test('contains the requester, parameters, time and results, and that it is complete', async () => {
    const uid = await session({ ip: '10.6.0.1', started_at: ago(60), stopped_at: ago(10) })
    const reply = await exported({ address: '10.6.0.1', at: iso(30), reference: 'Az. 12/26 Ä' })
    expect(reply.headers['content-disposition']).toMatch(/filename="address-history-Az._12_26__-\d{4}-\d\d-\d\d.json"/)
    const { document } = JSON.parse(reply.text)
    expect(document).toMatchObject({
      type: 'trunkline.address-history.1',
      installation: { url: expect.stringMatching(/^http/), version: expect.any(String) },
      requester: { name: expect.stringContaining('@'), company_id: fixture.companies.master, company_name: 'Master' },
      reference: 'Az. 12/26 Ä',
      parameters: { address: '10.6.0.1', at: iso(30) },
      scope: 'company-and-below',
      queried_at: expect.stringMatching(/Z$/),
      complete: true,
      missing: [],
      row_count: 1,
    })
    expect(document.rows).toMatchObject([{ session_id: uid, username: 'ann', from: iso(60), until: iso(10) }])
    expect(JSON.stringify(document)).not.toMatch(/password|secret/i)
  })

  test('is marked as incomplete if the range starts before the stored history', async () => {
    const old = new Date(now - 3 * 365 * 86_400_000).toISOString()
    const { document } = JSON.parse(
      (
        await exported({
          address: '10.6.0.9',
          from: old,
          to: new Date(Date.parse(old) + 1000).toISOString(),
          reference: 'x',
        })
      ).text,
    )
    expect(document).toMatchObject({ complete: false, missing: [expect.stringMatching(/^Sessions that ended before/)] })
  })

  test('verifies with node:crypto, and fails if one octet is changed', async () => {
    const { text } = await exported({ address: '10.6.0.1', at: iso(30), reference: 'Az. 13' })
    const { document, signature, algorithm, key_id, public_key } = JSON.parse(text)
    expect(algorithm).toBe('Ed25519')
    const key = createPublicKey(await publicKey())
    const signed = Buffer.from(`${canonicalJson(document)}\n`)
    expect(verify(null, signed, key, Buffer.from(signature, 'base64'))).toBe(true)
    for (const at of [0, signed.length >> 1, signed.length - 1]) {
      const changed = Buffer.from(signed)
      changed[at] = (changed[at] as number) ^ 1
      expect(verify(null, changed, key, Buffer.from(signature, 'base64')), String(at)).toBe(false)
    }
    expect(public_key).toBe(await publicKey())
    const byId = await fixture.panel.app.inject({
      method: 'GET',
      url: `/api/network/address-history/public-key?key=${key_id}`,
    })
    expect(byId.body).toBe(public_key)
    const unknown = await fixture.panel.app.inject({
      method: 'GET',
      url: '/api/network/address-history/public-key?key=0123456789abcdef',
    })
    expect(unknown.statusCode).toBe(404)
  })

  test('verifies with openssl as documented, and fails if one octet is changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'trunkline-export-'))
    try {
      const { text } = await exported({ address: '10.6.0.1', at: iso(30), reference: 'Müller & Söhne "7"' })
      writeFileSync(join(folder, 'key.pem'), await publicKey())
      const documented = readFileSync(new URL('../../../../docs/radius.md', import.meta.url), 'utf8')
      const commands = /```sh\n(sed -n 2p export\.json[^`]*)```/.exec(documented)?.[1] as string
      const check = (file: string) => {
        writeFileSync(join(folder, 'export.json'), file)
        return execFileSync('sh', ['-ec', commands], {
          cwd: folder,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
        })
      }
      expect(check(text)).toContain('Signature Verified Successfully')
      expect(() => check(text.replace('"complete":true', '"complete":trux'))).toThrow()
      expect(() => check(text.replace('Müller', 'Muller'))).toThrow()
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
