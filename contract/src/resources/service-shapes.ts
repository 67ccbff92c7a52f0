import * as z from 'zod/mini'
import { type ListDefinition } from '../endpoint.ts'
import { issue, issueOf, type Reason } from '../errors.ts'
import { day, id, line, ref, text, time, type FieldMeta } from '../fields.ts'
import { labelBody, labelFields, labelRow } from '../labels.ts'
import { companyStep } from './company.ts'
import { liveSession } from './radius-session.ts'
import { loginRejection } from './login-fields.ts'
import { errorOf, formatAddress, formatPrefix, parseAddress, netReasons, parsePrefix } from '../net.ts'
import { option82Formats, parseMacAddress } from './ipoe.ts'
import {
  authMethods,
  delegatedIpv6Methods,
  framedIpv6Methods,
  ipv4Methods,
  paymentPeriods,
  quotaPeriods,
  quotaStates,
  serviceStatuses,
} from './radius-enums.ts'
import { addressText, prefixText } from './subnet-shapes.ts'

/** RADIUS treats services and VPN dial-ups alike: they share their fields and calls. */
export const serviceRow = z.object({
  id: id(),
  name: z.string(),
  username: z.string(),
  auth_method: z.enum(authMethods),
  /** `AA:BB:CC:DD:EE:FF`; of `mac`. */
  mac: z.nullable(z.string()),
  /** Of `option82`: text if all octets are printable ASCII, else `0x…`. */
  circuit_id: z.nullable(z.string()),
  remote_id: z.nullable(z.string()),
  company_id: id(),
  company_name: z.string(),
  tariff_id: id(),
  /** Null if the tariff is no longer shared with the caller's company. */
  tariff_name: z.nullable(z.string()),
  /** Null: any NAS that serves the company. */
  nas_id: z.nullable(id()),
  nas_name: z.nullable(z.string()),
  /** Where the service is delivered; a site of the service's company. */
  site_id: z.nullable(id()),
  site_name: z.nullable(z.string()),
  /** The device that dials in. Its name is null if it belongs to an ancestor of the caller's company. */
  hardware_id: z.nullable(id()),
  hardware_name: z.nullable(z.string()),
  status: z.enum(serviceStatuses),
  payment_period: z.enum(paymentPeriods),
  starts_on: z.nullable(day()),
  /** The last day. */
  ends_on: z.nullable(day()),
  ipv4_method: z.enum(ipv4Methods),
  /** Assigned statically; an address from a pool is in the session. */
  address: z.nullable(z.string()),
  network: z.nullable(z.string()),
  /** Delegated statically. */
  ipv6_network: z.nullable(z.string()),
  delegated_ipv6_method: z.enum(delegatedIpv6Methods),
  /** Of the router itself, assigned statically: a prefix or an address. */
  framed_ipv6: z.nullable(z.string()),
  framed_ipv6_method: z.enum(framedIpv6Methods),
  quota_state: z.enum(quotaStates),
  online: z.boolean(),
  /** Start of its oldest session that is online. */
  online_since: z.nullable(time()),
  /** Bytes in both directions in the present period of its quota. */
  used_bytes: z.number(),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
  ...labelRow,
})
export type ServiceRow = z.infer<typeof serviceRow>

/** The current period of the quota. */
export const quotaUse = z.object({
  period: z.enum(quotaPeriods),
  since: day(),
  used_bytes: z.number(),
  quota_bytes: z.nullable(z.number()),
})

export const serviceRejection = z
  .object({
    id: id(),
    at: time(),
    nas_id: z.nullable(id()),
    nas_name: z.nullable(z.string()),
    calling: z.nullable(z.string()),
    ...loginRejection,
  })
  .register(z.globalRegistry, { 'x-message': true })

