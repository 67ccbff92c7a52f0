import type { Subject } from '@trunkline/contract/abilities'
import type { ServiceKind } from '@trunkline/contract/resources/radius-enums'
import type { SearchHit } from '@trunkline/contract/resources/search'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { pathText } from '../companies/company-path.ts'
import { visibleTo } from '../companies/subtree.ts'
import { textMatches } from '../companies/text-match.ts'

type Finder = (tx: Tx, actor: Actor, query: string, limit: number) => Promise<SearchHit[]>

/** By user name, name and static address. */
const serviceFinder =
  (kind: ServiceKind, subject: Subject): Finder =>
  (tx, actor, query, limit) =>
    tx
      .selectFrom(
        tx
          .selectFrom('service as s')
          .select(['s.id', 's.username', 's.name', 's.address', 's.company_id'])
          .where('s.kind', '=', kind)
          .where('s.deleted_at', 'is', null)
          .where(visibleTo(actor, 's.ancestor_ids'))
          .where(textMatches('s.search_text', query))
          .orderBy('s.username')
          .orderBy('s.id')
          .limit(limit)
          .as('r'),
      )
      .innerJoin('company as c', 'c.id', 'r.company_id')
      .select([
        'r.id',
        'r.username as title',
        pathText('c.ancestor_ids').as('path'),
        sql<Subject>`${subject}`.as('kind'),
      ])
      .select(sql<string>`concat_ws(', ', nullif(r.name, ''), host(r.address))`.as('detail'))
      .orderBy('r.username')
      .orderBy('r.id')
      .execute()

/** Own tariffs, those of descendants and shared ones: row security admits no others. */
const tariffs: Finder = async (tx, _actor, query, limit) => {
  const { rows } = await sql<SearchHit>`
    select t.id, 'tariffs' as kind, t.name as title, concat(t.price, ' ', t.currency) as detail, coalesce(c.name, '') as path
    from tariff t left join company c on c.id = t.company_id
    where t.deleted_at is null and ${textMatches('t.search_text', query)} order by t.name, t.id limit ${limit}`.execute(
    tx,
  )
  return rows
}

const nas: Finder = async (tx, _actor, query, limit) => {
  const { rows } = await sql<SearchHit>`
    select n.id, 'nas' as kind, n.name as title, concat_ws(', ', host(n.address), nullif(n.region, '')) as detail, coalesce(c.name, '') as path
    from nas n left join company c on c.id = n.company_id
    where n.deleted_at is null and ${textMatches('n.search_text', query)} order by n.name, n.id limit ${limit}`.execute(
    tx,
  )
  return rows
}

export const radiusFinders = {
  services: serviceFinder('service', 'services'),
  'vpn-dialups': serviceFinder('vpn-dialup', 'vpn-dialups'),
  tariffs,
  nas,
}
