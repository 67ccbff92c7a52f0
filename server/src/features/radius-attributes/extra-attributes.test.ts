import type { ReplyMessage } from '@trunkline/contract/errors'
import { vendors } from '@trunkline/contract/resources/radius-enums'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setupFixture, type Fixture } from '../../testing/describe-resource.ts'
import type { ApiCall } from '../../testing/panel.ts'
import { loadDictionary } from '../../testing/radius-dictionary.ts'
import { replied } from '../../testing/messages.ts'

type Line = { attribute: string; op?: string; value: string; vendor?: string | null }

let fixture: Fixture
let provider: ApiCall, master: ApiCall, reseller: ApiCall, sibling: ApiCall
let serial = 0

beforeAll(async () => {
  fixture = await setupFixture()
  provider = await fixture.as('provider')
  master = await fixture.as('master')
  reseller = await fixture.as('reseller')
  sibling = await fixture.as('sibling')
})
afterAll(() => fixture?.panel.stop())

const linesOf = (lines: Line[]) => lines.map((line) => ({ op: ':=', ...line }))
const storeTariff = (call: ApiCall, lines: Line[], rest: object = {}) =>
  call('POST', '/network/tariff/store', { name: `Tariff ${++serial}`, extra_attributes: linesOf(lines), ...rest })
const storeNas = (call: ApiCall, lines: Line[]) =>
  call('POST', '/network/nas/store', {
    name: `NAS ${++serial}`,
    address: `198.51.100.${serial}`,
    extra_attributes: linesOf(lines),
  })
const lookup = (call: ApiCall, query = '') => call('GET', `/network/radius/attributes${query}`)

describe('before a dictionary is uploaded', () => {
  test('lines are rejected, an empty list is not, and the lookup reports it', async () => {
    const { status, body } = await storeTariff(master, [{ attribute: 'Filter-Id', value: 'gold' }])
    expect([status, body.error.messages]).toEqual([422, { extra_attributes: replied('attribute.dictionary_missing') }])
    expect((await storeTariff(master, [])).status).toBe(201)
    expect((await lookup(master)).body).toEqual({ data: [], loaded: false })
  })

  test('a previously stored list can still be saved unchanged', async () => {
    const id = (await storeTariff(master, [])).body.data.id
    const stored = [{ attribute: 'Filter-Id', op: ':=', value: 'gold', vendor: null }]
    await fixture.panel.sql((tx) =>
      sql`update tariff set extra_attributes = ${JSON.stringify(stored)}::jsonb where id = ${id}`.execute(tx),
    )
    const same = await master('PUT', `/network/tariff/${id}/update`, { extra_attributes: stored, description: 'x' })
    expect([same.status, same.body.data.extra_attributes]).toEqual([200, stored])
    const other = await master('PUT', `/network/tariff/${id}/update`, {
      extra_attributes: [{ ...stored[0], value: 'silver' }],
    })
    expect(other.status).toBe(422)
  })
})

