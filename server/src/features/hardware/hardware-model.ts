import type { Body } from '@trunkline/contract/endpoint'
import { message } from '@trunkline/contract/errors'
import { hardwareModels, type HardwareModelRow } from '@trunkline/contract/resources/hardware-model'
import { hardwareKinds, radioBands } from '@trunkline/contract/resources/hardware-enums'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import {
  destroyHandler,
  indexHandler,
  recoverHandler,
  standardHandlers,
  type RowWrite,
} from '../../http/standard-handlers.ts'
import { hardwareKindLabels, radioBandLabels } from '../../reference/hardware-labels.ts'
import { choicesOf } from '../../reference/labels.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { visibleTo } from '../companies/subtree.ts'
import { catalogueColumns, lockLive, rejectWhileUsed } from './catalogue-rules.ts'
import { lookUpModels } from './hardware-lookup.ts'

/** The list stops counting the devices of a model at this number, because an exact count reads all of them. */
const maxCounted = 1000

const uncounted = (tx: Tx) =>
  tx
    .selectFrom('hardware_model as m')
    .innerJoin('hardware_type as t', 't.id', 'm.type_id')
    .innerJoin('hardware_manufacturer as f', 'f.id', 'm.manufacturer_id')
    .select(['m.id', 'm.name', 'm.code', 'm.company_id', 'm.type_id as type', 't.name as type_name'])
    .select(['m.manufacturer_id as manufacturer', 'f.name as manufacturer_name', 'm.warranty_months'])
    .select(['m.ethernet_ports', 'm.sfp_ports', 'm.has_lte', 'm.created_at', 'm.updated_at', 'm.deleted_at'])
    .select(['m.search_text', sql<boolean>`true`.as('shared')])
    .select([sql<HardwareModelRow['kind']>`t.kind`.as('kind'), sql<HardwareModelRow['radios']>`m.radios`.as('radios')])

/** Rows of a page without counts, which are queried afterwards by an index on the caller's part of the tree. */
const listed = (tx: Tx) => uncounted(tx).select(sql<number>`0`.as('hardware_count'))

const rows = (tx: Tx) =>
  uncounted(tx).select(
    sql<number>`(select count(*) from (
      select from hardware h where h.model_id = m.id and h.deleted_at is null
        and h.company_id in (select descendant_id from company_tree where ancestor_id = current_company())
      limit ${sql.lit(maxCounted)}) n)`.as('hardware_count'),
  )

async function countDevices(tx: Tx, actor: Actor, ids: number[]): Promise<Map<number, number>> {
  const { rows: counts } = await sql<{ id: number; count: number }>`
    select m.id, (select count(*) from (
      select from hardware h where h.model_id = m.id and h.deleted_at is null and ${visibleTo(actor, 'h.ancestor_ids')}
      limit ${sql.lit(maxCounted)}) n) as count
    from unnest(${ids}::bigint[]) as m(id)`.execute(tx)
  return new Map(counts.map(({ id, count }) => [id, count]))
}

/** @throws AppError conflict at `manufacturer` if two of its devices would have the same serial number */
async function checkSerials(tx: Tx, id: number, manufacturer_id: number): Promise<void> {
  const { rows: used } = await sql`
    select from hardware h where h.model_id = ${id} and h.deleted_at is null and h.serial_number is not null
      and exists (select from hardware o where o.manufacturer_id = ${manufacturer_id} and o.model_id <> ${id}
        and upper(o.serial_number) = upper(h.serial_number) and o.deleted_at is null) limit 1`.execute(tx)
  if (used.length > 0)
    throw new AppError('conflict', { fields: { manufacturer: message('hardware.serials_conflict') } })
}

type ModelBody = Partial<Body<typeof hardwareModels.store>>

async function validate(tx: Tx, { body, before }: RowWrite<ModelBody>): Promise<void> {
  const { type, manufacturer } = body
  if (type !== undefined) await lockLive(tx, 'hardware_type', type)
  if (manufacturer === undefined) return
  await lockLive(tx, 'hardware_manufacturer', manufacturer)
  if (before !== undefined && manufacturer !== before['manufacturer_id'])
    await checkSerials(tx, Number(before['id']), manufacturer)
}

function columns(write: RowWrite<ModelBody>): StoredRow {
  const { type, manufacturer, ...same } = catalogueColumns(write)
  return { ...same, type_id: type, manufacturer_id: manufacturer }
}

export const modelSource = {
  table: 'hardware_model',
  owner: 'company_id',
  // Maintained by the provider, readable by all companies.
  shared: 'shared',
  rows,
  record: (tx: Tx) => rows(tx).select(['m.poe_out_ports', 'm.notes', 'm.version']),
  searchText: 'search_text',
  validate,
  columns,
} as const

const source = modelSource

export const hardwareModelHandlers = (deps: Deps): Handlers<typeof hardwareModels> => {
  const standard = standardHandlers(deps, hardwareModels, source)
  const list = indexHandler(deps, hardwareModels.index, { ...source, rows: listed, softDelete: true })
  return {
    ...standard,
    ...bulkHandlers(hardwareModels, { ...source, rows: listed, softDelete: true }),

    async index(call) {
      if (call.query.export !== undefined) return standard.index(call)
      const page = await list(call)
      if (!('data' in page)) return page
      const counts = await call.db((tx) =>
        countDevices(
          tx,
          call.actor,
          page.data.map(({ id }) => id),
        ),
      )
      return { ...page, data: page.data.map((row) => ({ ...row, hardware_count: counts.get(row.id) ?? 0 })) }
    },

    update: (call) =>
      call.db(async (tx) => {
        // A new manufacturer is written to each device of the model (db/functions/hardware_model_moved.sql).
        if (call.body.manufacturer !== undefined) await sql`set local statement_timeout = '60s'`.execute(tx)
        return standard.update(call)
      }),

    destroy: destroyHandler(hardwareModels.destroy, source, (row, _call, tx) => rejectWhileUsed(tx, 'model_id', row)),

    recover: recoverHandler(hardwareModels.recover, source, async (row, _call, tx) => {
      await lockLive(tx, 'hardware_type', Number(row['type_id']))
      await lockLive(tx, 'hardware_manufacturer', Number(row['manufacturer_id']))
    }),

    options: ({ actor, db }) =>
      db(async (tx) => ({
        data: {
          types: await tx
            .selectFrom('hardware_type')
            .select(['id', 'name', sql<HardwareModelRow['kind']>`kind`.as('kind')])
            .where('deleted_at', 'is', null)
            .orderBy('name')
            .orderBy('id')
            .execute(),
          manufacturers: await tx
            .selectFrom('hardware_manufacturer')
            .select(['id', 'name'])
            .where('deleted_at', 'is', null)
            .orderBy('name')
            .orderBy('id')
            .execute(),
          kinds: choicesOf(hardwareKindLabels, hardwareKinds, actor.locale),
          radios: choicesOf(radioBandLabels, radioBands, actor.locale),
        },
      })),

    lookup: (call) => call.db(async (tx) => ({ data: await lookUpModels(tx, call.query) })),
  }
}
