import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { lookupSize } from '../companies/company-lookup.ts'
import { textMatches } from '../companies/text-match.ts'

interface TariffQuery {
  query?: string | undefined
  page?: number | undefined
  company_id?: number | undefined
}

/** Live tariffs for a select, by name: row security admits own ones, those of descendants and shared ones. */
export async function lookUpTariffs(tx: Tx, { query, page = 1, company_id }: TariffQuery) {
  let found = tx
    .selectFrom('tariff as t')
    .leftJoin('company as c', 'c.id', 't.company_id')
    .select([
      't.id',
      't.name',
      't.price',
      't.currency',
      't.download_rate',
      't.upload_rate',
      't.quota_bytes',
      't.quota_period',
      't.quota_action',
      't.slow_download_rate',
      't.slow_upload_rate',
    ])
    .select(sql<string>`coalesce(c.name, '')`.as('path'))
    .where('t.deleted_at', 'is', null)
    .where(textMatches('t.search_text', query))
  if (company_id !== undefined)
    found = found.where(
      sql<boolean>`exists (select from company k where k.id = ${company_id} and t.ancestor_ids <@ k.ancestor_ids and (
        t.shared_with = 'all' or c.id is not null
        or exists (select from tariff_share o where o.tariff_id = t.id and o.company_id = any (k.ancestor_ids))))`,
    )
  return found
    .orderBy('t.name')
    .orderBy('t.id')
    .limit(lookupSize)
    .offset((page - 1) * lookupSize)
    .execute()
}
