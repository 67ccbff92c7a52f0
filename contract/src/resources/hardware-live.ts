import * as z from 'zod/mini'
import { bulkAction } from '../bulk.ts'
import { data, endpoint } from '../endpoint.ts'
import { issue, replyMessage } from '../errors.ts'
import { type FieldMeta, id, ids, integer, line, ref, requiredLine, time } from '../fields.ts'
import { queuedCommand } from './device-command.ts'
import { backupCalls } from './device-backup-calls.ts'
import { deviceErrorKinds, readingSpans } from './device-enums.ts'
import { managementProtocols } from './hardware-enums.ts'
import { hardware } from './hardware.ts'

const base = '/hardware'
const control = '/hardware/control/{id}'
const subject = 'hardware'

/** Result of the first contact. The panel stores nothing; the form offers the values for its fields. */
export const contact = z.object({
  identity: z.string(),
  board: z.string(),
  serial_number: z.nullable(z.string()),
  routeros_version: z.string(),
  uptime_seconds: z.int(),
  /** SHA-256, hexadecimal; null without TLS or if the router has no certificate. */
  certificate: z.nullable(z.string()),
  /** Policies of the login: `read`, `write`, `policy`, `sensitive` …; empty if the router does not report them. */
  policies: z.array(z.string()),
  /**
   * What prevents full control or is insecure: `no-write`, `no-policy`, `no-certificate`, `plain-text`,
   * `default-user`.
   */
  warnings: z.array(z.string()),
  /** The model in the catalogue with this board name or product code. */
  model_id: z.nullable(id()),
  model_name: z.nullable(z.string()),
  /** The device in the panel with this serial number, if the caller sees it. */
  known_as: z.nullable(z.object({ id: id(), name: z.string() })),
})
export type Contact = z.infer<typeof contact>

/** One point of a time series; nulls if nothing was read. */
export const reading = z.object({
  at: time(),
  /** Null: no attempt was made. */
  online: z.nullable(z.boolean()),
  cpu_load: z.nullable(z.int()),
  rx_bps: z.nullable(z.number()),
  tx_bps: z.nullable(z.number()),
  /** Percent of the memory in use. */
  memory_load: z.nullable(z.int()),
  /** RSRP of its modem, dBm. */
  lte_rsrp: z.nullable(z.int()),
  /** Clients of its access points. */
  wifi_clients: z.nullable(z.int()),
  /** Their mean signal, dBm. */
  wifi_signal: z.nullable(z.int()),
})
export type Reading = z.infer<typeof reading>

/** What a device has to present before the panel logs in. */
const trusted = <const O extends 'first-use' | 'accepted' | 'entered'>(origins: readonly O[]) =>
  z.object({
    /** SHA-256, hexadecimal. */
    fingerprint: z.string(),
    /** `first-use`: presented at the first contact; `entered`: in the form of the device. */
    origin: z.enum(origins),
    trusted_at: time(),
    /** Presented instead since: the panel does not log in until a user accepts it. */
    changed: z.nullable(z.string()),
    changed_at: z.nullable(time()),
  })

