import type { Query, Reply } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import { formatAddress, formatPrefix, tryAddress, tryPrefix, bitsOf, type Prefix } from '@trunkline/contract/net'
import type { subnets } from '@trunkline/contract/resources/subnet'
import type { UsedByKind } from '@trunkline/contract/resources/subnet-enums'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'
import { visibleTo } from '../companies/subtree.ts'
import { textMatches } from '../companies/text-match.ts'
import { addressColumns, toAddress, type AllocatedAddress } from './contents.ts'
import { prefixOut } from './stored-net.ts'
import { nodeColumns, nodeJoins, toNode, type NodeRow } from './node.ts'
import { prefixesOf } from './subnet-rows.ts'
import { pathOf } from './subnet-show.ts'

type Found = Reply<typeof subnets.find>['data'][number]

/** Maximum number of nodes that a text search returns. */
const maxTextResults = 20

/** An address or prefix in the query; an address becomes a prefix of full length. */
function parseQuery(text: string): Prefix | undefined {
  const address = tryAddress(text)
  return address === undefined ? tryPrefix(text) : { ...address, length: bitsOf(address.family) }
}

/**
 * Locates an address or prefix: in each visible space, the deepest node that contains it with its path, and either the
 * owner of the address or the free block around it. Any other text searches the nodes.
 */
export async function findInSpaces(tx: Tx, actor: Actor, of: Query<typeof subnets.find>): Promise<Found[]> {
  const place = parseQuery(of.query.trim())
  const nodes = place === undefined ? await nodesByText(tx, actor, of) : await deepestNodes(tx, place, of.space_id)
  const found: Found[] = []
  for (const node of nodes) {
    const isAddress = place !== undefined && place.length === bitsOf(place.family)
    const address = isAddress ? await allocatedAt(tx, node.id, place) : null
    found.push({
      space_id: node.space_id,
      space_name: node.space_name ?? '',
      path: await pathOf(tx, node.id),
      subnet: toNode(node),
      address,
      free: place === undefined || address !== null ? null : await freeAt(tx, node.id, place),
    })
  }
  return found
}

/** Looks up the 33 or 129 prefixes that contain it: under row security, a predecessor scan would read foreign rows. */
async function deepestNodes(tx: Tx, place: Prefix, space_id: number | undefined): Promise<NodeRow[]> {
  const space = space_id === undefined ? sql`true` : sql`f.space_id = ${space_id}`
  const { rows } = await sql<NodeRow>`
    select ${nodeColumns} from (
      select distinct on (f.space_id) f.* from subnet f
      where f.net = any (${prefixesOf(place)}::cidr[]) and f.deleted_at is null and ${space}
      order by f.space_id, masklen(f.net) desc) s ${nodeJoins} order by s.space_id`.execute(tx)
  return rows
}

async function nodesByText(
  tx: Tx,
  actor: Actor,
  of: { query: string; space_id?: number | undefined },
): Promise<NodeRow[]> {
  const space = of.space_id === undefined ? sql`true` : sql`f.space_id = ${of.space_id}`
  const { rows } = await sql<NodeRow>`
    select ${nodeColumns} from (
      select f.* from subnet f where f.deleted_at is null and ${visibleTo(actor, 'f.ancestor_ids')} and ${textMatches('f.search_text', of.query)} and ${space}
      order by f.net, f.id limit ${maxTextResults}) s ${nodeJoins} order by s.net, s.id`.execute(tx)
  return rows
}

async function allocatedAt(tx: Tx, subnet_id: number, place: Prefix) {
  const { rows } = await sql<AllocatedAddress>`
    select ${addressColumns} from address a left join company c on c.id = a.company_id
    where a.subnet_id = ${subnet_id} and a.holds and a.ip = ${formatAddress(place)}::inet`.execute(tx)
  return rows[0] === undefined ? null : toAddress(rows[0])
}

/** The free block of the node that contains the prefix. */
async function freeAt(tx: Tx, subnet_id: number, place: Prefix): Promise<string | null> {
  const { rows } = await sql<{ net: string }>`
    select net from free_block where parent_id = ${subnet_id} and net = any (${prefixesOf(place)}::cidr[])`.execute(tx)
  return rows[0] === undefined ? null : prefixOut(rows[0].net)
}

type Holding = Reply<typeof subnets.history>['data'][number]

/**
 * The owners of an address or prefix, or of what contains it, at a given time or over all time; latest first. Row
 * security hides owners that the caller may not see.
 * @throws AppError validation_failed at `ip`
 */
export async function readHistory(tx: Tx, of: Query<typeof subnets.history>): Promise<Holding[]> {
  const place = parseQuery(of.ip.trim())
  if (place === undefined) throw invalid({ ip: message('ip.address_or_network') })
  const at = of.at === undefined ? sql`true` : sql`h.valid @> ${of.at}::timestamptz`
  const { rows } = await sql<{
    net: string
    space_name: string
    company_id: number
    company_name: string | null
    used_by_kind: UsedByKind | null
    used_by_id: number | null
    used_by_label: string | null
    from: string
    until: string | null
  }>`
    select h.net, sp.name as space_name, h.company_id, c.name as company_name, h.used_by_kind, h.used_by_id, h.used_by_label,
      lower(h.valid) as "from", upper(h.valid) as until
    from ip_holding h join ip_space sp on sp.id = h.space_id left join company c on c.id = h.company_id
    where h.space_id = any (array(select id from ip_space)) and h.net = any (${prefixesOf(place)}::cidr[]) and ${at}
    order by lower(h.valid) desc, masklen(h.net) desc, h.id desc limit ${of.limit ?? 50}`.execute(tx)
  return rows.map(({ used_by_kind, used_by_id, used_by_label, company_name, net, ...row }) => ({
    ...row,
    net: net.endsWith(`/${bitsOf(place.family)}`) ? formatPrefix(place) : prefixOut(net),
    company_name: company_name ?? '',
    used_by:
      used_by_kind === null || used_by_id === null
        ? null
        : { kind: used_by_kind, id: used_by_id, label: used_by_label ?? '' },
  }))
}
