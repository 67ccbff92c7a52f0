import type { CompanyType } from '@trunkline/contract/abilities'
import { sql } from 'kysely'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { pathText } from './company-path.ts'
import { visibleTo } from './subtree.ts'
import { textMatches } from './text-match.ts'

/** Page size of a lookup. */
export const lookupSize = 20

export interface CompanyQuery {
  query?: string | undefined
  page?: number | undefined
  /** Only descendants of this company at any depth. */
  parent_id?: number | undefined
  type_id?: CompanyType | undefined
}

/** Live companies for a select, by name. Callers without permission for the company list get only their own. */
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
      // Ancestors of the caller are also in the caller's ancestor_ids, but must be treated as unknown ids.
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('company as p').select('p.id').where('p.id', '=', parent_id)),
      )
  const one = found
    .orderBy('c.name')
    .orderBy('c.id')
    .limit(lookupSize)
    .offset((page - 1) * lookupSize)
  // Paths are built only for the rows of the page, not for all matches.
  return tx
    .selectFrom(one.as('r'))
    .select(['r.id', 'r.name', 'r.type', pathText('r.ancestor_ids').as('path')])
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()
}
