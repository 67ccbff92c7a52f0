import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import type { Actor } from './actor.ts'
import { actorOf, person, activeAccount, type ActorRow } from './authenticate.ts'

/** Who asked for a job: not a session, which may be over when the job runs. */
export interface Asker {
  user_id: number
  /** Where the user stood when it asked. */
  company_id: number
  impersonator_id: number | null
  scopes: readonly string[] | null
}

/**
 * A user as an actor with the rights that it has now. Null where it, or whoever acted as it, or a company above either
 * is deactivated or deleted, where it has moved to another company, and where who acted as it does not stand above it.
 */
export async function readActorOf(tx: Tx, of: Asker): Promise<Actor | null> {
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
