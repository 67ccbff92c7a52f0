import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { lookupSize } from '../companies/company-lookup.ts'
import { pathText } from '../companies/company-path.ts'
import { visibleTo } from '../companies/subtree.ts'
import { textMatches } from '../companies/text-match.ts'

/** Live services of a kind for a select, by user name. */
export async function lookUpServices(
  tx: Tx,
  actor: Actor,
  kind: ServiceKind,
  { query, page = 1 }: { query?: string | undefined; page?: number | undefined },
) {
  const one = tx
    .selectFrom('service as s')
    .select(['s.id', 's.username as name', 's.company_id'])
    .where('s.kind', '=', kind)
    .where('s.deleted_at', 'is', null)
    .where(visibleTo(actor, 's.ancestor_ids'))
    .where(textMatches('s.search_text', query))
    .orderBy('s.username')
    .orderBy('s.id')
    .limit(lookupSize)
    .offset((page - 1) * lookupSize)
  return tx
    .selectFrom(one.as('r'))
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .select(['r.id', 'r.name', pathText('c.ancestor_ids').as('path')])
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()
}
