import * as z from 'zod/mini'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { issue, replyMessage } from '../errors.ts'
import { id, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'
import {
  closings,
  coaConclusions,
  coaKinds,
  coaReasons,
  coaStates,
  loginReasons,
  serviceKinds,
} from './radius-enums.ts'
import { loginAttempt, loginRejection } from './login-fields.ts'

/** The key of a session in accounting: hexadecimal. */
export const sessionId = () => z.string().check(z.minLength(1), z.maxLength(64))

const seen = {
  id: sessionId(),
  service_id: z.nullable(id()),
  service_kind: z.nullable(z.enum(serviceKinds)),
  username: z.string(),
  company_id: z.nullable(id()),
  company_name: z.nullable(z.string()),
  nas_id: id(),
  /** Null if the NAS was deleted. */
  nas_name: z.nullable(z.string()),
  nas_port: z.nullable(z.string()),
  /** Calling station: MAC address, or public address of a VPN client. */
  calling: z.nullable(z.string()),
  called: z.nullable(z.string()),
  framed_ip: z.nullable(z.string()),
  /** Framed-IPv6-Address: the customer's router itself (RFC 6911). */
  framed_ipv6_address: z.nullable(z.string()),
  /** Framed-IPv6-Prefix: the prefix of the link (RFC 3162). */
  framed_ipv6: z.nullable(z.string()),
  delegated_ipv6: z.nullable(z.string()),
  started_at: time(),
  /** Time of the NAS's last report. */
  updated_at: time(),
  seconds: z.int(),
  upload_bytes: z.number(),
  download_bytes: z.number(),
}

/** A session that is online. */
export const liveSession = z.object(seen)
export type LiveSession = z.infer<typeof liveSession>

/** A session that has ended. */
export const closedSession = z.object({
  ...seen,
  stopped_at: time(),
  /** Acct-Terminate-Cause of the NAS, or the panel's replacement. */
  cause: z.string(),
  closed_by: z.enum(closings),
})
export type ClosedSession = z.infer<typeof closedSession>

/** A session of one service: online (without an end) or ended. */
export const anySession = z.object({
  ...seen,
  stopped_at: z.nullable(time()),
  cause: z.nullable(z.string()),
  closed_by: z.nullable(z.enum(closings)),
})
export type AnySession = z.infer<typeof anySession>

const seenFields = {
  id: 'text',
  service_id: 'id',
  service_kind: serviceKinds,
  username: 'text',
  company_id: 'id',
  company_name: 'text',
  nas_id: 'id',
  nas_name: 'text',
  calling: 'text',
  framed_ip: 'text',
  started_at: 'time',
  updated_at: 'time',
  seconds: 'number',
  upload_bytes: 'number',
  download_bytes: 'number',
} as const
const seenSort = [
  'started_at',
  'updated_at',
  'username',
  'company_name',
  'nas_name',
  'framed_ip',
  'seconds',
  'upload_bytes',
  'download_bytes',
]
const free = ['username', 'calling', 'framed_ip']

const live: ListDefinition = { fields: seenFields, free, sort: seenSort, order: ['started_at', 'desc'] }
const closed: ListDefinition = {
  fields: { ...seenFields, stopped_at: 'time', cause: 'text', closed_by: closings },
  free,
  sort: ['stopped_at', ...seenSort, 'cause'],
  order: ['stopped_at', 'desc'],
}

/** One login attempt, without the password. */
export const loginRow = z
  .object({
    ...loginAttempt,
    accepted: z.boolean(),
    ...loginRejection,
    /** FreeRADIUS's own message, if it rejected the login itself; otherwise empty. */
    detail: z.string(),
    calling: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { 'x-message': true })
export type LoginRow = z.infer<typeof loginRow>

const logins: ListDefinition = {
  fields: {
    id: 'id',
    at: 'time',
    username: 'text',
    service_id: 'id',
    service_kind: serviceKinds,
    company_id: 'id',
    company_name: 'text',
    nas_id: 'id',
    nas_name: 'text',
    accepted: 'boolean',
    reason: loginReasons,
    calling: 'text',
  },
  free: ['username', 'calling'],
  sort: ['at', 'username', 'reason'],
  order: ['at', 'desc'],
}

/** A CoA or Disconnect (RFC 5176) and the reply of the NAS. */
export const coaRow = z.object({
  id: id(),
  kind: z.enum(coaKinds),
  reason: z.enum(coaReasons),
  /** Only `ack` is a success. */
  state: z.enum(coaStates),
  /** Error-Cause of a NAK, or of an ACK that has one (RFC 5176, 3.6). */
  error_cause: z.nullable(z.int()),
  /** The reply of the NAS, or why no request was sent; null if the state says it all. */
  detail: z.nullable(replyMessage()),
  /** The panel's action after the reply; null: none. */
  conclusion: z.nullable(z.enum(coaConclusions)),
  /** Attempt number, from 1: the panel sends a new request if the NAS was temporarily unable to process the last one. */
  attempt: z.int(),
  session_id: z.string(),
  username: z.string(),
  service_id: z.nullable(id()),
  service_kind: z.nullable(z.enum(serviceKinds)),
  company_id: id(),
  company_name: z.nullable(z.string()),
  nas_id: id(),
  nas_name: z.nullable(z.string()),
  requested_by: z.string(),
  created_at: time(),
  sent_at: z.nullable(time()),
  finished_at: z.nullable(time()),
})
export type CoaRow = z.infer<typeof coaRow>

const coa: ListDefinition = {
  fields: {
    id: 'id',
    kind: coaKinds,
    reason: coaReasons,
    state: coaStates,
    conclusion: coaConclusions,
    session_id: 'text',
    username: 'text',
    service_id: 'id',
    service_kind: serviceKinds,
    company_id: 'id',
    company_name: 'text',
    nas_id: 'id',
    nas_name: 'text',
    requested_by: 'text',
    created_at: 'time',
  },
  free: ['username', 'session_id', 'requested_by'],
  sort: ['id', 'created_at', 'username', 'state'],
  order: ['id', 'desc'],
}

/** Reply of a disconnect: one request per session; the results are in the CoA list. */
export const requested = () => data(z.array(z.object({ id: id(), session_id: z.string(), state: z.enum(coaStates) })))

const access = { action: 'view-list', subject: 'services' } as const

export const radiusSessions = {
  index: endpoint({
    name: 'session.index',
    method: 'GET',
    path: '/network/session/index',
    access,
    object: 'session-live',
    summary: 'List online sessions',
    query: z.object(listQuery),
    reply: page(liveSession),
    list: live,
  }),
  history: endpoint({
    name: 'session.history',
    method: 'GET',
    path: '/network/session/history/index',
    access,
    object: 'session-closed',
    summary: 'List ended sessions, latest first',
    query: z.object(listQuery),
    reply: page(closedSession),
    list: closed,
  }),
  disconnect: endpoint({
    name: 'session.disconnect',
    method: 'POST',
    path: '/network/session/disconnect',
    access: { action: 'update', subject: 'services' },
    errorStatuses: [404],
    summary:
      'Request the NAS to end sessions; its replies are in the CoA list. Sessions that have ended since are skipped',
    body: z.object({
      uids: z.array(sessionId()).check(
        z.minLength(1),
        z.maxLength(1000),
        z.refine((list) => new Set(list).size === list.length, issue('field.duplicate')),
      ),
    }),
    reply: requested(),
    status: 202,
  }),
  logins: endpoint({
    name: 'login.index',
    method: 'GET',
    path: '/network/login/index',
    access,
    object: 'login',
    summary: 'List login attempts and why they were rejected, latest first',
    query: z.object(listQuery),
    reply: page(loginRow),
    list: logins,
  }),
  coa: endpoint({
    name: 'coa.index',
    method: 'GET',
    path: '/network/coa/index',
    access,
    object: 'coa-request',
    summary: 'List changes of authorization and disconnects with the replies of the NAS, latest first',
    query: z.object(listQuery),
    reply: page(coaRow),
    list: coa,
  }),
}
