import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import { withSystem } from '../db/system-transaction.ts'
import type { Tx } from '../db/pool.ts'
import { AppError, invalid } from '../errors.ts'
import { tenantSettingsOf, type Actor } from './actor.ts'
import { revokeAllApiTokens } from './api-tokens.ts'
import { inBackground } from './background.ts'
import { confirmPassword, rejectWhileImpersonating, requireOwner } from './guards.ts'
import { forgetDevices, rememberDevice } from './known-devices.ts'
import { createLink, readLink, resetSeconds, consumeLink, voidLinks } from './links.ts'
import { hashPassword } from './password-hash.ts'
import { rejectWeakPassword } from './password-rules.ts'
import { asVisitor, labelOf, type AccessContext, type Visit } from './access-context.ts'
import { endSessions } from './sessions.ts'
import { networkOf, countGuess } from './throttle.ts'

/** Maximum number of open reset links per user, so that requests from many networks cannot flood a mailbox. */
const maxOpenLinks = 5

interface Addressee {
  id: number
  name: string
  email: string
  locale: 'en' | 'de'
  company_id: number
}

const addressee = ['id', 'name', 'email', 'locale', 'company_id'] as const

async function queueResetMail(context: AccessContext, tx: Tx, user: Addressee, asked_by?: string): Promise<void> {
  const token = await createLink(tx, 'reset', { user_id: user.id, email: user.email })
  await context.mail.queue(tx, {
    kind: 'password-reset',
    to: user.email,
    locale: user.locale,
    company_id: user.company_id,
    data: {
      name: user.name,
      minutes: String(resetSeconds / 60),
      link: `${context.config.baseUrl}/reset-password/${token}/${user.id}`,
      ...(asked_by !== undefined && { asked_by }),
    },
  })
}

/**
 * Sends a link to choose a new password, if the address is known and its account active. The work happens after the
 * reply, so that neither the reply nor its time reveals which.
 * @throws AppError rate_limited after too many requests from one network, counted for unknown addresses too
 */
export async function forgotPassword(context: AccessContext, sent: { email: string }, visit: Visit): Promise<void> {
  const email = sent.email.toLowerCase()
  await countGuess(context.databases, [{ rule: 'mail', at: email, from: networkOf(visit.ip) }])
  inBackground(context.log, 'a password link could not be sent', () =>
    withSystem(
      context.databases,
      async (tx) => {
        const user = await tx
          .selectFrom('app_user')
          .select(addressee)
          .where('email', '=', email)
          .where('deleted_at', 'is', null)
          .where('is_active', '=', true)
          // Concurrent requests count the links one after the other.
          .forNoKeyUpdate()
          .executeTakeFirst()
        if (user === undefined) return
        const { rows } = await sql<{
          open: number
        }>`select count(*)::int as open from link_token where user_id = ${user.id} and kind = 'reset' and used_at is null and expires_at > now()`.execute(
          tx,
        )
        if ((rows[0]?.open ?? 0) < maxOpenLinks) await queueResetMail(context, tx, user)
      },
      asVisitor(visit, { label: 'visitor' }),
    ),
  )
}

/**
 * Sends a user a link to choose a new password; only the user can choose it. The caller has checked that the actor may
 * do this.
 * @throws AppError forbidden in an impersonated session
 */
