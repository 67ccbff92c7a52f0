import type { Subject } from '@trunkline/contract/abilities'
import type { search, SearchHit } from '@trunkline/contract/resources/search'
import { sql } from 'kysely'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { pathText } from '../companies/company-path.ts'
import { findSubnets } from '../ipam/lookups.ts'
import { visibleTo } from '../companies/subtree.ts'
import { textMatches } from '../companies/text-match.ts'
import { findHardware } from './hardware-finder.ts'
import { inventoryFinders } from './inventory-finders.ts'
import { radiusFinders } from './radius-finders.ts'

const usualLimit = 6

/** Finds rows of one kind with the same visibility as its list: row security and the trash. */
type Finder = (tx: Tx, actor: Actor, query: string, limit: number) => Promise<SearchHit[]>

const companies: Finder = (tx, actor, query, limit) =>
  tx
    .selectFrom(
      tx
        .selectFrom('company as c')
        .select(['c.id', 'c.name', 'c.city', 'c.type', 'c.ancestor_ids'])
        .where('c.deleted_at', 'is', null)
        .where(visibleTo(actor, 'c.ancestor_ids'))
        .where(textMatches('c.search_text', query))
        .orderBy('c.name')
        .orderBy('c.id')
        .limit(limit)
        .as('r'),
    )
    .select([
      'r.id',
      'r.name as title',
      pathText('r.ancestor_ids').as('path'),
      sql<'companies'>`'companies'`.as('kind'),
    ])
    .select(sql<string>`concat_ws(', ', r.type, r.city)`.as('detail'))
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()

const users: Finder = (tx, actor, query, limit) =>
  tx
    .selectFrom(
      tx
        .selectFrom('app_user as u')
        .select(['u.id', 'u.name', 'u.email', 'u.company_id'])
        .where('u.deleted_at', 'is', null)
        .where(visibleTo(actor, 'u.ancestor_ids'))
        .where(textMatches('u.search_text', query))
        .orderBy('u.name')
        .orderBy('u.id')
        .limit(limit)
        .as('r'),
    )
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .select([
      'r.id',
      'r.name as title',
      'r.email as detail',
      pathText('c.ancestor_ids').as('path'),
      sql<'users'>`'users'`.as('kind'),
    ])
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()

const invitations: Finder = (tx, actor, query, limit) =>
  tx
    .selectFrom(
      tx
        .selectFrom('invitation as i')
        .select(['i.id', 'i.email', 'i.new_company_name', 'i.company_id'])
        .where(visibleTo(actor, 'i.ancestor_ids'))
        .where(textMatches('i.search_text', query))
        .orderBy('i.id', 'desc')
        .limit(limit)
        .as('r'),
    )
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .select([
      'r.id',
      'r.email as title',
      pathText('c.ancestor_ids').as('path'),
      sql<'user-invites'>`'user-invites'`.as('kind'),
    ])
    .select(sql<string>`coalesce(r.new_company_name, c.name)`.as('detail'))
    .orderBy('r.id', 'desc')
    .execute()

/** Finders by subject; a searchable resource adds its finder here. */
const finders: Partial<Record<Subject, Finder>> = {
  companies,
  users,
  'user-invites': invitations,
  subnets: findSubnets,
  hardware: findHardware,
  ...inventoryFinders,
  ...radiusFinders,
}

async function find(tx: Tx, actor: Actor, query: string, limit: number): Promise<SearchHit[]> {
  const hits: SearchHit[] = []
  for (const [subject, finder] of Object.entries(finders) as [Subject, Finder][])
    if (actorMay(actor, { action: subject === 'licences' ? 'view-index' : 'view-list', subject }))
      hits.push(...(await finder(tx, actor, query, limit)))
  return hits
}

export const searchHandlers = (_deps: Deps): Handlers<typeof search> => ({
  index: (call) =>
    call.db(async (tx) => ({ data: await find(tx, call.actor, call.query.query, call.query.limit ?? usualLimit) })),
})