/** Live data of a device page beyond its record. */
export const liveState = z.object({
  hardware_id: id(),
  is_online: z.nullable(z.boolean()),
  /** The last time that it answered. */
  polled_at: z.nullable(time()),
  /** When the values below were read; null before the first reading. */
  read_at: z.nullable(time()),
  /** Whether the panel has the settings to read it. */
  is_managed: z.boolean(),
  error: z.nullable(z.enum(deviceErrorKinds)),
  /** Why the last failed reading failed. */
  last_error: z.nullable(replyMessage()),
  last_error_at: z.nullable(time()),
  identity: z.nullable(z.string()),
  board: z.nullable(z.string()),
  architecture: z.nullable(z.string()),
  serial_number: z.nullable(z.string()),
  routeros_version: z.nullable(z.string()),
  firmware: z.nullable(z.string()),
  upgrade_firmware: z.nullable(z.string()),
  uptime_seconds: z.nullable(z.int()),
  cpu_load: z.nullable(z.int()),
  cpu_count: z.nullable(z.int()),
  memory_total: z.nullable(z.int()),
  memory_free: z.nullable(z.int()),
  disk_total: z.nullable(z.int()),
  disk_free: z.nullable(z.int()),
  temperature: z.nullable(z.number()),
  voltage: z.nullable(z.number()),
  /** All sensors by the names of RouterOS (`sfp-temperature`); units `C`, `V`, `A`, `W`, `RPM`, or '' if unknown. */
  sensors: z.array(z.object({ name: z.string(), value: z.number(), unit: z.string() })),
  wan_address: z.nullable(z.string()),
  rx_bps: z.nullable(z.number()),
  tx_bps: z.nullable(z.number()),
  seen_certificate: z.nullable(z.string()),
  /**
   * The certificate that the device has to present; null before its first contact in TLS. A changed one of '' is a
   * connection without a certificate.
   */
  trusted_certificate: z.nullable(trusted(['first-use', 'accepted', 'entered'])),
  /** The SSH host key that the device has to present; null before the first contact over SSH. */
  trusted_ssh_key: z.nullable(trusted(['first-use', 'accepted'])),
  wifi_stacks: z.array(z.string()),
  packages: z.array(z.string()),
  /** Whether it has an LTE or 5G interface, by its last reading. */
  has_lte: z.boolean(),
  /** Queued and running commands. */
  open_commands: z.int(),
  /**
   * When the last command that reached the device ended. Later than `read_at`: the values are from before the command,
   * and a new reading follows.
   */
  last_command_at: z.nullable(time()),
})
export type LiveState = z.infer<typeof liveState>

const port = () => integer(1, 65_535)
const secret = (max: number) =>
  z
    .string()
    .check(z.minLength(1), z.maxLength(max))
    .register(z.globalRegistry, { 'x-secret': true } as FieldMeta)

