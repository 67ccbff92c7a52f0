import { message } from '@trunkline/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  formatAddress,
  formatPrefix,
  lastOf,
  parseAddress,
  parsePrefix,
  sizeOf,
  type Family,
  type Prefix,
} from '@trunkline/contract/net'
import { withSystem } from '../../db/system-transaction.ts'
import type { Tx } from '../../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { createCompany } from '../../testing/panel.ts'
import { allocateSubnets, type SubnetAttributes } from './allocate.ts'
import { assignAddress, assignAddresses } from './assign.ts'
import { freeAddresses } from './free.ts'
import { storeRange } from './remove.ts'

/** Addresses that a network of each length never assigns, and those that its category reserves. */
let database: TestDatabase
let company: number
const roots: Record<Family, number> = { 4: 0, 6: 0 }
beforeAll(async () => {
  database = await createTestDatabase()
  await run(async (tx) => {
    company = await createCompany(tx, { name: 'Northwind', type: 'simrush' })
    for (const [family, net] of [
      [4, '0.0.0.0/0'],
      [6, '::/0'],
    ] as const) {
      const [created] = await allocateSubnets(tx, {
        parent_id: null,
        net,
        company_id: company,
        attributes: { type: 'container' },
      })
      roots[family] = created!.id!
    }
  })
})
afterAll(() => database?.drop())

const run = <T>(work: (tx: Tx) => Promise<T>) => withSystem(database.databases, work, { actor_name: 'test' })
class Undone extends Error {}
/** Runs the work and rolls it back, so that each length has the whole space. */
const tried = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
  let result: T
  await run(async (tx) => {
    result = await work(tx)
    throw new Undone()
  }).catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error
  })
  return result!
}
const allocate = async (tx: Tx, net: Prefix, attributes: SubnetAttributes) =>
  (await allocateSubnets(tx, { parent_id: roots[net.family], net: formatPrefix(net), attributes }))[0]!.id!
const first = (net: Prefix) => formatAddress(net)
const last = (net: Prefix) => formatAddress(lastOf(net))
const rejected = (tx: Tx, subnet_id: number, ip: string) =>
  assignAddress(tx, { subnet_id, ip }).then(
    () => false,
    () => true,
  )
const base = { 4: parsePrefix('198.0.0.0/7').value, 6: parsePrefix('2000::/3').value }

describe.each([[4, 32] as const, [6, 128] as const])('IPv%i', (family, bits) => {
  const lengths = Array.from({ length: bits }, (_, i) => i + 1)
  test.each(lengths)('/%i of a network', async (length) => {
    const net = { family, value: length < 8 ? 0n : base[family], length }
    await tried(async (tx) => {
      const id = await allocate(tx, net, { type: 'network' })
      const small = length >= bits - 1
      const auto = await assignAddress(tx, { subnet_id: id, ip: 'auto' })
      // RFC 3021 (/31), RFC 6164 (/127): both addresses, and the one of a single address.
      expect(auto.ip).toBe(formatAddress({ family, value: net.value + (small ? 0n : 1n) }))
      if (small) {
        expect(await tx.selectFrom('ip_range').where('subnet_id', '=', id).select('id').execute()).toEqual([])
        return
      }
      expect(await rejected(tx, id, first(net))).toBe(true)
      // The broadcast address of IPv4; IPv6 has none (RFC 4291 2.6.1 reserves the first).
      expect(await rejected(tx, id, last(net))).toBe(family === 4)
      const row = await tx
        .selectFrom('subnet')
        .where('id', '=', id)
        .select(['used', 'address_count'])
        .executeTakeFirstOrThrow()
      expect(row).toMatchObject({ used: family === 4 ? '3' : '3', address_count: family === 4 ? 1 : 2 })
    })
  })

  test.each(lengths)('/%i of a pool assigns all addresses', async (length) => {
    const net = { family, value: length < 8 ? 0n : base[family], length }
    await tried(async (tx) => {
      const id = await allocate(tx, net, { type: 'pool' })
      expect((await assignAddress(tx, { subnet_id: id, ip: 'auto' })).ip).toBe(first(net))
      if (length < bits) expect(await rejected(tx, id, last(net))).toBe(false)
    })
  })

  test.each(lengths.filter((length) => length >= bits - 8))(
    '/%i is full after all its addresses are allocated',
    async (length) => {
      const net = { family, value: base[family], length }
      const edges = length >= bits - 1 ? 0n : family === 4 ? 2n : 1n
      const count = Number(sizeOf(net) - edges)
      await tried(async (tx) => {
        const id = await allocate(tx, net, { type: 'network' })
        const given = []
        for (let left = count; left > 0; left -= 256)
          given.push(...(await assignAddresses(tx, { subnet_id: id, ip: 'auto', count: Math.min(left, 256) })))
        expect(new Set(given.map(({ ip }) => ip)).size).toBe(count)
        await expect(assignAddress(tx, { subnet_id: id, ip: 'auto' })).rejects.toMatchObject({
          code: 'conflict',
          fields: { ip: message('subnet.full', { net: formatPrefix(net) }) },
        })
        expect(await tx.selectFrom('free_block').where('parent_id', '=', id).selectAll().execute()).toEqual([])
      })
    },
  )
})

