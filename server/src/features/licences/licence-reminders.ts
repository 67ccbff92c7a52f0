import { message, type Message } from '@trunkline/contract/errors'
import { licences } from '@trunkline/contract/resources/licence'
import type { LicencePart } from '@trunkline/contract/resources/licence-enums'
import { reminderDays } from '@trunkline/contract/resources/licence-enums'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { conflict } from '../../errors.ts'
import type { MailService } from '../../mail/queue.ts'
import { adminsOf, type Admin } from '../users/admins.ts'
import type { StoredLicence } from './licence-rules.ts'

/** Why a row gets no reminder. */
type RowError = { code: 'forbidden' | 'conflict' } & Message

/** What sending needs: the mail module and the base URL. */
export interface Sender {
  mail: MailService
  baseUrl: string
}

/** Maximum number of keys named in one mail, which contains the number of further ones. */
const maxNamed = 10

interface Ending {
  key: string
  category: LicencePart
  expires_on: string
  /** Days until its end; negative after it. */
  days_left: number
}

async function mailTo(
  tx: Tx,
  { mail, baseUrl }: Sender,
  admins: readonly Admin[],
  company_id: number,
  all: readonly Ending[],
) {
  const licences = all
    .slice(0, maxNamed)
    .map(({ key, category, expires_on, days_left }) => ({ key, category, expires_on, days_left }))
  for (const { name, email, locale, company } of admins)
    await mail.queue(tx, {
      kind: 'licence-reminder',
      to: email,
      locale,
      company_id,
      data: { name, company, licences, more: all.length - licences.length, link: `${baseUrl}/licence/list` },
    })
}

/**
 * Reminds the licence's company of its end at the request of a user.
 * @returns the recipient addresses
 * @throws AppError conflict if the licence has no end, or the company no recipient
 */
export async function remindByHand(tx: Tx, sender: Sender, licence: StoredLicence, sent_by: string): Promise<string[]> {
  const { id, company_id, expires_on, status } = licence
  if (licence.deleted_at !== null) throw conflict('row.trashed')
  if (expires_on === null) throw conflict('licence.perpetual')
  if (status === 'cancelled') throw conflict('licence.cancelled')
  const admins = await adminsOf(tx, company_id)
  if (admins.length === 0) throw conflict('licence.no_admin')
  const sent_to = admins.map(({ email }) => email)
  const { rows } = await sql<{ days_left: number }>`
    insert into licence_reminder (licence_id, days, expires_on, sent_to, sent_by)
    values (${id}, null, ${expires_on}, ${sent_to}::text[], ${sent_by}) returning expires_on - current_date as days_left`.execute(
    tx,
  )
  await mailTo(tx, sender, admins, company_id, [{ ...licence, expires_on, days_left: rows[0]?.days_left ?? 0 }])
  await sql`select audit_event('send', 'licences', ${id}, ${licence.key}, ${company_id}, null, ${JSON.stringify({ sent_to })}::jsonb)`.execute(
    tx,
  )
  return sent_to
}

/** Why a licence gets no reminder; undefined if it does. */
function errorOf(actor: Actor, { company_id, deleted_at, expires_on, status }: StoredLicence): RowError | undefined {
  if (!actorMayOn(actor, licences.remind.access, relationTo(actor, company_id)))
    return { code: 'forbidden', ...message('row.forbidden') }
  if (deleted_at !== null) return { code: 'conflict', ...message('row.trashed') }
  if (expires_on === null) return { code: 'conflict', ...message('licence.perpetual') }
  if (status === 'cancelled') return { code: 'conflict', ...message('licence.cancelled') }
  return undefined
}

/**
 * Reminds companies of the end of these licences at the request of a user: one mail to each administrator of a company.
 * @returns one result per licence
 */
