import { message } from '@trunkline/contract/errors'
import { mayGiveRole, type CompanyType, type UserRole } from '@trunkline/contract/abilities'
import type { Body } from '@trunkline/contract/endpoint'
import { invites } from '@trunkline/contract/resources/invite'
import { sql } from 'kysely'
import { actorMay, actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import { inviteDays } from '../../access/links.ts'
import { hashToken, newToken } from '../../access/token.ts'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, conflict, invalid } from '../../errors.ts'
import { referenceColumns } from '../../reference/fields.ts'
import { checkParent } from '../companies/company-rules.ts'

/** What sends the mails of invitations. */
export type InvitationSender = Pick<Deps, 'mail'> & { config: Pick<Deps['config'], 'baseUrl'> }

/** Target of an invitation: an existing company, or a new one to be created under it. */
interface Target {
  company_id: number
  founds: { name: string; type: Exclude<CompanyType, 'simrush'>; billing_term: string | null } | null
}

const ends = sql<string>`now() + make_interval(days => ${inviteDays})`

/**
 * Creates an invitation: the row, its link and the mail commit together.
 * @returns the id
 * @throws AppError validation_failed, forbidden, conflict (with the obstacle)
 */
export async function storeInvitation(
  deps: InvitationSender,
  tx: Tx,
  actor: Actor,
  body: Body<typeof invites.store>,
): Promise<number> {
  const target = targetOf(actor, body)
  referenceColumns({ telephone: body.telephone })
  const email = body.email.toLowerCase()
  if (!actorMayOn(actor, invites.store.access, relationTo(actor, target.company_id))) throw new AppError('forbidden')
  await (target.founds === null
    ? checkJoining(tx, actor, target.company_id, body.role)
    : checkNewCompany(tx, actor, target))
  await checkAddress(tx, email)
  await checkNotPending(tx, email, target.company_id, null)

  const token = newToken()
  const { id } = await tx
    .insertInto('invitation')
    .values({
      company_id: target.company_id,
      email,
      role: body.role,
      locale: body.locale ?? actor.locale,
      token_hash: hashToken(token),
      new_company_name: target.founds?.name ?? null,
      new_company_type: target.founds?.type ?? null,
      billing_term: target.founds?.billing_term ?? null,
      invited_by_id: actor.user_id,
      invited_by: sql<string>`(select name from app_user where id = ${actor.user_id})`,
      expires_at: ends,
      sent_at: body.send_email === false ? null : sql<string>`now()`,
      first_name: body.first_name || null,
      last_name: body.last_name || null,
      telephone: body.telephone || null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Without a mail nobody has the link; resending makes a new one.
  if (body.send_email !== false) await sendInvitation(deps, tx, actor, id, token)
  return id
}

function targetOf(actor: Actor, body: Body<typeof invites.store>): Target {
  if ((body.company_id === undefined) === (body.company === undefined))
    throw invalid({ company_id: message('invitation.target') })
  if (body.company_id !== undefined) return { company_id: body.company_id, founds: null }
  const { name, type, parent_id, billing_term } = body.company as NonNullable<typeof body.company>
  return { company_id: parent_id ?? actor.company_id, founds: { name, type, billing_term: billing_term ?? null } }
}

/**
 * An inviter who creates a company needs the permission to create companies. The role of its first user is not limited.
 */
async function checkNewCompany(tx: Tx, actor: Actor, { company_id, founds }: Target): Promise<void> {
  const { type } = founds as NonNullable<Target['founds']>
  await checkParent(tx, company_id, type).catch(atCompany)
  if (!actorMay(actor, { action: 'create', subject: 'companies' })) throw new AppError('forbidden')
}

/** Errors of the new company's fields are reported inside `company`. */
const atCompany = (error: unknown): never => {
  if (!(error instanceof AppError) || error.fields === undefined) throw error
  throw invalid(Object.fromEntries(Object.entries(error.fields).map(([field, of]) => [`company.${field}`, of])))
}

/** A user cannot give a role above their own, and a company has one primary admin. */
async function checkJoining(tx: Tx, actor: Actor, company_id: number, role: UserRole): Promise<void> {
  if (!mayGiveRole(actor.role, role)) throw new AppError('forbidden')
  const company = await tx.selectFrom('company').select('is_active').where('id', '=', company_id).executeTakeFirst()
  if (company?.is_active === false) throw invalid({ company_id: message('company.inactive') })
  if (role !== 'primary-admin') return
  const present = await tx
    .selectFrom('app_user')
    .select('name')
    .where('company_id', '=', company_id)
    .where('role', '=', 'primary-admin')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (present !== undefined)
    throw new AppError('conflict', { fields: { role: message('company.primary_admin_is', { name: present.name }) } })
}

/** Reports only users that the caller may see; another user's account is found when the invitation is accepted. */
async function checkAddress(tx: Tx, email: string): Promise<void> {
  const user = await tx
    .selectFrom('app_user')
    .select('name')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (user !== undefined) throw invalid({ email: message('invitation.email_taken', { name: user.name }) })
}

/** One open invitation per address and company; concurrent ones are serialised by a lock. */
async function checkNotPending(tx: Tx, email: string, company_id: number, but: number | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`invitation ${email}`}))`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from invitation where company_id = ${company_id} and email = ${email} and id is distinct from ${but}::bigint
      and accepted_at is null and cancelled_at is null and expires_at > now()`.execute(tx)
  if (rows[0] !== undefined)
    throw new AppError('conflict', {
      reason: message('invitation.pending'),
      fields: { email: message('invitation.pending') },
      details: { invite_id: rows[0].id },
    })
}