export const service = z.extend(serviceRow, {
  calling_station: z.nullable(z.string()),
  /** Null: unlimited. */
  simultaneous_use: z.nullable(z.int()),
  /** The subnet of its pool or of its static address. */
  subnet_id: z.nullable(id()),
  subnet_net: z.nullable(z.string()),
  address_id: z.nullable(id()),
  /** The subnet of its routed network. */
  network_subnet_id: z.nullable(id()),
  network_subnet_net: z.nullable(z.string()),
  network_id: z.nullable(id()),
  /** The source of its delegated IPv6 prefix: a subnet, or the pool that RADIUS leases it from. */
  ipv6_subnet_id: z.nullable(id()),
  ipv6_subnet_net: z.nullable(z.string()),
  ipv6_network_id: z.nullable(id()),
  /** The name of a pool on the NAS. */
  delegated_ipv6_pool: z.nullable(z.string()),
  /** The same for the router's own prefix or address. */
  framed_ipv6_subnet_id: z.nullable(id()),
  framed_ipv6_subnet_net: z.nullable(z.string()),
  framed_ipv6_network_id: z.nullable(id()),
  framed_ipv6_address_id: z.nullable(id()),
  framed_ipv6_pool: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  /** Online sessions, latest first, at most 100. */
  live: z.array(liveSession),
  quota: quotaUse,
  /** The latest login that was rejected; null if none was. */
  last_rejection: z.nullable(serviceRejection),
  version: z.int(),
  path: z.array(companyStep),
})
export type Service = z.infer<typeof service>

const utf8Length = (text: string) =>
  Array.from(text, (c) => c.codePointAt(0) as number).reduce(
    (sum, point) => sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4),
    0,
  )

/**
 * A RADIUS attribute holds 253 octets (RFC 2865, 5). FreeRADIUS doubles a backslash (freeradius-server#2168), and
 * routers truncate names at spaces.
 */
const username = () =>
  z.string().check(
    z.trim(),
    z.minLength(1, issue('field.required')),
    // A text has at least as many octets as UTF-16 units: the limit for the API document.
    z.maxLength(253, issue('field.max_octets', { max: 253 })),
    z.refine((value) => utf8Length(value) <= 253, issue('field.max_octets', { max: 253 })),
    z.regex(/^[^\s\\\p{Cc}]*$/u, issue('service.username_characters')),
  )

/** RFC 2865, 5.2: at most 128 octets. Stored so that CHAP can be verified; never returned. */
const password = () =>
  z
    .string()
    .check(
      z.minLength(1, issue('field.required')),
      z.maxLength(128, issue('field.max_octets', { max: 128 })),
      z.refine((value) => utf8Length(value) <= 128, issue('field.max_octets', { max: 128 })),
      z.regex(/^[^\\\p{Cc}]*$/u, issue('service.password_characters')),
    )
    .register(z.globalRegistry, { 'x-secret': true } as FieldMeta)

const whole = (min: number, max: number) =>
  z.int().check(z.minimum(min, issue('field.range', { min, max })), z.maximum(max, issue('field.range', { min, max })))

/** A MAC address in any notation; `AA:BB:CC:DD:EE:FF` after parsing. */
const macText = () =>
  z.pipe(
    z
      .string()
      .check(z.trim(), z.maxLength(64), ({ value, issues }) => {
        const parsed = parseMacAddress(value)
        if ('error' in parsed) issues.push({ code: 'custom', message: issueOf(parsed.error), input: value })
      })
      .register(z.globalRegistry, {
        'x-sample': '4C:5E:0C:01:02:03',
        'x-reasons': ['field.mac', 'mac.zero', 'mac.multicast'],
      } as FieldMeta),
    z.transform((value: string) => (parseMacAddress(value) as { mac: string }).mac),
  )

/** Circuit ID or remote ID: text or hexadecimal, depending on `option82_format`. */
const option82Text = () => line(800).register(z.globalRegistry, { 'x-sample': 'eth 1/2:100' })

/** An address, or a prefix with its length, in any notation; canonical after parsing. */
const addressOrPrefixText = () => {
  const parse = (value: string) =>
    value.includes('/') ? formatPrefix(parsePrefix(value)) : formatAddress(parseAddress(value))
  return z.pipe(
    z
      .string()
      .check(z.trim(), z.maxLength(64), ({ value, issues }) => {
        const error = errorOf(() => parse(value))
        if (error !== undefined) issues.push({ code: 'custom', message: issueOf(error), input: value })
      })
      .register(z.globalRegistry, { 'x-sample': '2001:db8::/64', 'x-reasons': netReasons }),
    z.transform(parse),
  )
}

