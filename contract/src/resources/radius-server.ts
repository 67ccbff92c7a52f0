import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'
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

/** Why FreeRADIUS does not run. */
export const radiusReasons = [
  'not-installed',
  'no-driver',
  'wrong-version',
  'port-service',
  'port-program',
  'port-unknown',
  'configuration',
  'start',
  'ended',
  'no-answer',
  'database-role',
] as const

export const radiusServer = z.object({
  /** Unique: the host name and a hash of the folder of its configuration. */
  host: z.string(),
  /** The host name alone. */
  name: z.string(),
  state: z.enum(radiusStates),
  /** Null while it runs, and where it is silent or stopped. */
  reason: z.nullable(z.enum(radiusReasons)),
  /** Parameters of the reason; null where it has none of the kind. */
  params: z.object({
    /** The UDP port that is in use. */
    port: z.nullable(z.int()),
    /** The program that uses it, and its process id. */
    program: z.nullable(z.string()),
    pid: z.nullable(z.int()),
    /** The version of FreeRADIUS that was found in place of 3.2. */
    version: z.nullable(z.string()),
    /** Output of FreeRADIUS or of the database. */
    text: z.nullable(z.string()),
  }),
  /** The reason in English. */
  message: z.nullable(z.string()),
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
