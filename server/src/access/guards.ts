import { message } from '@trunkline/contract/errors'
import { forbidden, invalid } from '../errors.ts'
import { withSystem } from '../db/system-transaction.ts'
import type { Actor } from './actor.ts'
import { checkPassword } from './password-hash.ts'
import type { AccessContext } from './access-context.ts'
import { forget, countGuess, type Guess } from './throttle.ts'

/** An actor who signed in with a session, not with an API token. */
export type SignedIn = Actor & { session_id: number }

/**
 * Refuses whoever is logged in as somebody else: password, e-mail, phone, two-factor, roles and tokens are changed by
 * their owner, and nobody logs in as a third person from there.
 * @throws AppError forbidden
 */
export function rejectWhileImpersonating(actor: Actor): void {
  if (actor.impersonator !== null) throw forbidden('impersonation.not_allowed')
}

/**
 * Lets only sessions pass: an API token, whatever its scopes, never reaches what proves who somebody is.
 * @throws AppError forbidden
 */
export function requireSession(actor: Actor): asserts actor is SignedIn {
  if (actor.session_id === null) throw forbidden('token.not_allowed')
}

/** Both of the above: what everything about an own credential begins with. @throws AppError forbidden */
export function requireOwner(actor: Actor): asserts actor is SignedIn {
  requireSession(actor)
  rejectWhileImpersonating(actor)
}

/** Counted for the session: whoever has stolen one gets no more guesses by changing networks, and delays no other session. */
const guessesOf = (actor: SignedIn): Guess[] => [{ rule: 'account', at: `session:${actor.session_id}` }]

/**
 * Asks for the password once more before a credential changes. Wrong ones are counted like those at sign-in.
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
