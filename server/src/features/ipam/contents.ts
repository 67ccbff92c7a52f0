import { message } from '@trunkline/contract/errors'
import type { AddressRow, IpRow, RangeRow, TreeRow } from '@trunkline/contract/resources/subnet-shapes'
import type { HoldingState, RangeKind, UsedByKind } from '@trunkline/contract/resources/subnet-enums'
import {
  bitsOf,
  formatAddress,
  formatPrefix,
  lastOf,
  parseAddress,
  sizeOf,
  type Address,
  type Prefix,
} from '@trunkline/contract/net'
import { sql, type RawBuilder } from 'kysely'
import { queryPrepared, type Tx } from '../../db/pool.ts'
import { conflict, invalid, notFound } from '../../errors.ts'
import { textMatches } from '../companies/text-match.ts'
import { addressOut, storedAddress, storedPrefix } from './stored-net.ts'
import { nodeColumns, nodeJoins, toNode, type NodeRow } from './node.ts'

/** Data of the node that the following functions need. */
export interface AddressContext {
  id: number
  net: Prefix
  type: string
  hosts: boolean
  edges_cut: boolean
  assign_len: number
  policy: string
  child_count: number
  address_count: number
}

/** The visible node. @throws AppError not_found */
export async function readSubnetContext(tx: Tx, id: number): Promise<AddressContext> {
  const [row] = await queryPrepared(
    tx,
    tx
      .selectFrom('subnet')
      .select([
        'id',
        'net',
        'type',
        'hosts',
        'edges_cut',
        'assign_len',
        'policy',
        'child_count',
        'address_count',
        'holds',
      ])
      .where('id', '=', id),
  )
  if (row === undefined) throw notFound()
  const net = storedPrefix(row.net)
  if (!row.holds) throw conflict('ip.released', { net: formatPrefix(net) })
  return { ...row, net }
}

/** Maximum number of free blocks read for one page; a page with more ends before the last of them. */
const blocksRead = 5000

/** A free range from `lo` to `hi`. */
interface FreeRange {
  lo: bigint
  hi: bigint
}

interface Page<Row> {
  data: Row[]
  next: string | null
  total: number | null
}

const cursorOf = (after: string | undefined, of: Prefix): bigint => {
  if (after === undefined) return of.value - 1n
  try {
    const address = parseAddress(after)
    if (address.family === of.family) return address.value
  } catch {
    // Reported below.
  }
  throw invalid({ after: message('field.invalid') })
}

/** Condition on a prefix column: prefixes that start after an address, in index order. */
const behind = (of: Prefix, from: bigint, column: string) =>
  from < of.value
    ? sql`true`
    : sql`${sql.ref(column)} > ${formatPrefix({ family: of.family, value: from, length: bitsOf(of.family) })}::cidr`

/** Free blocks after an address, at most `most`. `whole`: there are no further ones. */
async function freeBlocks(
  tx: Tx,
  node: AddressContext,
  from: bigint,
  max = blocksRead,
): Promise<{ list: Prefix[]; whole: boolean }> {
  const rows = await queryPrepared(
    tx,
    sql<{ net: string }>`
    select net from free_block where parent_id = ${node.id} and ${behind(node.net, from, 'net')} order by net limit ${max}`,
  )
  return { list: rows.map(({ net }) => storedPrefix(net)), whole: rows.length < max }
}

/** Free blocks as ranges: adjacent blocks are merged. */
function freeRangesOf({ list, whole }: { list: Prefix[]; whole: boolean }): { list: FreeRange[]; whole: boolean } {
  const stretches: FreeRange[] = []
  for (const block of list) {
    const before = stretches.at(-1)
    if (before !== undefined && before.hi + 1n === block.value) before.hi = lastOf(block).value
    else stretches.push({ lo: block.value, hi: lastOf(block).value })
  }
  // The last range may continue in blocks that were not read.
  if (!whole) stretches.pop()
  return { list: stretches, whole }
}

