import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../../db/system-transaction.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'

/** The block that a policy selects, compared with a full scan of all free blocks of the node. */

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await database.databases.appAll.query(`insert into company (type, name) values ('simrush', 'Provider')`)
})
afterAll(() => database?.drop())

const plain = {
  lowest: `(select set_masklen(net, $2) from free_block where parent_id = $1 and plen <= $2 order by net limit 1)`,
  last: `(select network(set_masklen(broadcast(net), $2)) from free_block where parent_id = $1 and plen <= $2 order by net desc limit 1)`,
  'best-fit': `(select set_masklen(net, $2) from free_block where parent_id = $1 and plen <= $2 order by plen desc, net limit 1)`,
}

/** A node with the free blocks `blocks`. */
const nodeWith = async (net: string, blocks: string[]) =>
  withSystem(database.databases, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      insert into subnet (space_id, net, hosts, type, company_id, assign_len, policy)
      values (1, ${net}, false, 'container', 1, ip_bits(${net}::cidr), 'lowest') returning id`.execute(tx)
    await sql`delete from free_block where parent_id = ${rows[0]!.id}`.execute(tx)
    await sql`insert into free_block (parent_id, net, plen) select ${rows[0]!.id}, n::cidr, masklen(n::cidr) from unnest(${blocks}::text[]) n`.execute(
      tx,
    )
    return rows[0]!.id
  })

/** The next /8. */
let places = 10
const v4 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')

test.each([
  ['nothing is free', []],
  ['one block', ['10.0.4.0/22']],
  [
    'small ones before one that has room',
    [...Array.from({ length: 40 }, (_, i) => `10.0.0.${i * 4 + 1}/32`), '10.0.9.0/24'],
  ],
  [
    'small ones behind one that has room',
    ['10.0.2.0/24', ...Array.from({ length: 40 }, (_, i) => `10.0.9.${i * 4 + 1}/32`)],
  ],
  // The lowest with enough space is neither the biggest nor the best fit.
  [
    'every length, the longer the higher',
    [
      ...Array.from({ length: 20 }, (_, i) => `10.0.0.${i * 4 + 1}/32`),
      ...Array.from({ length: 20 }, (_, i) => `10.0.63.${i * 4 + 1}/32`),
      '10.0.8.0/26',
      '10.0.4.0/25',
      '10.0.16.0/24',
      '10.0.12.0/23',
      '10.0.32.0/22',
    ],
  ],
])('%s', async (name, blocks) => {
  const first = places++
  const id = await nodeWith(
    `${first}.0.0.0/8`,
    blocks.map((block) => block.replace(/^10/, String(first))),
  )
  for (let length = 8; length <= 32; length++)
    for (const [policy, answer] of Object.entries(plain)) {
      const { rows } = await database.databases.appAll.query<{ ours: string; plain: string }>(
        `select ip_pick($1, $2, '${policy}')::text as ours, ${answer}::text as plain`,
        [id, length],
      )
      expect(rows[0]!.ours, `${name}: /${length} ${policy}`).toBe(rows[0]!.plain)
    }
})

test('a hundred nodes at random', async () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  for (let round = 0; round < 100; round++) {
    const base = (places++ << 24) >>> 0
    const blocks: string[] = []
    // One block of a random length or none in each /26 of a /16, many of them small.
    for (let at = 0; at < 1024; at += 1 + random(120))
      blocks.push(`${v4((base + at * 64) >>> 0)}/${26 + Math.min(random(7), random(7) + random(3))}`)
    const id = await nodeWith(`${v4(base)}/8`, blocks)
    const length = 26 + random(7)
    for (const [policy, answer] of Object.entries(plain)) {
      const { rows } = await database.databases.appAll.query<{ ours: string; plain: string }>(
        `select ip_pick($1, $2, '${policy}')::text as ours, ${answer}::text as plain`,
        [id, length],
      )
      expect(rows[0]!.ours, `${policy} /${length} of ${blocks.join(' ')}`).toBe(rows[0]!.plain)
    }
  }
})
