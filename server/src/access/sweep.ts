import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import { idleSeconds } from './sessions.ts'

/** Rows per statement, so that locks are held briefly; the next run deletes the rest. */
export const sweepRows = 5000

/**
 * Deletes expired tokens, used links and expired attempt counters, and ends idle sessions, so that the lists of open
 * sessions are correct. Runs every few minutes.
 *
 * Rows of sessions and API tokens are retained for a year, as a record of who signed in and from where. Refresh tokens
 * are retained while their session is open, because reuse of an old one reveals a theft.
 * @returns rows deleted or ended, by kind
 */
export async function sweepAccess(tx: Tx): Promise<Record<string, number>> {
  const done: Record<string, number> = {}
  for (const [kind, statement] of Object.entries(statements))
    done[kind] = Number((await statement().execute(tx)).numAffectedRows ?? 0)
  return done
}

const statements = {
  idle: () => sql`
    update session set ended_at = now(), ended_because = 'idle' where id = any (array(
      select id from session where ended_at is null
        and (expires_at <= now() or (impersonator_id is null and last_used_at < now() - make_interval(secs => ${idleSeconds}))) limit ${sweepRows}))`,
  // Sessions of companies with shorter times.
  limited: () => sql`
    update session set ended_at = now(), ended_because = 'idle' where id = any (array(
      select s.id from sign_in_policy p join company c on c.ancestor_ids && array[p.company_id] join session s on s.company_id = c.id
      where s.ended_at is null and s.impersonator_id is null
        and (s.last_used_at < now() - make_interval(mins => p.idle_minutes) or s.created_at < now() - make_interval(hours => p.absolute_hours))
      limit ${sweepRows}))`,
  access_tokens: () => sql`
    delete from access_token where hash = any (array(select hash from access_token where expires_at < now() - interval '1 hour' limit ${sweepRows}))`,
  refresh_tokens: () => sql`
    delete from refresh_token where hash = any (array(
      select r.hash from refresh_token r join session s on s.id = r.session_id where s.ended_at < now() - interval '1 hour' limit ${sweepRows}))`,
  links: () => sql`
    delete from link_token where hash = any (array(
      select hash from link_token where expires_at < now() - interval '1 day' or used_at < now() - interval '1 day' limit ${sweepRows}))`,
  throttle: () => sql`
    delete from throttle where key = any (array(
      select key from throttle where next_at < now() and window_start < now() - interval '1 hour' limit ${sweepRows}))`,
  known_devices: () => sql`
    delete from known_device where hash = any (array(select hash from known_device where expires_at < now() limit ${sweepRows}))`,
  sessions: () => sql`
    delete from session where id = any (array(
      select s.id from session s where s.ended_at < now() - interval '1 year'
        and not exists (select from session begun where begun.impersonator_session_id = s.id) limit ${sweepRows}))`,
  api_tokens: () => sql`
    delete from api_token where id = any (array(
      select id from api_token where least(expires_at, coalesce(revoked_at, expires_at)) < now() - interval '1 year' limit ${sweepRows}))`,
}
