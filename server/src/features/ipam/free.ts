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
  const text = (value: bigint) => formatAddress({ family, value })
  const free: string[] = []
  for (const block of await freeBlocksOfLength(tx, node, bits, maxHints + 2))
    for (let at = block.value; at <= lastOf(block).value && free.length < maxHints; at++)
      if (at >= lo && at <= hi) free.push(text(at))
  const picked = await pick(tx, node, bits)
  if (picked === null) return { next: null, free }
  if (picked.value >= lo && picked.value <= hi) return { next: text(picked.value), free }
  const gateway = await tx.selectFrom('subnet').select('gateway').where('id', '=', id).executeTakeFirst()
  const stored = gateway?.gateway == null ? null : text(storedAddress(gateway.gateway).value)
  const rest = free.filter((ip) => ip !== stored)
  return { next: (node.policy === 'last' ? text(hi) : rest[0]) ?? null, free: rest }
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
