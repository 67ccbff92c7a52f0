import type { SearchHit } from '@trunkline/contract/resources/search'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { pathText } from '../companies/company-path.ts'
import { visibleTo } from '../companies/subtree.ts'
import { textMatches } from '../companies/text-match.ts'
import { searchedHardware } from '../hardware/hardware-lookup.ts'

/** Devices by name, serial number, MAC address in any notation and comment. */
export const findHardware = (tx: Tx, actor: Actor, query: string, limit: number): Promise<SearchHit[]> =>
  tx
    .selectFrom(
      tx
        .selectFrom('hardware as h')
        .select(['h.id', 'h.name', 'h.serial_number', 'h.model_id', 'h.company_id'])
        .where('h.deleted_at', 'is', null)
        .where(visibleTo(actor, 'h.ancestor_ids'))
        .where(textMatches('h.search_text', searchedHardware(query)))
        .orderBy('h.name')
        .orderBy('h.id')
        .limit(limit)
        .as('r'),
    )
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .innerJoin('hardware_model as m', 'm.id', 'r.model_id')
    .select(['r.id', 'r.name as title', pathText('c.ancestor_ids').as('path'), sql<'hardware'>`'hardware'`.as('kind')])
    .select(sql<string>`concat_ws(', ', m.name, r.serial_number)`.as('detail'))
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()
