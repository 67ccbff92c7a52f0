import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { lookupSize } from '../companies/company-lookup.ts'
import { textMatches } from '../companies/text-match.ts'

interface NasQuery {
  query?: string | undefined
  page?: number | undefined
  purpose?: string | undefined
  company_id?: number | undefined
}

/**
 * Live NAS devices for a select, by name: row security admits those of the caller's company, its descendants and
 * ancestors.
 */
export async function lookUpNas(tx: Tx, { query, page = 1, purpose, company_id }: NasQuery) {
  let found = tx
    .selectFrom('nas as n')
    .leftJoin('company as c', 'c.id', 'n.company_id')
    .select(['n.id', 'n.name', 'n.vendor', 'n.purposes'])
    .select([sql<string>`host(n.address)`.as('address'), sql<string>`coalesce(c.name, '')`.as('path')])
    .where('n.deleted_at', 'is', null)
    .where(textMatches('n.search_text', query))
  if (purpose !== undefined) found = found.where(sql<boolean>`${purpose} = any (n.purposes)`)
  if (company_id !== undefined)
    found = found.where(
      sql<boolean>`exists (select from company k where k.id = ${company_id} and n.ancestor_ids <@ k.ancestor_ids)`,
    )
  return found
    .orderBy('n.name')
    .orderBy('n.id')
    .limit(lookupSize)
    .offset((page - 1) * lookupSize)
    .execute()
}

/** Regions of visible NAS devices, by name. */
export async function lookUpRegions(tx: Tx, { query, page = 1 }: NasQuery) {
  const { rows } = await sql<{ id: string; name: string }>`
    select region as id, region as name from (
      select distinct region, lower(region) as region_text from nas where region <> '' and deleted_at is null
    ) r where ${textMatches('region_text', query)}
    order by region limit ${lookupSize} offset ${(page - 1) * lookupSize}`.execute(tx)
  return rows
}
