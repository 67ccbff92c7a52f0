import type { LicencePart } from '@trunkline/contract/resources/licence-enums'
import { reminderDays } from '@trunkline/contract/resources/licence-enums'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { conflict } from '../../errors.ts'
import type { MailService } from '../../mail/queue.ts'
import type { StoredLicence } from './licence-rules.ts'

/** What sending needs: the mail module and the base URL. */
export interface Sender {
  mail: MailService
  baseUrl: string
}

interface Admin {
  id: number
  name: string
  email: string
  locale: 'en' | 'de'
  company: string
}

/** Maximum number of keys named in one mail, which contains the number of further ones. */
const maxNamed = 10

/** Administrators of the company who can sign in, by name. */
async function adminsOf(tx: Tx, company_id: number): Promise<Admin[]> {
  const { rows } = await sql<Admin>`
    select u.id, u.name, u.email, u.locale, c.name as company from app_user u join company c on c.id = u.company_id
    where u.company_id = ${company_id} and u.role in ('primary-admin', 'admin') and u.is_active and u.deleted_at is null
      and c.deleted_at is null order by u.id`.execute(tx)
  return rows
}

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
    with made as (
      insert into licence_reminder (licence_id, days, expires_on, sent_to, sent_by)
      select d.id, d.days, d.expires_on, ${sent_to}::text[], 'system' from (${due}) d where d.company_id = ${company_id}
      on conflict (licence_id, days, expires_on) where days is not null do nothing returning licence_id, days
    )
    select l.key, l.category, l.expires_on, l.expires_on - current_date as days_left,
      audit_event('send', 'licences', l.id, l.key, l.company_id, null, jsonb_build_object('days', made.days, 'sent_to', ${sent_to}::text[]))::text as told
    from made join licence l on l.id = made.licence_id order by l.expires_on, l.id`.execute(tx)
  if (rows.length > 0) await mailTo(tx, sender, admins, company_id, rows)
  return rows.length
}
