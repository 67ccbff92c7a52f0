import * as z from 'zod/mini'
import { issue } from '../errors.ts'
import { integerText, line, time, type FieldMeta } from '../fields.ts'
import { signalGrades } from './device-enums.ts'

/** A text schema with a valid example, for patterns that do not imply one. */
export const sample = (schema: z.ZodMiniString, value: string): z.ZodMiniString =>
  schema.register(z.globalRegistry, { 'x-sample': value } as FieldMeta)

/** Id of a row on the router: `*5`, `*80000004`. The router assigns it and may change it when it recreates the row. */
export const rowId = () =>
  sample(z.string().check(z.trim(), z.regex(/^\*[0-9A-Fa-f]{1,16}$/, issue('device.row_id_format'))), '*1')

/** The result of reading a device: its rows, the time, and whether they are cached. */
export const fromDevice = <S extends z.ZodMiniType>(rows: S) =>
  z.object({
    data: rows,
    read_at: time(),
    /** True: the panel's last reading; false: just read from the device. */
    cached: z.boolean(),
  })

/**
 * `cached=1` returns the last reading without contacting the device; for a menu that was never read, empty rows dated
 * 1970.
 */
export const readQuery = { cached: z.optional(z.stringbool()) }

const flags = { disabled: z.boolean(), dynamic: z.boolean(), invalid: z.boolean(), comment: z.nullable(z.string()) }

export const lanAddress = z.object({
  id: rowId(),
  /** CIDR. */
  address: z.string(),
  network: z.nullable(z.string()),
  interface: z.string(),
  actual_interface: z.nullable(z.string()),
  /** The panel connects through it: changing it is guarded. */
  is_management: z.boolean(),
  ...flags,
})
export type LanAddress = z.infer<typeof lanAddress>

export const lanDns = z.object({
  servers: z.array(z.string()),
  dynamic_servers: z.array(z.string()),
  allow_remote_requests: z.boolean(),
  cache_size_kib: z.nullable(z.int()),
  cache_used_kib: z.nullable(z.int()),
  cache_max_ttl_seconds: z.nullable(z.int()),
  use_doh_server: z.nullable(z.string()),
  verify_doh_cert: z.boolean(),
})
export type LanDns = z.infer<typeof lanDns>

export const dhcpNetwork = z.object({
  id: rowId(),
  address: z.string(),
  gateway: z.nullable(z.string()),
  netmask: z.nullable(z.int()),
  dns_server: z.array(z.string()),
  ntp_server: z.array(z.string()),
  domain: z.nullable(z.string()),
  dynamic: z.boolean(),
  comment: z.nullable(z.string()),
})
export type DhcpNetwork = z.infer<typeof dhcpNetwork>

export const lanPool = z.object({
  id: rowId(),
  name: z.string(),
  /** Of a pool with one range; null for several ranges, which are read-only. */
  address_start: z.nullable(z.string()),
  address_end: z.nullable(z.string()),
  ranges: z.array(z.string()),
  next_pool: z.nullable(z.string()),
  total: z.nullable(z.int()),
  used: z.nullable(z.int()),
  comment: z.nullable(z.string()),
})
export type LanPool = z.infer<typeof lanPool>

export const leaseStatuses = [
  'bound',
  'waiting',
  'offered',
  'testing',
  'declined',
  'authorizing',
  'conflict',
  'busy',
] as const

export const dhcpLease = z.object({
  id: rowId(),
  address: z.nullable(z.string()),
  mac: z.nullable(z.string()),
  client_id: z.nullable(z.string()),
  server: z.nullable(z.string()),
  /** One of `leaseStatuses`; null if the router does not report it. */
  status: z.nullable(z.string()),
  host_name: z.nullable(z.string()),
  active_address: z.nullable(z.string()),
  active_mac: z.nullable(z.string()),
  expires_in_seconds: z.nullable(z.int()),
  last_seen_seconds: z.nullable(z.int()),
  lease_time_seconds: z.nullable(z.int()),
  /** As RouterOS writes it, upload/download from the client's view: `1M/10M`. */
  rate_limit: z.nullable(z.string()),
  blocked: z.boolean(),
  disabled: z.boolean(),
  dynamic: z.boolean(),
  comment: z.nullable(z.string()),
})
export type DhcpLease = z.infer<typeof dhcpLease>

