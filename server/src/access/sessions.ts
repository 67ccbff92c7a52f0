import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { sessionChannel } from './authenticate.ts'
import type { Visit } from './access-context.ts'
import { readRules } from './sign-in-policy.ts'
import { hashToken, newToken, tokenPrefix } from './token.ts'

/** Lifetimes, in seconds. A company may shorten those of a session (`sign-in-policy.ts`). */
export const accessSeconds = 10 * 60
export const idleSeconds = 24 * 60 * 60
export const absoluteSeconds = 14 * 24 * 60 * 60
export const impersonationSeconds = 30 * 60

/** The HttpOnly cookie that a refresh token is bound to. The browser sends it to the API only. */
export const bindingCookie = { name: 'tl_binding', path: '/api', maxAge: absoluteSeconds } as const

/** A secret with its expiry, as in the session reply. */
export interface IssuedSecret {
  token: string
  expires_at: string
}

export interface StartedSession {
  session_id: number
  access: IssuedSecret
  refresh: IssuedSecret
  /** Value of the binding cookie. */
  binding: string
}

/** Opens a session: a family of refresh tokens, all bound to one new cookie. */
export async function startSession(
  tx: Tx,
  user: { id: number; company_id: number },
  visit: Visit,
): Promise<StartedSession> {
  const binding = newToken()
  const rules = await readRules(tx, user.company_id)
  const { id } = await tx
    .insertInto('session')
    .values({
      user_id: user.id,
      company_id: user.company_id,
      ip: visit.ip,
      user_agent: visit.user_agent ?? null,
      binding_hash: hashToken(binding),
      expires_at: sql<string>`now() + make_interval(hours => ${rules.absolute_hours})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { session_id: id, binding, access: await issueAccess(tx, id), refresh: await issueRefresh(tx, id, rules) }
}

/** A new access token of a session. */
export async function issueAccess(tx: Tx, session_id: number, seconds = accessSeconds): Promise<IssuedSecret> {
  const token = newToken(tokenPrefix.access)
  const { expires_at } = await tx
    .insertInto('access_token')
    .values({ hash: hashToken(token), session_id, expires_at: endOf(session_id, seconds) })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expires_at }
}

/** A new refresh token of a session, the child of the one it replaces. */
export async function issueRefresh(
  tx: Tx,
  session_id: number,
  { idle_minutes }: { idle_minutes: number },
  parent_hash: Buffer | null = null,
): Promise<IssuedSecret> {
  const token = newToken(tokenPrefix.refresh)
  const { expires_at } = await tx
    .insertInto('refresh_token')
    .values({ hash: hashToken(token), session_id, parent_hash, expires_at: endOf(session_id, idle_minutes * 60) })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expires_at }
}

/** No token outlives its session. */
const endOf = (session_id: number, seconds: number) =>
  sql<string>`least(now() + make_interval(secs => ${seconds}), (select expires_at from session where id = ${session_id}))`

/** The sessions to end. A company stands for all users of it and of its descendants. */
export type SessionsOf =
  | { session_id: number }
  | { user_id: number | readonly number[]; except?: number | null }
  | { company_id: number | readonly number[] }

/** The reason, as stored in the row. */
export type EndCause =
  | 'signed-out'
  | 'ended-by-user'
  | 'password-changed'
  | 'password-reset'
  | 'two-factor-changed'
  | 'role-changed'
  | 'deactivated'
  | 'deleted'
  | 'company-deactivated'
  | 'company-deleted'
  | 'company-moved'
  | 'refresh-reuse'
  | 'idle'

const listOf = (ids: number | readonly number[]): number[] => (typeof ids === 'number' ? [ids] : [...ids])

/**
 * Ends sessions, and the impersonated sessions started from them. Works in tenant and system transactions: from the
 * commit on, every process rejects their tokens.
 * @returns the number of sessions that were open
 */
export async function endSessions(tx: Tx, of: SessionsOf, because: EndCause): Promise<number> {
  const whose =
    'session_id' in of
      ? sql`s.id = ${of.session_id}`
      : 'user_id' in of
        ? sql`s.user_id = any(${listOf(of.user_id)}) and s.id is distinct from ${of.except ?? null}::bigint`
        : sql`s.company_id in (select id from company where ancestor_ids && ${listOf(of.company_id)}::bigint[])`
  const { rows } = await sql<{ id: number }>`
    with ending as (select s.id from session s where s.ended_at is null and ${whose}),
    own as (update session set ended_at = now(), ended_because = ${because} where id in (select id from ending) returning id),
    impersonated as (update session set ended_at = now(), ended_because = ${because}
      where ended_at is null and impersonator_session_id in (select id from ending) and id not in (select id from ending) returning id)
    select id from own union all select id from impersonated`.execute(tx)
  if (rows.length > 0) {
    const sessions = rows.length > 100 ? [] : rows.map(({ id }) => id)
    await sql`select pg_notify(${sessionChannel}, ${JSON.stringify({ sessions })})`.execute(tx)
  }
  return rows.length
}
