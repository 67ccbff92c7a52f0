import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { CompanyType, UserRole } from '@trunkline/contract/abilities'
import type { Body, Reply } from '@trunkline/contract/endpoint'
import type { auth } from '@trunkline/contract/resources/auth'
import { withSystem } from '../db/system-transaction.ts'
import type { Databases, Tx } from '../db/pool.ts'
import { AppError, invalid } from '../errors.ts'
import { referenceColumns } from '../reference/fields.ts'
import { rememberDevice } from './known-devices.ts'
import { createLink, readLink, consumeLink } from './links.ts'
import { hashPassword } from './password-hash.ts'
import { rejectWeakPassword } from './password-rules.ts'
import { storePassword } from './passwords.ts'
import { asVisitor, labelOf, type AccessContext, type Visit } from './access-context.ts'
import { sessionReply } from './session-reply.ts'
import { startSession } from './sessions.ts'
import type { SignedInSession } from './sign-in.ts'
import { hashToken } from './token.ts'

type Registration = Body<typeof auth.register>
type InvitationSeen = Reply<typeof auth.checkInvite>['data']

/** The invitation of a registration link, read again in the transaction that uses it. */
interface InvitationTarget {
  /** Null for the provider's initial registration. */
  invitation_id: number | null
  /** Null: the visitor enters it. */
  email: string | null
  role: UserRole
  locale: 'en' | 'de'
  /** The company to join, or the parent of the new one; null for the provider, which has no parent. */
  company_id: number | null
  company_name: string | null
  founds: { name: string; type: CompanyType; billing_term: string | null } | null
  first_name: string | null
  last_name: string | null
  telephone: string | null
  inviter: string
  inviter_company: string
  expires_at: string
}

/**
 * Creates the link for the provider's initial registration, for an installation without companies. Invalidates an older
 * one.
 * @returns `{ token, id }` for `/register/{token}/{id}`; the id is 0, because there is no invitation row
 */
export async function createSignUpLink(databases: Databases): Promise<{ token: string; id: number }> {
  return withSystem(databases, async (tx) => {
    await tx
      .updateTable('link_token')
      .set({ used_at: sql<string>`now()` })
      .where('kind', '=', 'sign-up')
      .where('used_at', 'is', null)
      .execute()
    return { token: await createLink(tx, 'sign-up', { user_id: null, email: null }), id: 0 }
  })
}

/**
 * The invitation of a link, if it can still be accepted and its company is active.
 * @throws AppError link_invalid, whatever the reason
 */
async function readInvited(
  tx: Tx,
  sent: { token: string; id: number },
  { lock = false } = {},
): Promise<InvitationTarget> {
  if (sent.id === 0) return readSignUp(tx, sent)
  const { rows } = await sql<
    InvitationTarget & {
      new_company_name: string | null
      new_company_type: CompanyType | null
      billing_term: string | null
    }
  >`
    select v.id as invitation_id, v.email, v.role, v.locale, v.company_id, c.name as company_name,
      v.new_company_name, v.new_company_type, v.billing_term, v.first_name, v.last_name, v.telephone, i.name as inviter, ic.name as inviter_company, v.expires_at
    from invitation v join company c on c.id = v.company_id join app_user i on i.id = v.invited_by_id join company ic on ic.id = i.company_id
    where v.token_hash = ${hashToken(sent.token)} and v.id = ${sent.id}
      and v.accepted_at is null and v.cancelled_at is null and v.expires_at > now()
      and not exists (select from company above where above.id = any (c.ancestor_ids) and (not above.is_active or above.deleted_at is not null))
    ${lock ? sql`for no key update of v` : sql``}`.execute(tx)
  const row = rows[0]
  if (row === undefined) throw new AppError('link_invalid')
  const { new_company_name, new_company_type, billing_term, ...seen } = row
  return {
    ...seen,
    founds:
      new_company_type === null ? null : { name: new_company_name as string, type: new_company_type, billing_term },
  }
}

async function readSignUp(tx: Tx, sent: { token: string; id: number }): Promise<InvitationTarget> {
  await readLink(tx, 'sign-up', sent)
  const { rows } = await sql<{
    expires_at: string
  }>`select expires_at from link_token where hash = ${hashToken(sent.token)} and not exists (select from company)`.execute(
    tx,
  )
  if (rows[0] === undefined) throw new AppError('link_invalid')
  return {
    invitation_id: null,
    email: null,
    role: 'primary-admin',
    locale: 'en',
    company_id: null,
    company_name: null,
    founds: { name: '', type: 'simrush', billing_term: null },
    first_name: null,
    last_name: null,
    telephone: null,
    inviter: 'Trunkline',
    inviter_company: 'Trunkline',
    expires_at: rows[0].expires_at,
  }
}

/**
 * The content of a registration link. For the provider's initial registration the address is empty and the new company
 * has the type `simrush`.
 * @throws AppError link_invalid
 */
export async function showInvitation(
  databases: Databases,
  sent: { token: string; id: number },
): Promise<InvitationSeen> {
  const invited = await withSystem(databases, (tx) => readInvited(tx, sent))
  const { email, inviter, inviter_company, role, founds, locale, expires_at } = invited
  return {
    email: email ?? '',
    first_name: invited.first_name ?? '',
    last_name: invited.last_name ?? '',
    telephone: invited.telephone ?? '',
    inviter,
    inviter_company,
    role,
    locale,
    expires_at,
    company_name: founds === null ? invited.company_name : null,
    new_company: founds as InvitationSeen['new_company'],
  }
}

