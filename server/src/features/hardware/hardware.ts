import { hardware, type HardwareDevice } from '@trunkline/contract/resources/hardware'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { updateRow, type StoredRow } from '../../db/write-row.ts'
import type { Deps } from '../../deps.ts'
import { passwordContext } from '../../devices/password-context.ts'
import { conflict, invalid } from '../../errors.ts'
import type { Handlers } from '../../http/call.ts'
import { saveLabels, withoutLabels } from '../../http/labels/write.ts'
import {
  destroyHandler,
  insertRecord,
  lockForUpdate,
  readRecord,
  recoverHandler,
  standardHandlers,
  type RowWrite,
} from '../../http/standard-handlers.ts'
import { referenceColumns } from '../../reference/fields.ts'
import { seal, type Keys } from '../../secrets.ts'
import { remindOfWarranties } from './warranty-reminders.ts'
import { bulkHandlers } from '../bulk-jobs/start.ts'
import { lookUpCompanies } from '../companies/company-lookup.ts'
import { blankToNull } from './catalogue-rules.ts'
import { completeHardware, lookUpHardware } from './hardware-lookup.ts'
import { placeOf } from './hardware-placement.ts'
import { addressError, approveAddress } from './management-address.ts'
import { hardwareListSource, hardwareRecord } from './hardware-rows.ts'
import {
  checkDialup,
  checkSerial,
  modelErrors,
  modelOf,
  warrantyErrors,
  writtenFields,
  type HardwareBody,
  type StoredHardware,
} from './hardware-rules.ts'
import { checkFree, removeFromSites } from './device-users.ts'

