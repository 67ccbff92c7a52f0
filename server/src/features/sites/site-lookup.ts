import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { lookupSize } from '../companies/company-lookup.ts'
import { pathText } from '../companies/company-path.ts'
import { visibleTo } from '../companies/subtree.ts'
import { textMatches } from '../companies/text-match.ts'

interface SiteQuery {
  query?: string | undefined
  page?: number | undefined
  company_id?: number | undefined
}

/** Live sites for a select, by name; limited to one company if it is given. */
export async function lookUpSites(tx: Tx, actor: Actor, { query, page = 1, company_id }: SiteQuery) {
  let found = tx
    .selectFrom('site as s')
    .select(['s.id', 's.name', 's.company_id'])
    .where('s.deleted_at', 'is', null)
    .where(visibleTo(actor, 's.ancestor_ids'))
    .where(textMatches('s.search_text', query))
  if (company_id !== undefined) found = found.where('s.company_id', '=', company_id)
  const one = found
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(lookupSize)
    .offset((page - 1) * lookupSize)
  // Paths are built only for the rows of the page, not for all matches.
  return tx
    .selectFrom(one.as('r'))
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .select(['r.id', 'r.name', pathText('c.ancestor_ids').as('path')])
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()
}
