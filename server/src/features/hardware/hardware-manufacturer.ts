import { hardwareManufacturers } from '@trunkline/contract/resources/hardware-manufacturer'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { destroyHandler, standardHandlers } from '../../http/standard-handlers.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { catalogueColumns, rejectWhileUsed } from './catalogue-rules.ts'
import { lookUpManufacturers } from './hardware-lookup.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('hardware_manufacturer as m')
    .select(['m.id', 'm.name', 'm.website', 'm.support_email', 'm.company_id'])
    .select(['m.created_at', 'm.updated_at', 'm.deleted_at', 'm.search_text', sql<boolean>`true`.as('shared')])
    .select([
      sql<number>`(select count(*) from hardware_model k where k.manufacturer_id = m.id and k.deleted_at is null)`.as(
        'models_count',
      ),
      sql<number>`(select count(*) from dpk_file d where d.manufacturer_id = m.id)`.as('dpk_count'),
    ])

const source = {
  table: 'hardware_manufacturer',
  owner: 'company_id',
  // Maintained by the provider, readable by all companies.
  shared: 'shared',
  rows,
  record: (tx: Tx) => rows(tx).select(['m.support_phone', 'm.notes', 'm.version']),
  searchText: 'search_text',
  columns: catalogueColumns,
} as const

export const hardwareManufacturerHandlers = (deps: Deps): Handlers<typeof hardwareManufacturers> => ({
  ...standardHandlers(deps, hardwareManufacturers, source),
  ...bulkHandlers(hardwareManufacturers, { ...source, softDelete: true }),
  destroy: destroyHandler(hardwareManufacturers.destroy, source, (row, _call, tx) =>
    rejectWhileUsed(tx, 'manufacturer_id', row),
  ),
  lookup: (call) => call.db(async (tx) => ({ data: await lookUpManufacturers(tx, call.query) })),
})
