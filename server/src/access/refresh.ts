import { sql } from 'kysely'
import type { Session } from '@trunkline/contract/resources/auth'
import { withSystem } from '../db/system-transaction.ts'
import type { Tx } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { asVisitor, labelOf, type AccessContext, type Visit } from './access-context.ts'
import { sessionReply } from './session-reply.ts'
import { rulesOf } from './sign-in-policy.ts'
import { endSessions, issueAccess, issueRefresh } from './sessions.ts'
import { hashToken, sameHash, tokenPrefix } from './token.ts'

/** Seconds during which a used refresh token is accepted again: two tabs may refresh at the same time. */
export const graceSeconds = 10

interface RefreshTokenRow {
  hash: Buffer
  /** Seconds since its first use; null for an unused one. */
  used_for: number | null
  expired: boolean
  session_id: number
  binding_hash: Buffer | null
  open: boolean
  user_id: number
  name: string
  email: string
  locale: 'en' | 'de'
  time_zone: string
  company_id: number
  active: boolean
  /** Rules of the company, which may be stricter than at sign-in. */
  idle_minutes: number
  ends_at: string
}

/**
 * Exchanges a refresh token for new tokens of the same session. The token requires the binding cookie of its session. A
 * token used again after the grace period has been copied: the session ends immediately for all its tokens, and the
 * user is notified.
 * @throws AppError unauthenticated, whatever the reason
 */
export async function refreshSession(
  context: AccessContext,
  sent: { refreshToken: string; binding: string | undefined },
  visit: Visit,
): Promise<Session> {
  if (!sent.refreshToken.startsWith(tokenPrefix.refresh)) throw new AppError('unauthenticated')
  const startedAt = performance.now()
  const hash = hashToken(sent.refreshToken)
  // Thrown after the commit, because the transaction has ended the session.
  const reply = await withTurn(hash.toString('latin1'), () =>
    withSystem(
      context.databases,
      async (tx) => {
        const found = await readLocked(tx, hash, startedAt)
        if (found === undefined || !found.open) return null
        if (found.used_for !== null && found.used_for > graceSeconds) {
          await endFamily(context, tx, found, visit)
          return null
        }
        if (found.expired || !found.active || !isBound(found, sent.binding)) return null
        await sql`
      with used as (update refresh_token set used_at = now() where hash = ${found.hash} and used_at is null)
      update session set last_used_at = now(), expires_at = ${found.ends_at} where id = ${found.session_id}`.execute(tx)
        const access = await issueAccess(tx, found.session_id)
        const refresh = await issueRefresh(tx, found.session_id, found, found.hash)
        return sessionReply(tx, { user_id: found.user_id, session_id: found.session_id, access, refresh })
      },
      asVisitor(visit, { label: 'visitor' }),
    ),
  )
  if (reply === null) throw new AppError('unauthenticated')
  return reply
}

const turns = new Map<string, Promise<unknown>>()

/**
 * Tabs that refresh with the same token wait here, so that only one holds a connection while waiting for the session's
 * row lock.
 */
async function withTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key) ?? Promise.resolve()
  const turn = before.then(work, work)
  turns.set(key, turn)
  try {
    return await turn
  } finally {
    if (turns.get(key) === turn) turns.delete(key)
  }
}

/**
 * Locks the session, so that refreshes of one family are serialized across all processes. The grace period is measured
 * from the arrival of the request, excluding its wait for the lock.
 */
async function readLocked(tx: Tx, hash: Buffer, startedAt: number): Promise<RefreshTokenRow | undefined> {
  await sql`select s.id from refresh_token r join session s on s.id = r.session_id where r.hash = ${hash} for no key update of s`.execute(
    tx,
  )
  const { rows } = await sql<RefreshTokenRow>`
    select r.hash, extract(epoch from clock_timestamp() - r.used_at)::float8 - ${(performance.now() - startedAt) / 1000}::float8 as used_for, 
      r.expires_at <= now() or (r.used_at is null and r.created_at + make_interval(mins => rules.idle_minutes) <= now()) as expired,
      s.id as session_id, s.binding_hash, s.ended_at is null and least(s.expires_at, s.created_at + make_interval(hours => rules.absolute_hours)) > now() as open,
      rules.idle_minutes, least(s.expires_at, s.created_at + make_interval(hours => rules.absolute_hours))::text as ends_at,
      u.id as user_id, u.name, u.email, u.locale, u.time_zone, u.company_id,
      u.is_active and u.deleted_at is null and not exists (
        select from company above where above.id = any (c.ancestor_ids) and (not above.is_active or above.deleted_at is not null)) as active
    from refresh_token r join session s on s.id = r.session_id join app_user u on u.id = s.user_id join company c on c.id = u.company_id
      cross join lateral (${rulesOf(sql`c.ancestor_ids`)}) rules
    where r.hash = ${hash}`.execute(tx)
  return rows[0]
}

const isBound = (row: RefreshTokenRow, binding: string | undefined) =>
  binding !== undefined && row.binding_hash !== null && sameHash(hashToken(binding), row.binding_hash)

async function endFamily(context: AccessContext, tx: Tx, row: RefreshTokenRow, visit: Visit): Promise<void> {
  await endSessions(tx, { session_id: row.session_id }, 'refresh-reuse')
  await sql`select audit_event('refresh-reuse', 'account', ${row.user_id}::bigint, ${labelOf(row)}, ${row.company_id}::bigint, null,
    ${JSON.stringify({ user_agent: visit.user_agent ?? null, session_id: row.session_id })}::jsonb)`.execute(tx)
  await context.mail.queue(tx, {
    kind: 'refresh-reuse',
    to: row.email,
    locale: row.locale,
    company_id: row.company_id,
    dedupe_key: `refresh-reuse:${row.session_id}`,
    data: {
      name: row.name,
      time_zone: row.time_zone,
      ip: visit.ip,
      at: new Date().toISOString(),
      link: `${context.config.baseUrl}/profile`,
      ...(visit.user_agent !== undefined && { user_agent: visit.user_agent }),
    },
  })
}
