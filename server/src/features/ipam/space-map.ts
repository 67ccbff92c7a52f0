import type { Reply } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import {
  bitsOf,
  contains,
  formatAddress,
  formatPrefix,
  lastOf,
  networkOf,
  parsePrefix,
  errorOf,
  type Prefix,
} from '@trunkline/contract/net'
import type { subnets } from '@trunkline/contract/resources/subnet'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'
import { readSubnetContext, type AddressContext } from './contents.ts'
import { storedPrefix, prefixOut } from './stored-net.ts'

type MapReply = Reply<typeof subnets.map>['data']
type Cell = MapReply['cells'][number]

/** Maximum number of rows of one kind that are drawn one by one; with more, the database counts them by cell. */
const blockRows = 3000
/** Number of children above which cells are drawn from the free blocks alone. */
const maxNamed = 20_000

interface SpaceSegment {
  net: string
  state: 'subnet' | 'address' | 'range'
  id: number | null
  label: string
}

/**
 * The space of a node, or the part of it given by `within`, as at most 1,024 equal cells in order of address. Runs of
 * equal cells are joined, so that an empty IPv6 /29 is one run. Free space comes from free_block; everything else is
 * used, even if the caller may not see it.
 * @throws AppError validation_failed at `within`
 */
export async function spaceMap(
  tx: Tx,
  id: number,
  of: { within?: string | undefined; cells?: '64' | '256' | '1024' | undefined },
): Promise<MapReply> {
  const node = await readSubnetContext(tx, id)
  const area = areaOf(node.net, of.within)
  const { family } = area
  const bits = bitsOf(family)
  const cell_length = Math.min(bits, area.length + { '64': 6, '256': 8, '1024': 10 }[of.cells ?? '1024'])
  const count = 1 << (cell_length - area.length)
  const shift = BigInt(bits - cell_length)
  const cellSize = 1n << shift
  const first = formatPrefix(area)
  const last = formatPrefix({ ...lastOf(area), length: bits })
  const index = (value: bigint) => Number((value - area.value) >> shift)

  const free = Array.from({ length: count }, () => 0n)
  // Blocks smaller than a cell are summed by cell in the database.
  const { rows: big } = await sql<{ net: string }>`
    select net from free_block where parent_id = ${id} and plen <= ${cell_length}
      and (net >= ${first}::cidr and net <= ${last}::cidr or net = any (${prefixesAbove(area)}::cidr[]))`.execute(tx)
  for (const { net } of big) {
    const block = storedPrefix(net)
    const from = contains(block, area) ? 0 : index(block.value)
    const to = contains(block, area) ? count - 1 : index(lastOf(block).value)
    for (let at = from; at <= to; at++) free[at] = cellSize
  }
  const { rows: crumbs } = await sql<{ cell: string; free: string }>`
    select network(set_masklen(net::inet, ${cell_length}))::cidr as cell, sum(ip_size(net)) as free from free_block
    where parent_id = ${id} and plen > ${cell_length} and net >= ${first}::cidr and net <= ${last}::cidr group by 1`.execute(
    tx,
  )
  for (const { cell, free: sum } of crumbs) free[index(storedPrefix(cell).value)] = BigInt(sum)

  const segments = await segmentsOf(tx, node, area, cell_length)
  const owners = Array.from({ length: count }, (): SpaceSegment | 'many' | undefined => undefined)
  for (const segment of segments) {
    const net = storedPrefix(segment.net)
    const from = contains(net, area) ? 0 : index(net.value)
    const to = contains(net, area) ? count - 1 : index(lastOf(net).value)
    for (let at = from; at <= to; at++) owners[at] = owners[at] === undefined ? segment : 'many'
  }

  const cells: Cell[] = []
  let open: { cell: Cell; key: string } | undefined
  for (let at = 0; at < count; at++) {
    const share = Number(((cellSize - (free[at] as bigint)) * 10_000n) / cellSize) / 10_000
    const owner = owners[at]
    const segment = owner === 'many' ? undefined : owner
    const state: Cell['state'] =
      share === 0 ? 'free' : share < 1 || owner === 'many' ? 'mixed' : (segment?.state ?? 'mixed')
    const shown = state === 'free' ? undefined : segment
    const key = `${state} ${share} ${shown?.state} ${shown?.id ?? shown?.net ?? ''}`
    if (open?.key === key) open.cell.run++
    else {
      const cell: Cell = {
        net: formatPrefix(networkOf({ family, value: area.value + BigInt(at) * cellSize }, cell_length)),
        run: 1,
        state,
        share,
        subnet_id: shown?.state === 'subnet' ? shown.id : null,
        subnet_net: shown?.state === 'subnet' ? prefixOut(shown.net) : null,
        label: shown?.label ?? '',
      }
      cells.push(cell)
      open = { cell, key }
    }
  }
  return { within: formatPrefix(area), cell_length, cells }
}

