import { message } from '@trunkline/contract/errors'
import { bitsOf, formatAddress, formatPrefix, lastOf, sizeOf, type Prefix } from '@trunkline/contract/net'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { conflict, invalid } from '../../errors.ts'
import { readSubnetContext, usable, type AddressContext } from './contents.ts'
import { storedAddress, storedPrefix } from './stored-net.ts'

/** Maximum number of suggested blocks or addresses. */
const maxHints = 25

interface Hint {
  next: string | null
  free: string[]
}

/**
 * What the policy would select. Network and broadcast address are skipped: a network without allocations still contains
 * them in its free blocks.
 */
async function pick(tx: Tx, node: AddressContext, length: number): Promise<Prefix | null> {
  const { rows } = await sql<{
    net: string | null
  }>`select ip_pick(${node.id}, ${length}, ${node.policy}) as net`.execute(tx)
  return rows[0]?.net == null ? null : storedPrefix(rows[0].net)
}

/** Free blocks of at least this size, in order of address. */
async function freeBlocksOfLength(tx: Tx, node: AddressContext, length: number, limit: number): Promise<Prefix[]> {
  const { rows } = await sql<{ net: string }>`
    select net from free_block where parent_id = ${node.id} and plen <= ${length} order by net limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ net }) => storedPrefix(net))
}

/**
 * The next free address by the node's policy, and the first ones in order of address. Nothing is reserved: a concurrent
 * caller may allocate them first.
 * @throws AppError conflict for a node that contains subnets
 */
export async function freeAddresses(tx: Tx, id: number): Promise<Hint> {
  const node = await readSubnetContext(tx, id)
  if (!node.hosts) throw conflict('subnet.holds_subnets', { net: formatPrefix(node.net) })
  const { family } = node.net
  const bits = bitsOf(family)
  const { lo, hi } = usable(node)
  const cut = await edgesToCut(tx, id)
  const text = (value: bigint) => formatAddress({ family, value })
  const isFree = (at: bigint) => at >= lo && at <= hi && !cut.some((range) => at >= range.lo && at <= range.hi)
  const free: string[] = []
  for (const block of await freeBlocksOfLength(tx, node, bits, maxHints + 2))
    for (let at = block.value; at <= lastOf(block).value && free.length < maxHints; at++)
      if (isFree(at)) free.push(text(at))
  const picked = await pick(tx, node, bits)
  if (picked === null) return { next: null, free }
  if (isFree(picked.value)) return { next: text(picked.value), free }
  // Nothing is allocated yet, so that all addresses but those are free.
  if (node.policy !== 'last') return { next: free[0] ?? null, free }
  let last = hi
  while (last >= lo && !isFree(last))
    last = (cut.find((range) => last >= range.lo && last <= range.hi)?.lo ?? last) - 1n
  return { next: last >= lo ? text(last) : null, free }
}

/**
 * The gateway and the addresses that the category reserves, as long as they are among the free blocks: until the first
 * allocation.
 */
async function edgesToCut(tx: Tx, id: number): Promise<{ lo: bigint; hi: bigint }[]> {
  const { rows } = await sql<{ lo: string; hi: string }>`
    select r.lo::text as lo, r.hi::text as hi from subnet s, ip_category_reserve(s) r where s.id = ${id} and not s.edges_cut
    union all
    select gateway::text, gateway::text from subnet where id = ${id} and not edges_cut and gateway is not null`.execute(
    tx,
  )
  return rows.map(({ lo, hi }) => ({ lo: storedAddress(lo).value, hi: storedAddress(hi).value }))
}

/**
 * The next free block of a length by the node's policy, and the first ones in order of address.
 * @throws AppError conflict for a node that contains addresses, validation_failed at `prefix`
 */
export async function freeNetworks(
  tx: Tx,
  id: number,
  of: { prefix?: number | undefined; count?: number | undefined },
): Promise<Hint> {
  const node = await readSubnetContext(tx, id)
  if (node.hosts) throw conflict('subnet.holds_addresses', { net: formatPrefix(node.net) })
  const length = of.prefix ?? node.assign_len
  const bits = bitsOf(node.net.family)
  if (length <= node.net.length || length > bits)
    throw invalid({ prefix: message('ip.length', { min: node.net.length + 1, max: bits }) })
  const wanted = of.count ?? maxHints
  const step = sizeOf({ family: node.net.family, length })
  const free: string[] = []
  for (const block of await freeBlocksOfLength(tx, node, length, wanted))
    for (let at = block.value; at <= lastOf(block).value && free.length < wanted; at += step)
      free.push(formatPrefix({ family: node.net.family, value: at, length }))
  const picked = await pick(tx, node, length)
  return { next: picked === null ? null : formatPrefix(picked), free }
}
