import type { CompanyType, UserRole } from '@trunkline/contract/abilities'
import type { Databases } from '../db/pool.ts'
import type { Actor } from './actor.ts'
import { labelOf } from './access-context.ts'
import { hashToken, tokenPrefix } from './token.ts'
import { lacksTwoFactor } from './sign-in-policy.ts'
import { touch } from './touch.ts'

/**
 * Milliseconds for which an actor is cached. With the listener below, the end of a session, a changed role or a
 * deactivated company takes effect immediately; while the listener's connection is down, after this time.
 */
export const cacheMs = 800

interface CachedActor {
  /** Also holds pending lookups, so that concurrent requests with the same token share one. */
  answer: Promise<Actor | null>
  until: number
}

/** The cached actors by token of one database. One per pool, because tests open several. */
const cache = new WeakMap<Databases, Map<string, CachedActor>>()
const maxEntries = 20_000

const cacheOf = (databases: Databases): Map<string, CachedActor> => {
  let map = cache.get(databases)
  if (map === undefined) cache.set(databases, (map = new Map()))
  return map
}

/** A user with its company, from which an actor is built. */
export interface ActorRow {
  user_id: number
  name: string
  email: string
  role: UserRole
  locale: 'en' | 'de'
  company_id: number
  company_type: CompanyType
  depth: number
  above: number[]
  session_id: number | null
  api_token_id: number | null
  scopes: string[] | null
  impersonator_id: number | null
  impersonator_name: string | null
  impersonator_email: string | null
  impersonator_company_id: number | null
  /** The company requires a second factor that the user has not set up. */
  two_factor_missing: boolean
  /** Remaining lifetime of the token in milliseconds. */
  left: number
}

/** Columns of an `ActorRow`, selected from users `u` and companies `c`. */
export const person =
  'u.id as user_id, u.name, u.email, u.role, u.locale, u.company_id, c.type as company_type, cardinality(c.ancestor_ids) as depth, c.ancestor_ids[: cardinality(c.ancestor_ids) - 1] as above'
/**
 * Requires that the user and every company from its own up to the root is neither deleted nor deactivated. The alias in
 * the subquery must differ from the one that the caller passes as `company`: it would shadow it, and any deactivated
 * company would count.
 */
export const activeAccount = (user: string, company: string) => `
  ${user}.is_active and ${user}.deleted_at is null and not exists (
    select from company of_lineage where of_lineage.id = any (${company}.ancestor_ids) and (not of_lineage.is_active or of_lineage.deleted_at is not null))`

/**
 * Requires that the impersonator is active, signed in, has the role, and belongs to an ancestor company: if its own
 * session ends or the tree changes, the session of the impersonated user ends too.
 */
const bySession = `
  select ${person}, s.id as session_id, null::bigint as api_token_id, null::text[] as scopes,
    i.id as impersonator_id, i.name as impersonator_name, i.email as impersonator_email, i.company_id as impersonator_company_id,
    s.impersonator_id is null and ${lacksTwoFactor('u', 'c')} as two_factor_missing,
    extract(epoch from least(t.expires_at, s.expires_at) - now()) * 1000 as left
  from access_token t
  join session s on s.id = t.session_id
  join app_user u on u.id = s.user_id
  join company c on c.id = u.company_id
  left join app_user i on i.id = s.impersonator_id
  where t.hash = $1 and t.expires_at > now() and s.expires_at > now() and s.ended_at is null and ${activeAccount('u', 'c')}
    and (s.impersonator_id is null or exists (
      select from session own join company above on above.id = i.company_id
      where own.id = s.impersonator_session_id and own.ended_at is null and own.expires_at > now()
        and i.role in ('primary-admin', 'admin') and above.id = any (c.ancestor_ids) and above.id <> c.id
        and ${activeAccount('i', 'above')}))`

