import type { AnyMessage } from '@trunkline/contract/errors'
import type { UnansweredRow } from '@trunkline/contract/resources/nas'
import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { loginReason } from '../radius-sessions/login-reason.ts'

interface CoaSetting {
  kind: 'coa' | 'disconnect'
  error_cause: number
  detail: AnyMessage | null
  at: string
}

interface LastSeen {
  auth_at: string | null
  accept_at: string | null
  acct_at: string | null
  signed_at: string | null
  unsigned_at: string | null
  live_sessions: number
  accepts: number
}

/**
 * Whether a NAS is silent: its sessions were ended because the reports had stopped, and it has sent nothing since. After a
 * week it counts as retired.
 * @param alias that of `nas_heard` in the query
 */
export const isSilent = (alias: string) => sql<SqlBool>`(${sql.ref(`${alias}.lost_at`)} > ${sql.ref(`${alias}.acct_at`)}
  and ${sql.ref(`${alias}.acct_at`)} between now() - interval '7 days' and now() - interval '15 minutes')`

/** Minutes in which a NAS must send the first accounting record after a login: two of the longest usual intervals. */
const graceMinutes = 10

/**
 * When the NAS last sent a packet, the results of the logins in the last 24 hours, and which NAS setting makes CoA or
 * Disconnect fail, limited to visible logins and requests.
 * `never_accounts` is the most common misconfiguration: logins succeed, but the NAS sends no accounting.
 */
export async function nasHealth(tx: Tx, id: number) {
  const { rows } = await sql<LastSeen>`
    select h.auth_at, h.accept_at, h.acct_at, h.signed_at, h.unsigned_at,
      (select count(*) from session_live l where l.nas_id = n.id) as live_sessions,
      (select count(*) from auth_log a where a.nas_id = n.id and a.accepted and a.at > now() - interval '24 hours') as accepts
    from nas n left join nas_heard h on h.nas_id = n.id where n.id = ${id}`.execute(tx)
  const { rows: rejects } = await sql<{ reason: string; count: number; last_at: string }>`
    select reason, count(*) as count, max(at) as last_at from auth_log
    where nas_id = ${id} and not accepted and at > now() - interval '24 hours' group by reason order by 2 desc, 1`.execute(
    tx,
  )
  const { rows: settings } = await sql<CoaSetting>`
    select r.kind, r.error_cause, r.detail, r.finished_at as at from (
      select * from coa_request where nas_id = ${id} and conclusion = 'setting' and created_at > now() - interval '30 days' order by id desc limit 1
    ) r where not exists (select from coa_request a where a.nas_id = ${id} and a.id > r.id and a.kind = r.kind and a.state = 'ack')`.execute(
    tx,
  )
  const { rows: unanswered } = await sql<Pick<UnansweredRow, 'reason' | 'packet' | 'count' | 'first_at' | 'last_at'>>`
    select reason, packet, count, first_at, last_at from radius_unanswered
    where nas_id = ${id} and last_at > now() - interval '24 hours' order by last_at desc, reason`.execute(tx)
  const lastSeen = rows[0] as LastSeen
  const accepted = lastSeen.accept_at === null ? undefined : Date.parse(lastSeen.accept_at)
  const accounted = lastSeen.acct_at === null ? undefined : Date.parse(lastSeen.acct_at)
  return {
    ...lastSeen,
    never_accounts:
      accepted !== undefined &&
      accepted < Date.now() - graceMinutes * 60_000 &&
      (accounted === undefined || accounted < accepted - 86_400_000),
    unanswered,
    rejects: rejects.map(({ reason, ...row }) => ({ reason: loginReason(reason), params: {}, ...row })),
    coa_setting: settings[0] ?? null,
  }
}
