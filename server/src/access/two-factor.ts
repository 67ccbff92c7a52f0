import { message } from '@trunkline/contract/errors'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import { withSystem } from '../db/system-transaction.ts'
import type { Tx } from '../db/pool.ts'
import { AppError, conflict, invalid, notFound } from '../errors.ts'
import { open, seal, type Keys } from '../secrets.ts'
import { tenantSettingsOf, type Actor } from './actor.ts'
import { forgetActors } from './authenticate.ts'
import { confirmPassword, rejectWhileImpersonating, requireOwner, type SignedIn } from './guards.ts'
import { labelOf, type AccessContext, type Visit } from './access-context.ts'
import { endSessions } from './sessions.ts'
import { readRules } from './sign-in-policy.ts'
import { forget, countGuess, type Guess } from './throttle.ts'
import { hashToken } from './token.ts'

/** Seconds of a time step (RFC 6238, 4.1). */
const period = 30
const recoveryCodes = 10
/** Encryption purpose of an authenticator app's secret. */
export const totpContext = (user_id: number) => `totp:${user_id}`
/** Decryption keys; the first one also encrypts. */
const keysOf = ({ config }: AccessContext): Keys => [config.key, ...(config.formerKeys ?? [])]

const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer: 'Trunkline', label, algorithm: 'SHA1', digits: 6, period, secret: Secret.fromBase32(secret) })

/** The time step of a code: the current one, the previous or the next (clocks differ); null for a wrong code. */
function stepOf(secret: string, code: string): number | null {
  const timestamp = Date.now()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta
}

/**
 * Consumes a code of the authenticator app, or a recovery code. Each is accepted once (RFC 6238, 5.2), even if it is
 * sent twice concurrently. Attempts are counted as `guesses`.
 * @throws AppError rate_limited
 */
export async function useSecondFactor(
  context: AccessContext,
  user_id: number,
  code: string,
  guesses: Guess[],
): Promise<boolean> {
  await countGuess(context.databases, guesses)
  const right = await withSystem(context.databases, (tx) => spendCode(context, tx, user_id, code))
  if (right) await forget(context.databases, guesses)
  return right
}

async function spendCode(context: AccessContext, tx: Tx, user_id: number, code: string): Promise<boolean> {
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase()
  if (/^[0-9]{6}$/.test(plain)) {
    const credential = await tx
      .selectFrom('user_credential')
      .select('totp_secret')
      .where('user_id', '=', user_id)
      .executeTakeFirst()
    if (!credential?.totp_secret) return false
    const step = stepOf(open(keysOf(context), credential.totp_secret, totpContext(user_id)), plain)
    if (step === null) return false
    const { rows } = await sql`update user_credential set totp_last_step = ${step}
      where user_id = ${user_id} and (totp_last_step is null or totp_last_step < ${step}) returning user_id`.execute(tx)
    return rows.length > 0
  }
  const { rows } = await sql`update recovery_code set used_at = now()
    where user_id = ${user_id} and hash = ${hashRecoveryCode(user_id, plain)} and used_at is null returning user_id`.execute(
    tx,
  )
  return rows.length > 0
}

const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
const hashRecoveryCode = (user_id: number, plain: string) => hashToken(`${user_id}:${plain}`)

/**
 * Replaces a user's recovery codes: 16 characters of an alphabet of 32, 80 bits each.
 * @returns the codes for display, which is possible only once
 */
async function newRecoveryCodes(tx: Tx, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, () =>
    [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join(''),
  )
  await tx.deleteFrom('recovery_code').where('user_id', '=', user_id).execute()
  await tx
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ user_id, hash: hashRecoveryCode(user_id, code) })))
    .execute()
  return codes.map((code) => (code.match(/.{4}/g) as string[]).join('-'))
}

const audit = (
  tx: Tx,
  action: 'two-factor-on' | 'two-factor-off',
  user: { id: number; label: string; company_id: number },
) =>
  sql`select audit_event(${action}, 'account', ${user.id}::bigint, ${user.label}, ${user.company_id}::bigint)`.execute(
    tx,
  )

/** Counted per session: attempts from elsewhere do not delay the user, and changing networks gives no new attempts. */
const codeGuessesOf = (actor: SignedIn): Guess[] => [{ rule: 'code', at: `session:${actor.session_id}` }]

const self = (actor: Actor) => ({ id: actor.user_id, label: actor.label, company_id: actor.company_id })

/**
 * Starts the setup with a new secret, which becomes active when a first code confirms it.
 * @throws AppError validation_failed at `password`, conflict if it is already enabled, forbidden
 */
export async function beginTwoFactor(
  context: AccessContext,
  actor: Actor,
  password: string,
  visit: Visit,
): Promise<{ secret: string; uri: string }> {
  requireOwner(actor)
  await confirmPassword(context, actor, password)
  // 160 bits, the length of the hash (RFC 4226, 4, R6).
  const secret = new Secret({ size: 20 }).base32
  const email = await withSystem(
    context.databases,
    async (tx) => {
      const user = await tx
        .selectFrom('app_user')
        .select(['email', 'two_factor'])
        .where('id', '=', actor.user_id)
        .executeTakeFirstOrThrow()
      if (user.two_factor) throw conflict('two_factor.on')
      await tx
        .updateTable('user_credential')
        .set({ totp_pending: seal(context.config.key, secret, totpContext(actor.user_id)) })
        .where('user_id', '=', actor.user_id)
        .execute()
      return user.email
    },
    tenantSettingsOf(actor, visit),
  )
  return { secret, uri: totpOf(secret, email).toString() }
}

