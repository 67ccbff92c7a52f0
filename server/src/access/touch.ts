import type { Databases } from '../db/pool.ts'
import type { Actor } from './actor.ts'

/** The minimum milliseconds between two updates of the last-used time of a session or API token. */
const every = 60_000

const seen = new WeakMap<Databases, Map<string, number>>()
const running = new Set<Promise<unknown>>()

/**
 * The last-seen time of a user changes every five minutes at most, because the list of users has an index on it. Skips
 * rows that another process has just updated, and locked rows: the last-seen time is not worth
 * a wait.
 */
const statement = `
  with users as (
    update app_user set last_seen_at = now() where id = (
      select id from app_user where id = $1 and (last_seen_at is null or last_seen_at < now() - interval '5 minutes') for no key update skip locked)
  ), sessions as (
    update session set last_used_at = now() where id = (
      select id from session where id = $2 and last_used_at < now() - interval '1 minute' for no key update skip locked)
  )
  update api_token set last_used_at = now() where id = (
    select id from api_token where id = $3 and (last_used_at is null or last_used_at < now() - interval '1 minute') for no key update skip locked)`

/**
 * Updates the last-seen times outside of the request's critical path: nothing waits for it, and a failure only loses
 * the update. An impersonated session does not update the user's last-seen time.
 */
export function touch(databases: Databases, actor: Actor): void {
  let times = seen.get(databases)
  if (times === undefined) seen.set(databases, (times = new Map()))
  const key = actor.session_id === null ? `t${actor.api_token_id}` : `s${actor.session_id}`
  const now = performance.now()
  const last = times.get(key)
  if (last !== undefined && now - last < every) return
  if (times.size > 20_000) times.clear()
  times.set(key, now)
  const work = databases.appAll
    .query(statement, [actor.impersonator === null ? actor.user_id : null, actor.session_id, actor.api_token_id])
    .catch(() => void times.delete(key))
    .finally(() => running.delete(work))
  running.add(work)
}

/** Resolves when no update is pending; await it before closing the pools. */
export const touchesSettled = async (): Promise<void> => void (await Promise.all(running))