const calls = {
  live: endpoint({
    name: 'hardware.live',
    method: 'GET',
    path: `${control}/live/show`,
    access: { action: 'view', subject },
    object: 'hardware',
    errorStatuses: [409],
    reasons: { 409: ['row.trashed'] },
    summary: 'Show the last reading of the device',
    reply: data(liveState),
  }),
  reboot: endpoint({
    name: 'hardware.reboot',
    method: 'PUT',
    path: `${base}/{id}/reboot`,
    access: { action: 'manage', subject },
    object: 'hardware',
    summary: 'Reboot the device; verified by its uptime afterwards',
    deviceWrite: 'acts',
    reply: data(queuedCommand),
    status: 202,
  }),
  reload: endpoint({
    name: 'hardware.reload',
    method: 'PATCH',
    path: `${base}/{id}/reload`,
    access: { action: 'update', subject },
    object: 'hardware',
    summary: 'Read the device now',
    deviceWrite: 'acts',
    reply: data(queuedCommand),
    status: 202,
  }),
  test: endpoint({
    name: 'hardware.control.test',
    method: 'POST',
    path: `${base}/control/test`,
    access: { action: 'update', subject },
    reasons: {
      422: [
        'device.address_blocked',
        'device.address_format',
        'device.address_not_allowed',
        'device.address_private',
        'device.name_blocked',
        'device.name_private',
        'device.password_required',
        'device.port_blocked',
        'device.tunnel_down',
      ],
    },
    summary: 'Test the connection: connect, log in, identify the device; stores nothing',
    device: true,
    perMinute: 20,
    body: z.object({
      /** The stored settings of the device replace absent ones, including the password. */
      hardware_id: z.optional(ref('hardware')),
      address: z.nullish(line(255)),
      vpn_dialup_id: z.nullish(ref('vpn-dialup')),
      protocol: z.optional(z.enum(managementProtocols)),
      port: z.nullish(port()),
      user: z.optional(requiredLine(128)),
      password: z.optional(secret(256)),
    }),
    reply: data(contact),
  }),
  acceptCertificate: endpoint({
    name: 'hardware.control.certificate.accept',
    method: 'PUT',
    path: `${control}/certificate/accept`,
    access: { action: 'update', subject },
    object: 'hardware',
    reasons: { 409: ['device.certificate_unchanged', 'device.certificate_changed_again'] },
    summary: 'Trust the certificate that the device presents now; 409 where it presents another one',
    body: z.object({
      /**
       * SHA-256 that the caller saw, hexadecimal; null: the device presents none, and the next contact is a first
       * one.
       */
      certificate: z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/, issue('device.fingerprint_format')))),
    }),
    reply: data(liveState),
  }),
  acceptSshKey: endpoint({
    name: 'hardware.control.ssh-key.accept',
    method: 'PUT',
    path: `${control}/ssh-key/accept`,
    access: { action: 'update', subject },
    object: 'hardware',
    reasons: { 409: ['device.ssh_key_unchanged', 'device.ssh_key_changed_again'] },
    summary: 'Trust the SSH host key that the device presents now; 409 where it presents another one',
    body: z.object({
      /** SHA-256 that the caller saw, hexadecimal. */
      ssh_key: z.string().check(z.regex(/^[0-9a-f]{64}$/, issue('device.fingerprint_format'))),
    }),
    reply: data(liveState),
  }),
  bootstrap: endpoint({
    name: 'hardware.control.bootstrap',
    method: 'POST',
    path: `${control}/bootstrap`,
    access: { action: 'manage', subject },
    object: 'hardware',
    reasons: { 422: ['device.tunnel_dialup_inactive', 'device.tunnel_dialup_required', 'device.tunnel_no_nas'] },
    summary: 'Create a provisioning script for a router: user and group, API in TLS, tunnel, and a callback',
    perMinute: 10,
    secretReply: true,
    body: z.object({
      /**
       * The VPN dial-up of the tunnel; its password is in the script. Absent: no tunnel, the panel connects to the
       * router's address.
       */
      vpn_dialup_id: z.nullish(ref('vpn-dialup')),
      tunnel: z.optional(z.enum(['l2tp', 'sstp', 'ovpn', 'ikev2'])),
      /** RouterOS 6 or 7: some lines differ. */
      version: z.optional(z.enum(['6', '7'])),
    }),
    reply: data(z.object({ script: z.string(), user: z.string(), expires_at: time() })),
    status: 201,
  }),
  /** The router calls it: the token of its script is its only credential. */
  callHome: endpoint({
    name: 'hardware.call-home',
    method: 'GET',
    path: '/hook/call-home/{token}',
    access: 'public',
    tokenInPath: true,
    perMinute: 30,
    params: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    summary: 'Report that a router has run its script',
    reasons: { 422: ['link_invalid'] },
    reply: data(z.object({ ok: z.literal(true) })),
  }),
  history: endpoint({
    name: 'hardware.history',
    method: 'GET',
    path: `${control}/history/show`,
    access: { action: 'view', subject },
    object: 'hardware',
    errorStatuses: [409],
    reasons: { 409: ['row.trashed'] },
    summary: 'Show availability, load and traffic over time: points of five minutes up to a week, of an hour beyond',
    query: z.object({
      span: z._default(z.enum(readingSpans), 'day'),
      /** An interface instead of the uplink. */
      interface: z.optional(line(64)),
    }),
    reply: data(z.object({ seconds: z.int(), points: z.array(reading) })),
  }),
  ...backupCalls,
  deliverDpk: endpoint({
    name: 'dpk.deliver',
    method: 'POST',
    path: '/hardware/dpk/{id}/deliver',
    access: { action: 'manage', subject: 'hardware-manufacturers' },
    object: 'dpk',
    reasons: { 422: ['package.other_manufacturer'] },
    summary: 'Install a branding package on devices and reboot them: one command per device',
    deviceWrite: 'acts',
    body: z.object({ ids: ids('hardware') }),
    reply: data(z.array(z.extend(queuedCommand, { hardware_id: id() }))),
    status: 202,
  }),
  /** The device fetches it while a `dpk` command runs; the token is valid for as long as the command. */
  dpkFile: endpoint({
    name: 'dpk.fetch',
    method: 'GET',
    path: '/hook/dpk/{token}',
    access: 'public',
    tokenInPath: true,
    params: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    summary: 'Download a branding package, for the device that installs it',
    file: 'application/octet-stream',
  }),
}

export const hardwareLive = {
  ...calls,
  bulkReboot: bulkAction({
    name: 'hardware.bulk-reboot',
    path: `${base}/bulk/reboot`,
    summary: 'Reboot devices as a job, which reports the result of each command',
    object: 'hardware',
    call: calls.reboot,
    index: hardware.index,
    skips: ['device.not_managed'],
  }),
  bulkRefresh: bulkAction({
    name: 'hardware.bulk-refresh',
    path: `${base}/bulk/refresh`,
    summary: 'Read devices now as a job, which reports the result of each command',
    object: 'hardware',
    call: calls.reload,
    index: hardware.index,
    skips: ['device.not_managed'],
  }),
}
