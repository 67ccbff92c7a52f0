import { siteStatuses } from '@trunkline/contract/resources/hardware-enums'
import type { SiteRow } from '@trunkline/contract/resources/site'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { byName } from '../../http/list/source.ts'
import { pathOf } from '../companies/company-path.ts'

/** The expression of the indexes site_state. */
const statusRank = sql<number>`case s.status when 'offline' then 0 when 'partial' then 1 when 'online' then 2 else 3 end`

/** A row of the list. Triggers maintain counts and status as columns, so that no page reads the hardware table. */
const rows = (tx: Tx) =>
  tx
    .selectFrom('site as s')
    .innerJoin('company as c', 'c.id', 's.company_id')
    .select([
      's.id',
      's.name',
      's.company_id',
      'c.name as company_name',
      's.city',
      's.county_iso_code as countyIsoCode',
      's.telephone',
      's.contact_name',
      's.hardware_count',
      's.online_count',
      's.created_at',
      's.updated_at',
      's.deleted_at',
      's.search_text',
      's.ancestor_ids',
    ])
    .select([sql<SiteRow['status']>`s.status`.as('status'), statusRank.as('status_rank')])

/** Columns of the site itself, by which pages are found without a join. */
const lean = {
  columns: ['id', 'name', 'city', 'status_rank', 'hardware_count', 'created_at', 'updated_at'],
  rows: (tx: Tx) =>
    tx
      .selectFrom('site as s')
      .select([
        's.id',
        's.name',
        's.city',
        's.hardware_count',
        's.created_at',
        's.updated_at',
        's.company_id',
        's.deleted_at',
        's.ancestor_ids',
        statusRank.as('status_rank'),
      ]) as never,
}

const record = (tx: Tx) =>
  rows(tx).select([
    's.phone_country_code',
    's.phone_number',
    's.contact_email',
    's.address_line_1',
    's.address_line_2',
    's.region',
    's.postcode',
    's.latitude',
    's.longitude',
    's.time_zone',
    's.notes',
    's.version',
    pathOf('c.ancestor_ids').as('path'),
  ])

export const siteSource = {
  table: 'site',
  owner: 'company_id',
  rows,
  lean,
  grouped: byName('company', 'company_name', 'company_id'),
  scoped: ['name id'],
  record,
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  sortBy: { status: ['status_rank', 'name'], company_name: ['company_name', 'company_id'] },
  labels: 'site',
  tallied: siteStatuses.map((status) => `site:${status}`),
} as const