const byApiToken = `
  select ${person}, null::bigint as session_id, t.id as api_token_id, t.scopes,
    null::bigint as impersonator_id, null as impersonator_name, null as impersonator_email, null::bigint as impersonator_company_id,
    false as two_factor_missing,
    extract(epoch from t.expires_at - now()) * 1000 as left
  from api_token t join app_user u on u.id = t.user_id join company c on c.id = u.company_id
  where t.hash = $1 and t.expires_at > now() and t.revoked_at is null and ${activeAccount('u', 'c')}`

/**
 * The actor of a bearer token: one statement by primary key, or none within `cacheMs`. Null for an unknown, expired or
 * revoked token, and if the user or an ancestor company is deactivated or deleted.
 */
export async function authenticate(
  databases: Databases,
  { bearer }: { bearer: string | undefined },
): Promise<Actor | null> {
  const isAccess = bearer?.startsWith(tokenPrefix.access) === true
  if (bearer === undefined || bearer.length > 100 || !(isAccess || bearer.startsWith(tokenPrefix.api))) return null
  const hash = hashToken(bearer)
  const key = hash.toString('latin1')
  const known = cacheOf(databases)
  const now = performance.now()
  const found = known.get(key)
  if (found !== undefined && found.until > now) return found.answer

  // Unknown tokens are cached too; a flood of them costs the valid ones at most one statement each.
  if (known.size >= maxEntries) known.clear()
  const entry: CachedActor = { answer: Promise.resolve(null), until: now + cacheMs }
  entry.answer = query(databases, isAccess, hash, (left) => void (entry.until = Math.min(entry.until, now + left)))
  known.set(key, entry)
  try {
    return await entry.answer
  } catch (error) {
    if (known.get(key) === entry) known.delete(key)
    throw error
  }
}

async function query(
  databases: Databases,
  isAccess: boolean,
  hash: Buffer,
  ends: (left: number) => void,
): Promise<Actor | null> {
  // Selects by id with a constant text: a prepared statement, parsed once per connection.
  const { rows } = await databases.appAll.query<ActorRow>({
    name: isAccess ? 'actor by session' : 'actor by token',
    text: isAccess ? bySession : byApiToken,
    values: [hash],
  })
  const row = rows[0]
  if (row === undefined) return null
  ends(Number(row.left))
  const actor = actorOf(row)
  touch(databases, actor)
  return actor
}

/** `authenticate` for the wiring of the server. */
export const createAuthenticate =
  (databases: Databases) =>
  (bearer: string | undefined): Promise<Actor | null> =>
    authenticate(databases, { bearer })

export const actorOf = (row: ActorRow): Actor => ({
  user_id: row.user_id,
  label: labelOf(row),
  company_id: row.company_id,
  company_type: row.company_type,
  depth: row.depth,
  above: row.above,
  role: row.role,
  locale: row.locale,
  session_id: row.session_id,
  api_token_id: row.api_token_id,
  scopes: row.scopes,
  ...(row.two_factor_missing && { two_factor_missing: true }),
  impersonator:
    row.impersonator_id === null
      ? null
      : {
          id: row.impersonator_id,
          label: labelOf({ name: row.impersonator_name as string, email: row.impersonator_email as string }),
          company_id: row.impersonator_company_id as number,
        },
})

/** Clears the cache of this process: the next request of each caller queries the database. */
export function forgetActors(databases: Databases): void {
  cache.get(databases)?.clear()
}

/**
 * Called by the listener of the process after a notification: users or companies changed, or sessions ended. Drops the
 * cached actors concerned; the next request queries the database, which costs one statement.
 */
export function onSessionChange(databases: Databases, channel: string, payload: string): void {
  if (channel === sessionChannel) return forgetActors(databases)
  if (channel !== 'trunkline_changed') return
  const { subject } = JSON.parse(payload) as { subject?: string }
  if (subject === 'users' || subject === 'companies') forgetActors(databases)
}

/** NOTIFY channel: `{ "sessions": [id, …] }` have ended; an empty list means too many to list. */
export const sessionChannel = 'trunkline_session'