/** @throws AppError conflict unless the invitation is pending or expired */
function checkOpen(row: Record<string, unknown>): void {
  if (row['accepted_at'] !== null) throw conflict('invitation.accepted')
  if (row['cancelled_at'] !== null) throw conflict('invitation.cancelled')
}

/**
 * Sends an invitation again with a new link that is valid for seven days; the old link becomes invalid.
 * @throws AppError conflict, validation_failed, forbidden
 */
export async function resendInvitation(
  deps: InvitationSender,
  tx: Tx,
  actor: Actor,
  row: Record<string, unknown>,
): Promise<void> {
  checkOpen(row)
  const id = row['id'] as number
  const email = row['email'] as string
  const company_id = row['company_id'] as number
  await checkAddress(tx, email)
  await checkNotPending(tx, email, company_id, id)
  if (row['new_company_type'] === null) await checkJoining(tx, actor, company_id, row['role'] as UserRole)
  const token = newToken()
  await tx
    .updateTable('invitation')
    .set({ token_hash: hashToken(token), expires_at: ends, sent_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  await sendInvitation(deps, tx, actor, id, token)
}

/** @throws AppError conflict unless the invitation is pending or expired */
export async function cancelInvitation(tx: Tx, row: Record<string, unknown>): Promise<void> {
  checkOpen(row)
  await tx
    .updateTable('invitation')
    .set({ cancelled_at: sql<string>`now()` })
    .where('id', '=', row['id'] as number)
    .execute()
}

async function sendInvitation(deps: InvitationSender, tx: Tx, actor: Actor, id: number, token: string): Promise<void> {
  const { rows } = await sql<{
    email: string
    role: UserRole
    locale: 'en' | 'de'
    company_id: number
    company: string
    founding_type: CompanyType | null
    expires_at: string
    inviter: string
    inviter_company: string
    time_zone: string
  }>`
    select i.email, i.role, i.locale, i.company_id, coalesce(i.new_company_name, c.name) as company, i.new_company_type as founding_type,
      i.expires_at, u.name as inviter, uc.name as inviter_company, uc.time_zone
    from invitation i join company c on c.id = i.company_id, app_user u join company uc on uc.id = u.company_id
    where i.id = ${id} and u.id = ${actor.user_id}`.execute(tx)
  const { email, locale, company_id, founding_type, ...data } = rows[0] as (typeof rows)[number]
  await deps.mail.queue(tx, {
    kind: 'invitation',
    to: email,
    locale,
    company_id,
    // One mail per sending; the key must not reveal the link.
    dedupe_key: `invitation:${id}:${data.expires_at}`,
    data: {
      ...data,
      ...(founding_type !== null && { founding_type }),
      link: `${deps.config.baseUrl}/register/${token}/${id}`,
    },
  })
}
