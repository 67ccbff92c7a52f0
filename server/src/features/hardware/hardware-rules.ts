import { message, type FieldErrors } from '@trunkline/contract/errors'
import { errorOf, parseHostAddress } from '@trunkline/contract/net'
import { isIP } from 'node:net'
import type { Body } from '@trunkline/contract/endpoint'
import type { hardware } from '@trunkline/contract/resources/hardware'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, invalid } from '../../errors.ts'
import { constraintFields } from '../../http/error-reply.ts'
import { parseMac } from './mac.ts'

export type HardwareBody = Partial<Body<typeof hardware.store>> & Omit<Body<typeof hardware.update>, 'version'>

/** A row of the table, as handlers load it. */
export interface StoredHardware {
  id: number
  name: string
  company_id: number
  site_id: number | null
  model_id: number
  manufacturer_id: number
  serial_number: string | null
  mac: string | null
  warranty_expiry_at: string | null
  management_address: string | null
  vpn_dialup_id: number | null
  deleted_at: string | null
}

export interface Model {
  id: number
  name: string
  type_id: number
  manufacturer_id: number
  warranty_months: number
  /** Latest warranty end that a caller other than the provider may set, a UTC date. */
  warranty_until: string
}

/** Expression over `hardware_model`: latest warranty end for callers other than the provider. */
export const warrantyUntil = sql<string>`to_char((now() at time zone 'UTC')::date + make_interval(months => warranty_months), 'YYYY-MM-DD')`

export async function modelOf(tx: Tx, id: number): Promise<Model> {
  return tx
    .selectFrom('hardware_model')
    .select(['id', 'name', 'type_id', 'manufacturer_id', 'warranty_months'])
    .select(warrantyUntil.as('warranty_until'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Type and manufacturer, if sent with a model, must be those of the model. */
export function modelErrors({ type, manufacturer }: HardwareBody, model: Model): FieldErrors {
  return {
    ...(type !== undefined &&
      type !== model.type_id && { type: message('hardware.type_mismatch', { model: model.name }) }),
    ...(manufacturer !== undefined &&
      manufacturer !== model.manufacturer_id && {
        manufacturer: message('hardware.manufacturer_mismatch', { model: model.name }),
      }),
  }
}

/** The provider may set any date; others up to the model's warranty from today. The stored value may remain. */
export function warrantyErrors(
  actor: Actor,
  { warranty_expiry_at: day }: HardwareBody,
  model: Model,
  before: StoredHardware | undefined,
): FieldErrors {
  if (day == null || actor.company_type === 'simrush' || day === before?.warranty_expiry_at) return {}
  if (day <= model.warranty_until) return {}
  return {
    warranty_expiry_at: message('hardware.warranty_too_long', {
      until: model.warranty_until,
      model: model.name,
      months: model.warranty_months,
    }),
  }
}

/** The SHA-256 fingerprint of a certificate in stored form; undefined if the text is not one. */
const fingerprint = (text: string): string | undefined => {
  const digits = text.replaceAll(/[:\s]/g, '').toLowerCase()
  return /^[0-9a-f]{64}$/.test(digits) ? digits : undefined
}

/** A host name by RFC 1123, 2.1. */
const hostName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*\.?$/i
const isHost = (text: string) => isIP(text) !== 0 || (hostName.test(text) && !/^[0-9.]+$/.test(text))

/** Normalises fields with several notations to column values; the errors of invalid ones. */
export function writtenFields(body: HardwareBody): {
  columns: { mac?: string | null; pinned_certificate?: string | null }
  errors: FieldErrors
} {
  const columns: { mac?: string | null; pinned_certificate?: string | null } = {}
  const errors: FieldErrors = {}
  if (body.mac !== undefined) {
    const read = body.mac === null ? { mac: null } : parseMac(body.mac)
    if ('error' in read) errors['mac'] = read.error
    else columns.mac = read.mac
  }
  if (body.pinned_certificate !== undefined) {
    const read = body.pinned_certificate === null ? null : fingerprint(body.pinned_certificate)
    if (read === undefined) errors['pinned_certificate'] = message('device.fingerprint_format')
    else columns.pinned_certificate = read
  }
  if (body.management_address != null && !isHost(body.management_address))
    errors['management_address'] = message('device.address_format')
  else if (body.management_address != null && isIP(body.management_address) !== 0) {
    const error = errorOf(() => parseHostAddress(body.management_address as string))
    if (error?.reason === 'ip.unusable') errors['management_address'] = error
  }
  return { columns, errors: errors }
}

/**
 * The serial number is unique per manufacturer over all companies. The existing device is named if the caller may see
 * it.
 * @throws AppError conflict at `serial_number`
 */
export async function checkSerial(
  tx: Tx,
  of: { id: number; manufacturer_id: number; serial_number: string | null },
): Promise<void> {
  if (of.serial_number === null) return
  const { rows } = await sql<{ id: number; name: string | null }>`
    select t.id, h.name from hardware_serials_used(array[${of.manufacturer_id}]::bigint[], array[${of.serial_number}]::text[]) t
    left join hardware h on h.id = t.id where t.id <> ${of.id}`.execute(tx)
  const [used] = rows
  if (used === undefined) return
  // The same reason as that of the unique index, which rejects concurrent inserts.
  if (used.name === null) throw new AppError('conflict', { fields: constraintFields['hardware_serial'] })
  const reason = message('hardware.serial_taken_by', { name: used.name })
  throw new AppError('conflict', { reason, fields: { serial_number: reason }, details: { ...used } })
}

/** The error of a MAC address that another device has, which is named if the caller may see it. */
export const macError = (name: string | null) =>
  name === null ? message('hardware.mac_taken') : message('hardware.mac_taken_by', { name })

/** @throws AppError validation_failed at `vpn_dialup_id`: the foreign key also matches other kinds of services */
export async function checkDialup(tx: Tx, id: number): Promise<void> {
  const dialup = await tx.selectFrom('service').select('kind').where('id', '=', id).executeTakeFirst()
  if (dialup?.kind !== 'vpn-dialup') throw invalid({ vpn_dialup_id: message('row.missing', { kind: 'vpn-dialup' }) })
}