describe('with a dictionary', () => {
  beforeAll(() => loadDictionary(fixture.panel))

  const accepted: Line[] = [
    { attribute: 'filter-id', value: 'gold' },
    { attribute: 'Framed-MTU', value: '1492' },
    { attribute: 'Tunnel-Type:1', value: 'L2TP' },
    { attribute: 'Tunnel-Type:2', value: '3' },
    { attribute: 'Tunnel-Private-Group-Id:01', value: '100' },
    { attribute: 'Event-Timestamp', value: '1767225600' },
    { attribute: 'Originating-Line-Info', value: '0x0A01' },
    { attribute: 'DNS-Server-IPv6-Address', op: '+=', value: '2001:db8::53' },
    { attribute: 'DNS-Server-IPv6-Address', op: '+=', value: '2001:db8::54' },
    { attribute: 'Framed-Interface-Id', value: '0:0:0:1' },
    { attribute: 'Service-Type', value: 'Framed-User' },
    { attribute: 'Mikrotik-Wireless-VLANID', value: '12', vendor: 'mikrotik' },
    { attribute: 'Cisco-AVPair', op: '+=', value: 'ip:addr-pool=POOL', vendor: 'cisco' },
    { attribute: 'Acme-Byte', value: '255' },
    { attribute: 'Acme-Short', value: '65535' },
    { attribute: 'Acme-Signed', value: '-2147483648' },
    { attribute: 'Acme-Wide', value: '18446744073709551615' },
    { attribute: 'Acme-Ether', value: '00:53:00:12:34:56' },
    { attribute: 'Acme-Prefix', value: '192.0.2.0/24' },
    { attribute: 'Acme-Prefix6', value: '2001:db8::/48' },
    { attribute: 'Acme-Either', value: '192.0.2.1' },
    { attribute: 'IP-Port-Range-Range-Start', value: '1024' },
  ]

  test("lines of each type are stored in the dictionary's spelling, shown and changed", async () => {
    const lines = accepted
    const stored = await storeTariff(master, lines, { cisco_policy_in: 'UP-10M', cisco_policy_out: 'DOWN_50M' })
    expect(stored.status, stored.text).toBe(201)
    const { data } = (await master('GET', `/network/tariff/${stored.body.data.id}/show`)).body
    expect(data.extra_attributes).toHaveLength(lines.length)
    expect(data.extra_attributes[0]).toEqual({ attribute: 'Filter-Id', op: ':=', value: 'gold', vendor: null })
    expect(data.extra_attributes[4].attribute).toBe('Tunnel-Private-Group-Id:1')
    expect(data.extra_attributes[11]).toMatchObject({ vendor: 'mikrotik' })
    expect(data).toMatchObject({ cisco_policy_in: 'UP-10M', cisco_policy_out: 'DOWN_50M' })
    const changed = await master('PUT', `/network/tariff/${stored.body.data.id}/update`, {
      extra_attributes: [{ attribute: 'Framed-Pool', op: ':=', value: 'pool one', vendor: null }],
      cisco_policy_in: null,
      version: data.version,
    })
    expect(changed.body.data).toMatchObject({
      extra_attributes: [{ attribute: 'Framed-Pool', op: ':=', value: 'pool one', vendor: null }],
      cisco_policy_in: null,
      version: data.version + 1,
    })
    const stale = await master('PUT', `/network/tariff/${stored.body.data.id}/update`, {
      extra_attributes: [],
      version: data.version,
    })
    expect([stale.status, stale.body.error.code]).toEqual([409, 'stale_version'])
    expect(stale.body.error.details.current.extra_attributes).toHaveLength(1)
  })

  test('a NAS stores its lines too, without a vendor', async () => {
    const stored = await storeNas(master, [{ attribute: 'Framed-MTU', value: '1492' }])
    expect(stored.status, stored.text).toBe(201)
    const path = `/network/nas/${stored.body.data.id}`
    expect((await master('GET', `${path}/show`)).body.data.extra_attributes).toEqual([
      { attribute: 'Framed-MTU', op: ':=', value: '1492', vendor: null },
    ])
    const before = (await master('GET', `${path}/show`)).body.data.version
    const changed = await master('PUT', `${path}/update`, { extra_attributes: [] })
    expect(changed.body.data).toMatchObject({ extra_attributes: [], version: before + 1 })
    const { status, body } = await storeNas(master, [{ attribute: 'Framed-MTU', value: '1492', vendor: 'cisco' }])
    expect([status, body.error.messages]).toEqual([
      422,
      { 'extra_attributes.0.vendor': replied('attribute.nas_vendor') },
    ])
  })

  const login = replied('attribute.part_of_login')
  const byTariff = replied('attribute.set_by_tariff')
  const byService = replied('attribute.set_by_service')
  const control = replied('field.line_breaks')
  const escapes = replied('attribute.escapes')
  const rejected: [why: string, line: Line, at: string, message: ReplyMessage][] = [
    ['an unknown attribute', { attribute: 'Nonsense', value: '1' }, 'attribute', replied('attribute.unknown')],
    ['an invalid name', { attribute: 'Filter Id', value: '1' }, 'attribute', replied('attribute.unknown')],
    ['a server attribute', { attribute: 'Auth-Type', value: '1' }, 'attribute', replied('attribute.unknown')],
    ['no attribute', { attribute: ' ', value: '1' }, 'attribute', replied('field.required')],
    ['no value', { attribute: 'Filter-Id', value: ' ' }, 'value', replied('field.required')],
    [
      'an unknown operator',
      { attribute: 'Filter-Id', op: '==', value: 'x' },
      'op',
      replied('field.allowed', { values: [':=', '+='] }),
    ],
    [
      'an unknown vendor',
      { attribute: 'Filter-Id', value: 'x', vendor: 'acme' },
      'vendor',
      replied('field.allowed', { values: vendors }),
    ],
    ...[
      'Message-Authenticator',
      'EAP-Message',
      'State',
      'Challenge-State',
      'Class',
      'Proxy-State',
      'User-Password',
      'CHAP-Challenge',
      'Error-Cause',
      'MS-MPPE-Send-Key',
      'MS-MPPE-Encryption-Policy',
      'MS-CHAP2-Success',
    ].map((attribute): [string, Line, string, ReplyMessage] => [
      attribute,
      { attribute, value: '0x00' },
      'attribute',
      login,
    ]),
    ['a session time-out', { attribute: 'Session-Timeout', value: '60' }, 'attribute', byTariff],
    ['a report interval', { attribute: 'Acct-Interim-Interval', value: '60' }, 'attribute', byTariff],
    ['a rate', { attribute: 'mikrotik-rate-limit', value: '1M' }, 'attribute', byTariff],
    ['an address', { attribute: 'Framed-IP-Address', value: '192.0.2.1' }, 'attribute', byService],
    ['an address by its old name', { attribute: 'Framed-Address', value: '192.0.2.1' }, 'attribute', byService],
    ['a secret', { attribute: 'Tunnel-Password:1', value: 'x' }, 'attribute', replied('attribute.secret')],
    [
      'a tag where none belongs',
      { attribute: 'Filter-Id:1', value: 'x' },
      'attribute',
      replied('attribute.without_tag'),
    ],
    [
      'a tag beyond 31',
      { attribute: 'Tunnel-Type:32', value: 'L2TP' },
      'attribute',
      replied('attribute.tag', { min: 1, max: 31 }),
    ],
    ['a line break', { attribute: 'Filter-Id', value: 'a\nb' }, 'value', control],
    ['a NUL', { attribute: 'Filter-Id', value: 'a\u0000b' }, 'value', control],
    ['an expansion', { attribute: 'Filter-Id', value: 'a%{User-Name}' }, 'value', replied('attribute.expansion')],
    ['a backslash', { attribute: 'Filter-Id', value: 'a\\n' }, 'value', escapes],
    ['a command', { attribute: 'Filter-Id', value: '`id`' }, 'value', escapes],
    ['a backquote inside', { attribute: 'Filter-Id', value: 'a`b' }, 'value', escapes],
    ['a quote first', { attribute: 'Filter-Id', value: '"gold"' }, 'value', replied('attribute.quote')],
    ['a quote after spaces', { attribute: 'Filter-Id', value: "  'gold'" }, 'value', replied('attribute.quote')],
    [
      'no number',
      { attribute: 'Framed-MTU', value: 'big' },
      'value',
      replied('attribute.number', { min: '0', max: '4294967295' }),
    ],
    [
      'a number in another notation',
      { attribute: 'Framed-MTU', value: '1e3' },
      'value',
      replied('attribute.number', { min: '0', max: '4294967295' }),
    ],
    [
      'a number too great',
      { attribute: 'Framed-MTU', value: '4294967296' },
      'value',
      replied('attribute.number', { min: '0', max: '4294967295' }),
    ],
    [
      'an unknown named value',
      { attribute: 'Service-Type', value: 'Framed-Userr' },
      'value',
      replied('attribute.number_or_name', { min: '0', max: '4294967295' }),
    ],
    [
      'a tagged number too great',
      { attribute: 'Tunnel-Type', value: '16777216' },
      'value',
      replied('attribute.number_or_name', { min: '0', max: '16777215' }),
    ],
    [
      'a byte too great',
      { attribute: 'Acme-Byte', value: '256' },
      'value',
      replied('attribute.number', { min: '0', max: '255' }),
    ],
    [
      'a short too great',
      { attribute: 'Acme-Short', value: '65536' },
      'value',
      replied('attribute.number', { min: '0', max: '65535' }),
    ],
    [
      'a signed number too small',
      { attribute: 'Acme-Signed', value: '-2147483649' },
      'value',
      replied('attribute.number', { min: '-2147483648', max: '2147483647' }),
    ],
    [
      'a wide number too great',
      { attribute: 'Acme-Wide', value: '18446744073709551616' },
      'value',
      replied('attribute.number', { min: '0', max: '18446744073709551615' }),
    ],
    ['a date in words', { attribute: 'Event-Timestamp', value: 'tomorrow' }, 'value', replied('attribute.date')],
    [
      'no IPv4 address',
      { attribute: 'Login-IP-Host', value: '192.0.2.300' },
      'value',
      replied('attribute.ipv4', { example: '192.0.2.1' }),
    ],
    [
      'an IPv4 address for IPv6',
      { attribute: 'NAS-IPv6-Address', value: '192.0.2.1' },
      'value',
      replied('attribute.ipv6', { example: '2001:db8::1' }),
    ],
    ['no address at all', { attribute: 'Acme-Either', value: 'host' }, 'value', replied('attribute.ip')],
    [
      'an IPv4 prefix with host bits',
      { attribute: 'Acme-Prefix', value: '192.0.2.1/24' },
      'value',
      replied('attribute.ipv4_prefix', { example: '192.0.2.0/24' }),
    ],
    [
      'an IPv6 prefix without a length',
      { attribute: 'Acme-Prefix6', value: '2001:db8::' },
      'value',
      replied('attribute.ipv6_prefix', { example: '2001:db8::/64' }),
    ],
    [
      'no interface identifier',
      { attribute: 'Framed-Interface-Id', value: '1' },
      'value',
      replied('attribute.interface_id', { example: '0:0:0:1' }),
    ],
    ['no MAC address', { attribute: 'Acme-Ether', value: '005300123456' }, 'value', replied('field.mac')],
    [
      'octets as text',
      { attribute: 'Acme-Octets', value: 'gold' },
      'value',
      replied('attribute.hexadecimal', { example: '0x01ff' }),
    ],
    [
      'half an octet',
      { attribute: 'Acme-Octets', value: '0x1' },
      'value',
      replied('attribute.hexadecimal', { example: '0x01ff' }),
    ],
    [
      'octets of another length',
      { attribute: 'Originating-Line-Info', value: '0x01' },
      'value',
      replied('attribute.exact_octets', { octets: 2 }),
    ],
    [
      'too many octets',
      { attribute: 'Acme-Octets', value: `0x${'00'.repeat(248)}` },
      'value',
      replied('field.max_octets', { max: 247 }),
    ],
    [
      'a text of 254 octets',
      { attribute: 'Filter-Id', value: `${'ä'.repeat(126)}xx` },
      'value',
      replied('field.max_octets', { max: 253 }),
    ],
    [
      'a tagged text of 253 octets',
      { attribute: 'Tunnel-Private-Group-Id:1', value: 'x'.repeat(253) },
      'value',
      replied('field.max_octets', { max: 252 }),
    ],
    [
      'a vendor text of 248 octets',
      { attribute: 'Cisco-AVPair', op: '+=', value: 'x'.repeat(248) },
      'value',
      replied('field.max_octets', { max: 247 }),
    ],
    [
      'setting the pairs that the panel sends too',
      { attribute: 'Cisco-AVPair', value: 'ip:addr-pool=P' },
      'op',
      replied('attribute.also_sent'),
    ],
    [
      'a policy as a pair',
      { attribute: 'Cisco-AVPair', op: '+=', value: 'ip:sub-qos-policy-in=X' },
      'value',
      replied('attribute.set_by_policy'),
    ],
  ]
  test.each(rejected)('%s is rejected in tariffs and NAS devices', async (_, line, at, message) => {
    for (const store of [storeTariff, storeNas]) {
      const valid = { attribute: 'Framed-Pool', op: '+=', value: 'p' }
      const { status, body } = await store(master, [valid, line])
      // Vendor rules of a NAS have their own test.
      if (store === storeNas && at === 'vendor') continue
      expect([status, body.error?.messages]).toEqual([422, { [`extra_attributes.1.${at}`]: message }])
    }
  })

  test('values of the maximum length are stored', async () => {
    const lines = [
      { attribute: 'Filter-Id', value: `${'ä'.repeat(126)}x` },
      { attribute: 'Cisco-AVPair', op: '+=', value: 'x'.repeat(247) },
      { attribute: 'Acme-Octets', value: `0x${'00'.repeat(247)}` },
    ]
    expect((await storeTariff(master, lines)).status).toBe(201)
  })

  test('an attribute is set once, except per vendor and per tag', async () => {
    const twice = (vendor?: string, other?: string) => [
      { attribute: 'Filter-Id', value: 'a', vendor: vendor ?? null },
      { attribute: 'filter-id', value: 'b', vendor: other ?? null },
    ]
    const fields = { 'extra_attributes.1.op': replied('attribute.set_twice') }
    expect((await storeTariff(master, twice())).body.error.messages).toEqual(fields)
    expect((await storeTariff(master, twice('cisco', 'cisco'))).body.error.messages).toEqual(fields)
    expect((await storeTariff(master, twice('cisco'))).body.error.messages).toEqual(fields)
    expect((await storeTariff(master, twice('cisco', 'mikrotik'))).status).toBe(201)
    expect(
      (await storeTariff(master, [...twice('cisco', 'mikrotik'), { attribute: 'Filter-Id', op: '+=', value: 'c' }]))
        .status,
    ).toBe(201)
  })

  test('more than 32 lines, or more than 2,000 octets, are rejected at the list', async () => {
    const many = Array.from({ length: 33 }, () => ({ attribute: 'Filter-Id', op: '+=', value: 'x' }))
    expect((await storeTariff(master, many)).body.error.messages).toEqual({
      extra_attributes: replied('field.max_entries', { max: 32 }),
    })
    expect((await storeTariff(master, many.slice(1))).status).toBe(201)
    const long = Array.from({ length: 8 }, () => ({ attribute: 'Filter-Id', op: '+=', value: 'x'.repeat(253) }))
    expect((await storeTariff(master, long)).body.error.messages).toEqual({
      extra_attributes: replied('attribute.total_octets', { octets: 2040, max: 2000 }),
    })
  })

  test('each invalid line has its own message', async () => {
    const { body } = await storeTariff(master, [
      { attribute: 'Nonsense', value: '1' },
      { attribute: 'Framed-MTU', value: 'x' },
      { attribute: 'Filter-Id', value: 'ok' },
      { attribute: 'Cisco-AVPair', value: 'ip:vrf-id=A' },
    ])
    expect(Object.keys(body.error.messages)).toEqual([
      'extra_attributes.0.attribute',
      'extra_attributes.1.value',
      'extra_attributes.3.op',
    ])
  })

  const administrative: Line[] = [
    { attribute: 'Mikrotik-Group', value: 'full' },
    { attribute: 'Service-Type', value: 'Administrative-User' },
    { attribute: 'Service-Type', value: '6' },
    { attribute: 'Cisco-AVPair', op: '+=', value: 'shell:priv-lvl=15' },
    { attribute: 'Cisco-AVPair', op: '+=', value: 'lcp:interface-config=ip vrf forwarding X' },
    { attribute: 'Acme-Privilege', value: '15' },
  ]
  test.each(administrative)(
    'administration of the router ($attribute $value) is set by the provider in tariffs, by others only on their NAS',
    async (line) => {
      const { body } = await storeTariff(master, [line])
      expect(body.error?.messages).toEqual({
        'extra_attributes.0.attribute': replied('attribute.administrative'),
      })
      const own = (await storeTariff(master, [])).body.data.id
      expect(
        (await provider('PUT', `/network/tariff/${own}/update`, { extra_attributes: linesOf([line]) })).status,
      ).toBe(422)
      expect((await storeTariff(provider, [line])).status).toBe(201)
      expect((await storeNas(master, [line])).status).toBe(201)
    },
  )

  test('a Cisco policy accepts the characters of a policy-map name', async () => {
    for (const name of ['with space', 'x'.repeat(81), 'a=b', ''])
      expect((await storeTariff(master, [], { cisco_policy_out: name })).body.error.messages, name).toEqual({
        cisco_policy_out: replied('field.plain_characters', { min: 1, max: 80 }),
      })
  })

  test('a shared tariff is read with its lines and not changed', async () => {
    const id = (await storeTariff(master, [{ attribute: 'Filter-Id', value: 'gold' }])).body.data.id
    expect((await reseller('GET', `/network/tariff/${id}/show`)).body.data.extra_attributes).toHaveLength(1)
    expect((await reseller('PUT', `/network/tariff/${id}/update`, { extra_attributes: [] })).status).toBe(403)
    expect((await sibling('GET', `/network/tariff/${id}/show`)).status).toBe(404)
  })

  test('a change of the lines is audited', async () => {
    const id = (await storeTariff(master, [])).body.data.id
    await master('PUT', `/network/tariff/${id}/update`, {
      extra_attributes: linesOf([{ attribute: 'Filter-Id', value: 'noted', vendor: null }]),
    })
    const { rows } = await fixture.panel.sql((tx) =>
      sql<{ found: boolean }>`select exists (select from audit_log a where a::text like '%noted%') as found`.execute(
        tx,
      ),
    )
    expect(rows).toEqual([{ found: true }])
  })
})
