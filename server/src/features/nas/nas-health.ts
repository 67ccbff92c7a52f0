import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

interface Heard {
  auth_at: string | null
  accept_at: string | null
  acct_at: string | null
  live_sessions: number
  accepts: number
}

/** Time that a NAS has for the first accounting record after a login, in minutes: two of the longest usual intervals. */
const graceMinutes = 10

/**
 * When the NAS was last heard, and what the logins of the last 24 hours came to, as far as the caller sees them.
 * `never_accounts` is the commonest misconfiguration: logins succeed, and nothing is told of the sessions.
 */
export async function nasHealth(tx: Tx, id: number) {
  const { rows } = await sql<Heard>`
    select h.auth_at, h.accept_at, h.acct_at,
      (select count(*) from session_live l where l.nas_id = n.id) as live_sessions,
      (select count(*) from auth_log a where a.nas_id = n.id and a.accepted and a.at > now() - interval '24 hours') as accepts
    from nas n left join nas_heard h on h.nas_id = n.id where n.id = ${id}`.execute(tx)
  const { rows: rejects } = await sql<{ reason: string; count: number; last_at: string }>`
    select reason, count(*) as count, max(at) as last_at from auth_log
    where nas_id = ${id} and not accepted and at > now() - interval '24 hours' group by reason order by 2 desc, 1`.execute(
    tx,
  )
  const heard = rows[0] as Heard
  const accepted = heard.accept_at === null ? undefined : Date.parse(heard.accept_at)
  const accounted = heard.acct_at === null ? undefined : Date.parse(heard.acct_at)
  return {
    ...heard,
    never_accounts:
      accepted !== undefined &&
      accepted < Date.now() - graceMinutes * 60_000 &&
      (accounted === undefined || accounted < accepted - 86_400_000),
    rejects,
  }
}
