import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { notFound } from '../../errors.ts'
import { prefixOut } from './stored-net.ts'
import { nodeColumns, nodeJoins, type NodeRow } from './node.ts'
import { withEnds } from './subnet-list.ts'
import { warningsOf } from './warnings.ts'

/** Lengths below a node's own that `free_units` tells of. */
const maxLengths = 12

/**
 * A node as show answers it, with the path from the topmost node that the caller sees.
 * @throws AppError not_found
 */
export async function readSubnet(tx: Tx, actor: Actor, id: number): Promise<Subnet> {
  const { rows } = await sql<NodeRow & { version: number }>`
    select ${nodeColumns}, s.version from subnet s ${nodeJoins} where s.id = ${id}`.execute(tx)
  const row = rows[0]
  if (row === undefined) throw notFound()
  const { version, ...plain } = row
  const [node] = await withEnds(tx, actor, [plain])
  if (node === undefined) throw notFound()
  return {
    ...node,
    version,
    path: await pathOf(tx, id),
    free_units: await freeUnits(tx, id, node.length, node.ip_version === 'ipv4' ? 32 : 128),
    warnings: warningsOf(node, { child_usages: await usagesBelow(tx, id) }),
  }
}

/** From the topmost node in sight down to this one: row security ends the way up. */
export async function pathOf(tx: Tx, id: number): Promise<{ id: number; net: string; name: string }[]> {
  const { rows } = await sql<{ id: number; net: string; name: string }>`
    with recursive up as (
      select id, net, name, parent_id, 0 as step from subnet where id = ${id}
      union all
      select s.id, s.net, s.name, s.parent_id, up.step + 1 from up join subnet s on s.id = up.parent_id)
    select id, net, name from up order by step desc`.execute(tx)
  return rows.map((step) => ({ ...step, net: prefixOut(step.net) }))
}

/** How many blocks of each length are free: those that are whole, and as many as bigger ones can be cut into. */
export async function freeUnits(
  tx: Tx,
  id: number,
  length: number,
  bits: number,
  reported = maxLengths,
): Promise<Record<string, string>> {
  const { rows } = await sql<{ plen: number; blocks: number }>`
    select plen, count(*) as blocks from free_block where parent_id = ${id} group by plen order by plen`.execute(tx)
  const units: Record<string, string> = {}
  for (let at = length; at <= Math.min(bits, length + reported); at++) {
    const free = rows.reduce(
      (sum, { plen, blocks }) => (plen <= at ? sum + BigInt(blocks) * (1n << BigInt(at - plen)) : sum),
      0n,
    )
    if (free > 0n) units[String(at)] = String(free)
  }
  return units
}

/** Usage types among the first thousand children. */
async function usagesBelow(tx: Tx, id: number): Promise<(string | null)[]> {
  const { rows } = await sql<{ usage_type: string | null }>`
    select distinct usage_type from (select usage_type from subnet where parent_id = ${id} and holds order by net limit 1000) few`.execute(
    tx,
  )
  return rows.map(({ usage_type }) => usage_type)
}