/** The name of a pool on the NAS, sent as Framed-IPv6-Pool and Delegated-IPv6-Prefix-Pool. */
const nasPoolName = () =>
  z.string().check(z.trim(), z.regex(/^[A-Za-z0-9._-]{1,63}$/, issue('field.plain_characters', { min: 1, max: 63 })))

/** Reasons of a service's identification and addressing beyond its schema. */
/** Reasons of addresses and prefixes that are allocated to a service. */
const allocationReasons: readonly Reason[] = [
  'ip.wrong_version',
  'ip.outside',
  'ip.length',
  'gateway.unusable',
  'subnet.company_not_below',
  'subnet.exists',
  'subnet.holds_addresses',
  'subnet.holds_subnets',
  'subnet.pool_in_pool',
  'row.missing',
]
const allocationConflicts: readonly Reason[] = [
  'address.without_network',
  'ip.edge',
  'ip.not_released',
  'ip.overlaps',
  'ip.partly_taken',
  'ip.quarantined',
  'ip.released',
  'ip.reserved',
  'ip.taken',
  'subnet.exclusive',
  'subnet.full',
  'subnet.marked_full',
  'subnet.no_free_block',
  'subnet.not_empty',
]

export const serviceReasons: readonly Reason[] = [
  ...allocationReasons,
  'tariff.not_offered',
  'nas.not_serving',
  'nas.wrong_purpose',
  'nas.without_pool',
  'nas.no_pool',
  'pool.required',
  'pool.network_required',
  'pool.container_required',
  'pool.leased',
  'pool.max_addresses',
  'pool.leased_unit',
  'pool.too_small',
  'pool.too_many_prefixes',
  'pool.not_empty',
  'pool.address_without_length',
  'pool.prefix_with_length',
  'reference.other_company',
  'reference.unrelated_company',
  'range.end_before_start',
  'service.client_only',
  'service.dialup_site',
  'service.dialup_device',
  'service.dialup_password',
  'service.not_by_mac',
  'service.not_by_option82',
  'service.ipoe_password',
  'service.ipoe_calling_station',
  'service.option82_required',
  'service.circuit_id_needs_nas',
  'option82.hexadecimal',
  'option82.ascii',
  'field.max_octets',
]

/** Names and identifiers that are unique in the installation. */
export const serviceConflicts: readonly Reason[] = [
  ...allocationConflicts,
  'service.username_taken',
  'service.mac_taken',
  'service.option82_taken',
]

