import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { lookupSize } from '../companies/company-lookup.ts'
import { pathText } from '../companies/company-path.ts'
import { visibleTo } from '../companies/subtree.ts'
import { textMatches } from '../companies/text-match.ts'

export interface UserQuery {
  query?: string | undefined
  page?: number | undefined
  /** Only users of this company and its descendants. */
  parent_company_id?: number | undefined
  /** Only active users of this company and of those above it. */
  company_or_above_id?: number | undefined
}

/** Live users for a select, by name. */
export async function lookUpUsers(
  tx: Tx,
  actor: Actor,
  { query, page = 1, parent_company_id, company_or_above_id }: UserQuery,
) {
  let found = tx
    .selectFrom('app_user as u')
    .select(['u.id', 'u.name', 'u.email', 'u.company_id'])
    .where('u.deleted_at', 'is', null)
    .where(visibleTo(actor, 'u.ancestor_ids'))
    .where(textMatches('u.search_text', query))
  if (parent_company_id !== undefined)
    found = found
      .where(sql<boolean>`u.ancestor_ids @> array[${parent_company_id}]::bigint[]`)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('company as p').select('p.id').where('p.id', '=', parent_company_id)),
      )
  if (company_or_above_id !== undefined)
    found = found
      .where('u.is_active', '=', true)
      .where(
        sql<boolean>`u.company_id = any ((select ancestor_ids from company where id = ${company_or_above_id})::bigint[])`,
      )
  const one = found
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(lookupSize)
    .offset((page - 1) * lookupSize)
  return tx
    .selectFrom(one.as('r'))
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .select(['r.id', 'r.name', 'r.email', pathText('c.ancestor_ids').as('path')])
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()
}