test('network and broadcast address are cut out at the first allocation', () =>
  tried(async (tx) => {
    const id = await allocate(tx, parsePrefix('2001:db8::/64'), { type: 'network' })
    expect(await tx.selectFrom('free_block').where('parent_id', '=', id).select('net').execute()).toEqual([
      { net: '2001:db8::/64' },
    ])
    await storeRange(tx, { subnet_id: id, lo: '2001:db8::100', hi: '2001:db8::1ff', kind: 'dhcp' })
    await expect(
      storeRange(tx, { subnet_id: id, lo: '2001:db8::', hi: '2001:db8::f', kind: 'reserved' }),
    ).rejects.toMatchObject({
      fields: { lo: message('ip.edge', { address: '2001:db8::' }) },
    })
    expect((await tx.selectFrom('subnet').where('id', '=', id).select('used').executeTakeFirstOrThrow()).used).toBe(
      '257',
    )
  }))

describe('a category', () => {
  const category = (tx: Tx, of: { gateway?: 'first' | 'last'; reserve_first?: number }) =>
    tx
      .insertInto('subnet_category')
      .values({ company_id: company, name: 'Access', ...of })
      .returning('id')
      .executeTakeFirstOrThrow()
      .then(({ id }) => id)

  test.each([
    ['first', 0, '192.0.2.0/24', '192.0.2.1', '192.0.2.2'],
    ['last', 0, '192.0.2.0/24', '192.0.2.254', '192.0.2.1'],
    ['first', 10, '192.0.2.0/24', '192.0.2.1', '192.0.2.11'],
    ['last', 10, '192.0.2.0/24', '192.0.2.254', '192.0.2.11'],
    ['first', 10, '2001:db8::/64', '2001:db8::1', '2001:db8::b'],
    ['last', 3, '2001:db8::/64', '2001:db8::ffff:ffff:ffff:ffff', '2001:db8::4'],
    ['first', 0, '192.0.2.0/30', '192.0.2.1', '192.0.2.2'],
    ['first', 0, '192.0.2.0/31', null, '192.0.2.0'],
    [undefined, 1024, '255.255.240.0/20', null, '255.255.244.1'],
  ] as const)('with gateway %s and %i reserved addresses in %s', (gateway, reserve_first, net, stored, next) =>
    tried(async (tx) => {
      const id = await allocate(tx, parsePrefix(net), {
        type: 'network',
        category_id: await category(tx, { ...(gateway && { gateway }), reserve_first }),
      })
      expect((await assignAddress(tx, { subnet_id: id, ip: 'auto' })).ip).toBe(next)
      const gateways = await tx
        .selectFrom('address')
        .where('subnet_id', '=', id)
        .where('is_gateway', '=', true)
        .select(['ip', 'state'])
        .execute()
      expect(gateways.map(({ ip }) => parseAddress(ip.replace(/\/.*/, '')))).toEqual(
        stored === null ? [] : [parseAddress(stored)],
      )
    }),
  )

  test.each([
    ['192.0.2.5', '192.0.2.0/24', '192.0.2.11', 'lowest'],
    ['192.0.2.1', '192.0.2.0/24', '192.0.2.11', 'lowest'],
    ['192.0.2.10', '192.0.2.0/24', '192.0.2.11', 'lowest'],
    ['192.0.2.254', '192.0.2.0/24', '192.0.2.253', 'last'],
    ['2001:db8::5', '2001:db8::/64', '2001:db8::b', 'lowest'],
    ['192.0.2.14', '192.0.2.0/28', '192.0.2.13', 'last'],
  ] as const)('suggests the address after the reserved ones, with gateway %s in %s', (gateway, net, next, policy) =>
    tried(async (tx) => {
      const id = await allocate(tx, parsePrefix(net), {
        type: 'network',
        gateway,
        policy,
        category_id: await category(tx, { reserve_first: 10 }),
      })
      const before = await freeAddresses(tx, id)
      expect(before.next).toBe(next)
      const allocated = await assignAddress(tx, { subnet_id: id, ip: 'auto' })
      expect(allocated.ip).toBe(next)
      // The reserved addresses but the gateway cannot be allocated, before and after the first allocation.
      const after = await freeAddresses(tx, id)
      expect(before.free.filter((ip) => ip !== next).slice(0, 3)).toEqual(after.free.slice(0, 3))
      const ranges = await tx
        .selectFrom('ip_range')
        .where('subnet_id', '=', id)
        .where('kind', '=', 'reserved')
        .select(['lo', 'hi'])
        .orderBy('lo')
        .execute()
      const reserved = ranges.reduce(
        (sum, { lo, hi }) =>
          sum + Number(parseAddress(hi.replace(/\/.*/, '')).value - parseAddress(lo.replace(/\/.*/, '')).value) + 1,
        0,
      )
      const inside = parseAddress(gateway).value <= parsePrefix(net).value + 10n
      expect(reserved).toBe(inside ? 9 : 10)
    }),
  )

  test('a reserved gateway can be allocated explicitly', () =>
    tried(async (tx) => {
      const id = await allocate(tx, parsePrefix('192.0.2.0/24'), {
        type: 'network',
        category_id: await category(tx, { gateway: 'first' }),
      })
      await assignAddress(tx, { subnet_id: id, ip: 'auto' })
      const router = await assignAddress(tx, { subnet_id: id, ip: '192.0.2.1', is_gateway: true, dns_name: 'r1' })
      await expect(assignAddress(tx, { subnet_id: id, ip: '192.0.2.1' })).rejects.toMatchObject({
        fields: { ip: message('ip.taken', { net: '192.0.2.1' }) },
      })
      expect(
        await tx
          .selectFrom('address')
          .where('id', '=', router.id)
          .select(['state', 'dns_name', 'is_gateway'])
          .executeTakeFirst(),
      ).toEqual({ state: 'assigned', dns_name: 'r1', is_gateway: true })
      expect(
        await tx.selectFrom('subnet').where('id', '=', id).select(['used', 'address_count']).executeTakeFirstOrThrow(),
      ).toEqual({ used: '4', address_count: 2 })
    }))

  test('a category that reserves more than the network contains leaves nothing to assign', () =>
    tried(async (tx) => {
      const id = await allocate(tx, parsePrefix('192.0.2.0/28'), {
        type: 'network',
        category_id: await category(tx, { gateway: 'last', reserve_first: 100 }),
      })
      await expect(assignAddress(tx, { subnet_id: id, ip: 'auto' })).rejects.toMatchObject({ code: 'conflict' })
    }))
})