/**
 * Enables two-factor sign-in with the first code.
 * @returns the recovery codes, which are shown only once
 * @throws AppError validation_failed at `code`, conflict, rate_limited, forbidden
 */
export async function confirmTwoFactor(
  context: AccessContext,
  actor: Actor,
  code: string,
  visit: Visit,
): Promise<string[]> {
  requireOwner(actor)
  const guesses = codeGuessesOf(actor)
  await countGuess(context.databases, guesses)
  const codes = await withSystem(
    context.databases,
    async (tx) => {
      const credential = await tx
        .selectFrom('user_credential')
        .select('totp_pending')
        .where('user_id', '=', actor.user_id)
        .forUpdate()
        .executeTakeFirst()
      if (!credential?.totp_pending) throw conflict('two_factor.not_started')
      const step = stepOf(open(keysOf(context), credential.totp_pending, totpContext(actor.user_id)), code)
      if (step === null) return null
      await tx
        .updateTable('user_credential')
        .set({ totp_secret: credential.totp_pending, totp_pending: null, totp_last_step: step })
        .where('user_id', '=', actor.user_id)
        .execute()
      await tx.updateTable('app_user').set({ two_factor: true }).where('id', '=', actor.user_id).execute()
      await audit(tx, 'two-factor-on', self(actor))
      return newRecoveryCodes(tx, actor.user_id)
    },
    tenantSettingsOf(actor, visit),
  )
  if (codes === null) throw invalid({ code: message('two_factor.wrong_code') })
  await forget(context.databases, guesses)
  // A company that requires the second factor admits the session from now on.
  forgetActors(context.databases)
  return codes
}

/**
 * Replaces the recovery codes; the old ones stop working.
 * @throws AppError validation_failed at `password`, conflict, forbidden
 */
export async function renewRecoveryCodes(
  context: AccessContext,
  actor: Actor,
  password: string,
  visit: Visit,
): Promise<string[]> {
  requireOwner(actor)
  await confirmPassword(context, actor, password)
  return withSystem(
    context.databases,
    async (tx) => {
      const user = await tx
        .selectFrom('app_user')
        .select('two_factor')
        .where('id', '=', actor.user_id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (!user.two_factor) throw conflict('two_factor.off')
      return newRecoveryCodes(tx, actor.user_id)
    },
    tenantSettingsOf(actor, visit),
  )
}

/**
 * Disables two-factor sign-in, given password and code.
 * @throws AppError validation_failed at the field, two_factor_invalid, conflict, forbidden
 */
export async function disableTwoFactor(
  context: AccessContext,
  actor: Actor,
  sent: { password: string; code: string },
  visit: Visit,
): Promise<void> {
  requireOwner(actor)
  const rules = await withSystem(context.databases, (tx) => readRules(tx, actor.company_id))
  if (rules.require_two_factor) throw conflict('two_factor.required_by_company')
  await confirmPassword(context, actor, sent.password)
  if (!(await useSecondFactor(context, actor.user_id, sent.code, codeGuessesOf(actor))))
    throw new AppError('two_factor_invalid', { fields: { code: message('two_factor_invalid') } })
  await withSystem(context.databases, (tx) => clearTwoFactor(tx, self(actor)), tenantSettingsOf(actor, visit))
}

async function clearTwoFactor(tx: Tx, user: { id: number; label: string; company_id: number }): Promise<void> {
  await tx
    .updateTable('user_credential')
    .set({ totp_secret: null, totp_pending: null, totp_last_step: null })
    .where('user_id', '=', user.id)
    .execute()
  await tx.deleteFrom('recovery_code').where('user_id', '=', user.id).execute()
  await tx
    .updateTable('app_user')
    .set({ two_factor: false })
    .where('id', '=', user.id)
    .where('two_factor', '=', true)
    .execute()
  await audit(tx, 'two-factor-off', user)
}

/**
 * Disables two-factor sign-in for a user who has lost the device, and ends the user's sessions. The caller has checked
 * that the actor may do this, and must not have changed the user's row in an open transaction, for which this function
 * would wait.
 * @throws AppError not_found, forbidden in an impersonated session
 */
export async function resetTwoFactor(
  context: AccessContext,
  actor: Actor,
  user_id: number,
  visit: Visit,
): Promise<void> {
  rejectWhileImpersonating(actor)
  await withSystem(
    context.databases,
    async (tx) => {
      const { name, email, locale, time_zone, company_id } = await tx
        .selectFrom('app_user')
        .select(['name', 'email', 'locale', 'time_zone', 'company_id'])
        .where('id', '=', user_id)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow(notFound)
      await clearTwoFactor(tx, { id: user_id, label: labelOf({ name, email }), company_id })
      await endSessions(tx, { user_id }, 'two-factor-changed')
      await context.mail.queue(tx, {
        kind: 'two-factor-reset',
        to: email,
        locale,
        company_id,
        data: {
          name,
          time_zone,
          by: actor.label,
          at: new Date().toISOString(),
          link: `${context.config.baseUrl}/profile`,
        },
      })
    },
    tenantSettingsOf(actor, visit),
  )
}