interface Placed<Row> {
  lo: bigint
  hi: bigint
  /** Built only for entries on the page. */
  row: () => Row
}

/**
 * Merges used and free ranges in order and cuts a page. `taken` has one row more than the page if there are further
 * rows.
 */
function pageOf<Row>(
  node: AddressContext,
  limit: number,
  allocated: Placed<Row>[],
  free: { list: Placed<Row>[]; whole: boolean },
  total: number | null,
): Page<Row> {
  const more = allocated.length > limit
  const horizon = more ? (allocated.at(-1) as Placed<Row>).lo : undefined
  const blind = free.whole ? undefined : (free.list.at(-1)?.hi ?? undefined)
  const all = [...allocated, ...free.list]
    .filter(({ lo }) => (horizon === undefined || lo < horizon) && (blind === undefined || lo <= blind))
    .sort((a, b) => (a.lo < b.lo ? -1 : a.lo > b.lo ? 1 : 0))
  const data = all.slice(0, limit)
  const last = data.at(-1)
  const hasMore = all.length > limit || more || !free.whole
  return {
    data: data.map(({ row }) => row()),
    next: hasMore && last !== undefined ? formatAddress({ family: node.net.family, value: last.hi }) : null,
    total,
  }
}

/** Children and free ranges of a node in order of address. */
export async function treeRows(
  tx: Tx,
  id: number,
  of: { after?: string | undefined; limit?: number | undefined },
): Promise<Page<TreeRow>> {
  const node = await readSubnetContext(tx, id)
  const limit = of.limit ?? 50
  const from = cursorOf(of.after, node.net)
  const { family } = node.net
  const [rows, free] = await Promise.all([
    queryPrepared(
      tx,
      sql<NodeRow>`select ${nodeColumns} from (
        select * from subnet e where e.parent_id = ${id} and e.holds and ${behind(node.net, from, 'e.net')} order by e.net limit ${limit + 1}) s
      ${nodeJoins} order by s.net`,
    ),
    // Each block is a separate row, so a page never needs more blocks than rows.
    freeBlocks(tx, node, from, limit + 1),
  ])
  const allocated = rows.map((row): Placed<TreeRow> => {
    const net = storedPrefix(row.net)
    return { lo: net.value, hi: lastOf(net).value, row: () => ({ kind: 'subnet', subnet: toNode(row) }) }
  })
  const unit = 1n << BigInt(bitsOf(family) - node.assign_len)
  return pageOf(
    node,
    limit,
    allocated,
    {
      whole: free.whole,
      list: free.list.map((block) => ({
        lo: block.value,
        hi: lastOf(block).value,
        row: () => ({
          kind: 'free',
          net: formatPrefix(block),
          size: String(sizeOf(block)),
          unit: { length: node.assign_len, size: String(sizeOf(block) / unit) },
        }),
      })),
    },
    node.child_count,
  )
}

export interface AllocatedAddress {
  id: number
  ip: string
  subnet_id: number | null
  state: HoldingState
  company_id: number
  company_name: string | null
  used_by_kind: UsedByKind | null
  used_by_id: number | null
  used_by_label: string | null
  is_gateway: boolean
  mac: string | null
  dns_name: string
  note: string
  last_seen_at: string | null
  expires_at: string | null
  release_at: string | null
  version: number
  created_at: string
}

/** Columns of an `AddressRow`, from `address a` with its owner as `c`. */
export const addressColumns: RawBuilder<AllocatedAddress> = sql`a.id, a.ip, a.subnet_id, a.state, a.company_id, c.name as company_name,
  a.used_by_kind, a.used_by_id, a.used_by_label, a.is_gateway, a.mac, a.dns_name, a.note, a.last_seen_at, a.expires_at, a.release_at, a.version, a.created_at`

