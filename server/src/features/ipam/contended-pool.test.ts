import { message } from '@trunkline/contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { openPool } from '../../db/pool.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createCompany } from '../../testing/panel.ts'
import { allocateSubnets } from './allocate.ts'

/** Concurrent allocations from one node: no address twice, none lost, none rejected while there is free space. */
let database: TestDatabase
let pool: pg.Pool
let company: number
const parallel = 16
beforeAll(async () => {
  database = await createTestDatabase()
  pool = openPool({ url: database.url, role: 'trunkline_app_all', max: parallel })
  company = await withSystem(database.databases, (tx) => createCompany(tx, { name: 'Northwind', type: 'simrush' }))
})
afterAll(async () => {
  await pool?.end()
  await database?.drop()
})

const node = async (net: string, type: 'container' | 'network' | 'pool') =>
  (
    await withSystem(database.databases, (tx) =>
      allocateSubnets(tx, { parent_id: null, net, company_id: company, attributes: { type } }),
    )
  )[0]!.id!
/** Runs `work` this many times, sixteen concurrently, each in its own transaction. */
const runConcurrently = async <T>(times: number, work: (client: pg.PoolClient, i: number) => Promise<T>) => {
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
const allocateAddress = `select id, host(ip) as ip from ip_allocate_addresses($1, null, 1, null, null, null, null, null, null, null, null, null, null)`

test('sixteen connections exhaust one pool: each address is allocated once, then each caller is told that the pool is full', async () => {
  const id = await node('10.0.0.0/24', 'pool')
  const results = await runConcurrently(300, (client) => client.query<{ ip: string }>(allocateAddress, [id]))
  expect(new Set(done(results).map(({ rows }) => rows[0]!.ip)).size).toBe(256)
  expect(codes(results)).toEqual(Array.from({ length: 44 }, () => 'TL409'))
  await balanced(id)
})

test('subnets of mixed sizes, allocated and released concurrently, never overlap', async () => {
  const id = await node('10.16.0.0/16', 'container')
  const held: number[] = []
  const results = await runConcurrently(400, async (client, i) => {
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

test('two pools in either order in one transaction: no endless wait, and no address twice', async () => {
  const [a, b] = [await node('10.32.0.0/22', 'network'), await node('2001:db8::/64', 'network')]
  const results = await runConcurrently(32, async (client, i) => {
    await client.query('begin')
    try {
      for (const id of i % 2 === 0 ? [a, b] : [b, a]) await client.query(allocateAddress, [id])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
  // PostgreSQL aborts one of two transactions in a deadlock; the caller may retry.
  for (const code of codes(results)) expect(['40P01', '55P03']).toContain(code)
  const allocated = done(results).length
  expect(allocated).toBeGreaterThan(0)
  const { rows } = await pool.query<{ count: number }>(
    'select count(distinct ip)::int as count from address where subnet_id in ($1, $2)',
    [a, b],
  )
  expect(rows[0]!.count).toBe(2 * allocated)
  await balanced(a)
  await balanced(b)
})

test('a caller who waits too long for a locked node gets an error', async () => {
  const id = await node('10.48.0.0/24', 'pool')
  const blocker = await pool.connect()
  await blocker.query('begin')
  await blocker.query('select from subnet where id = $1 for no key update', [id])
  await expect(
    withSystem(database.databases, (tx) =>
      allocateSubnets(tx, { parent_id: id, net: 'auto', prefix: 28, attributes: { type: 'network' } }),
    ),
  ).rejects.toMatchObject({
    code: 'conflict',
    reason: message('request.busy'),
  })
  await blocker.query('rollback')
  blocker.release()
})

/** A connection with an open transaction. */
const one = async () => {
  const client = await pool.connect()
  await client.query('begin')
  return client
}
const two = async () => [await one(), await one()] as const

test('the last address is waited for while its allocation may still be rolled back', async () => {
  const id = await node('10.64.0.0/31', 'pool')
  await pool.query(allocateAddress, [id])
  const [first, second] = await two()
  const { rows } = await first.query<{ ip: string }>(allocateAddress, [id])
  const waiting = second.query<{ ip: string }>(allocateAddress, [id])
  await first.query('rollback')
  expect((await waiting).rows[0]!.ip).toBe(rows[0]!.ip)
  await second.query('commit')
  for (const client of [first, second]) client.release()
  await balanced(id)
})

test('a specific address that is being allocated concurrently is rejected after the commit', async () => {
  const id = await node('10.65.0.0/24', 'pool')
  const [first, second] = await two()
  const { rows } = await first.query<{ ip: string }>(allocateAddress, [id])
  const byHand = second.query(allocateAddress.replace('null', '$2'), [id, rows[0]!.ip])
  const [rejected] = await Promise.allSettled([byHand, first.query('commit')])
  expect(rejected).toMatchObject({ status: 'rejected', reason: { code: 'TL409' } })
  await second.query('rollback')
  for (const client of [first, second]) client.release()
  await balanced(id)
})

test('a pool that changes during an allocation is validated again', async () => {
  const id = await node('10.66.0.0/24', 'pool')
  await pool.query(allocateAddress, [id])
  const [holder, assignee] = await two()
  await holder.query('update subnet set mark_full = true where id = $1', [id])
  await assignee.query(allocateAddress, [id])
  await holder.query('commit')
  await expect(assignee.query('commit')).rejects.toMatchObject({ code: '40P01' })
  await expect(pool.query(allocateAddress, [id])).rejects.toMatchObject({ code: 'TL409' })
  for (const client of [holder, assignee]) client.release()
  await balanced(id)
})

test('an allocation does not wait for an uncommitted one', async () => {
  const id = await node('10.67.0.0/24', 'pool')
  await pool.query(allocateAddress, [id])
  const [slow, quick] = await two()
  const { rows: first } = await slow.query<{ ip: string }>(allocateAddress, [id])
  const { rows: second } = await quick.query<{ ip: string }>(allocateAddress, [id])
  await quick.query('commit')
  expect(second[0]!.ip).not.toBe(first[0]!.ip)
  await balanced(id)
  await slow.query('commit')
  for (const client of [slow, quick]) client.release()
  await balanced(id)
})

test.each([
  // Free are .2 to .3, .5 and .8 to .15, since .0, .1, .4, .6 and .7 are allocated.
  ['lowest', ['10.68.0.2', '10.68.0.3', '10.68.0.5', '10.68.0.8']],
  ['last', ['10.68.0.15', '10.68.0.14', '10.68.0.13', '10.68.0.12']],
  ['best-fit', ['10.68.0.5', '10.68.0.2', '10.68.0.3', '10.68.0.8']],
])('%s: each allocates the next address not in a concurrent allocation', async (policy, expected) => {
  const id = await node('10.68.0.0/28', 'pool')
  for (const allocated of [0, 1, 4, 6, 7])
    await pool.query(allocateAddress.replace('null', '$2'), [id, `10.68.0.${allocated}`])
  await pool.query('update subnet set policy = $2 where id = $1', [id, policy])
  const clients: pg.PoolClient[] = []
  const allocated: string[] = []
  for (let i = 0; i < expected.length; i++) {
    const assignee = await pool.connect()
    clients.push(assignee)
    await assignee.query('begin')
    allocated.push((await assignee.query<{ ip: string }>(allocateAddress, [id])).rows[0]!.ip)
  }
  // None of them has committed.
  expect(allocated).toEqual(expected)
  for (const assignee of clients) {
    await assignee.query('commit')
    assignee.release()
  }
  await balanced(id)
  await pool.query('select ip_release_subnet($1, $2, true)', [id, 'destroy'])
})

test('one transaction allocates several from one pool, releases one and allocates a specific one', async () => {
  const id = await node('10.68.0.0/24', 'pool')
  const client = await one()
  const allocated = []
  for (let i = 0; i < 3; i++)
    allocated.push((await client.query<{ id: number; ip: string }>(allocateAddress, [id])).rows[0]!)
  expect(new Set(allocated.map(({ ip }) => ip)).size).toBe(3)
  await client.query('select ip_release_address($1, true)', [allocated[2]!.id])
  await client.query(allocateAddress.replace('null', '$2'), [id, allocated[2]!.ip])
  await client.query(allocateAddress, [id])
  await client.query('select ip_release_address($1, true)', [allocated[0]!.id])
  await client.query('commit')
  client.release()
  const { rows } = await pool.query<{ address_count: number }>('select address_count from subnet where id = $1', [id])
  expect(Number(rows[0]!.address_count)).toBe(3)
  await balanced(id)
})

test('a network deleted with an address allocated in the same transaction is removed completely', async () => {
  const id = await node('10.71.0.0/24', 'pool')
  const client = await one()
  await client.query(allocateAddress, [id])
  await client.query(`select * from ip_release_subnet($1, 'destroy')`, [id])
  await client.query('commit')
  client.release()
  const { rows } = await pool.query('select state, address_count from subnet where id = $1', [id])
  expect(rows).toEqual([{ state: 'quarantined', address_count: 1 }])
  await balanced(id)
})

test('an allocation rolled back to a savepoint has no effect', async () => {
  const id = await node('10.69.0.0/24', 'pool')
  const client = await one()
  await client.query('savepoint before')
  await client.query(allocateAddress, [id])
  await client.query('rollback to savepoint before')
  await client.query(allocateAddress, [id])
  await client.query('commit')
  client.release()
  const { rows } = await pool.query<{ used: string }>('select used from subnet where id = $1', [id])
  expect(Number(rows[0]!.used)).toBe(1)
  await balanced(id)
})

test('a pool is almost full from 90 %, and found by its text, whichever transaction writes it', async () => {
  const id = await node('10.70.0.0/28', 'pool')
  const shown = async () =>
    (await pool.query('select nearly_full, search_text from subnet where id = $1', [id])).rows[0] as {
      nearly_full: boolean
      search_text: string
    }
  for (let i = 0; i < 14; i++) await pool.query(allocateAddress, [id])
  expect((await shown()).nearly_full).toBe(false)
  const { rows } = await pool.query<{ id: number }>(allocateAddress, [id])
  expect((await shown()).nearly_full).toBe(true)
  await pool.query('update subnet set mark_full = true where id = $1', [id])
  expect((await shown()).nearly_full).toBe(false)
  const reported = await pool.query(
    `select coalesce(before, '{}') || after as what from audit_log where subject = 'subnets' and object_id = $1 and object_label = '10.70.0.0/28' order by id`,
    [id],
  )
  expect(reported.rows.at(-1)).toEqual({ what: { mark_full: true } })
  for (const { what } of reported.rows) expect(what).not.toHaveProperty('nearly_full')
  await pool.query('update subnet set mark_full = false where id = $1', [id])
  await pool.query('select ip_release_address($1, true)', [rows[0]!.id])
  expect((await shown()).nearly_full).toBe(false)
  await pool.query(`update subnet set name = 'Dial-In', search_text = 'other' where id = $1`, [id])
  expect((await shown()).search_text).toBe('10.70.0.0/28 dial-in  ')
  await pool.query(`update address set dns_name = 'Host.Example' where id = $1`, [rows[0]!.id])
  const found = await pool.query('select search_text from address where id = $1', [rows[0]!.id])
  expect(found.rows[0]).toEqual({ search_text: expect.stringContaining(' host.example') })
})
