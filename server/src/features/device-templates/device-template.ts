import type { Body } from '@trunkline/contract/endpoint'
import { message, type FieldErrors } from '@trunkline/contract/errors'
import type { ChangeItem } from '@trunkline/contract/resources/change-item'
import { deviceTemplates, type DeviceTemplate } from '@trunkline/contract/resources/device-template'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import { malformedFields } from '../../devices/templates/fill.ts'
import { isForDevice } from '../../devices/templates/resolve.ts'
import { conflict, invalid } from '../../errors.ts'
import { addJob } from '../../jobs/queue.ts'
import type { Call, Handlers } from '../../http/call.ts'
import {
  createRecord,
  destroyRecord,
  loadRow,
  readRecord,
  recoverRecord,
  standardHandlers,
  updateRecord,
  type RowWrite,
} from '../../http/standard-handlers.ts'
import { checkCompanyLive } from '../companies/company-live.ts'
import { checkItems } from '../rollouts/change-items.ts'
import { checkOwner } from '../tariffs/tariff-rules.ts'
import { storeTemplatePlan } from './plan.ts'
import { missingValues } from './missing.ts'

/** The devices of the template `t` that the caller sees. */
const devicesOf = sql`hardware h where h.deleted_at is null and ${isForDevice}`

const rows = (tx: Tx) =>
  tx
    .selectFrom('device_template as t')
    // The owner may be a company above the caller's.
    .leftJoin('company as c', 'c.id', 't.company_id')
    .select(['t.id', 't.name', 't.description', 't.company_id', 'c.name as company_name', 't.at_first_contact'])
    .select(['t.checks_drift', 't.created_at', 't.updated_at', 't.deleted_at', 't.search_text', 't.ancestor_ids'])
    .select([
      sql<boolean>`c.id is null`.as('inherited'),
      sql<number>`(select count(*)::int from device_drift d where d.template_id = t.id and d.state = 'open')`.as(
        'differences',
      ),
    ])

const record = (tx: Tx) =>
  rows(tx)
    .select(['t.version'])
    .select([
      // Not in lists: the count reads all devices below the owner.
      sql<number>`(select count(*)::int from ${devicesOf})`.as('devices'),
      sql<ChangeItem[]>`t.items`.as('items'),
      sql<
        DeviceTemplate['types']
      >`coalesce((select jsonb_agg(jsonb_build_object('id', y.id, 'name', y.name) order by y.name, y.id)
        from hardware_type y where y.id = any (t.type_ids)), '[]')`.as('types'),
      sql<
        DeviceTemplate['tags']
      >`coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id)
        from tag g where g.id = any (t.tag_ids) and g.deleted_at is null), '[]')`.as('tags'),
    ])

type TemplateBody = Partial<Body<typeof deviceTemplates.store>>

async function validate(tx: Tx, { body, actor, before }: RowWrite<TemplateBody>): Promise<void> {
  if (body.items !== undefined) {
    checkItems(body.items)
    const errors: FieldErrors = {}
    for (const [index, item] of body.items.entries())
      for (const field of malformedFields(item)) errors[`items.${index}.${field}`] = message('template.variable_format')
    if (Object.keys(errors).length > 0) throw invalid(errors)
  }
  if (before === undefined) await checkOwner(tx, body.company_id ?? actor.company_id, 'device-template')
}

const columns = ({ body, actor, before }: RowWrite<TemplateBody>): StoredRow => ({
  ...body,
  ...(body.items !== undefined && { items: JSON.stringify(body.items) }),
  ...(body.description !== undefined && { description: body.description || null }),
  ...(before === undefined && {
    company_id: body.company_id ?? actor.company_id,
    actor_id: actor.user_id,
    requested_by: actor.label,
  }),
})

const source = {
  table: 'device_template',
  owner: 'company_id',
  shared: 'inherited',
  rows,
  record,
  searchText: 'search_text',
  ancestor_ids: 'ancestor_ids',
  validate,
  columns,
} as const

/** Devices of the owner and below it are compared again. */
const checkDevices = async (tx: Tx, id: number): Promise<void> => {
  const { company_id } = await tx
    .selectFrom('device_template')
    .select('company_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await addJob(tx, 'check-templates', { company_id }, { key: `check-templates:company:${company_id}` })
}

/** Templates of settings. Companies below the owner read and use them. */
export const deviceTemplateHandlers = (deps: Deps): Handlers<typeof deviceTemplates> => {
  const one = async (tx: Tx, id: number) => ({ data: await readRecord(tx, source, id) })
  return {
    ...standardHandlers(deps, deviceTemplates, source),

    store: (call) =>
      call.db(async (tx) => {
        const id = await createRecord(tx, call, deviceTemplates.store, source)
        await checkDevices(tx, id)
        return { data: { id } }
      }),

    update: (call) =>
      call.db(async (tx) => {
        await updateRecord(tx, call, deviceTemplates.update, source)
        await checkDevices(tx, call.params.id)
        return one(tx, call.params.id)
      }),

    destroy: (call) =>
      call.db(async (tx) => {
        if (await destroyRecord(tx, call as Call & typeof call, deviceTemplates.destroy, source))
          await checkDevices(tx, call.params.id)
      }),

    recover: (call) =>
      call.db(async (tx) => {
        if (await recoverRecord(tx, call as Call & typeof call, deviceTemplates.recover, source, checkCompanyLive))
          await checkDevices(tx, call.params.id)
        return one(tx, call.params.id)
      }),

    missing: ({ actor, params, db }) =>
      db(async (tx) => {
        const row = await loadRow(tx, actor, source, deviceTemplates.missing.access, params.id)
        const { rows: devices } = await sql<{ id: number; name: string }>`
          select h.id, h.name from device_template t, ${devicesOf} and t.id = ${params.id} order by h.name, h.id limit 1000`.execute(
          tx,
        )
        return { data: await missingValues(tx, row['items'] as ChangeItem[], devices) }
      }),

    plan: ({ actor, body, db }) =>
      db(async (tx) => {
        const { template_id, ...of } = body
        const row = await loadRow(tx, actor, source, { action: 'view', subject: 'device-templates' }, template_id)
        if (row['deleted_at'] !== null) throw conflict('row.trashed')
        return {
          data: { id: await storeTemplatePlan(tx, actor, of, row as unknown as { id: number; items: ChangeItem[] }) },
        }
      }),
  }
}