export async function sendPasswordLink(
  context: AccessContext,
  actor: Actor,
  user_id: number,
  visit: Visit,
): Promise<{ sent_to: string }> {
  rejectWhileImpersonating(actor)
  return withSystem(
    context.databases,
    async (tx) => {
      const user = await tx
        .selectFrom('app_user')
        .select(addressee)
        .where('id', '=', user_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
      if (user === undefined) throw new AppError('not_found')
      await queueResetMail(context, tx, user, actor.label)
      await sql`select audit_event('send', 'users', ${user.id}::bigint, ${labelOf(user)}, ${user.company_id}::bigint, null, '{"mail": "password-reset"}'::jsonb)`.execute(
        tx,
      )
      return { sent_to: user.email }
    },
    tenantSettingsOf(actor, visit),
  )
}

/** Names that a new password must not consist of: the user's own and those of its company. */
async function forbiddenNames(tx: Tx, user_id: number): Promise<string[]> {
  const { rows } = await sql<{ names: (string | null)[] }>`
    select array[u.first_name, u.last_name, u.name, u.last_name || u.first_name, u.email, c.name, c.legal_name] || array(
      -- Another address that is to be confirmed.
      select l.email from link_token l where l.user_id = u.id and l.kind = 'verify' and l.used_at is null and l.expires_at > now()) as names
    from app_user u join company c on c.id = u.company_id where u.id = ${user_id}`.execute(tx)
  return (rows[0]?.names ?? []).filter((name) => name !== null)
}

/** Stores a password and invalidates links sent for the old one. */
export async function storePassword(tx: Tx, user_id: number, password_hash: string): Promise<void> {
  await sql`
    insert into user_credential (user_id, password_hash, password_changed_at) values (${user_id}, ${password_hash}, now())
    on conflict (user_id) do update set password_hash = excluded.password_hash, password_changed_at = excluded.password_changed_at`.execute(
    tx,
  )
  await voidLinks(tx, user_id, ['reset'])
}

/**
 * Chooses a new password with a link. Ends every session, revokes API tokens unless the request keeps them, and does
 * not sign the user in: with two-factor sign-in the code is still required. The browser becomes the user's only known
 * device.
 * @returns the new value of the known-devices cookie
 * @throws AppError link_invalid, validation_failed at `password`, rate_limited
 */
export async function resetPassword(
  context: AccessContext,
  sent: { token: string; id: number; password: string; revoke_tokens?: boolean | undefined },
  visit: Visit,
): Promise<{ device: string }> {
  await withSystem(context.databases, async (tx) => {
    await readLink(tx, 'reset', sent)
    rejectWeakPassword(sent.password, await forbiddenNames(tx, sent.id))
  })
  const password_hash = await hashPassword(sent.password, context.config.passwordCost)
  return withSystem(
    context.databases,
    async (tx) => {
      const link = await consumeLink(tx, 'reset', sent)
      const user = await tx
        .selectFrom('app_user')
        .select(['name', 'email', 'company_id', 'email_verified_at'])
        .where('id', '=', sent.id)
        .where('deleted_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
      // The address has changed since, and the old mailbox may belong to another person.
      if (user === undefined || user.email !== link.email) throw new AppError('link_invalid')
      await sql`select set_config('app.actor', ${String(sent.id)}, true), set_config('app.actor_name', ${labelOf(user)}, true)`.execute(
        tx,
      )
      await storePassword(tx, sent.id, password_hash)
      // Opening the link proves access to the mailbox.
      if (user.email_verified_at === null)
        await tx
          .updateTable('app_user')
          .set({ email_verified_at: sql<string>`now()` })
          .where('id', '=', sent.id)
          .execute()
      await endSessions(tx, { user_id: sent.id }, 'password-reset')
      await forgetDevices(tx, sent.id)
      if (sent.revoke_tokens !== false)
        await revokeAllApiTokens(tx, { user_id: sent.id, label: labelOf(user), company_id: user.company_id })
      await sql`select audit_event('password-changed', 'account', ${sent.id}::bigint, ${labelOf(user)}, ${user.company_id}::bigint, null, '{"by": "link"}'::jsonb)`.execute(
        tx,
      )
      await queuePasswordChangedMail(context, tx, sent.id, visit)
      return { device: await rememberDevice(tx, sent.id, null, visit) }
    },
    asVisitor(visit, { label: 'visitor' }),
  )
}

/**
 * Changes the caller's own password, given the current one; ends the other sessions and revokes API tokens if
 * requested.
 * @throws AppError validation_failed at `password` or `new_password`, forbidden, rate_limited
 */
export async function changePassword(
  context: AccessContext,
  actor: Actor,
  sent: {
    password: string
    new_password: string
    end_others?: boolean | undefined
    revoke_tokens?: boolean | undefined
  },
  visit: Visit,
): Promise<void> {
  requireOwner(actor)
  await confirmPassword(context, actor, sent.password)
  if (sent.password === sent.new_password) throw invalid({ new_password: message('password.unchanged') })
  rejectWeakPassword(
    sent.new_password,
    await withSystem(context.databases, (tx) => forbiddenNames(tx, actor.user_id)),
    'new_password',
  )
  const password_hash = await hashPassword(sent.new_password, context.config.passwordCost)
  await withSystem(
    context.databases,
    async (tx) => {
      await storePassword(tx, actor.user_id, password_hash)
      if (sent.end_others === true) {
        await endSessions(tx, { user_id: actor.user_id, except: actor.session_id }, 'password-changed')
        await forgetDevices(tx, actor.user_id, visit)
      }
      if (sent.revoke_tokens === true) await revokeAllApiTokens(tx, actor)
      await sql`select audit_event('password-changed', 'account', ${actor.user_id}::bigint, ${actor.label}, ${actor.company_id}::bigint, null, '{"by": "owner"}'::jsonb)`.execute(
        tx,
      )
      await queuePasswordChangedMail(context, tx, actor.user_id, visit)
    },
    tenantSettingsOf(actor, visit),
  )
}

/** Notifies the owner, who may not have made the change. */
async function queuePasswordChangedMail(context: AccessContext, tx: Tx, user_id: number, visit: Visit): Promise<void> {
  const user = await tx
    .selectFrom('app_user')
    .select(['name', 'email', 'locale', 'time_zone', 'company_id'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
  await context.mail.queue(tx, {
    kind: 'password-changed',
    to: user.email,
    locale: user.locale,
    company_id: user.company_id,
    data: {
      name: user.name,
      at: new Date().toISOString(),
      time_zone: user.time_zone,
      ip: visit.ip,
      link: `${context.config.baseUrl}/forgot-password`,
    },
  })
}