async function nextId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('hardware', 'id')) as id`.execute(tx)
  return (rows[0] as { id: number }).id
}

/** Facts from the database about a write. */
export interface HardwareFacts {
  place: Awaited<ReturnType<typeof placeOf>>
  /** The management address, if the write sets it or transfers the device to another company. */
  newAddress: string | null | undefined
}

/** @throws AppError validation_failed at each invalid field, conflict at `serial_number`, forbidden */
export async function validateHardware(
  tx: Tx,
  { body: sent, actor, before: row }: RowWrite<HardwareBody>,
): Promise<HardwareFacts> {
  const before = row as StoredHardware | undefined
  const body = blankToNull(sent)
  const model = await modelOf(tx, (body.model ?? before?.model_id) as number)
  const written = writtenFields(body)
  const errors = { ...modelErrors(body, model), ...warrantyErrors(actor, body, model, before), ...written.errors }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (body.vpn_dialup_id != null && body.vpn_dialup_id !== before?.vpn_dialup_id)
    await checkDialup(tx, body.vpn_dialup_id)
  const place = await placeOf(tx, actor, body, before)
  const newAddress = await checkAddress(tx, actor, place.company_id, body, before)
  const serial_number = body.serial_number === undefined ? (before?.serial_number ?? null) : body.serial_number
  if (serial_number !== before?.serial_number || model.manufacturer_id !== before?.manufacturer_id)
    await checkSerial(tx, { id: before?.id ?? 0, manufacturer_id: model.manufacturer_id, serial_number })
  return { place, newAddress }
}

/** The body as device columns, without the password, which is encrypted with the device id as additional data. */
export function hardwareColumns({ body: sent }: RowWrite<HardwareBody>, { place }: HardwareFacts): StoredRow {
  const body = blankToNull(sent)
  const { type: _t, manufacturer: _m, model, telephone, management_password: _p, ...same } = body
  return {
    ...same,
    model_id: model,
    ...referenceColumns({ telephone }),
    ...writtenFields(body).columns,
    ...place,
    company_id: place.company_id,
  }
}

/** The column of the management password; empty if the body does not contain one. */
export function passwordColumn(key: Keys, id: number, { management_password: password }: HardwareBody): StoredRow {
  if (password === undefined) return {}
  const isNone = password === null || password === ''
  return { management_password: isNone ? null : seal(key, password, passwordContext(id)) }
}

/**
 * An unchanged address of a device that stays in its company is not checked again.
 * @returns the checked address
 */
async function checkAddress(
  tx: Tx,
  actor: Actor,
  company: number | undefined,
  body: HardwareBody,
  before: StoredHardware | undefined,
): Promise<string | null | undefined> {
  const address = body.management_address === undefined ? before?.management_address : body.management_address
  const company_id = company ?? before?.company_id ?? actor.company_id
  if (address === before?.management_address && company_id === before?.company_id) return undefined
  const vpn_dialup_id = body.vpn_dialup_id === undefined ? before?.vpn_dialup_id : body.vpn_dialup_id
  const error = await addressError(tx, actor, { id: before?.id, company_id, address, vpn_dialup_id })
  if (error !== undefined) throw invalid({ management_address: error })
  return address
}

/** Removes the management settings for callers who may not change the device. */
const seenBy = (actor: Actor, { data }: { data: HardwareDevice }): { data: HardwareDevice } => ({
  data: actorMayOn(actor, hardware.update.access, relationTo(actor, data.company_id))
    ? data
    : { ...data, management: null },
})

/**
 * A device can be restored if its model and site are live and its serial number is not used by another device.
 * @throws AppError conflict
 */
async function checkRecover(row: Record<string, unknown>, _call: unknown, tx: Tx): Promise<void> {
  const { id, model_id, site_id, manufacturer_id, serial_number } = row as unknown as StoredHardware
  const { rows } = await sql<{ name: string }>`
    select name from hardware_model where id = ${model_id} and deleted_at is not null
    union all select name from site where id = ${site_id} and deleted_at is not null`.execute(tx)
  if (rows[0] !== undefined) throw conflict('row.in_trash', { name: rows[0].name })
  await checkSerial(tx, { id, manufacturer_id, serial_number })
}

/** Handlers of devices. */
export const hardwareHandlers = (deps: Deps): Handlers<typeof hardware> => {
  const source = {
    ...hardwareListSource,
    table: 'hardware',
    record: hardwareRecord,
    validate: validateHardware,
    columns: hardwareColumns,
    labels: 'hardware',
  } as const
  const standard = standardHandlers(deps, hardware, source)
  const recover = recoverHandler(hardware.recover, source, checkRecover)
  return {
    ...standard,
    ...bulkHandlers(hardware, hardwareListSource),

    show: async (call) => seenBy(call.actor, await standard.show(call)),

    store: (call) =>
      call.db(async (tx) => {
        const { actor } = call
        const body = withoutLabels(call.body)
        const write = { body, actor, before: undefined }
        const facts = await validateHardware(tx, write)
        const id = await nextId(tx)
        const values = { id, ...hardwareColumns(write, facts), ...passwordColumn(deps.config.key, id, body) }
        await insertRecord(tx, actor, hardware.store, source, values)
        await saveLabels(tx, 'hardware', id, call.body, { isNew: true })
        await approveAddress(tx, actor, { id, address: facts.newAddress })
        return { data: { id } }
      }),

    update: (call) =>
      call.db(async (tx) => {
        const { actor, params } = call
        const { id } = params
        const { before, body: sent } = await lockForUpdate<HardwareBody>(tx, call, hardware.update, source)
        const body = withoutLabels(sent)
        const write = { body, actor, before }
        const facts = await validateHardware(tx, write)
        const values = { ...hardwareColumns(write, facts), ...passwordColumn(deps.config.key, id, body) }
        await updateRow(tx, 'hardware', id, values)
        await saveLabels(tx, 'hardware', id, call.body)
        await approveAddress(tx, actor, { id, address: facts.newAddress })
        return seenBy(actor, { data: await readRecord(tx, source, id) })
      }),

    recover: async (call) => seenBy(call.actor, await recover(call)),
    destroy: destroyHandler(hardware.destroy, source, (row, _call, tx) => checkFree(tx, row)),

    lookup: (call) => call.db(async (tx) => ({ data: await lookUpHardware(tx, call.actor, call.query) })),
    autocomplete: (call) => call.db(async (tx) => ({ data: await completeHardware(tx, call.actor, call.query) })),
    companies: (call) => call.db(async (tx) => ({ data: await lookUpCompanies(tx, call.actor, call.query) })),

    remindWarranty: (call) =>
      call.db(async (tx) => ({
        data: await remindOfWarranties(
          tx,
          { mail: deps.mail, baseUrl: deps.config.baseUrl },
          call.actor,
          call.body.ids,
        ),
      })),

    deassociation: (call) => call.db(async (tx) => ({ data: await removeFromSites(tx, call.actor, call.body.ids) })),
  }
}
