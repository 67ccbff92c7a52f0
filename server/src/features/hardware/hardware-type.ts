import { hardwareTypes, type HardwareTypeRow } from '@trunkline/contract/resources/hardware-type'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'
import { destroyHandler, standardHandlers } from '../../http/standard-handlers.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { catalogueColumns, rejectWhileUsed } from './catalogue-rules.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('hardware_type as t')
    .select(['t.id', 't.name', 't.description', 't.company_id', 't.created_at', 't.updated_at', 't.deleted_at'])
    .select(['t.search_text', sql<boolean>`true`.as('shared'), sql<HardwareTypeRow['kind']>`t.kind`.as('kind')])
    .select(
      sql<number>`(select count(*) from hardware_model m where m.type_id = t.id and m.deleted_at is null)`.as(
        'models_count',
      ),
    )

const source = {
  table: 'hardware_type',
  owner: 'company_id',
  // Maintained by the provider, readable by all companies.
  shared: 'shared',
  rows,
  record: (tx: Tx) => rows(tx).select('t.version'),
  searchText: 'search_text',
  columns: catalogueColumns,
} as const

export const hardwareTypeHandlers = (deps: Deps): Handlers<typeof hardwareTypes> => ({
  ...standardHandlers(deps, hardwareTypes, source),
  ...bulkHandlers(hardwareTypes, { ...source, softDelete: true }),
  destroy: destroyHandler(hardwareTypes.destroy, source, (row, _call, tx) => rejectWhileUsed(tx, 'type_id', row)),
})
