import { sql } from 'kysely'
import {
  abilitiesOf,
  subjects,
  type Ability,
  type CompanyType,
  type GrantedAbility,
  type UserRole,
} from '@trunkline/contract/abilities'
import type { Session, SessionUser } from '@trunkline/contract/resources/auth'
import type { Tx } from '../db/pool.ts'
import { version } from '../version.ts'
import { actorMay, type Actor } from './actor.ts'
import type { IssuedSecret } from './sessions.ts'
import { lacksTwoFactor } from './sign-in-policy.ts'

interface SessionRow {
  id: number
  name: string
  first_name: string
  last_name: string
  email: string
  user_role: UserRole
  locale: 'en' | 'de'
  time_zone: string
  two_factor: boolean
  two_factor_missing: boolean
  company_id: number
  company_name: string
  company_type: CompanyType
  company_logo: string | null
  impersonator_id: number | null
  impersonator_name: string | null
  impersonator_company: string | null
  expires_at: string | null
}

/**
 * The signed-in user in the format of the browser's session. `tx` must be a system transaction: an impersonator belongs
 * to an ancestor company, which the user's tenant transaction cannot see.
 */
export async function readSessionUser(
  tx: Tx,
  of: { user_id: number; session_id: number | null },
): Promise<SessionUser> {
  const { rows } = await sql<SessionRow>`
    select u.id, u.name, u.first_name, u.last_name, u.email, u.role as user_role, u.locale, u.time_zone, u.two_factor,
      s.impersonator_id is null and ${sql.raw(lacksTwoFactor('u', 'c'))} as two_factor_missing,
      c.id as company_id, c.name as company_name, c.type as company_type, c.logo as company_logo,
      i.id as impersonator_id, i.name as impersonator_name, ic.name as impersonator_company, s.expires_at
    from app_user u join company c on c.id = u.company_id
    left join session s on s.id = ${of.session_id}::bigint
    left join app_user i on i.id = s.impersonator_id
    left join company ic on ic.id = i.company_id
    where u.id = ${of.user_id}`.execute(tx)
  const row = rows[0] as SessionRow
  return {
    id: row.id,
    name: row.name,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    role: row.company_type === 'client' ? 'client' : 'admin',
    user_role: row.user_role,
    company: { id: row.company_id, name: row.company_name, type: row.company_type, logo: row.company_logo },
    locale: row.locale,
    time_zone: row.time_zone,
    two_factor: row.two_factor,
    two_factor_missing: row.two_factor_missing,
    impersonator:
      row.impersonator_id === null
        ? null
        : {
            id: row.impersonator_id,
            name: row.impersonator_name as string,
            company: row.impersonator_company as string,
            expires_at: row.expires_at as string,
          },
  }
}

const inTable = (granted: GrantedAbility): granted is Ability =>
  (subjects as readonly string[]).includes(granted.subject)

/** The actor's abilities: an API token's scopes restrict those on rows; the others only affect navigation. */
export const abilitiesOfActor = (actor: Actor): GrantedAbility[] =>
  abilitiesOf(actor).filter((granted) => !inTable(granted) || actorMay(actor, granted))

/** The reply to every kind of sign-in. */
export async function sessionReply(
  tx: Tx,
  of: { user_id: number; session_id: number; access: IssuedSecret; refresh: IssuedSecret | null },
): Promise<Session> {
  const user = await readSessionUser(tx, of)
  return {
    user,
    abilities: abilitiesOf({ company_type: user.company.type, role: user.user_role }),
    roles: [user.company.type, user.user_role],
    app: { version },
    access: { ...of.access, type: 'Bearer' },
    refresh: of.refresh,
  }
}
