import * as z from 'zod/mini'
import { issue } from '../errors.ts'
import { integer, line, requiredLine, type FieldMeta } from '../fields.ts'
import { ipv4, cidr4, sample } from './control-shapes.ts'

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

/** Where the values of items may come from: written out, or also from variables of a template. */
interface Texts {
  /** A value of one line. */
  value(max: number, pattern: RegExp, reason: ReturnType<typeof issue>): z.ZodMiniString
  ipv4(): z.ZodMiniString
  cidr4(): z.ZodMiniString
  /** A password. */
  secret(): z.ZodMiniString
}

/** A variable of a template: `{{ntp_server}}`. */
const variable = String.raw`\{\{[a-z][a-z0-9_]{0,39}\}\}`
const withVariables = String.raw`[^{}]*(?:${variable}[^{}]*)+`
const written: Texts = {
  value: (max, pattern, reason) => requiredLine(max).check(z.regex(pattern, reason)),
  ipv4,
  cidr4,
  secret: () =>
    z
      .string()
      .check(z.minLength(1), z.maxLength(128))
      .register(z.globalRegistry, { 'x-secret': true } as FieldMeta),
}

const orVariables = (pattern: RegExp) => new RegExp(`${pattern.source}|^${withVariables}$`, pattern.flags)
const ofTemplate: Texts = {
  value: (max, pattern, reason) =>
    sample(requiredLine(Math.max(max, 100)).check(z.regex(orVariables(pattern), reason)), 'example'),
  ipv4: () =>
    sample(
      requiredLine(100).check(z.regex(orVariables(/^(\d{1,3}\.){3}\d{1,3}$/), issue('lan.ipv4_format'))),
      '192.0.2.1',
    ),
  cidr4: () =>
    sample(
      requiredLine(100).check(
        z.regex(orVariables(/^(\d{1,3}\.){3}\d{1,3}\/\d{1,2}$/), issue('lan.ipv4_prefix_format')),
      ),
      '192.0.2.0/24',
    ),
  secret: () =>
    sample(
      requiredLine(50).check(z.regex(new RegExp(`^${variable}$`), issue('template.secret_is_variable'))),
      '{{password}}',
    ),
}

/** Names of RouterOS: no quotes, separators or control characters. */
const namePattern = /^[\p{L}\p{N}][\p{L}\p{N} _.@+-]*$/u
/** A host name or an IPv4 address. */
const hostPattern = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,62}))*\.?$/

const items = (texts: Texts) => {
  const name = (max = 64) => texts.value(max, namePattern, issue('change.name_format'))
  const host = () => texts.value(253, hostPattern, issue('change.host_format'))
  const sources = () => z._default(z.array(texts.cidr4()).check(z.maxLength(50)), [])
  return z.discriminatedUnion('kind', [
    /** `/ip/dns`. */
    z.object({
      kind: z.literal('dns'),
      servers: z.array(texts.ipv4()).check(z.minLength(1), z.maxLength(8)),
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
      address: texts.ipv4(),
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
      password: z._default(z.nullable(texts.secret()), null),
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
      sources: z._default(z.nullable(z.array(texts.cidr4()).check(z.maxLength(50))), null),
    }),
    /** `/ip/firewall/address-list`. */
    z.object({
      kind: z.literal('address_list'),
      list: name(),
      addresses: z.array(texts.cidr4()).check(z.maxLength(500)),
      /** `exact` removes other entries of the list. */
      mode: z._default(z.enum(['add', 'exact', 'remove']), 'add'),
    }),
  ])
}

/** Wanted settings of routers. Each names what it is about; everything else on a router stays as it is. */
export const changeItem = items(written)
/** An item of a template: texts may contain variables, and a password is one. */
export const templateItem = items(ofTemplate)
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
