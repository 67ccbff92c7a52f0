import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { openPool } from '../../db/pool.ts'
import { asSystem } from '../../db/system-door.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { plantCompany } from '../../testing/panel.ts'
import { allocateSubnets } from './allocate.ts'

/** Many at once on one node: no address twice, nothing lost, nobody turned away while there is room. */
let database: TestDatabase
let pool: pg.Pool
let company: number
const parallel = 16
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ url: database.url, role: 'trunkline_app_all', max: parallel })
  company = await asSystem(database.databases, (tx) => plantCompany(tx, { name: 'Northwind', type: 'simrush' }))
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

const node = async (net: string, type: 'container' | 'network' | 'pool') =>
  (
    await asSystem(database.databases, (tx) =>
      allocateSubnets(tx, { parent_id: null, net, company_id: company, attributes: { type } }),
    )
  )[0]!.id!
/** `work` runs so many times, sixteen at a time, each in a transaction of its own. */
const crowd = async <T>(times: number, work: (client: pg.PoolClient, i: number) => Promise<T>) => {
  const results: PromiseSettledResult<T>[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let i = next++; i < times; i = next++) {
        const client = await pool.connect()
        const [result] = await Promise.allSettled([work(client, i)])
        results.push(result)
        client.release()
      }
    }),
  )
  return results
}
const done = <T>(results: PromiseSettledResult<T>[]) =>
  results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
const codes = (results: PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { code: string }).code] : []))
const books = async (id: number) =>
  (
    await pool.query<{ size: string; used: string; free: string; buddies: number }>(
      `select ip_size(net)::text as size, used::text, (select coalesce(sum(ip_size(f.net)), 0)::text from free_block f where f.parent_id = s.id) as free,
       (select count(*)::int from free_block a join free_block b on b.parent_id = a.parent_id and b.net = ip_buddy(a.net) where a.parent_id = s.id and a.plen > masklen(s.net)) as buddies
     from subnet s where id = $1`,
      [id],
    )
  ).rows[0]!
const balanced = async (id: number) => {
  const { size, used, free, buddies } = await books(id)
  expect(BigInt(used) + BigInt(free)).toBe(BigInt(size))
  expect(buddies).toBe(0)
}
const takeAddress = `select id, host(ip) as ip from ip_take_addresses($1, null, 1, null, null, null, null, null, null, null, null, null, null)`

test('sixteen connections empty one pool: every address once, then each is told that it is full', async () => {
  const id = await node('10.0.0.0/24', 'pool')
  const results = await crowd(300, (client) => client.query<{ ip: string }>(takeAddress, [id]))
  expect(new Set(done(results).map(({ rows }) => rows[0]!.ip)).size).toBe(256)
  expect(codes(results)).toEqual(Array.from({ length: 44 }, () => 'TL409'))
  await balanced(id)
})

test('subnets of mixed sizes, taken and given back at once, never overlap', async () => {
  const id = await node('10.16.0.0/16', 'container')
  const held: number[] = []
  const results = await crowd(400, async (client, i) => {
    const gone = i % 4 === 3 ? held.pop() : undefined
    if (gone !== undefined) return void (await client.query(`select * from ip_release_subnet($1, null, true)`, [gone]))
    const { rows } = await client.query<{ id: number }>(
      `select id from ip_allocate($1, null, null, $2, 1, false, $3, null, null, null, '{"type":"network"}')`,
      [id, 22 + (i % 9), ['best-fit', 'lowest', 'last', 'sparse'][i % 4]],
    )
    held.push(rows[0]!.id)
  })
  expect(codes(results)).toEqual([])
  const { rows } = await pool.query(
    `select a.net, b.net from subnet a join subnet b on b.id > a.id and b.net && a.net and b.parent_id = a.parent_id where a.parent_id = $1 and a.holds and b.holds`,
    [id],
  )
  expect(rows).toEqual([])
  await balanced(id)
})

test('two pools in either order in one transaction: none waits for ever, and nothing is taken twice', async () => {
  const [a, b] = [await node('10.32.0.0/22', 'network'), await node('2001:db8::/64', 'network')]
  const results = await crowd(32, async (client, i) => {
    await client.query('begin')
    try {
      for (const id of i % 2 === 0 ? [a, b] : [b, a]) await client.query(takeAddress, [id])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
  // One of two that wait for each other is sent away by the database and may try again.
  for (const code of codes(results)) expect(['40P01', '55P03']).toContain(code)
  const taken = done(results).length
  expect(taken).toBeGreaterThan(0)
  const { rows } = await pool.query<{ count: number }>(
    'select count(distinct ip)::int as count from address where subnet_id in ($1, $2)',
    [a, b],
  )
  expect(rows[0]!.count).toBe(2 * taken)
  await balanced(a)
  await balanced(b)
})

test('whoever waits too long for a busy node is told so', async () => {
  const id = await node('10.48.0.0/24', 'pool')
  const blocker = await pool.connect()
  await blocker.query('begin')
  await blocker.query('select from subnet where id = $1 for no key update', [id])
  await expect(
    asSystem(database.databases, (tx) =>
      allocateSubnets(tx, { parent_id: id, net: 'auto', prefix: 28, attributes: { type: 'network' } }),
    ),
  ).rejects.toMatchObject({
    code: 'conflict',
    message: 'This part of the address space is busy. Try again in a moment.',
  })
  await blocker.query('rollback')
  blocker.release()
})
