import type { RadiusServer, radiusServers } from '@trunkline/contract/resources/radius-server'
import { reasonText, type StatusDetail } from '@trunkline/radius/status'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'

type StoredServer = Omit<RadiusServer, 'reason' | 'params' | 'message' | 'command'> & { detail: StatusDetail }

/**
 * RADIUS servers as they report, by name. One that was not stopped on request and has not reported for three minutes is
 * silent: what it reported last is not known to be true any more.
 */
export async function readRadiusServers(tx: Tx): Promise<RadiusServer[]> {
  const { rows } = await sql<StoredServer>`
    select host, name, case when silent then 'silent' else state end as state, case when silent then '{}' else detail end as detail,
      version, auth_port, acct_port, case when silent then checked_at else since end as since, checked_at, buffer_bytes, buffer_since
    from (select *, state <> 'stopped' and checked_at < now() - interval '3 minutes' as silent from radius_server) s
    order by name, host`.execute(tx)
  return rows.map(({ detail, ...server }) => {
    const { cause, remedy } = reasonText(detail)
    return {
      ...server,
      reason: detail.reason ?? null,
      params: {
        port: detail.port ?? null,
        program: detail.program ?? null,
        pid: detail.pid ?? null,
        version: detail.version ?? null,
        text: detail.text ?? null,
      },
      message: detail.reason === undefined ? null : `${cause} ${remedy}`.trim(),
      command: detail.command ?? null,
    }
  })
}

/** Accounting records that could not be stored. */
export async function countDeadLetters(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from acct_dead_letter`.execute(tx)
  return rows[0]?.count ?? 0
}

export const radiusServerHandlers = (_deps: Deps): Handlers<typeof radiusServers> => ({
  status: (call) =>
    call.db(async (tx) => ({
      data: { servers: await readRadiusServers(tx), dead_letters: await countDeadLetters(tx) },
    })),
})
