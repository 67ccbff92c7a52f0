import { sql } from 'kysely'
import type { Session } from '@trunkline/contract/resources/auth'
import { withSystem } from '../db/system-transaction.ts'
import { AppError } from '../errors.ts'
import { findKnownDevice, rememberDevice } from './known-devices.ts'
import { checkPassword } from './password-hash.ts'
import { asVisitor, labelOf, type AccessContext, type Visit } from './access-context.ts'
import { sessionReply } from './session-reply.ts'
import { startSession } from './sessions.ts'
import { forget, forgive, networkOf, countGuess, type Guess } from './throttle.ts'
import { useSecondFactor } from './two-factor.ts'

export interface SignedInSession {
  reply: Session
  /** Value of the binding cookie to set. */
  binding: string
  /** Value of the known-devices cookie to set. */
  device: string
}

interface Candidate {
  id: number
  name: string
  email: string
  company_id: number
  two_factor: boolean
  password_hash: string | null
  /**
   * Whether the account may sign in through this form: it is of the form's kind and active, as are all its ancestor
   * companies.
   */
  admitted: boolean
}

/**
 * Signs in with e-mail, password and, if enabled, a second factor. `form` is `admin` for companies above client, `user`
 * for clients. An unknown address, a wrong password, the wrong form and a deactivated account have the same reply and
 * the same duration. A browser from which the user has signed in before has its own attempt counter.
 * @throws AppError wrong_credentials, two_factor_required, two_factor_invalid, rate_limited
 */
export async function signIn(
  context: AccessContext,
  form: 'admin' | 'user',
  sent: { email: string; password: string; code?: string | undefined },
  visit: Visit,
): Promise<SignedInSession> {
  const { databases, config } = context
  const email = sent.email.toLowerCase()
  const from = networkOf(visit.ip)
  const device = await findKnownDevice(databases, email, visit)
  const account: Guess = device === null ? { rule: 'account', at: email, from } : { rule: 'device', at: device }
  const shared: Guess[] =
    device === null
      ? [
          { rule: 'accountAnywhere', at: email },
          { rule: 'network', from },
        ]
      : []
  await countGuess(databases, [account, ...shared])

  const candidate = await withSystem(databases, async (tx) => {
    const { rows } = await sql<Candidate>`
      select u.id, u.name, u.email, u.company_id, u.two_factor, p.password_hash,
        (c.type = 'client') = ${form === 'user'} and u.is_active and not exists (
          select from company above where above.id = any (c.ancestor_ids) and (not above.is_active or above.deleted_at is not null)) as admitted
      from app_user u join company c on c.id = u.company_id left join user_credential p on p.user_id = u.id
      where u.email = ${email} and u.deleted_at is null`.execute(tx)
    return rows[0]
  })
  const right = await checkPassword(
    sent.password,
    candidate?.admitted === true ? candidate.password_hash : null,
    config.passwordCost,
  )
  if (!right || candidate === undefined) {
    await recordFailure(context, candidate, email, visit, 'password')
    throw new AppError('wrong_credentials')
  }

  if (candidate.two_factor) {
    if (sent.code === undefined || sent.code === '') {
      // The password was right, so this attempt is not counted; but only a right code resets the counter.
      await forgive(databases, [account, ...shared])
      throw new AppError('two_factor_required')
    }
    const codeGuesses: Guess[] =
      device === null
        ? [
            { rule: 'code', at: candidate.id, from },
            { rule: 'codeAnywhere', at: candidate.id },
          ]
        : [{ rule: 'code', at: `device:${device}` }]
    const code = useSecondFactor(context, candidate.id, sent.code, codeGuesses).catch(async (error: unknown) => {
      // The code was not checked, and the password was right.
      await forgive(databases, [account, ...shared])
      throw error
    })
    if (!(await code)) {
      await recordFailure(context, candidate, email, visit, 'code')
      throw new AppError('two_factor_invalid')
    }
  }
  await Promise.all([forget(databases, [account]), forgive(databases, shared)])

  return withSystem(
    databases,
    async (tx) => {
      const started = await startSession(tx, candidate, visit)
      await sql`select audit_event('sign-in', 'account', ${candidate.id}::bigint, ${labelOf(candidate)}, ${candidate.company_id}::bigint, null,
      ${JSON.stringify({ user_agent: visit.user_agent ?? null, two_factor: candidate.two_factor, known_device: device !== null })}::jsonb)`.execute(
        tx,
      )
      return {
        binding: started.binding,
        device: await rememberDevice(tx, candidate.id, started.session_id, visit),
        reply: await sessionReply(tx, { ...started, user_id: candidate.id }),
      }
    },
    asVisitor(visit, { id: candidate.id, label: labelOf(candidate) }),
  )
}

/** Audits a failed attempt. An unknown address runs the same statement, so that it takes the same time. */
async function recordFailure(
  context: AccessContext,
  candidate: Candidate | undefined,
  email: string,
  visit: Visit,
  what: 'password' | 'code',
): Promise<void> {
  await withSystem(
    context.databases,
    (tx) =>
      sql`select audit_event('sign-in-failed', 'account', ${candidate?.id ?? null}::bigint, ${candidate === undefined ? email : labelOf(candidate)}, ${candidate?.company_id ?? null}::bigint, null,
      ${JSON.stringify({ user_agent: visit.user_agent ?? null, what })}::jsonb)`.execute(tx),
    asVisitor(visit, { label: 'visitor' }),
  )
}
