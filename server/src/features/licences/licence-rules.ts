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

/** A row of the table, as far as rules look at it. */
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

/** The day by the clock of the database, UTC. */
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

/** What it opens: what is asked for, and the part that it is sold for always. */
function permissionsOf(body: LicenceBody, before: StoredLicence | undefined): LicencePart[] | undefined {
  const category = (body.category ?? before?.category) as LicencePart
  if (body.permissions === undefined && (before === undefined || category === before.category))
    return before === undefined ? [category] : undefined
  // Sold for another part, it does not open the one before as well.
  const others = body.permissions ?? before?.permissions.filter((part) => part !== before.category) ?? []
  return [...new Set([category, ...others])]
}

/** A perpetual licence has no end, any other has one that does not come before its start. */
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

/** What another end makes of the status: a new one brings an expired licence back, one that is over ends it at once. */
function statusOf(before: StoredLicence, expires_on: string | null, today: string): LicenceStatus {
  const over = expires_on !== null && expires_on < today
  if (before.status === 'expired') return over ? 'expired' : 'active'
  return over && (before.status === 'available' || before.status === 'active') ? 'expired' : before.status
}

/** What the database says of a write: the day, UTC, and the licence's own days by it. */
interface LicenceFacts {
  today: string
  days: ReturnType<typeof daysOf>
}

async function validate(tx: Tx, { body, actor, before: row }: RowWrite<LicenceBody>): Promise<LicenceFacts> {
  const before = row as StoredLicence | undefined
  if (before?.status === 'cancelled') throw conflict('licence.cancelled')
  if (body.company_id !== undefined && body.company_id !== before?.company_id) {
    await checkOwner(tx, body.company_id)
    // To whom it goes has to be somebody whose licences the caller may change.
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

/** What a body says as columns, and whether it may. */
export const licenceWrite = { validate, columns }

/**
 * Why a licence can't have another status; undefined where it can. What is cancelled stays so; what is over comes back
 * by a new end alone.
 */
export function statusError(of: StoredLicence, status: LicenceStatus, today: string): Message | undefined {
  if (of.deleted_at !== null) return message('row.trashed')
  if (of.status === status) return undefined
  if (of.status === 'cancelled') return message('licence.cancelled')
  const over = of.status === 'expired' || (of.expires_on !== null && of.expires_on < today)
  if (over && status !== 'cancelled') return message('licence.expired')
  return undefined
}