/**
 * Accepts an invitation and signs in: the company (if a new one is created), the user, the password and the accepted
 * invitation are one transaction. Type, parent, billing term, role and address come from the invitation, not from the
 * request. The address counts as confirmed, because the link was sent to it.
 * @throws AppError link_invalid, validation_failed at the field, conflict, rate_limited
 */
export async function register(context: AccessContext, sent: Registration, visit: Visit): Promise<SignedInSession> {
  const { email, columns, founded } = await withSystem(context.databases, async (tx) => {
    const invited = await readInvited(tx, sent)
    const address = addressOf(invited, sent)
    await rejectTakenEmail(tx, address)
    const names = [
      sent.first_name,
      sent.last_name,
      `${sent.first_name}${sent.last_name}`,
      `${sent.last_name}${sent.first_name}`,
      address,
      sent.company?.name,
      invited.founds?.name,
      sent.company?.legal_name,
      invited.company_name,
    ]
    rejectWeakPassword(
      sent.password,
      names.filter((name) => typeof name === 'string'),
    )
    return { email: address, columns: personColumns(sent), founded: companyColumns(invited, sent) }
  })
  // Outside of any transaction, because hashing is slow and may be queued.
  const password_hash = await hashPassword(sent.password, context.config.passwordCost)

  return withSystem(
    context.databases,
    async (tx) => {
      const invited = await readInvited(tx, sent, { lock: true })
      if (invited.invitation_id === null) await consumeLink(tx, 'sign-up', sent)
      await rejectTakenEmail(tx, email)
      const company_id =
        founded === null ? (invited.company_id as number) : await createNewCompany(tx, invited, founded)
      const user = await tx
        .insertInto('app_user')
        .values({
          ...columns,
          company_id,
          email,
          role: invited.role,
          locale: sent.locale ?? invited.locale,
          email_verified_at: sql<string>`now()`,
          invited_by: invited.invitation_id === null ? null : `${invited.inviter} (${invited.inviter_company})`,
        })
        .returning(['id', 'name', 'email', 'company_id', 'locale'])
        .executeTakeFirstOrThrow()
      await sql`select set_config('app.actor', ${String(user.id)}, true)`.execute(tx)
      await storePassword(tx, user.id, password_hash)
      if (invited.invitation_id !== null) {
        await tx
          .updateTable('invitation')
          .set({ accepted_at: sql<string>`now()`, accepted_user_id: user.id })
          .where('id', '=', invited.invitation_id)
          .execute()
        await sql`select audit_event('accept', 'user-invites', ${invited.invitation_id}::bigint, ${email}, ${invited.company_id}::bigint)`.execute(
          tx,
        )
      }
      const started = await startSession(tx, user, visit)
      const reply = await sessionReply(tx, { ...started, user_id: user.id })
      await context.mail.queue(tx, {
        kind: 'welcome',
        to: email,
        locale: user.locale,
        company_id,
        dedupe_key: `welcome:${user.id}`,
        // Clients sign in through their own form.
        data: {
          name: user.name,
          company: reply.user.company.name,
          link: `${context.config.baseUrl}/login${reply.user.role === 'client' ? '?variant=user' : ''}`,
        },
      })
      await sql`select audit_event('sign-in', 'account', ${user.id}::bigint, ${labelOf(user)}, ${company_id}::bigint, null,
      ${JSON.stringify({ user_agent: visit.user_agent ?? null, by: 'registration' })}::jsonb)`.execute(tx)
      return { binding: started.binding, device: await rememberDevice(tx, user.id, started.session_id, visit), reply }
    },
    asVisitor(visit, { label: labelOf({ name: `${sent.first_name} ${sent.last_name}`, email }) }),
  )
}

function addressOf(invited: InvitationTarget, sent: Registration): string {
  if (invited.email !== null) return invited.email
  if (sent.email === undefined) throw invalid({ email: message('field.required') })
  return sent.email.toLowerCase()
}

/** Reveals that the account exists: the visitor has access to this mailbox, so that it is the visitor's own account. */
async function rejectTakenEmail(tx: Tx, email: string): Promise<void> {
  const user = await tx
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (user !== undefined) throw invalid({ email: message('email.has_account') })
}

const personColumns = ({ first_name, last_name, telephone, time_zone }: Registration) => ({
  first_name,
  last_name,
  ...referenceColumns({ telephone, time_zone }),
})

type NewCompany = ReturnType<typeof companyColumns>

/**
 * Columns of the new company; null if an existing one is joined.
 * @throws AppError validation_failed
 */
function companyColumns(invited: InvitationTarget, sent: Registration) {
  if (invited.founds === null) {
    if (sent.company !== undefined) throw invalid({ company: message('invitation.joins_company') })
    return null
  }
  const { countyIsoCode, telephone, currency, time_zone, email, name, ...same } = sent.company ?? {
    name: invited.founds.name,
  }
  if (name === '') throw invalid({ 'company.name': message('field.required') })
  return {
    ...same,
    name,
    email: email?.toLowerCase() || null,
    ...referenceColumns({ countyIsoCode, telephone, currency, time_zone }, 'company.'),
  }
}

async function createNewCompany(tx: Tx, invited: InvitationTarget, columns: NonNullable<NewCompany>): Promise<number> {
  const { type, billing_term } = invited.founds as NonNullable<InvitationTarget['founds']>
  const { id } = await tx
    .insertInto('company')
    .values({
      ...columns,
      type,
      parent_id: invited.company_id,
      ...(billing_term !== null && { billing_term: billing_term as never }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
