import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { hashToken, newToken } from '@trunkline/server/access/token'
import type { Tx } from '@trunkline/server/db/pool'
import { inventoryEvents } from './inventory.ts'
import { labelEvents } from './labels.ts'
import { maintenanceEvents } from './maintenance.ts'
import { radiusEvents } from './radius.ts'
import { seedSessions } from './sessions.ts'
import { subnetEvents } from './subnets.ts'
import { wifiEvent } from './wifi.ts'
import { planDemo, type DemoEvent, type PlannedCompany, type PlannedInvitation, type PlannedUser } from './plan.ts'

const iso = (at: number) => new Date(at).toISOString()
const week = 7 * 24 * 60 * 60_000
const label = (user: PlannedUser) => `${user.first_name} ${user.last_name} <${user.email}>`
const idOf = (row: { id?: number }) => row.id as number

// Addresses reserved for documentation (RFC 5737).
const addresses = ['192.0.2.', '198.51.100.', '203.0.113.']
const addressOf = (user: PlannedUser) => `${addresses[idOf(user) % 3]}${((idOf(user) * 7) % 250) + 1}`
const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
]

/** The first user of a company, who acts in its child companies. */
const leadOf = (company: PlannedCompany | null): PlannedUser | null => company?.users[0] ?? null

async function writeCompany(tx: Tx, of: PlannedCompany): Promise<void> {
  const { place } = of
  const [phone_country_code, phone_number] = of.telephone ?? [null, null]
  const { id } = await tx
    .insertInto('company')
    .values({
      name: of.name,
      type: of.type,
      parent_id: of.parent === null ? null : idOf(of.parent),
      legal_name: of.name,
      email: `office@${of.domain}`,
      phone_country_code,
      phone_number,
      address_line_1: of.street,
      city: place.city,
      region: place.region,
      postcode: place.postcode,
      county_iso_code: place.country,
      currency: place.currency,
      locale: place.locale,
      time_zone: place.time_zone,
      billing_term: of.type === 'client' ? 'net-14' : 'net-30',
      created_at: iso(of.created),
      updated_at: iso(of.created),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  of.id = id
}

async function writeUser(tx: Tx, of: PlannedUser): Promise<void> {
  const { locale, time_zone } = of.company.place
  const lead = leadOf(of.company.parent)
  const { id } = await tx
    .insertInto('app_user')
    .values({
      company_id: idOf(of.company),
      role: of.role,
      first_name: of.first_name,
      last_name: of.last_name,
      email: of.email,
      locale,
      time_zone,
      email_verified_at: iso(of.created),
      created_at: iso(of.created),
      updated_at: iso(of.created),
      invited_by: lead === null ? null : `${lead.first_name} ${lead.last_name} (${lead.company.name})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  of.id = id
}

async function writeInvitation(
  tx: Tx,
  of: { company: PlannedCompany; email: string; role: PlannedUser['role']; founds?: string },
  by: PlannedUser,
  at: number,
): Promise<number> {
  const founds =
    of.founds === undefined
      ? {}
      : { new_company_name: of.founds, new_company_type: 'reseller' as const, billing_term: 'net-30' }
  const { id } = await tx
    .insertInto('invitation')
    .values({
      company_id: idOf(of.company),
      email: of.email,
      role: of.role,
      locale: of.company.place.locale,
      token_hash: hashToken(newToken()),
      ...founds,
      invited_by_id: idOf(by),
      invited_by: `${by.first_name} ${by.last_name}`,
      created_at: iso(at),
      sent_at: iso(at),
      expires_at: iso(at + week),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function companyEvents(of: PlannedCompany): DemoEvent[] {
  const by = leadOf(of.parent)
  const list: DemoEvent[] = [{ at: of.created, by, write: (tx) => writeCompany(tx, of) }]
  const { ended } = of
  if (ended === undefined) return list
  const change = of.state === 'inactive' ? { is_active: false } : { deleted_at: iso(ended) }
  list.push({
    at: ended,
    by,
    write: (tx) => tx.updateTable('company').set(change).where('id', '=', idOf(of)).execute(),
  })
  return list
}

function userEvents(of: PlannedUser, now: number): DemoEvent[] {
  const by = of.role === 'primary-admin' ? null : leadOf(of.company)
  const list: DemoEvent[] = []
  let invitation = 0
  if (of.invited !== undefined && by !== null) {
    const at = Math.max(of.invited, by.created + 60_000)
    list.push({
      at,
      by,
      write: async (tx) => {
        invitation = await writeInvitation(tx, of, by, at)
      },
    })
  }
  list.push({
    at: of.created,
    by,
    write: async (tx) => {
      await writeUser(tx, of)
      if (invitation !== 0)
        await tx
          .updateTable('invitation')
          .set({ accepted_at: iso(of.created), accepted_user_id: idOf(of) })
          .where('id', '=', invitation)
          .execute()
    },
  })
  if (of.state !== undefined) {
    const at = (of.company.ended ?? now - 4 * 24 * 60 * 60_000) - 60_000
    const change = of.state === 'inactive' ? { is_active: false } : { deleted_at: iso(at) }
    list.push({
      at,
      by: by ?? leadOf(of.company.parent),
      write: (tx) => tx.updateTable('app_user').set(change).where('id', '=', idOf(of)).execute(),
    })
  }
  return list
}

function invitationEvents(of: PlannedInvitation): DemoEvent[] {
  const by = leadOf(of.company) as PlannedUser
  let id = 0
  const list: DemoEvent[] = [
    {
      at: of.created,
      by,
      write: async (tx) => {
        id = await writeInvitation(tx, of, by, of.created)
      },
    },
  ]
  const at = of.created + 2 * 24 * 60 * 60_000
  if (of.end === 'cancelled')
    list.push({
      at,
      by,
      write: (tx) =>
        tx
          .updateTable('invitation')
          .set({ cancelled_at: iso(at) })
          .where('id', '=', id)
          .execute(),
    })
  return list
}

/** Sign-ins between two other events are inserted in one statement. */
const writeSignIns = (tx: Tx, list: { at: number; user: PlannedUser }[]) =>
  tx
    .insertInto('audit_log')
    .values(
      list.map(({ at, user }) => ({
        at: iso(at),
        action: 'sign-in',
        subject: 'account',
        object_id: idOf(user),
        object_label: label(user),
        company_id: idOf(user.company),
        actor_id: idOf(user),
        actor_name: label(user),
        ip: addressOf(user),
        request_id: randomBytes(8).toString('hex'),
        after: JSON.stringify({ user_agent: browsers[idOf(user) % browsers.length], two_factor: false }),
      })),
    )
    .execute()

/**
 * Seeds an empty installation with a plausible hierarchy: about 60 companies and 220 users in two branches, with
 * invitations of every kind and three months of history, written in chronological order.
 * @param password_hash of the shared password of all users
 * @param sealed encrypts the passwords of services and the secrets of NAS devices
 * @param key encrypts Wi-Fi passphrases
 */
export async function seedDemo(
  tx: Tx,
  password_hash: string,
  sealed: (text: string) => Buffer,
  key: Buffer,
  now = Date.now(),
): Promise<{ companies: number; users: number }> {
  const { companies, users, invitations } = planDemo(now)
  const events = [
    ...companies.flatMap(companyEvents),
    ...users.flatMap((user) => userEvents(user, now)),
    ...invitations.flatMap(invitationEvents),
    ...inventoryEvents(companies, now),
    ...subnetEvents(companies, now),
    ...radiusEvents(companies, sealed),
    wifiEvent(companies, key, now),
    ...labelEvents(companies, now),
    ...maintenanceEvents(companies, now),
  ].sort((a, b) => a.at - b.at)
  const signIns = users.flatMap((user) => user.sign_ins.map((at) => ({ at, user }))).sort((a, b) => a.at - b.at)

  let written = 0
  const writeSignInsUntil = async (until: number) => {
    const from = written
    while (written < signIns.length && (signIns[written] as { at: number }).at < until) written++
    if (written > from) await writeSignIns(tx, signIns.slice(from, written))
  }
  for (const { at, by, write } of events) {
    await writeSignInsUntil(at)
    // The defaults of audit_log read the time from this setting.
    const place =
      sql`select set_config('app.at', ${iso(at)}, true), set_config('app.actor', ${by?.id === undefined ? '' : String(by.id)}, true),
      set_config('app.actor_name', ${by === null ? 'system' : label(by)}, true), set_config('app.ip', ${by?.id === undefined ? '' : addressOf(by)}, true)`.execute(
        tx,
      )
    // Statements of one transaction are executed in order: this one is sent with the first that is written.
    await Promise.all([place, write(tx)])
  }
  await writeSignInsUntil(now)
  await sql`select set_config('app.at', '', true), set_config('app.actor', '', true), set_config('app.actor_name', '', true)`.execute(
    tx,
  )
  await seedSessions(tx)
  await sql`insert into user_credential (user_id, password_hash, password_changed_at) select id, ${password_hash}, created_at from app_user`.execute(
    tx,
  )
  await sql`update app_user u set last_seen_at = s.at
    from (select object_id, max(at) as at from audit_log where subject = 'account' and action = 'sign-in' group by 1) s where s.object_id = u.id`.execute(
    tx,
  )
  return { companies: companies.length, users: users.length }
}
