import assert from 'node:assert/strict'
import { formatAddress, formatPrefix, type Prefix } from '@trunkline/contract/net'
import type { Databases } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { span, type Model } from './address-model.ts'

/** False if the engine rejects the call; other errors are thrown. */
export const rejections = (error: unknown) => {
  if (error instanceof AppError && (error.code === 'conflict' || error.code === 'validation_failed'))
    return false as const
  throw error
}

/** Mulberry32: the same sequence for the same seed. */
export function seeded(seed: number) {
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return {
    below: (n: number) => Math.floor(next() * n),
    pick: <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)],
  }
}

/** Whether `net` is the free block that the policy allocates first. */
export function checkPolicy(policy: string, net: Prefix, free: Prefix[]) {
  const fitting = free.filter((block) => block.length <= net.length)
  const starts = fitting.map((block) => block.value).sort((a, b) => (a < b ? -1 : 1))
  if (policy === 'lowest') assert.equal(net.value, starts[0])
  if (policy === 'last')
    assert.equal(span(net).hi, fitting.map((block) => span(block).hi).sort((a, b) => (a < b ? 1 : -1))[0])
  const wanted = Math[policy === 'sparse' ? 'min' : 'max'](...fitting.map((block) => block.length))
  if (policy === 'sparse' || policy === 'best-fit')
    assert.equal(fitting.find((block) => block.value === net.value)?.length, wanted)
}

/** Checks all invariants. */
export async function checkTree(databases: Databases, model: Model, root: Prefix, probe: () => Prefix): Promise<void> {
  const rowsOf = async <T>(text: string, ...values: unknown[]): Promise<T[]> =>
    (await databases.appAll.query(text, values)).rows

  type Row = {
    id: number
    net: string
    parent_id: number | null
    used: string
    child_count: number
    address_count: number
    free: string[]
  }
  const rows = await rowsOf<Row>(
    `select s.id, s.net::text as net, s.parent_id, s.used::text, s.child_count, s.address_count,
         array(select f.net::text from free_block f where f.parent_id = s.id) as free
       from subnet s where s.holds and s.net <<= $1::cidr`,
    formatPrefix(root),
  )
  assert.deepEqual(
    new Map(rows.map((row) => [row.id, row.net])),
    new Map(model.holding().map(({ id, net }) => [id, formatPrefix(net)])),
  )
  for (const row of rows) {
    const node = model.nodes.get(row.id)!
    assert.equal(row.parent_id, node.parent, row.net)
    assert.deepEqual(row.free.sort(), model.freeText(row.id), row.net)
    assert.equal(row.used, String(model.used(row.id)), row.net)
    assert.equal(row.child_count, model.children(row.id).length, row.net)
    assert.equal(
      row.address_count,
      [...model.stretches.values()].filter(({ node: of, kind }) => of === row.id && kind === 'address').length,
      row.net,
    )
  }
  const errors = await rowsOf(
    `select s.net, 'sum' as error from subnet s where s.holds and s.used + coalesce((select sum(ip_size(f.net)) from free_block f where f.parent_id = s.id), 0) <> ip_size(s.net)
       union all select a.net, 'buddies' from free_block a join subnet s on s.id = a.parent_id join free_block b on b.parent_id = a.parent_id and b.net = ip_buddy(a.net) where a.plen > masklen(s.net)
       union all select a.net, 'overlap' from free_block a join free_block b on b.parent_id = a.parent_id and a.net >> b.net
       union all select s.net, 'left behind' from free_block f join subnet s on s.id = f.parent_id where not s.holds
       union all select net, 'history' from subnet s where (deleted_at is null) <> exists (select from ip_holding h where h.subnet_id = s.id and h.address_id is null and upper_inf(h.valid) and h.net = s.net)
       union all select ip::cidr, 'history' from address a where (deleted_at is null) <> exists (select from ip_holding h where h.address_id = a.id and upper_inf(h.valid))
       union all select h.net, 'two at a time' from ip_holding h join ip_holding g on g.subnet_id = h.subnet_id and g.id > h.id and g.address_id is not distinct from h.address_id and g.valid && h.valid`,
  )
  assert.deepEqual(errors, [])
  const probes = Array.from({ length: 20 }, probe)
  const found = await rowsOf<{ ip: string; by_walk: number | null; by_scan: number | null }>(
    `select ip::text, ip_find(1, ip) as by_walk, (select id from subnet where space_id = 1 and holds and net >>= ip order by masklen(net) desc limit 1) as by_scan
       from unnest($1::inet[]) ip`,
    probes.map((probe) => formatAddress(probe)),
  )
  for (const { ip, by_walk, by_scan } of found) assert.equal(by_walk, by_scan, ip)
}
