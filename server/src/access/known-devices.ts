import { sql } from 'kysely'
import { withSystem } from '../db/system-transaction.ts'
import type { Databases, Tx } from '../db/pool.ts'
import type { Visit } from './access-context.ts'
import { hashToken, newToken } from './token.ts'

/*
 * A browser from which a user has signed in is a known device of that user. Wrong passwords from it are counted
 * separately from all others (throttle.ts), so that an attack on the account from many networks delays the attacker and
 * not the owner. A known device has no other privilege: password and second factor are always checked.
 */

/** Seconds after the last sign-in during which a browser stays known. */
export const deviceSeconds = 180 * 86_400
/** Maximum devices per user; a new device replaces the least recently used one. */
export const maxDevices = 20
/** Maximum number of users that one browser is known for. */
const maxUsers = 5

/** An HttpOnly cookie with one token per user, separated by dots. Sent only to the sign-in and account calls. */
export const deviceCookie = { name: 'tl_device', path: '/api/auth', maxAge: deviceSeconds } as const

const hashesOf = (cookie: string | undefined): { token: string; hash: Buffer }[] =>
  (cookie ?? '')
    .split('.')
    .slice(0, maxUsers)
    .filter((token) => /^[A-Za-z0-9_-]{43}$/.test(token))
    .map((token) => ({ token, hash: hashToken(token) }))

const cookieOf = (visit: Visit) => hashesOf(visit.cookie?.(deviceCookie.name))
const matching = (sent: readonly { hash: Buffer }[]) => sql`any(${sent.map(({ hash }) => hash)}::bytea[])`

/**
 * The device of a visit, if it is known for the account with this e-mail address (lower case).
 * @returns the device's throttle key, null if it is not known
 */
export async function findKnownDevice(databases: Databases, email: string, visit: Visit): Promise<string | null> {
  const sent = cookieOf(visit)
  if (sent.length === 0) return null
  return withSystem(databases, async (tx) => {
    const { rows } = await sql<{ hash: Buffer }>`
      select d.hash from known_device d join app_user u on u.id = d.user_id
      where u.email = ${email} and u.deleted_at is null and d.hash = ${matching(sent)} and d.expires_at > now() limit 1`.execute(
      tx,
    )
    return rows[0]?.hash.toString('base64url') ?? null
  })
}

/**
 * Makes the browser of the visit a known device of a user who has just authenticated.
 * @param session_id the session started from it; null if there is none yet
 * @returns the new value of the cookie
 */
export async function rememberDevice(
  tx: Tx,
  user_id: number,
  session_id: number | null,
  visit: Visit,
): Promise<string> {
  const sent = cookieOf(visit)
  const { rows } = await sql<{ hash: Buffer; user_id: number }>`
    select hash, user_id from known_device where hash = ${matching(sent)} and expires_at > now()`.execute(tx)
  // Unknown tokens are dropped, so that a planted cookie has no effect.
  const known = rows.map((row) => ({ ...row, token: sent.find(({ hash }) => hash.equals(row.hash))?.token as string }))
  const own = known.find((row) => row.user_id === user_id)?.token ?? newToken()
  await sql`
    insert into known_device as d (hash, user_id, session_id, expires_at)
      values (${hashToken(own)}, ${user_id}, ${session_id}, now() + make_interval(secs => ${deviceSeconds}))
    on conflict (hash) do update set session_id = excluded.session_id, last_used_at = now(), expires_at = excluded.expires_at`.execute(
    tx,
  )
  await sql`
    delete from known_device where hash = any (array(
      select hash from known_device where user_id = ${user_id} order by last_used_at desc, hash offset ${maxDevices}))`.execute(
    tx,
  )
  const others = known.filter((row) => row.user_id !== user_id).map(({ token }) => token)
  return [own, ...others].slice(0, maxUsers).join('.')
}

/** Removes all known devices of a user, except the browser of `but`. */
export async function forgetDevices(tx: Tx, user_id: number, but?: Visit): Promise<void> {
  await sql`
    delete from known_device where user_id = ${user_id}
      and not hash = ${matching(but === undefined ? [] : cookieOf(but))}`.execute(tx)
}

/** Removes the known device from which a session was started. */
export async function forgetDeviceOfSession(tx: Tx, session_id: number): Promise<void> {
  await tx.deleteFrom('known_device').where('session_id', '=', session_id).execute()
}
