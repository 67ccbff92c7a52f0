import { message, type Message } from '@trunkline/contract/errors'
import { hardware } from '@trunkline/contract/resources/hardware'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import type { MailService } from '../../mail/queue.ts'
import { adminsOf, type Admin } from '../users/admins.ts'

interface Device {
  id: number
  name: string
  serial_number: string | null
  company_id: number
  warranty_expiry_at: string | null
  /** Negative after the end. */
  days_left: number
  deleted_at: string | null
}

type RowError = { code: 'forbidden' | 'conflict' } & Message

/** Maximum number of devices named in one mail, which contains the number of further ones. */
const maxNamed = 10

/** Why a device gets no reminder; undefined if it does. */
function errorOf(actor: Actor, { company_id, deleted_at, warranty_expiry_at }: Device): RowError | undefined {
  if (!actorMayOn(actor, hardware.remindWarranty.access, relationTo(actor, company_id)))
    return { code: 'forbidden', ...message('row.forbidden') }
  if (deleted_at !== null) return { code: 'conflict', ...message('row.trashed') }
  if (warranty_expiry_at === null) return { code: 'conflict', ...message('hardware.no_warranty') }
  return undefined
}

/**
 * Reminds companies of the end of the warranties of these devices: one mail to each administrator of a company.
 * @returns one result per device
 */
export async function remindOfWarranties(
  tx: Tx,
  sender: { mail: MailService; baseUrl: string },
  actor: Actor,
  ids: readonly number[],
) {
  const { rows } = await sql<Device>`
    select id, name, serial_number, company_id, warranty_expiry_at, warranty_expiry_at - current_date as days_left, deleted_at
    from hardware where id = any (${[...ids]}::bigint[]) order by warranty_expiry_at, id for share`.execute(tx)
  const answers = new Map<number, { id: number; ok: boolean } & Partial<RowError>>()
  const companies = new Map<number, Device[]>()
  for (const device of rows) {
    const error = errorOf(actor, device)
    answers.set(device.id, { id: device.id, ok: error === undefined, ...error })
    if (error === undefined) companies.set(device.company_id, [...(companies.get(device.company_id) ?? []), device])
  }
  for (const [company_id, devices] of companies) {
    const admins = await adminsOf(tx, company_id)
    if (admins.length > 0) await mailTo(tx, sender, admins, company_id, devices)
    else
      for (const { id } of devices) answers.set(id, { id, ok: false, code: 'conflict', ...message('licence.no_admin') })
  }
  return rows.map(({ id }) => answers.get(id)!)
}

async function mailTo(
  tx: Tx,
  { mail, baseUrl }: { mail: MailService; baseUrl: string },
  admins: readonly Admin[],
  company_id: number,
  all: readonly Device[],
): Promise<void> {
  const devices = all.slice(0, maxNamed).map(({ name, serial_number, warranty_expiry_at, days_left }) => ({
    name,
    serial_number,
    expires_on: warranty_expiry_at as string,
    days_left,
  }))
  for (const { name, email, locale, company } of admins)
    await mail.queue(tx, {
      kind: 'warranty-reminder',
      to: email,
      locale,
      company_id,
      data: { name, company, devices, more: all.length - devices.length, link: `${baseUrl}/hardware/list` },
    })
  const sent_to = admins.map(({ email }) => email)
  await sql`
    select audit_event('send', 'hardware', h.id, h.name, h.company_id, null, jsonb_build_object('sent_to', ${sent_to}::text[]))
    from hardware h where h.id = any (${all.map(({ id }) => id)}::bigint[])`.execute(tx)
}
