import type { CompanyType } from '@trunkline/contract/abilities'
import type { Query } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import { formatPrefix } from '@trunkline/contract/net'
import type { subnets } from '@trunkline/contract/resources/subnet'
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { invalid } from '../../errors.ts'
import { pathText } from '../companies/company-path.ts'
import { visibleTo } from '../companies/subtree.ts'
import { textMatches } from '../companies/text-match.ts'
import { storedPrefix, prefixOut } from './stored-net.ts'
import { freeUnits } from './subnet-show.ts'
import { listedRows, addressCondition } from './subnet-rows.ts'

/** Page size of a lookup. */
const lookupSize = 20

const scopeOf = (actor: Actor): Expression<SqlBool> => visibleTo(actor, 'r.ancestor_ids')

/** Live subnets for a select, in order of address; the query is an address, a prefix or text. */
export async function lookUpSubnets(tx: Tx, actor: Actor, of: Query<typeof subnets.lookup>) {
  const {
    query = '',
    page = 1,
    type,
    usage_type,
    ip_version,
    hosts,
    takes,
  } = of as {
    query?: string
    page?: number
    type?: string
    usage_type?: string
    ip_version?: 'ipv4' | 'ipv6'
    hosts?: boolean
    takes?: number
  }
  let found = tx
    .selectFrom(listedRows(tx).as('r'))
    .select(['r.id', 'r.net', 'r.name', 'r.type', 'r.hosts', 'r.ancestor_ids'])
    .where('r.deleted_at', 'is', null)
    .where(scopeOf(actor))
    .where(addressCondition(query) ?? textMatches('r.search_text', query))
  if (type !== undefined) found = found.where(sql<boolean>`r.type = ${type}`)
  if (hosts !== undefined) found = found.where('r.hosts', '=', hosts)
  if (takes !== undefined)
    found = found.where(
      sql<boolean>`not r.hosts and exists (select from subnet n where n.id = ${takes} and n.space_id <> r.space_id and r.net = any (ip_prefixes(n.net)) and r.net <> n.net)`,
    )
  if (usage_type !== undefined) found = found.where(sql<boolean>`r.usage_type = ${usage_type}`)
  if (ip_version !== undefined)
    found = found.where(
      ip_version === 'ipv4' ? sql<boolean>`r.net < '::/0'::cidr` : sql<boolean>`r.net >= '::/0'::cidr`,
    )
  const one = found
    .orderBy('r.net')
    .orderBy('r.id')
    .limit(lookupSize)
    .offset((page - 1) * lookupSize)
  const rows = await tx
    .selectFrom(one.as('r'))
    .select(['r.id', 'r.net', 'r.name', 'r.type', 'r.hosts', pathText('r.ancestor_ids').as('path')])
    .orderBy('r.net')
    .orderBy('r.id')
    .execute()
  return rows.map(({ net, name, ...row }) => {
    const canonical = prefixOut(net)
    return { ...row, net: canonical, name: name === '' ? canonical : `${canonical} ${name}` }
  })
}

/** Live companies that can own a subnet: the caller's company and its descendants. */
export function lookUpOwners(tx: Tx, actor: Actor, of: { query?: string | undefined; page?: number | undefined }) {
  const one = tx
    .selectFrom('company as c')
    .select(['c.id', 'c.name', 'c.type', 'c.ancestor_ids'])
    .where('c.deleted_at', 'is', null)
    .where(visibleTo(actor, 'c.ancestor_ids'))
    .where(textMatches('c.search_text', of.query))
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(lookupSize)
    .offset(((of.page ?? 1) - 1) * lookupSize)
  return tx
    .selectFrom(one.as('r'))
    .select(['r.id', 'r.name', sql<CompanyType>`r.type`.as('type'), pathText('r.ancestor_ids').as('path')])
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()
}

