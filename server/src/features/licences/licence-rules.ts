import { message, type Message } from '@trunkline/contract/errors'
import type { Body } from '@trunkline/contract/endpoint'
import { licences } from '@trunkline/contract/resources/licence'
import type { LicencePart, LicenceStatus, LicenceType } from '@trunkline/contract/resources/licence-enums'
import { sql } from 'kysely'
import { actorMayOn, relationTo } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import { AppError, conflict, invalid } from '../../errors.ts'
import type { RowWrite } from '../../http/standard-handlers.ts'

export type LicenceBody = Partial<Body<typeof licences.store>> & Omit<Body<typeof licences.update>, 'version'>

/** A row of the table, with the columns that rules use. */
export interface StoredLicence {
  id: number
  company_id: number
  key: string
  category: LicencePart
  type: LicenceType
  permissions: LicencePart[]
  starts_on: string
  expires_on: string | null
  status: LicenceStatus
  deleted_at: string | null
}

/** The current UTC date of the database. */
export async function todayOf(tx: Tx): Promise<string> {
  const { rows } = await sql<{ today: string }>`select current_date as today`.execute(tx)
  return (rows[0] as { today: string }).today
}

/** @throws AppError validation_failed at `company_id` */
async function checkOwner(tx: Tx, company_id: number): Promise<void> {
  const company = await tx
    .selectFrom('company')
    .select(['type', 'deleted_at'])
    .where('id', '=', company_id)
    .executeTakeFirst()
  if (company === undefined || company.deleted_at !== null)
    throw invalid({ company_id: message('row.missing', { kind: 'company' }) })
  if (company.type === 'simrush') throw invalid({ company_id: message('licence.provider') })
}

/** Opened parts: the requested ones, and always the part of its category. */
function permissionsOf(body: LicenceBody, before: StoredLicence | undefined): LicencePart[] | undefined {
  const category = (body.category ?? before?.category) as LicencePart
  if (body.permissions === undefined && (before === undefined || category === before.category))
    return before === undefined ? [category] : undefined
  // If the category changes, the part of the previous one is removed.
  const others = body.permissions ?? before?.permissions.filter((part) => part !== before.category) ?? []
  return [...new Set([category, ...others])]
}

/** A perpetual licence has no end; any other has one that is not before its start. */
function daysOf(body: LicenceBody, before: StoredLicence | undefined, today: string) {
  const type = body.type ?? before?.type ?? 'subscription'
  const starts_on = body.starts_on ?? before?.starts_on ?? today
  if (type === 'perpetual') {
    if (body.expires_on != null) throw invalid({ expires_on: message('licence.perpetual') })
    return { type, starts_on, expires_on: null }
  }
  const expires_on = body.expires_on === undefined ? (before?.expires_on ?? null) : body.expires_on
  if (expires_on === null) throw invalid({ expires_on: message('field.required') })
  if (expires_on < starts_on) throw invalid({ expires_on: message('licence.end_before_start') })
  if (before === undefined && expires_on < today) throw invalid({ expires_on: message('field.date_past') })
  return { type, starts_on, expires_on }
}

/** Status after a change of the end: a later one reactivates an expired licence, one in the past expires it. */
function statusOf(before: StoredLicence, expires_on: string | null, today: string): LicenceStatus {
  const over = expires_on !== null && expires_on < today
  if (before.status === 'expired') return over ? 'expired' : 'active'
  return over && (before.status === 'available' || before.status === 'active') ? 'expired' : before.status
}

/** Facts from the database about a write: the current UTC date, and the dates of the licence. */
export interface LicenceFacts {
  today: string
  days: ReturnType<typeof daysOf>
}

async function validate(tx: Tx, { body, actor, before: row }: RowWrite<LicenceBody>): Promise<LicenceFacts> {
  const before = row as StoredLicence | undefined
  if (before?.status === 'cancelled') throw conflict('licence.cancelled')
  if (body.company_id !== undefined && body.company_id !== before?.company_id) {
    await checkOwner(tx, body.company_id)
    // The caller must be allowed to change licences of the receiving company.
    if (before !== undefined && !actorMayOn(actor, licences.update.access, relationTo(actor, body.company_id)))
      throw new AppError('forbidden')
  }
  const today = await todayOf(tx)
  return { today, days: daysOf(body, before, today) }
}

function columns({ body, before: row }: RowWrite<LicenceBody>, { today, days }: LicenceFacts): StoredRow {
  const before = row as StoredLicence | undefined
  const { amount: _amount, status, notes, ...same } = body
  return {
    ...same,
    ...days,
    permissions: permissionsOf(body, before),
    notes: notes === '' ? null : notes,
    status: before === undefined ? status : statusOf(before, days.expires_on, today),
  }
}

/**
 * The end of a licence that is renewed: these months after its end, or after today if it has expired.
 * @throws AppError conflict for a perpetual or cancelled licence
 */
export async function renewedEnd(tx: Tx, { expires_on, status }: StoredLicence, months: number): Promise<string> {
  if (status === 'cancelled') throw conflict('licence.cancelled')
  if (expires_on === null) throw conflict('licence.perpetual')
  const { rows } = await sql<{ until: string }>`
    select (greatest(${expires_on}::date, current_date) + make_interval(months => ${months}))::date as until`.execute(
    tx,
  )
  return (rows[0] as { until: string }).until
}

/** Validation and column mapping of a licence write. */
export const licenceWrite = { validate, columns }

/**
 * Why a licence cannot change to a status; undefined if it can. A cancelled licence stays cancelled; an expired one is
 * reactivated only by a new end.
 */
export function statusError(of: StoredLicence, status: LicenceStatus, today: string): Message | undefined {
  if (of.deleted_at !== null) return message('row.trashed')
  if (of.status === status) return undefined
  if (of.status === 'cancelled') return message('licence.cancelled')
  const over = of.status === 'expired' || (of.expires_on !== null && of.expires_on < today)
  if (over && status !== 'cancelled') return message('licence.expired')
  return undefined
}
