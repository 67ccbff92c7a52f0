import * as z from 'zod/mini'
import { issue } from '../errors.ts'
import { integer, line, requiredLine, type FieldMeta } from '../fields.ts'
import { ipv4, cidr4 } from './control-shapes.ts'

/** Names of RouterOS: no quotes, separators or control characters. */
const name = (max = 64) =>
  requiredLine(max).check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} _.@+-]*$/u, issue('change.name_format')))

const secret = () =>
  z
    .string()
    .check(z.minLength(1), z.maxLength(128))
    .register(z.globalRegistry, { 'x-secret': true } as FieldMeta)

/** A host name or an IPv4 address. */
const host = () =>
  requiredLine(253).check(
    z.regex(
      /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}))*\.?$/,
      issue('change.host_format'),
    ),
  )

const sources = () => z._default(z.array(cidr4()).check(z.maxLength(50)), [])

/** IP services of RouterOS, `/ip/service`. */
export const routerServices = ['telnet', 'ftp', 'www', 'www-ssl', 'ssh', 'api', 'api-ssl', 'winbox'] as const

/** Topics of `/system/logging` that are sent to a syslog server. */
export const logTopics = [
  'critical',
  'error',
  'warning',
  'info',
  'account',
  'system',
  'firewall',
  'dhcp',
  'wireless',
] as const

/** Wanted settings of routers. Each names what it is about; everything else on a router stays as it is. */
export const changeItem = z.discriminatedUnion('kind', [
  /** `/ip/dns`. */
  z.object({
    kind: z.literal('dns'),
    servers: z.array(ipv4()).check(z.minLength(1), z.maxLength(8)),
    /** Null: stays as it is. */
    remote_requests: z._default(z.nullable(z.boolean()), null),
  }),
  /** `/system/ntp/client`. RouterOS 6 takes two addresses, or names. */
  z.object({ kind: z.literal('ntp'), servers: z.array(host()).check(z.minLength(1), z.maxLength(4)) }),
  /** `/snmp` and its community for reading. */
  z.object({
    kind: z.literal('snmp'),
    enabled: z.boolean(),
    contact: z._default(z.nullable(line(255)), null),
    location: z._default(z.nullable(line(255)), null),
    /** Null: no community is changed. */
    community: z._default(z.nullable(name(32)), null),
    sources: sources(),
  }),
  /** `/system/logging`: sends topics to a server. */
  z.object({
    kind: z.literal('syslog'),
    address: ipv4(),
    port: z._default(integer(1, 65_535), 514),
    topics: z.array(z.enum(logTopics)).check(z.minLength(1)),
  }),
  /** `/user`. */
  z.object({
    kind: z.literal('user'),
    name: name(),
    state: z._default(z.enum(['present', 'absent']), 'present'),
    group: z._default(name(), 'read'),
    /** Required for a user that does not exist; written even if the user exists. */
    password: z._default(z.nullable(secret()), null),
    sources: sources(),
  }),
  /** `/ip/service`. */
  z.object({
    kind: z.literal('service'),
    service: z.enum(routerServices),
    enabled: z.boolean(),
    /** Null: stays as it is. */
    port: z._default(z.nullable(integer(1, 65_535)), null),
    /** Null: stays as it is; empty: from anywhere. */
    sources: z._default(z.nullable(z.array(cidr4()).check(z.maxLength(50))), null),
  }),
  /** `/ip/firewall/address-list`. */
  z.object({
    kind: z.literal('address_list'),
    list: name(),
    addresses: z.array(cidr4()).check(z.maxLength(500)),
    /** `exact` removes other entries of the list. */
    mode: z._default(z.enum(['add', 'exact', 'remove']), 'add'),
  }),
])
export type ChangeItem = z.infer<typeof changeItem>
export type ChangeKind = ChangeItem['kind']
export const changeKinds = [
  'dns',
  'ntp',
  'snmp',
  'syslog',
  'user',
  'service',
  'address_list',
] as const satisfies readonly ChangeKind[]

/** A difference between a router and the wanted settings. Secrets are never in it. */
export const settingDifference = z.object({
  /** `ip/dns`. */
  menu: z.string(),
  /** What identifies the row: `name=trunkline`; empty for the only row of its menu. */
  row: z.string(),
  verb: z.enum(['add', 'set', 'remove']),
  /** Null: the whole row. */
  field: z.nullable(z.string()),
  /** Null: not set, or a secret. */
  is: z.nullable(z.string()),
  wanted: z.nullable(z.string()),
})
export type SettingDifference = z.infer<typeof settingDifference>
