import { sql } from 'kysely'
import type { Body, Reply } from '@trunkline/contract/endpoint'
import type { auth } from '@trunkline/contract/resources/auth'
import { withSystem } from '../db/system-transaction.ts'
import type { Tx } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { countryChoices } from '../reference/countries.ts'
import { currencyChoices } from '../reference/currencies.ts'
import { referenceColumns } from '../reference/fields.ts'
import { localeChoices } from '../reference/labels.ts'
import { timeZoneChoices } from '../reference/time-zones.ts'
import { version } from '../version.ts'
import type { Actor } from './actor.ts'
import { rejectWhileImpersonating, requireSession } from './guards.ts'
import type { AccessContext } from './access-context.ts'
import { abilitiesOfActor, readSessionUser } from './session-reply.ts'

type Profile = Reply<typeof auth.show>
type OwnUser = Reply<typeof auth.update>['data']

/** The actor's own row in the format of a user record. Its company path consists of its own company. */
async function readOwnUser(tx: Tx, user_id: number): Promise<OwnUser & { countyIsoCode: string | null }> {
  const { rows } = await sql<OwnUser & { countyIsoCode: string | null }>`
    select u.id, u.first_name, u.last_name, u.name, u.email, u.telephone, u.role, u.company_id, c.name as company_name, c.type as company_type,
      u.is_active, u.two_factor, u.last_seen_at, u.created_at, u.updated_at, u.deleted_at, u.phone_country_code, u.phone_number, u.locale, u.time_zone,
      u.email_verified_at, u.version, json_build_array(json_build_object('id', c.id, 'name', c.name, 'type', c.type)) as path,
      c.county_iso_code as "countyIsoCode"
    from app_user u join company c on c.id = u.company_id where u.id = ${user_id}`.execute(tx)
  return rows[0] as OwnUser & { countyIsoCode: string | null }
}

/** The signed-in user's own profile with the options of its form. */
export async function showProfile(context: AccessContext, actor: Actor): Promise<Profile> {
  return withSystem(context.databases, async (tx) => {
    const own = await readOwnUser(tx, actor.user_id)
    return {
      data: { ...own, abilities: abilitiesOfActor(actor), app: { version }, session: await readSessionUser(tx, actor) },
      options: {
        countries: countryChoices[own.locale],
        currencies: currencyChoices[own.locale],
        locales: localeChoices,
        time_zones: timeZoneChoices,
      },
    }
  })
}

/**
 * Changes the caller's own profile in the caller's transaction. An impersonated session cannot change the phone number,
 * because it is a way to reach the person.
 * @throws AppError validation_failed, stale_version, forbidden
 */
export async function updateProfile(tx: Tx, actor: Actor, body: Body<typeof auth.update>): Promise<OwnUser> {
  requireSession(actor)
  const { version: expected, telephone, time_zone, ...same } = body
  if (telephone !== undefined) rejectWhileImpersonating(actor)
  const columns = { ...same, ...referenceColumns({ telephone, time_zone }) }
  const before = await tx
    .selectFrom('app_user')
    .select('version')
    .where('id', '=', actor.user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (expected !== undefined && expected !== before.version)
    throw new AppError('stale_version', { details: { version: before.version } })
  if (Object.values(columns).some((value) => value !== undefined))
    await tx.updateTable('app_user').set(columns).where('id', '=', actor.user_id).execute()
  const { countyIsoCode: _, ...user } = await readOwnUser(tx, actor.user_id)
  return user
}
