import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { AppError, forbidden, invalid } from '../errors.ts'
import { withSystem } from '../db/system-transaction.ts'
import type { Actor } from './actor.ts'
import { checkPassword } from './password-hash.ts'
import type { AccessContext } from './access-context.ts'
import { forget, countGuess, type Guess } from './throttle.ts'

/** An actor with a session, not with an API token. */
export type SignedIn = Actor & { session_id: number }

/**
 * Rejects impersonated sessions: only the owner changes a password, e-mail address, phone, second factor, roles and
 * tokens, and an impersonated session cannot log in as a third user.
 * @throws AppError forbidden
 */
export function rejectWhileImpersonating(actor: Actor): void {
  if (actor.impersonator !== null) throw forbidden('impersonation.not_allowed')
}

/**
 * Allows sessions only: an API token, whatever its scopes, never gives access to credentials.
 * @throws AppError forbidden
 */
export function requireSession(actor: Actor): asserts actor is SignedIn {
  if (actor.session_id === null) throw forbidden('token.not_allowed')
}

/**
 * Both checks above, required by every call on the caller's own credentials.
 * @throws AppError forbidden
 */
export function requireOwner(actor: Actor): asserts actor is SignedIn {
  requireSession(actor)
  rejectWhileImpersonating(actor)
}

/**
 * Counted per session: with a stolen session an attacker gets no more attempts by changing networks, and does not delay
 * other sessions.
 */
const guessesOf = (actor: SignedIn): Guess[] => [{ rule: 'account', at: `session:${actor.session_id}` }]

/**
 * Requires the password again before a credential changes. Wrong passwords count like those at sign-in.
 * @throws AppError validation_failed at `password`, rate_limited
 */
export async function confirmPassword(context: AccessContext, actor: SignedIn, password: string): Promise<void> {
  const guesses = guessesOf(actor)
  await countGuess(context.databases, guesses)
  const stored = await withSystem(context.databases, (tx) =>
    tx.selectFrom('user_credential').select('password_hash').where('user_id', '=', actor.user_id).executeTakeFirst(),
  )
  if (!(await checkPassword(password, stored?.password_hash, context.config.passwordCost)))
    throw invalid({ password: message('password.wrong') })
  await forget(context.databases, guesses)
}

/** Minutes for which a password that was entered at sign-in, or again in the session, allows sensitive changes. */
export const recentPasswordMinutes = 10

/**
 * Requires that the password was entered recently in this session: for changes of roles, and for showing secrets. An API
 * token has no password; its scopes decide.
 * @throws AppError password_confirmation_required
 */
export async function requireRecentPassword(tx: Tx, actor: Actor): Promise<void> {
  if (actor.session_id === null) return
  const { rows } = await sql<{ recent: boolean }>`
    select confirmed_at > now() - make_interval(mins => ${recentPasswordMinutes}) as recent from session where id = ${actor.session_id}`.execute(
    tx,
  )
  if (rows[0]?.recent !== true) throw new AppError('password_confirmation_required')
}

/**
 * Records that the password was entered again in this session.
 * @throws AppError validation_failed at `password`, rate_limited, forbidden
 */
export async function confirmSession(context: AccessContext, actor: Actor, password: string): Promise<void> {
  requireOwner(actor)
  await confirmPassword(context, actor, password)
  await withSystem(context.databases, (tx) =>
    sql`update session set confirmed_at = now() where id = ${actor.session_id}`.execute(tx),
  )
}
