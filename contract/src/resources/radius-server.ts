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
    /** Unique: the host name and a hash of the folder of its configuration. */
    host: z.string(),
    /** The host name alone. */
    name: z.string(),
    state: z.enum(radiusStates),
    /** Null while it runs, and where it is silent or stopped. */
    reason: z.nullable(z.enum(radiusReasons)),
    params: z.record(z.string(), z.unknown()),
    /** The reason in the language of Accept-Language. */
    message: z.optional(z.string()),
    /** Output of FreeRADIUS or of the database, where there is any. */
    output: z.nullable(z.string()),
    /** The command that an administrator of the host runs to repair it. */
    command: z.nullable(z.string()),
    /** Of FreeRADIUS; empty where it is not known. */
    version: z.string(),
    auth_port: z.int(),
    acct_port: z.int(),
    /** Start of the state; of a silent server its last report. */
    since: time(),
    checked_at: time(),
    /** Accounting that the database has not stored yet, and when the oldest of it was begun. */
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
    summary: 'RADIUS servers that report to the panel: whether each runs, why not, and accounting that waits',
    reply: data(
      z.object({
        servers: z.array(radiusServer),
        /** Accounting records that could not be stored. */
        dead_letters: z.int(),
      }),
    ),
  }),
}
