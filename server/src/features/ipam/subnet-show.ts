import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { notFound } from '../../errors.ts'
import { addLabels } from '../../http/labels/read.ts'
import { prefixOut } from './stored-net.ts'
import { nodeColumns, nodeJoins, type NodeRow } from './node.ts'
import { withFirstChildren } from './subnet-list.ts'
import { warningsOf } from './warnings.ts'

/** Number of longer prefix lengths that `free_units` contains. */
const maxLengths = 12

/**
 * A node as returned by show, with the path from the topmost node that the caller may see.
 * @throws AppError not_found
 */
export async function readSubnet(tx: Tx, actor: Actor, id: number): Promise<Subnet> {
  const { rows } = await sql<NodeRow & { version: number }>`
    select ${nodeColumns}, s.version from subnet s ${nodeJoins} where s.id = ${id}`.execute(tx)
  const row = rows[0]
  if (row === undefined) throw notFound()
  const { version, ...plain } = row
  const [node] = await withFirstChildren(tx, actor, [plain])
  if (node === undefined) throw notFound()
  await addLabels(tx, 'subnet', [node])
  return {
    ...node,
    version,
    path: await pathOf(tx, id),
    free_units: await freeUnits(tx, id, node.length, node.ip_version === 'ipv4' ? 32 : 128),
    warnings: warningsOf(node, { child_usages: await usagesBelow(tx, id) }),
  }
}

/** From the topmost visible node down to this one: row security ends the path. */
export async function pathOf(tx: Tx, id: number): Promise<{ id: number; net: string; name: string }[]> {
  const { rows } = await sql<{ id: number; net: string; name: string }>`
    with recursive up as (
      select id, net, name, parent_id, 0 as step from subnet where id = ${id}
      union all
      select s.id, s.net, s.name, s.parent_id, up.step + 1 from up join subnet s on s.id = up.parent_id)
    select id, net, name from up order by step desc`.execute(tx)
  return rows.map((step) => ({ ...step, net: prefixOut(step.net) }))
}

/** Number of free blocks by length: whole blocks, and those that larger blocks can be split into. */
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

/** Usage types of the first thousand children. */
async function usagesBelow(tx: Tx, id: number): Promise<(string | null)[]> {
  const { rows } = await sql<{ usage_type: string | null }>`
    select distinct usage_type from (select usage_type from subnet where parent_id = ${id} and holds order by net limit 1000) few`.execute(
    tx,
  )
  return rows.map(({ usage_type }) => usage_type)
}