export const dhcpServer = z.object({
  id: rowId(),
  name: z.string(),
  interface: z.string(),
  /** `static-only` assigns addresses to reservations only. */
  address_pool: z.string(),
  lease_time_seconds: z.nullable(z.int()),
  authoritative: z.nullable(z.string()),
  ...flags,
})
export type DhcpServer = z.infer<typeof dhcpServer>

export const deviceInterface = z.object({
  id: rowId(),
  name: z.string(),
  type: z.string(),
  mac: z.nullable(z.string()),
  mtu: z.nullable(z.int()),
  running: z.boolean(),
  slave: z.boolean(),
  disabled: z.boolean(),
  dynamic: z.boolean(),
  comment: z.nullable(z.string()),
  link_downs: z.nullable(z.int()),
  last_link_up_at: z.nullable(z.string()),
  rx_bytes: z.nullable(z.number()),
  tx_bytes: z.nullable(z.number()),
  rx_packets: z.nullable(z.number()),
  tx_packets: z.nullable(z.number()),
  rx_drops: z.nullable(z.number()),
  tx_drops: z.nullable(z.number()),
  rx_errors: z.nullable(z.number()),
  tx_errors: z.nullable(z.number()),
  /** From two readings of the counters; null until there are two. */
  rx_bps: z.nullable(z.number()),
  tx_bps: z.nullable(z.number()),
})
export type DeviceInterface = z.infer<typeof deviceInterface>

/** Current traffic of an interface as the router measures it. */
export const interfaceTraffic = z.object({
  name: z.string(),
  rx_bps: z.number(),
  tx_bps: z.number(),
  rx_pps: z.number(),
  tx_pps: z.number(),
})
export type InterfaceTraffic = z.infer<typeof interfaceTraffic>

export const ethernetPort = z.object({
  id: rowId(),
  name: z.string(),
  default_name: z.nullable(z.string()),
  /** Position on the front panel, from 1, as the manufacturer numbers the ports; SFP cages follow the copper ports. */
  position: z.int(),
  kind: z.enum(['ethernet', 'combo', 'sfp', 'sfp-plus', 'sfp28', 'qsfp']),
  mac: z.nullable(z.string()),
  running: z.boolean(),
  disabled: z.boolean(),
  comment: z.nullable(z.string()),
  /** `link-ok`, `no-link`, `unknown`, `initializing`, `auto-init-failed` */
  status: z.nullable(z.string()),
  rate_mbps: z.nullable(z.int()),
  full_duplex: z.nullable(z.boolean()),
  auto_negotiation: z.nullable(z.boolean()),
  bridge: z.nullable(z.string()),
  /** Untagged VLAN of the port in its bridge. */
  pvid: z.nullable(z.int()),
  poe: z.nullable(
    z.object({
      /** `auto-on`, `forced-on`, `off` */
      out: z.string(),
      status: z.nullable(z.string()),
      volts: z.nullable(z.number()),
      milliamperes: z.nullable(z.number()),
      watts: z.nullable(z.number()),
    }),
  ),
  sfp: z.nullable(
    z.object({
      present: z.boolean(),
      celsius: z.nullable(z.number()),
      /** dBm */
      rx_power: z.nullable(z.number()),
      tx_power: z.nullable(z.number()),
      vendor: z.nullable(z.string()),
    }),
  ),
})
export type EthernetPort = z.infer<typeof ethernetPort>

const signal = z.nullable(z.object({ value: z.number(), grade: z.enum(signalGrades) }))