function areaOf(net: Prefix, within: string | undefined): Prefix {
  if (within === undefined) return net
  const error = errorOf(() => parsePrefix(within))
  if (error !== undefined) throw invalid({ within: error })
  const area = parsePrefix(within)
  if (!contains(net, area))
    throw invalid({ within: message('ip.outside', { net: formatPrefix(area), parent: formatPrefix(net) }) })
  return area
}

const prefixesAbove = (area: Prefix): string[] =>
  Array.from({ length: area.length }, (_, length) => formatPrefix(networkOf(area, length)))

/** The used parts of the area: one row per child or address if there are few, otherwise one per non-empty cell. */
async function segmentsOf(
  tx: Tx,
  { id, hosts, child_count }: AddressContext,
  area: Prefix,
  cell_length: number,
): Promise<SpaceSegment[]> {
  const first = formatPrefix(area)
  const bits = bitsOf(area.family)
  const last = formatPrefix({ ...lastOf(area), length: bits })
  const above = prefixesAbove(area)
  if (!hosts) {
    const inside = sql`parent_id = ${id} and holds and (net >= ${first}::cidr and net <= ${last}::cidr or net = any (${above}::cidr[]))`
    const { rows } =
      await sql<SpaceSegment>`select net, 'subnet' as state, id, name as label from subnet where ${inside} and masklen(net) <= ${cell_length} order by net limit ${blockRows}`.execute(
        tx,
      )
    // A child smaller than a cell is named if it is alone in its cell; with this many children none is.
    if (child_count > maxNamed) return rows
    const { rows: small } = await sql<SpaceSegment & { many: number }>`
      select network(set_masklen(net::inet, ${cell_length}))::text as net, 'subnet' as state, case when count(*) = 1 then min(id) end as id,
        case when count(*) = 1 then min(name) else '' end as label
      from subnet where ${inside} and masklen(net) > ${cell_length} group by 1`.execute(tx)
    return [...rows, ...small]
  }
  const lo = formatAddress(area)
  const hi = formatAddress(lastOf(area))
  const { rows: addresses } = await sql<SpaceSegment>`
    select network(set_masklen(ip, ${cell_length}))::text as net, 'address' as state, case when count(*) = 1 then min(id) end as id,
      case when count(*) = 1 then min(coalesce(nullif(used_by_label, ''), nullif(dns_name, ''), note)) else '' end as label
    from address where subnet_id = ${id} and holds and ip >= ${lo}::inet and ip <= ${hi}::inet group by 1`.execute(tx)
  const { rows: ranges } = await sql<{ net: string; id: number; kind: string; note: string }>`
    select network(set_masklen(block::inet, least(masklen(block), ${cell_length})))::text as net, r.id, r.kind, r.note
    from ip_range r, ip_cover(greatest(r.lo, ${lo}::inet), least(r.hi, ${hi}::inet)) block
    where r.subnet_id = ${id} and r.lo <= ${hi}::inet and r.hi >= ${lo}::inet limit ${blockRows}`.execute(tx)
  return [
    ...addresses,
    ...ranges.map(({ net, id: range, kind, note }): SpaceSegment => ({
      net,
      state: 'range',
      id: range,
      label: note === '' ? kind : note,
    })),
  ]
}