export function toAddress({ used_by_kind, used_by_id, used_by_label, ...row }: AllocatedAddress): AddressRow {
  return {
    ...row,
    ip: addressOut(row.ip),
    company_name: row.company_name ?? '',
    used_by:
      used_by_kind === null || used_by_id === null
        ? null
        : { kind: used_by_kind, id: used_by_id, label: used_by_label ?? '' },
  }
}

interface StoredRange {
  id: number
  lo: string
  hi: string
  kind: RangeKind
  note: string
}

export const toRange = ({ id, lo, hi, kind, note }: StoredRange): RangeRow => ({
  id,
  lo: addressOut(lo),
  hi: addressOut(hi),
  size: String(storedAddress(hi).value - storedAddress(lo).value + 1n),
  kind,
  note,
})

/** The assignable range of a network before its network and broadcast address are cut out of the free blocks. */
export function usable(node: Pick<AddressContext, 'net' | 'type' | 'edges_cut'>): FreeRange {
  const { net, type, edges_cut } = node
  const lo = net.value
  const hi = lastOf(net).value
  if (edges_cut || type !== 'network' || net.length > bitsOf(net.family) - 2) return { lo, hi }
  return net.family === 4 ? { lo: lo + 1n, hi: hi - 1n } : { lo: lo + 1n, hi }
}

/** Allocated addresses, ranges and free ranges of a node in order of address; with a query, addresses only. */
export async function ipRows(
  tx: Tx,
  id: number,
  of: { after?: string | undefined; limit?: number | undefined; query?: string | undefined },
): Promise<Page<IpRow>> {
  const node = await readSubnetContext(tx, id)
  const limit = of.limit ?? 50
  const { family } = node.net
  const from = cursorOf(of.after, node.net)
  const query = of.query?.trim() ?? ''
  const at = formatAddress({ family, value: from < node.net.value ? node.net.value : from })
  const beyond = (column: string) => (from < node.net.value ? sql`true` : sql`${sql.ref(column)} > ${at}::inet`)
  const { rows: addresses } = await sql<AllocatedAddress>`select ${addressColumns} from (
      select * from address f where f.subnet_id = ${id} and f.holds and ${beyond('f.ip')} and ${textMatches('f.search_text', query)}
      order by f.ip limit ${limit + 1}) a
    left join company c on c.id = a.company_id order by a.ip`.execute(tx)
  const allocated = addresses.map((row): Placed<IpRow> => {
    const { value } = storedAddress(row.ip)
    return { lo: value, hi: value, row: () => ({ kind: 'address', address: toAddress(row) }) }
  })
  const total = query === '' ? node.address_count : null
  if (query !== '') return pageOf(node, limit, allocated, { list: [], whole: true }, total)
  const { rows: ranges } = await sql<StoredRange>`
    select id, lo, hi, kind, note from ip_range where subnet_id = ${id} and ${beyond('lo')} order by lo limit ${limit + 1}`.execute(
    tx,
  )
  for (const row of ranges)
    allocated.push({
      lo: storedAddress(row.lo).value,
      hi: storedAddress(row.hi).value,
      row: () => ({ kind: 'range', range: toRange(row) }),
    })
  allocated.sort((a, b) => (a.lo < b.lo ? -1 : 1))
  const stretches = freeRangesOf(await freeBlocks(tx, node, from))
  const { lo, hi } = usable(node)
  const free = stretches.list
    .map((stretch) => ({ lo: stretch.lo < lo ? lo : stretch.lo, hi: stretch.hi > hi ? hi : stretch.hi }))
    .filter((stretch) => stretch.lo <= stretch.hi)
  const address = (value: bigint) => formatAddress({ family, value } satisfies Address)
  return pageOf(
    node,
    limit,
    allocated.slice(0, limit + 1),
    {
      whole: stretches.whole,
      list: free.map((stretch) => ({
        ...stretch,
        row: () => ({
          kind: 'free',
          lo: address(stretch.lo),
          hi: address(stretch.hi),
          size: String(stretch.hi - stretch.lo + 1n),
        }),
      })),
    },
    total,
  )
}
