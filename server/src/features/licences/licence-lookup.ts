import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { lookupSize } from '../companies/company-lookup.ts'
import { pathText } from '../companies/company-path.ts'
import { subtreeOf, visibleTo } from '../companies/subtree.ts'
import { textMatches } from '../companies/text-match.ts'

interface LicenceQuery {
  query?: string | undefined
  page?: number | undefined
  parent_company_id?: number | undefined
}

/** Live licences for a select, by key; limited to one company and its descendants if it is given. */
export async function lookUpLicences(tx: Tx, actor: Actor, { query, page = 1, parent_company_id }: LicenceQuery) {
  let found = tx
    .selectFrom('licence as l')
    .select(['l.id', 'l.key as name', 'l.company_id', 'l.category', 'l.status'])
    .where('l.deleted_at', 'is', null)
    .where(visibleTo(actor, 'l.ancestor_ids'))
    .where(textMatches('l.search_text', query))
  if (parent_company_id !== undefined) found = found.where(await subtreeOf(tx, parent_company_id))
  const one = found
    .orderBy('l.id', 'desc')
    .limit(lookupSize)
    .offset((page - 1) * lookupSize)
  return tx
    .selectFrom(one.as('r'))
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .select(['r.id', 'r.name', 'r.category', 'r.status', pathText('c.ancestor_ids').as('path')])
    .orderBy('r.id', 'desc')
    .execute()
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Keys that start with the query, with or without their common prefix. */
export async function completeKeys(tx: Tx, actor: Actor, { query = '', page = 1 }: LicenceQuery) {
  const typed = query.trim().toLowerCase()
  const begins = `${escaped('tl-'.startsWith(typed) || typed.startsWith('tl-') ? typed : `tl-${typed}`)}%`
  const { rows } = await sql<{ id: number; name: string }>`
    select id, key as name from licence
    where deleted_at is null and ${visibleTo(actor, 'ancestor_ids')} and search_text like ${begins} and lower(key) like ${begins}
    order by key limit ${lookupSize} offset ${(page - 1) * lookupSize}`.execute(tx)
  return rows
}
