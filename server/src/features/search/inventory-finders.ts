import type { SearchHit } from '@trunkline/contract/resources/search'
import type { Subject } from '@trunkline/contract/abilities'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { licencePartLabels, licenceStatusLabels } from '../../reference/licence-labels.ts'
import { pathText } from '../companies/company-path.ts'
import { visibleTo } from '../companies/subtree.ts'
import { textMatches } from '../companies/text-match.ts'

type Finder = (tx: Tx, actor: Actor, query: string, limit: number) => Promise<SearchHit[]>

/** By name and address. */
const sites: Finder = (tx, actor, query, limit) =>
  tx
    .selectFrom(
      tx
        .selectFrom('site as s')
        .select(['s.id', 's.name', 's.city', 's.address_line_1', 's.company_id'])
        .where('s.deleted_at', 'is', null)
        .where(visibleTo(actor, 's.ancestor_ids'))
        .where(textMatches('s.search_text', query))
        .orderBy('s.name')
        .orderBy('s.id')
        .limit(limit)
        .as('r'),
    )
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .select(['r.id', 'r.name as title', pathText('c.ancestor_ids').as('path'), sql<Subject>`'sites'`.as('kind')])
    .select(sql<string>`concat_ws(', ', nullif(r.address_line_1, ''), nullif(r.city, ''))`.as('detail'))
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()

/** By key and notes, the latest first. */
const licences: Finder = async (tx, actor, query, limit) => {
  const found = await tx
    .selectFrom(
      tx
        .selectFrom('licence as l')
        .select(['l.id', 'l.key', 'l.category', 'l.status', 'l.company_id'])
        .where('l.deleted_at', 'is', null)
        .where(visibleTo(actor, 'l.ancestor_ids'))
        .where(textMatches('l.search_text', query))
        .orderBy('l.id', 'desc')
        .limit(limit)
        .as('r'),
    )
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .select(['r.id', 'r.key as title', 'r.category', 'r.status', pathText('c.ancestor_ids').as('path')])
    .orderBy('r.id', 'desc')
    .execute()
  return found.map(({ category, status, ...hit }) => ({
    ...hit,
    kind: 'licences',
    detail: `${licencePartLabels[category][actor.locale]}, ${licenceStatusLabels[status][actor.locale]}`,
  }))
}

export const inventoryFinders = { sites, licences }
