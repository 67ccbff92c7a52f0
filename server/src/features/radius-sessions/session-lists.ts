import type { ClosedSession, CoaRow, LiveSession, LoginRow } from '@trunkline/contract/resources/radius-session'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { loginReasonOf } from './login-reason.ts'
import { loginWord, sessionCondition, sessionWord } from './session-search.ts'

/** Left joins: row security hides the names of companies and NAS devices that the caller may not see. */
const live = (tx: Tx) =>
  tx
    .selectFrom('session_live as l')
    .leftJoin('service as s', 's.id', 'l.service_id')
    .leftJoin('company as c', 'c.id', 'l.company_id')
    .leftJoin('nas as n', 'n.id', 'l.nas_id')
    .select([
      'l.uid as id',
      'l.service_id',
      'l.username',
      'l.company_id',
      'c.name as company_name',
      'l.nas_id',
      'n.name as nas_name',
      'l.nas_port',
      'l.calling',
      'l.called',
      'l.framed_ip as framed',
      'l.framed_ipv6_address',
      'l.framed_ipv6',
      'l.delegated_ipv6',
      'l.started_at',
      'l.updated_at',
      'l.secs as seconds',
      'l.in_octets as upload_bytes',
      'l.out_octets as download_bytes',
      'l.ancestor_ids',
    ])
    .select([
      sql<string | null>`host(l.framed_ip)`.as('framed_ip'),
      sql<LiveSession['service_kind']>`s.kind`.as('service_kind'),
    ])

const closed = (tx: Tx) =>
  tx
    .selectFrom('session_closed as l')
    .leftJoin('service as s', 's.id', 'l.service_id')
    .leftJoin('company as c', 'c.id', 'l.company_id')
    .leftJoin('nas as n', 'n.id', 'l.nas_id')
    .select([
      'l.uid as id',
      'l.service_id',
      'l.username',
      'l.company_id',
      'c.name as company_name',
      'l.nas_id',
      'n.name as nas_name',
      'l.nas_port',
      'l.calling',
      'l.called',
      'l.framed_ip as framed',
      'l.framed_ipv6_address',
      'l.framed_ipv6',
      'l.delegated_ipv6',
      'l.started_at',
      'l.updated_at',
      'l.secs as seconds',
      'l.in_octets as upload_bytes',
      'l.out_octets as download_bytes',
      'l.stopped_at',
      'l.cause',
      'l.ancestor_ids',
    ])
    .select([
      sql<string | null>`host(l.framed_ip)`.as('framed_ip'),
      sql<ClosedSession['service_kind']>`s.kind`.as('service_kind'),
      sql<ClosedSession['closed_by']>`l.closed_by`.as('closed_by'),
    ])

const logins = (tx: Tx) =>
  tx
    .selectFrom('auth_log as l')
    .leftJoin('service as s', 's.id', 'l.service_id')
    .leftJoin('company as c', 'c.id', 'l.company_id')
    .leftJoin('nas as n', 'n.id', 'l.nas_id')
    .select([
      'l.id',
      'l.at',
      'l.username',
      'l.service_id',
      'l.company_id',
      'c.name as company_name',
      'l.nas_id',
      'n.name as nas_name',
      'l.accepted',
      'l.detail',
      'l.calling',
      'l.ancestor_ids',
    ])
    .select([
      sql<LoginRow['service_kind']>`s.kind`.as('service_kind'),
      loginReasonOf('l.reason').as('reason'),
      sql<LoginRow['params']>`'{}'::jsonb`.as('params'),
      // The server adds the text.
      sql<null>`null::text`.as('message'),
    ])

const coa = (tx: Tx) =>
  tx
    .selectFrom('coa_request as l')
    .leftJoin('service as s', 's.id', 'l.service_id')
    .leftJoin('company as c', 'c.id', 'l.company_id')
    .leftJoin('nas as n', 'n.id', 'l.nas_id')
    .select([
      'l.id',
      'l.error_cause',
      'l.attempt',
      'l.uid as session_id',
      'l.username',
      'l.service_id',
      'l.company_id',
      'c.name as company_name',
      'l.nas_id',
      'n.name as nas_name',
      'l.requested_by',
      'l.created_at',
      'l.sent_at',
      'l.finished_at',
      'l.ancestor_ids',
    ])
    .select([
      sql<CoaRow['kind']>`l.kind`.as('kind'),
      sql<CoaRow['reason']>`l.reason`.as('reason'),
      sql<CoaRow['state']>`l.state`.as('state'),
      sql<CoaRow['conclusion']>`l.conclusion`.as('conclusion'),
      sql<CoaRow['detail']>`l.detail`.as('detail'),
      sql<CoaRow['service_kind']>`s.kind`.as('service_kind'),
    ])

/** Columns that the indexes of the history contain. */
const indexedHistory = {
  columns: ['id', 'stopped_at'],
  rows: (tx: Tx) =>
    tx
      .selectFrom('session_closed as l')
      .select(['l.uid as id', 'l.stopped_at', 'l.company_id', 'l.ancestor_ids']) as never,
}

const leanLogins = {
  columns: ['id', 'at'],
  rows: (tx: Tx) => tx.selectFrom('auth_log as l').select(['l.id', 'l.at', 'l.company_id', 'l.ancestor_ids']) as never,
}

const common = { owner: 'company_id', ancestor_ids: 'ancestor_ids', softDelete: false } as const
const sessions = { ...common, word: sessionWord, condition: sessionCondition }

export const sessionSources = {
  live: { ...sessions, rows: live },
  closed: {
    ...sessions,
    rows: closed,
    lean: indexedHistory,
    days: { table: 'session_closed_day', column: 'stopped_at' as const },
  },
  logins: { ...common, word: loginWord, rows: logins, lean: leanLogins },
  coa: { ...common, rows: coa },
}
