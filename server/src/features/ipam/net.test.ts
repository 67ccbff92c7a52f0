import {
  contains,
  formatAddress,
  formatPrefix,
  networkOf,
  tryAddress,
  tryPrefix,
  type Address,
} from '@trunkline/contract/net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'

/** Our parser of addresses and prefixes compared with PostgreSQL's. */
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const many = 4000
const query = async (sql: string, values: unknown[]) => (await database.databases.appAll.query(sql, values)).rows

/** Close to each other and to range limits, so that containment and runs of zeros occur. */
const address: fc.Arbitrary<Address> = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map((value) => ({ family: 4 as const, value })),
  fc.array(fc.constantFrom<bigint>(0n, 0n, 0n, 1n, 0xffffn, 0xdb8n), { minLength: 8, maxLength: 8 }).map((groups) => ({
    family: 6 as const,
    value: groups.reduce<bigint>((sum, group) => (sum << 16n) | group, 0n),
  })),
  fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((value) => ({ family: 6 as const, value })),
)
const isMapped = ({ family, value }: Address) => family === 6 && value >> 32n === 0xffffn
const sample = <T>(of: fc.Arbitrary<T>, count = many): T[] => fc.sample(of, { numRuns: count, seed: 20261121 })

test(`the canonical text of ${many} addresses is that of inet`, async () => {
  const texts = sample(address).map(formatAddress)
  const rows = await query(`select text, host(text::inet) as host from unnest($1::text[]) text`, [texts])
  // PostgreSQL writes the last 32 bits of ::/96 and of IPv4-mapped addresses as dotted decimal; the value is the same.
  const dotted = rows.filter(({ text, host }) => text !== host)
  for (const { text, host } of dotted) expect(`${text} ${host}`).toMatch(/^::.* ::(ffff:(0:)?)?[0-9.]+$/)
  expect(rows.length).toBe(many)
  expect(dotted.length).toBeLessThan(many / 20)
})

test('each notation of an address is parsed to the same value', async () => {
  const spelled = sample(
    fc.tuple(
      address.filter((one) => one.family === 6 && !isMapped(one)),
      fc.boolean(),
      fc.boolean(),
    ),
    many / 2,
  ).map(([one, upper, padded]) => {
    const groups = Array.from({ length: 8 }, (_, i) => ((one.value >> BigInt(112 - 16 * i)) & 0xffffn).toString(16))
    const text = groups.map((group) => (padded ? group.padStart(4, '0') : group)).join(':')
    return upper ? text.toUpperCase() : text
  })
  const rows = await query(
    `select text, text::inet = ours::inet as same from unnest($1::text[], $2::text[]) t (text, ours)`,
    [spelled, spelled.map((text) => formatAddress(tryAddress(text)!))],
  )
  expect(rows.filter(({ same }) => !same)).toEqual([])
})

test(`the network of ${many} addresses at random lengths is that of network()`, async () => {
  const cases = sample(fc.tuple(address, fc.nat(128))).map(([one, n]) => ({
    one,
    length: one.family === 4 ? n % 33 : n,
  }))
  const rows = await query(
    `select host(a) || '/' || len as text, network(set_masklen(a::inet, len)) = ours::cidr as same
     from unnest($1::inet[], $2::int[], $3::text[]) t (a, len, ours)`,
    [
      cases.map(({ one }) => formatAddress(one)),
      cases.map(({ length }) => length),
      cases.map(({ one, length }) => formatPrefix(networkOf(one, length))),
    ],
  )
  expect(rows.length).toBe(many)
  expect(rows.filter(({ same }) => !same)).toEqual([])
})

test(`containment of ${many} pairs agrees with >>=`, async () => {
  const pair = fc
    .tuple(address, fc.nat(128), address, fc.nat(128), fc.boolean())
    .map(([a, lengthA, b, lengthB, near]) => {
      const fit = (one: Address, n: number) => networkOf(one, one.family === 4 ? n % 33 : n)
      const outer = fit(a, lengthA)
      // Half of them are close to the outer one: random ones would hardly ever be contained.
      const flip = BigInt(lengthB) % BigInt(a.family === 4 ? 32 : 128)
      return [outer, fit(near ? { family: a.family, value: a.value ^ (1n << flip) } : b, lengthB)] as const
    })
  const pairs = sample(pair)
  const rows = await query(
    `select o >>= i as contains from unnest($1::cidr[], $2::cidr[]) with ordinality t (o, i, place) order by place`,
    [pairs.map(([outer]) => formatPrefix(outer)), pairs.map(([, inner]) => formatPrefix(inner))],
  )
  const ours = pairs.map(([outer, inner]) => contains(outer, inner))
  expect(rows.map((row) => row.contains)).toEqual(ours)
  expect(ours.filter(Boolean).length).toBeGreaterThan(many / 10)
})

test('valid texts have the same value in PostgreSQL; PostgreSQL and our parser reject the same texts', async () => {
  const crumb = fc.constantFrom(
    '0',
    '1',
    '10',
    '255',
    '256',
    '01',
    '.',
    ':',
    '::',
    '/',
    '/8',
    '/33',
    '/129',
    'f',
    'ffff',
    '%',
    ' ',
    '-',
    'x',
    '1.2.3.4',
    '2001:db8',
  )
  const texts = sample(
    fc.array(crumb, { maxLength: 10 }).map((crumbs) => crumbs.join('')),
    many,
  ).filter((text) => text.trim() !== '')
  const rows = await query(
    `select text, pg_input_is_valid(text, 'inet') and text !~ '/' as address, pg_input_is_valid(text, 'cidr') and text ~ '/' as prefix from unnest($1::text[]) text`,
    [texts.map((text) => text.trim())],
  )
  const allocated: [string, string][] = []
  for (const { text, address: isAddress, prefix: isPrefix } of rows) {
    const ours = tryAddress(text)
    const net = tryPrefix(text)
    if (ours !== undefined) {
      expect(isAddress, text).toBe(true)
      allocated.push([text, formatAddress(ours)])
    }
    if (net !== undefined) {
      expect(isPrefix, text).toBe(true)
      allocated.push([text, formatPrefix(net)])
    }
  }
  expect(allocated.length).toBeGreaterThan(50)
  const differ = await query(`select a, b from unnest($1::inet[], $2::inet[]) t (a, b) where a <> b`, [
    allocated.map(([text]) => text),
    allocated.map(([, ours]) => ours),
  ])
  expect(differ).toEqual([])
})
