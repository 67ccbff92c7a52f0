import type { CompanyType } from '@trunkline/contract/abilities'
import { sql } from 'kysely'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { pathText } from './company-path.ts'
import { visibleTo } from './subtree.ts'
import { textMatches } from './text-match.ts'

/** Answers of a lookup on one page. */
export const lookupSize = 20

export interface CompanyQuery {
  query?: string | undefined
  page?: number | undefined
  /** Only companies below this one, at any depth: levels may be skipped. */
  parent_id?: number | undefined
  type_id?: CompanyType | undefined
}

/** Live companies for a select, by name. Callers without the list of companies are given their own alone. */
export async function lookUpCompanies(tx: Tx, actor: Actor, { query, page = 1, parent_id, type_id }: CompanyQuery) {
  let found = tx
    .selectFrom('company as c')
    .select(['c.id', 'c.name', 'c.type', 'c.ancestor_ids'])
    .where('c.deleted_at', 'is', null)
    .where(visibleTo(actor, 'c.ancestor_ids'))
    .where(textMatches('c.search_text', query))
  if (!actorMay(actor, { action: 'view-list', subject: 'companies' }))
    found = found.where('c.id', '=', actor.company_id)
  if (type_id !== undefined) found = found.where('c.type', '=', type_id)
  if (parent_id !== undefined)
    found = found
      .where(sql<boolean>`c.ancestor_ids @> array[${parent_id}]::bigint[]`)
      .where('c.id', '!=', parent_id)
      // The id of a company above the caller is in its own ancestor_ids too: it must answer like one that is not there.
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('company as p').select('p.id').where('p.id', '=', parent_id)),
      )
  const one = found
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(lookupSize)
    .offset((page - 1) * lookupSize)
  // The paths are put together for the page's rows, not for all that match.
  return tx
    .selectFrom(one.as('r'))
    .select(['r.id', 'r.name', 'r.type', pathText('r.ancestor_ids').as('path')])
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()
}