/** Fields of the forms of both kinds. */
export const details = {
  name: z.optional(line()),
  /** Required for `password`; otherwise derived from the MAC address or the IDs of option 82 by default. */
  username: z.optional(username()),
  /** Required for `password`, and for no other method. */
  password: z.optional(password()),
  /** Services only: a VPN dial-up always has a password. */
  auth_method: z.optional(z.enum(authMethods)),
  mac: z.nullish(macText()),
  /** A circuit ID without a remote ID is unique only at one NAS: it requires `nas_id`. */
  circuit_id: z.nullish(option82Text()),
  remote_id: z.nullish(option82Text()),
  /** Format of the two IDs; `0x…` is hexadecimal in either. `text` by default. */
  option82_format: z.optional(z.enum(option82Formats)),
  /** A tariff of the company or of a descendant, or one that is shared with the company. */
  tariff_id: ref('tariff'),
  /** A NAS that serves the company. */
  nas_id: z.nullish(ref('nas')),
  /** Services: a site of the same company. */
  site_id: z.nullish(ref('site')),
  /** Dial-ups: a device of the same company, of an ancestor or of a descendant. */
  hardware_id: z.nullish(ref('hardware')),
  payment_period: z.optional(z.enum(paymentPeriods)),
  starts_on: z.nullish(day()),
  ends_on: z.nullish(day()),
  calling_station: z.nullish(line(253)),
  /** Null: unlimited. */
  simultaneous_use: z.nullish(whole(1, 100)),
  /** By default `pool` if a pool serves the service, else `nas-decides`. */
  ipv4_method: z.optional(z.enum(ipv4Methods)),
  /** pool: the pool, by default those of its NAS. static-…: the subnet that its address is allocated from. */
  subnet_id: z.nullish(ref('subnet')),
  /** static-…: this address, or the next free one (`auto`, the default). */
  ip: z.optional(z.union([z.literal('auto'), addressText()])),
  /** static-network: the subnet that the routed network is allocated from; `network: null` is not a change, as `show` returns it. */
  network_subnet_id: z.nullish(ref('subnet')),
  network: z.nullish(z.union([z.literal('auto'), prefixText()])),
  /** Length for `auto`; the subnet's unit by default. */
  network_prefix: z.optional(whole(1, 32)),
  /** `static` by default if `ipv6_subnet_id` is given. */
  delegated_ipv6_method: z.optional(z.enum(delegatedIpv6Methods)),
  /**
   * static: the subnet that the delegated IPv6 prefix is allocated from. pool: the pool that RADIUS leases it from.
   * null: none.
   */
  ipv6_subnet_id: z.nullish(ref('subnet')),
  ipv6_network: z.nullish(z.union([z.literal('auto'), prefixText()])),
  ipv6_prefix: z.optional(whole(1, 128)),
  delegated_ipv6_pool: z.nullish(nasPoolName()),
  framed_ipv6_method: z.optional(z.enum(framedIpv6Methods)),
  /**
   * static-…: the subnet that the router's own prefix or address is allocated from. pool: the pool that RADIUS leases
   * it from.
   */
  framed_ipv6_subnet_id: z.nullish(ref('subnet')),
  /** static-…: this prefix or address, or the next free one (`auto`, the default). */
  framed_ipv6: z.nullish(z.union([z.literal('auto'), addressOrPrefixText()])),
  /** static-prefix: length for `auto`; the subnet's unit by default. */
  framed_ipv6_prefix: z.optional(whole(1, 128)),
  framed_ipv6_pool: z.nullish(nasPoolName()),
  notes: z.nullish(text()),
  ...labelBody,
}

export const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    username: 'text',
    auth_method: authMethods,
    mac: 'text',
    circuit_id: 'text',
    remote_id: 'text',
    company_id: 'id',
    company_name: 'text',
    tariff_id: 'id',
    tariff_name: 'text',
    nas_id: 'id',
    nas_name: 'text',
    site_id: 'id',
    site_name: 'text',
    hardware_id: 'id',
    hardware_name: 'text',
    status: serviceStatuses,
    payment_period: paymentPeriods,
    starts_on: 'day',
    ends_on: 'day',
    ipv4_method: ipv4Methods,
    address: 'text',
    network: 'text',
    ipv6_network: 'text',
    delegated_ipv6_method: delegatedIpv6Methods,
    framed_ipv6: 'text',
    framed_ipv6_method: framedIpv6Methods,
    quota_state: quotaStates,
    online: 'boolean',
    created_at: 'time',
    updated_at: 'time',
    ...labelFields,
  },
  free: ['username', 'name', 'address', 'mac'],
  sort: [
    'id',
    'username',
    'name',
    'auth_method',
    'mac',
    'company_name',
    'tariff_name',
    'nas_name',
    'site_name',
    'hardware_name',
    'status',
    'payment_period',
    'starts_on',
    'ends_on',
    'address',
    'quota_state',
    'online',
    'created_at',
    'updated_at',
  ],
  first: [['status', 'asc']],
  order: ['username', 'asc'],
  labels: 'service',
}

/** Bytes of a day (`YYYY-MM-DD`) or a month (`YYYY-MM`). */
export const used = { upload_bytes: z.number(), download_bytes: z.number() }

/** One attribute of a RADIUS reply. */
export const replyAttribute = z.object({ attribute: z.string(), op: z.string(), value: z.string() })