/**
 * Prefix lengths to choose from. For IPv6, lengths on 4-bit boundaries come first, because reverse DNS zones end there.
 * With a parent, only longer lengths that fit into its free space, with the number of free blocks.
 * @throws AppError validation_failed at `parent_id`
 */
export async function prefixLengths(
  tx: Tx,
  of: { ip_version?: 'ipv4' | 'ipv6' | undefined; parent_id?: number | undefined },
) {
  let first = 0
  let bits = of.ip_version === 'ipv6' ? 128 : 32
  let free: Record<string, string> | null = null
  if (of.parent_id !== undefined) {
    const parent = await tx.selectFrom('subnet').select('net').where('id', '=', of.parent_id).executeTakeFirst()
    if (parent === undefined) throw invalid({ parent_id: message('row.missing', { kind: 'subnet' }) })
    const { family, length } = storedPrefix(parent.net)
    bits = family === 4 ? 32 : 128
    first = length + 1
    free = await freeUnits(tx, of.parent_id, length, bits, bits)
  }
  const all = Array.from({ length: Math.max(0, bits - first + 1) }, (_, i) => first + i).filter(
    (length) => free === null || free[String(length)] !== undefined,
  )
  const even =
    bits === 128 ? [...all.filter((length) => length % 4 === 0), ...all.filter((length) => length % 4 !== 0)] : all
  return even.map((length) => ({ id: length, name: `/${length}`, free: free?.[String(length)] ?? null }))
}

/**
 * Free blocks of at least this prefix length in all nodes that the caller may allocate from, grouped by node and in
 * order of address.
 */
export async function unassignedBlocks(tx: Tx, actor: Actor, of: Query<typeof subnets.unassigned>) {
  const { prefix, ip_version, after, limit = 50 } = of
  const maxLength = prefix ?? (ip_version === 'ipv6' ? 64 : 32)
  const from = readCursor(after)
  const family =
    ip_version === undefined ? sql`true` : ip_version === 'ipv4' ? sql`family(f.net) = 4` : sql`family(f.net) = 6`
  // Node by node: each uses its own index range, and row security is evaluated once per node.
  const { rows } = await sql<{ subnet_id: number; subnet_net: string; net: string }>`
    select s.id as subnet_id, s.net as subnet_net, f.net from (
      select r.id, r.net from (${listedRows(tx)}) r where ${scopeOf(actor)} and r.deleted_at is null and not r.mark_full and masklen(r.net) <= ${maxLength}
        and (r.net, r.id) >= (${from?.net ?? '0.0.0.0/0'}::cidr, ${from?.id ?? 0}) order by r.net, r.id) s
    cross join lateral (select f.net from free_block f where f.parent_id = s.id and f.plen <= ${maxLength} and ${family}
      and (s.id <> ${from?.id ?? 0} or f.net > ${from?.block ?? '0.0.0.0/0'}::cidr) order by f.net limit ${limit + 1}) f
    order by s.net, s.id, f.net limit ${limit + 1}`.execute(tx)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    data: page.map((row) => ({
      subnet_id: row.subnet_id,
      subnet_net: prefixOut(row.subnet_net),
      net: prefixOut(row.net),
      size: sizeText(row.net),
    })),
    next: rows.length > limit && last !== undefined ? `${last.subnet_id}~${last.subnet_net}~${last.net}` : null,
    total: null,
  }
}

const sizeText = (net: string) => {
  const { family, length } = storedPrefix(net)
  return String(1n << BigInt((family === 4 ? 32 : 128) - length))
}

/** @throws AppError validation_failed at `after` */
function readCursor(after: string | undefined): { id: number; net: string; block: string } | undefined {
  if (after === undefined) return undefined
  const [id = '', net = '', block = ''] = after.split('~')
  try {
    if (!/^\d{1,15}$/.test(id)) throw new Error('no id')
    return { id: Number(id), net: formatPrefix(storedPrefix(net)), block: formatPrefix(storedPrefix(block)) }
  } catch {
    throw invalid({ after: message('field.invalid') })
  }
}
