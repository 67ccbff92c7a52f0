import { sql } from 'kysely'
import type { Reply } from '@trunkline/contract/endpoint'
import type { account } from '@trunkline/contract/resources/account'
import { withSystem } from '../db/system-transaction.ts'
import { notFound } from '../errors.ts'
import { tenantSettingsOf, type Actor } from './actor.ts'
import { requireOwner, requireSession } from './guards.ts'
import { forgetDeviceOfSession, forgetDevices } from './known-devices.ts'
import type { AccessContext, Visit } from './access-context.ts'
import { endSessions, idleSeconds } from './sessions.ts'

type OpenSessions = Reply<typeof account.sessions>['data']

/**
 * The actor's open sessions, most recently used first, including those of users who are logged in as the actor.
 * @throws AppError forbidden
 */
export async function listSessions(context: AccessContext, actor: Actor): Promise<OpenSessions> {
  requireSession(actor)
  return withSystem(context.databases, async (tx) => {
    const { rows } = await sql<OpenSessions[number]>`
      select s.id, s.id = ${actor.session_id} as current, s.ip, s.user_agent, s.created_at, s.last_used_at, s.expires_at, i.name as impersonator
      from session s left join app_user i on i.id = s.impersonator_id
      where s.user_id = ${actor.user_id} and s.ended_at is null and s.expires_at > now()
        and s.last_used_at > now() - make_interval(secs => ${idleSeconds})
      order by s.last_used_at desc, s.id desc limit 200`.execute(tx)
    return rows
  })
}

/**
 * Ends one of the actor's sessions; the browser that started it is no longer a known device.
 * @throws AppError not_found for a session of another user, and for one that has ended; forbidden
 */
export async function endOwnSession(
  context: AccessContext,
  actor: Actor,
  session_id: number,
  visit: Visit,
): Promise<void> {
  requireOwner(actor)
  await withSystem(
    context.databases,
    async (tx) => {
      const found = await tx
        .selectFrom('session')
        .select('id')
        .where('id', '=', session_id)
        .where('user_id', '=', actor.user_id)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      if (found === undefined) throw notFound()
      await endSessions(tx, { session_id }, 'ended-by-user')
      await forgetDeviceOfSession(tx, session_id)
      await audit(actor, 'session-ended', { sessions: 1 }).execute(tx)
    },
    tenantSettingsOf(actor, visit),
  )
}

/**
 * Ends all of the actor's sessions except the current one; only the current browser stays a known device.
 * @returns the number of ended sessions
 * @throws AppError forbidden
 */
export async function endOtherSessions(context: AccessContext, actor: Actor, visit: Visit): Promise<number> {
  requireOwner(actor)
  return withSystem(
    context.databases,
    async (tx) => {
      const sessions = await endSessions(tx, { user_id: actor.user_id, except: actor.session_id }, 'ended-by-user')
      await forgetDevices(tx, actor.user_id, visit)
      if (sessions > 0) await audit(actor, 'session-ended', { sessions }).execute(tx)
      return sessions
    },
    tenantSettingsOf(actor, visit),
  )
}

/**
 * Signs out. In an impersonated session ends only that session; otherwise also ends the impersonated sessions started
 * from this one.
 * @throws AppError forbidden for API tokens, which have no session
 */
export async function signOut(context: AccessContext, actor: Actor, visit: Visit): Promise<void> {
  requireSession(actor)
  await withSystem(
    context.databases,
    async (tx) => {
      await endSessions(tx, { session_id: actor.session_id }, 'signed-out')
      await audit(actor, actor.impersonator === null ? 'sign-out' : 'login-as-ended').execute(tx)
    },
    tenantSettingsOf(actor, visit),
  )
}

const audit = (actor: Actor, action: 'session-ended' | 'sign-out' | 'login-as-ended', after: object | null = null) =>
  sql`select audit_event(${action}, 'account', ${actor.user_id}::bigint, ${actor.label}, ${actor.company_id}::bigint, null, ${after === null ? null : JSON.stringify(after)}::jsonb)`
