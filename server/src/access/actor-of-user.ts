import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import type { Actor } from './actor.ts'
import { actorOf, person, activeAccount, type ActorRow } from './authenticate.ts'

/** The user who requested a job; not a session, which may have ended when the job runs. */
export interface Requester {
  user_id: number
  /** The user's company at the time of the request. */
  company_id: number
  impersonator_id: number | null
  scopes: readonly string[] | null
}

/**
 * A user as an actor with its current rights. Null if the user, its impersonator, or an ancestor company of either is
 * deactivated or deleted, if the user has moved to another company, or if the impersonator's company is no longer an
 * ancestor.
 */
export async function readActorOf(tx: Tx, of: Requester): Promise<Actor | null> {
  const { rows } = await sql<ActorRow>`
    select ${sql.raw(person)}, null::bigint as session_id, null::bigint as api_token_id, ${of.scopes}::text[] as scopes,
      i.id as impersonator_id, i.name as impersonator_name, i.email as impersonator_email, i.company_id as impersonator_company_id, 0 as left
    from app_user u join company c on c.id = u.company_id
    left join app_user i on i.id = ${of.impersonator_id}
    where u.id = ${of.user_id} and u.company_id = ${of.company_id} and ${sql.raw(activeAccount('u', 'c'))}
      and (${of.impersonator_id}::bigint is null or exists (
        select from company above where above.id = i.company_id and i.role in ('primary-admin', 'admin')
          and above.id = any (c.ancestor_ids) and above.id <> c.id and ${sql.raw(activeAccount('i', 'above'))}))`.execute(
    tx,
  )
  const [row] = rows
  return row === undefined ? null : actorOf(row)
}
