import { sql } from 'kysely'
import type { Session } from '@trunkline/contract/resources/auth'
import { withSystem } from '../db/system-transaction.ts'
import { AppError, conflict, forbidden, notFound } from '../errors.ts'
import { tenantSettingsOf, type Actor } from './actor.ts'
import { requireOwner } from './guards.ts'
import { labelOf, type AccessContext, type Visit } from './access-context.ts'
import { sessionReply } from './session-reply.ts'
import { impersonationSeconds, issueAccess } from './sessions.ts'

/**
 * Logs a primary-admin or admin in as a user of a descendant company, for 30 minutes and without a refresh token. The
 * session ends with the caller's own session. The audit log records both users.
 * @throws AppError not_found for a user outside the caller's subtree; forbidden for a user of the caller's own company,
 *   from an impersonated session, and for API tokens; conflict for a user who cannot sign in
 */
export async function loginAs(
  context: AccessContext,
  actor: Actor,
  target_id: number,
  reason: string,
  visit: Visit,
): Promise<Session> {
  requireOwner(actor)
  if (actor.role !== 'primary-admin' && actor.role !== 'admin') throw new AppError('forbidden')
  return withSystem(
    context.databases,
    async (tx) => {
      const { rows } = await sql<{
        id: number
        name: string
        email: string
        company_id: number
        visible: boolean
        active: boolean
      }>`
      select u.id, u.name, u.email, u.company_id, ${actor.company_id} = any (c.ancestor_ids) as visible,
        u.is_active and not exists (select from company above where above.id = any (c.ancestor_ids) and (not above.is_active or above.deleted_at is not null)) as active
      from app_user u join company c on c.id = u.company_id where u.id = ${target_id} and u.deleted_at is null`.execute(
        tx,
      )
      const target = rows[0]
      if (target === undefined || !target.visible) throw notFound()
      if (target.company_id === actor.company_id) throw forbidden('impersonation.own_company')
      if (!target.active) throw conflict('impersonation.inactive')
      const { id } = await tx
        .insertInto('session')
        .values({
          user_id: target.id,
          company_id: target.company_id,
          impersonator_id: actor.user_id,
          impersonator_session_id: actor.session_id,
          reason,
          ip: visit.ip,
          user_agent: visit.user_agent ?? null,
          expires_at: sql<string>`now() + make_interval(secs => ${impersonationSeconds})`,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await sql`select audit_event('login-as', 'users', ${target.id}::bigint, ${labelOf(target)}, ${target.company_id}::bigint, null, ${JSON.stringify({ reason })}::jsonb)`.execute(
        tx,
      )
      const access = await issueAccess(tx, id, impersonationSeconds)
      return sessionReply(tx, { user_id: target.id, session_id: id, access, refresh: null })
    },
    tenantSettingsOf(actor, visit),
  )
}
