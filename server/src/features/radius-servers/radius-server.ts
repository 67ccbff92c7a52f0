import { message, type Message } from '@trunkline/contract/errors'
import type { RadiusServer, radiusServers } from '@trunkline/contract/resources/radius-server'
import type { StatusDetail } from '@trunkline/radius/status'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/call.ts'

type StoredServer = Omit<RadiusServer, 'reason' | 'params' | 'message' | 'output' | 'command'> & {
  detail: StatusDetail
}

type ServerMessage = Message<NonNullable<RadiusServer['reason']>>

/** Why a server is not running, from its report; undefined if it is running. */
function messageOf({ reason, port = 0, program = '', pid = 0, version = '' }: StatusDetail): ServerMessage | undefined {
  switch (reason) {
    case 'not-installed':
      return message('radius_server.not_installed')
    case 'no-driver':
      return message('radius_server.no_driver')
    case 'wrong-version':
      return message('radius_server.wrong_version', { version })
    case 'port-service':
      return message('radius_server.port_service', { port })
    case 'port-program':
      return message('radius_server.port_program', { port, program, pid })
    case 'port-unknown':
      return message('radius_server.port_unknown', { port })
    case 'configuration':
      return message('radius_server.configuration')
    case 'start':
      return message('radius_server.start')
    case 'ended':
      return message('radius_server.ended')
    case 'no-answer':
      return message('radius_server.no_answer')
    case 'database-role':
      return message('radius_server.database_role')
    case undefined:
      return undefined
  }
}

/**
 * RADIUS servers with their last report, by name. A server that was not stopped on request and has not reported for
 * three minutes is `silent`: its last report may be outdated.
 */
export async function readRadiusServers(tx: Tx): Promise<RadiusServer[]> {
  const { rows } = await sql<StoredServer>`
    select host, name, case when silent then 'silent' else state end as state, case when silent then '{}' else detail end as detail,
      version, auth_port, acct_port, case when silent then checked_at else since end as since, checked_at, buffer_bytes, buffer_since
    from (select *, state <> 'stopped' and checked_at < now() - interval '3 minutes' as silent from radius_server) s
    order by name, host`.execute(tx)
  return rows.map(({ detail, ...server }) => ({
    ...server,
    ...(messageOf(detail) ?? { reason: null, params: {} }),
    output: detail.text || null,
    command: detail.command ?? null,
  }))
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
