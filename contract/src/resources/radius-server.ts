import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'
import type { Reason } from '../errors.ts'
import { time } from '../fields.ts'

/** `silent`: no report for three minutes. `stopped`: stopped together with the panel, on request. */
export const radiusStates = [
  'running',
  'starting',
  'missing',
  'no-driver',
  'wrong-version',
  'ports-taken',
  'stopped',
  'failed',
  'silent',
] as const

/** Why FreeRADIUS does not run: reasons of `contract/src/reasons/radius.ts`. */
export const radiusReasons = [
  'radius_server.not_installed',
  'radius_server.no_driver',
  'radius_server.wrong_version',
  'radius_server.port_service',
  'radius_server.port_program',
  'radius_server.port_unknown',
  'radius_server.configuration',
  'radius_server.start',
  'radius_server.ended',
  'radius_server.no_answer',
  'radius_server.database_role',
] as const satisfies readonly Reason[]

export const radiusServer = z
  .object({
    /** Unique: the host name and a hash of the path of its configuration folder. */
    host: z.string(),
    /** The host name only. */
    name: z.string(),
    state: z.enum(radiusStates),
    /** Null while it runs, and for silent or stopped servers. */
    reason: z.nullable(z.enum(radiusReasons)),
    params: z.record(z.string(), z.unknown()),
    /** The reason in the language of Accept-Language. */
    message: z.optional(z.string()),
    /** Output of FreeRADIUS or of the database, if any. */
    output: z.nullable(z.string()),
    /** The command that repairs it, for an administrator of the host. */
    command: z.nullable(z.string()),
    /** Version of FreeRADIUS; empty if unknown. */
    version: z.string(),
    auth_port: z.int(),
    acct_port: z.int(),
    /** Start of the state; for a silent server the time of its last report. */
    since: time(),
    checked_at: time(),
    /** Accounting records that are not stored in the database yet, and when the oldest was received. */
    buffer_bytes: z.int(),
    buffer_since: z.nullable(time()),
  })
  .register(z.globalRegistry, { 'x-message': true })
export type RadiusServer = z.infer<typeof radiusServer>

export const radiusServers = {
  status: endpoint({
    name: 'radius-server.status',
    method: 'GET',
    path: '/network/radius/status',
    access: { action: 'view', subject: 'installation' },
    summary: 'List RADIUS servers with their state, the reason where one is down, and pending accounting',
    reply: data(
      z.object({
        servers: z.array(radiusServer),
        /** Accounting records that could not be stored. */
        dead_letters: z.int(),
      }),
    ),
  }),
}
