import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

interface SignIn {
  at: string
  ip: string | null
  user_agent: string | null
  ok: boolean
}

/** Sessions and the latest twenty sign-ins of a user, from the audit log. */
export async function userSummary(tx: Tx, id: number) {
  const { rows: open } = await sql<{ open: number }>`
    select count(*) as open from session where user_id = ${id} and ended_at is null and expires_at > now()`.execute(tx)
  const { rows: sign_ins } = await sql<SignIn>`
    select at, ip, after ->> 'user_agent' as user_agent, action = 'sign-in' as ok
    from audit_log where subject = 'account' and object_id = ${id} and action in ('sign-in', 'sign-in-failed')
    order by id desc limit 20`.execute(tx)
  const { invited_by } = await tx
    .selectFrom('app_user')
    .select('invited_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return {
    sessions: { open: open[0]?.open ?? 0, last_sign_in_at: sign_ins.find(({ ok }) => ok)?.at ?? null },
    sign_ins,
    invited_by,
  }
}
