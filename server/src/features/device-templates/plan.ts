import type { Body } from '@trunkline/contract/endpoint'
import { message, type FieldErrors } from '@trunkline/contract/errors'
import type { ChangeItem } from '@trunkline/contract/resources/change-item'
import type { deviceDrift } from '@trunkline/contract/resources/device-drift'
import type { deviceTemplates } from '@trunkline/contract/resources/device-template'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { isForDevice } from '../../devices/templates/resolve.ts'
import { invalid } from '../../errors.ts'
import { assertMayOwn } from '../../http/standard-handlers.ts'
import { rollouts } from '@trunkline/contract/resources/rollout'
import { addDevices } from '../rollouts/add-devices.ts'
import { checkDevices, ended } from '../rollouts/targets.ts'
import { missingValues } from './missing.ts'

type DriftBody = Body<typeof deviceDrift.plan>
type TemplateBody = Omit<Body<typeof deviceTemplates.plan>, 'template_id'>

/** @throws AppError validation_failed naming the devices that lack values */
async function checkValues(tx: Tx, items: readonly ChangeItem[], ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from hardware where id = any (${ids}::bigint[]) order by name, id`.execute(tx)
  const missing = await missingValues(tx, items, rows)
  if (missing.length === 0) return
  const devices = [...new Set(missing.flatMap(({ names }) => names.map(({ name }) => name)))]
  throw invalid({
    ids: message('template.devices_lack_variables', {
      variables: missing.map(({ variable }) => variable).join(', '),
      devices: devices.length > 20 ? `${devices.slice(0, 20).join(', ')}, …` : devices.join(', '),
    }),
  })
}

async function insertPlan(
  tx: Tx,
  actor: Actor,
  { ids: _ids, maintenance_window, ...values }: TemplateBody,
  selected: readonly number[],
  template: { id: number; items: readonly ChangeItem[] } | null,
): Promise<number> {
  assertMayOwn(actor, rollouts.storeChange.access, actor.company_id)
  const { id } = await tx
    .insertInto('rollout')
    .values({
      ...values,
      kind: 'change',
      channel: 'stable',
      from_templates: true,
      template_id: template?.id ?? null,
      items: JSON.stringify(template?.items ?? []),
      selection: JSON.stringify({ ids: selected }),
      maintenance_window: maintenance_window == null ? null : JSON.stringify(maintenance_window),
      company_id: actor.company_id,
      actor_id: actor.user_id,
      requested_by: actor.label,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addDevices(tx, actor, id, selected)
  return id
}

/**
 * Plans a template for devices that it is for.
 * @returns the id of the rollout
 * @throws AppError validation_failed
 */
export async function storeTemplatePlan(
  tx: Tx,
  actor: Actor,
  body: TemplateBody,
  template: { id: number; items: ChangeItem[] },
): Promise<number> {
  const { rows } = await sql<{ id: number; name: string; matches: boolean }>`
    select h.id, h.name, ${isForDevice} as matches from hardware h, device_template t
    where t.id = ${template.id} and h.deleted_at is null and ${
      body.ids === undefined
        ? sql`${isForDevice} and h.management_user is not null and (h.management_address is not null or h.vpn_dialup_id is not null)
          and not exists (select from rollout_device d where d.hardware_id = h.id and d.state not in (${ended}))`
        : sql`h.id = any (${body.ids}::bigint[])`
    }`.execute(tx)
  const errors: FieldErrors = {}
  for (const { id, name, matches } of rows)
    if (!matches) errors[`ids.${body.ids?.indexOf(id)}`] = message('template.not_for_device', { device: name })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const ids = body.ids ?? rows.map(({ id }) => id)
  if (ids.length === 0) throw invalid({ ids: message('selection.required') })
  const selected = await checkDevices(tx, actor, { ...body, ids })
  await checkValues(tx, template.items, selected)
  return insertPlan(tx, actor, { ...body, ids }, selected, template)
}

/** Plans all templates of devices. @returns the id of the rollout */
export async function storeDriftPlan(tx: Tx, actor: Actor, body: DriftBody): Promise<number> {
  const { drift_ids, ...rest } = body
  const { rows: drifts } = await sql<{ id: number; hardware_id: number }>`
    select d.id, d.hardware_id from device_drift d join hardware h on h.id = d.hardware_id
    where d.id = any (${drift_ids}::bigint[]) and h.deleted_at is null`.execute(tx)
  for (const [at, id] of drift_ids.entries())
    if (!drifts.some((one) => one.id === id)) throw invalid({ [`drift_ids.${at}`]: message('template.drift_gone') })
  const of = { ...rest, ids: [...new Set(drifts.map(({ hardware_id }) => hardware_id))] }
  const selected = await checkDevices(tx, actor, of)
  const { rows } = await sql<{ items: ChangeItem[]; ids: number[] }>`
    select t.items, array_agg(h.id) as ids from device_template t join hardware h on ${isForDevice}
    where h.id = any (${selected}::bigint[]) group by t.id`.execute(tx)
  for (const { items, ids } of rows) await checkValues(tx, items, ids)
  return insertPlan(tx, actor, of, selected, null)
}
