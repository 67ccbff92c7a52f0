import type { CompanyType, UserRole } from '@trunkline/contract/abilities'
import type { Databases } from '../db/pool.ts'
import type { Actor } from './actor.ts'
import { labelOf } from './access-context.ts'
import { hashToken, tokenPrefix } from './token.ts'
import { touch } from './touch.ts'

/**
 * Milliseconds for which an answer is kept. Together with the listener below, the end of a session, a changed role or
 * a deactivated company acts at once; without it (the listener's connection is down) after this time.
 */
export const cacheMs = 800

interface CachedActor {
  /** Also while it is under way: requests of one token that come together ask once. */
  answer: Promise<Actor | null>
  until: number
}

/** What one process remembers about the tokens of one database. Kept by pool, because tests open several. */
const cache = new WeakMap<Databases, Map<string, CachedActor>>()
const maxEntries = 20_000

const cacheOf = (databases: Databases): Map<string, CachedActor> => {
  let map = cache.get(databases)
  if (map === undefined) cache.set(databases, (map = new Map()))
  return map
}

/** A user with its company, as actors are made from. */
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
  /** Milliseconds the token has left. */
  left: number
}

/** Columns of an `ActorRow` that users `u` and companies `c` give. */
export const person =
  'u.id as user_id, u.name, u.email, u.role, u.locale, u.company_id, c.type as company_type, cardinality(c.ancestor_ids) as depth, c.ancestor_ids[: cardinality(c.ancestor_ids) - 1] as above'
/**
 * The user and every company from its own up to the root stand: not deleted, not deactivated. The inner name must be
 * none that a caller passes as `company`: it would hide it, and any closed company anywhere would count.
 */
export const activeAccount = (user: string, company: string) => `
  ${user}.is_active and ${user}.deleted_at is null and not exists (
    select from company of_lineage where of_lineage.id = any (${company}.ancestor_ids) and (not of_lineage.is_active or of_lineage.deleted_at is not null))`

/**
 * Whoever logged in as somebody must itself still stand, be signed in, have the role, and stand above: when its own
 * session ends, or the tree has moved, that of the other ends too.
 */
const bySession = `
  select ${person}, s.id as session_id, null::bigint as api_token_id, null::text[] as scopes,
    i.id as impersonator_id, i.name as impersonator_name, i.email as impersonator_email, i.company_id as impersonator_company_id,
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
    extract(epoch from t.expires_at - now()) * 1000 as left
  from api_token t join app_user u on u.id = t.user_id join company c on c.id = u.company_id
  where t.hash = $1 and t.expires_at > now() and t.revoked_at is null and ${activeAccount('u', 'c')}`

/**
 * Who a bearer token belongs to: one statement by primary key, or none within `cacheMs`. Null for an unknown, expired
 * or ended token, and for one whose user or any company above it is deactivated or deleted.
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

  // Unknown tokens are kept too; a flood of them costs the good ones a statement each, no more.
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
  // By-id and always the same: named, so that it is parsed once a connection.
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

/** `authenticate` for the server's wiring. */
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
  impersonator:
    row.impersonator_id === null
      ? null
      : {
          id: row.impersonator_id,
          label: labelOf({ name: row.impersonator_name as string, email: row.impersonator_email as string }),
          company_id: row.impersonator_company_id as number,
        },
})

/** Forgets every kept answer of this process: the next request of each caller asks the database. */
export function forgetActors(databases: Databases): void {
  cache.get(databases)?.clear()
}

/**
 * What the process's listener calls with a message: users or companies changed, or sessions ended. Whoever is
 * concerned is found out by asking again, which is cheap.
 */
export function onSessionChange(databases: Databases, channel: string, payload: string): void {
  if (channel === sessionChannel) return forgetActors(databases)
  if (channel !== 'trunkline_changed') return
  const { subject } = JSON.parse(payload) as { subject?: string }
  if (subject === 'users' || subject === 'companies') forgetActors(databases)
}

/** NOTIFY channel: `{ "sessions": [id, …] }` have ended; an empty list means too many to name. */
export const sessionChannel = 'trunkline_session'