export async function remindSelected(tx: Tx, sender: Sender, actor: Actor, ids: readonly number[]) {
  const { rows } = await sql<StoredLicence & { days_left: number }>`
    select *, expires_on - current_date as days_left from licence where id = any (${[...ids]}::bigint[]) order by expires_on, id
    for update`.execute(tx)
  const answers = new Map<number, { id: number; ok: boolean } & Partial<RowError>>()
  const companies = new Map<number, typeof rows>()
  for (const row of rows) {
    const error = errorOf(actor, row)
    answers.set(row.id, { id: row.id, ok: error === undefined, ...error })
    if (error === undefined) companies.set(row.company_id, [...(companies.get(row.company_id) ?? []), row])
  }
  for (const [company_id, ending] of companies) {
    const admins = await adminsOf(tx, company_id)
    if (admins.length === 0) {
      for (const { id } of ending) answers.set(id, { id, ok: false, code: 'conflict', ...message('licence.no_admin') })
      continue
    }
    const sent_to = admins.map(({ email }) => email)
    await sql`
      with made as (
        insert into licence_reminder (licence_id, days, expires_on, sent_to, sent_by)
        select l.id, null, l.expires_on, ${sent_to}::text[], ${actor.label} from licence l where l.id = any (${ending.map(({ id }) => id)}::bigint[])
        returning licence_id
      )
      select audit_event('send', 'licences', l.id, l.key, l.company_id, null, jsonb_build_object('sent_to', ${sent_to}::text[]))
      from made join licence l on l.id = made.licence_id`.execute(tx)
    await mailTo(tx, sender, admins, company_id, ending as unknown as Ending[])
  }
  return rows.map(({ id }) => answers.get(id)!)
}

/**
 * Live licences with their due reminder: that of the nearest reminder day reached, if the licence existed on that day
 * and has no reminder for it. Older reminders that were missed during a downtime are not sent.
 */
const due = sql`
  select l.id, l.company_id, d.days, l.expires_on
  from licence l, lateral (select min(n) as days from unnest(array[${sql.raw(reminderDays.join())}]) n where n >= l.expires_on - current_date) d
  where l.deleted_at is null and l.status in ('available', 'active')
    and l.expires_on between current_date and current_date + ${sql.lit(Math.max(...reminderDays))}
    and l.created_at::date <= l.expires_on - d.days
    and not exists (select from licence_reminder r where r.licence_id = l.id and r.days = d.days and r.expires_on = l.expires_on)`

/** Companies with due reminders. Companies without an administrator are skipped until they have one. */
export async function companiesToRemind(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct d.company_id as id from (${due}) d join company c on c.id = d.company_id and c.deleted_at is null
    where exists (select from app_user u where u.company_id = c.id and u.role in ('primary-admin', 'admin') and u.is_active and u.deleted_at is null)
    order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Sends one mail about all licences with due reminders to each administrator of the company. The inserted reminder rows
 * prevent duplicates.
 * @returns number of licences
 */
export async function remindCompany(tx: Tx, sender: Sender, company_id: number): Promise<number> {
  const admins = await adminsOf(tx, company_id)
  if (admins.length === 0) return 0
  const sent_to = admins.map(({ email }) => email)
  const { rows } = await sql<Ending>`
    with reminder as (
      insert into licence_reminder (licence_id, days, expires_on, sent_to, sent_by)
      select d.id, d.days, d.expires_on, ${sent_to}::text[], 'system' from (${due}) d where d.company_id = ${company_id}
      on conflict (licence_id, days, expires_on) where days is not null do nothing returning licence_id, days
    )
    select l.key, l.category, l.expires_on, l.expires_on - current_date as days_left,
      audit_event('send', 'licences', l.id, l.key, l.company_id, null, jsonb_build_object('days', reminder.days, 'sent_to', ${sent_to}::text[]))::text as entry
    from reminder join licence l on l.id = reminder.licence_id order by l.expires_on, l.id`.execute(tx)
  if (rows.length > 0) await mailTo(tx, sender, admins, company_id, rows)
  return rows.length
}