export const cellInfo = z.object({
  name: z.string(),
  running: z.boolean(),
  disabled: z.boolean(),
  /** As the modem reports it: `connected`, `registered`, `searching` … */
  status: z.nullable(z.string()),
  registration: z.nullable(z.string()),
  operator: z.nullable(z.string()),
  roaming: z.nullable(z.boolean()),
  technology: z.nullable(z.string()),
  /** The main carrier first. */
  bands: z.array(
    z.object({
      band: z.string(),
      width_mhz: z.nullable(z.number()),
      channel: z.nullable(z.int()),
      cell: z.nullable(z.int()),
    }),
  ),
  cell_id: z.nullable(z.string()),
  enb_id: z.nullable(z.string()),
  sector_id: z.nullable(z.string()),
  physical_cell_id: z.nullable(z.string()),
  session_seconds: z.nullable(z.int()),
  /** dBm, dB; 5G beside LTE where the modem has both. */
  rssi: signal,
  rsrp: signal,
  rsrq: signal,
  sinr: signal,
  cqi: z.nullable(z.int()),
  nr_rsrp: signal,
  nr_rsrq: signal,
  nr_sinr: signal,
  /** The worst of the relevant measurements: the label on the screen. */
  grade: z.enum(signalGrades),
  modem: z.nullable(z.string()),
  revision: z.nullable(z.string()),
  /** Personal data: null for users who may only view. */
  imei: z.nullable(z.string()),
  imsi: z.nullable(z.string()),
  iccid: z.nullable(z.string()),
  subscriber_number: z.nullable(z.string()),
})
export type CellInfo = z.infer<typeof cellInfo>

/**
 * The fields as the caller saw them when it began to edit. 409 `stale_version` if the last reading differs in a
 * field that the call can change; if only the device differs, the command ends as rejected, with `changed_meanwhile`.
 */
export const seen = () => z.optional(z.record(z.string(), z.unknown()))

const isJsonObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
/** `seen` of a call without a body: the same as JSON text. */
export const seenText = () =>
  z.optional(sample(z.string().check(z.maxLength(8000), z.refine(isJsonObject, issue('device.seen_format'))), '{}'))

/** The version of a row that the caller saw, in a query. */
export const versionText = () => z.optional(integerText(0, Number.MAX_SAFE_INTEGER))

/** Versions of the rows in the request, by id: 409 `stale_version` if one of them has changed since. */
export const versionsOf = <S extends z.ZodMiniType>(version: S) => z.optional(z.record(z.string(), version))

export const ipv4 = () =>
  sample(line(15).check(z.regex(/^(\d{1,3}\.){3}\d{1,3}$/, issue('lan.ipv4_format'))), '192.168.88.1')
export const cidr4 = () =>
  sample(
    line(18).check(z.regex(/^(\d{1,3}\.){3}\d{1,3}\/\d{1,2}$/, issue('lan.ipv4_prefix_format'))),
    '192.168.88.1/24',
  )
export const comment = () => z.nullish(line(255))

/** IPv4 or IPv6. */
export const dnsServer = () =>
  sample(line(64).check(z.regex(/^[0-9a-fA-F.:]+$/, issue('lan.dns_server_format'))), '9.9.9.9')

/** Up to eight addresses in one comma-separated string; empty: none. */
export const dnsServerText = () =>
  sample(
    line(528).check(
      z.regex(/^$|^[0-9a-fA-F.:]+( *, *[0-9a-fA-F.:]+){0,7}$/, issue('lan.dns_servers_format', { max: 8 })),
    ),
    '9.9.9.9',
  )

/** Any notation of 48 bits: `4C:5E:0C:01:02:03`, `4c-5e-…`, `4c5e.0c01.0203`, `4c5e0c010203`. */
export const macAddress = () =>
  sample(
    line(24).check(
      z.regex(/^([0-9A-Fa-f]{2}[:-]?){5}[0-9A-Fa-f]{2}$|^([0-9A-Fa-f]{4}\.){2}[0-9A-Fa-f]{4}$/, issue('field.mac')),
    ),
    '4C:5E:0C:01:02:03',
  )
