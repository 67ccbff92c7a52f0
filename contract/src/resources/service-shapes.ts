import * as z from 'zod/mini'
import { type ListDefinition } from '../endpoint.ts'
import { day, id, line, ref, text, time, type FieldMeta } from '../fields.ts'
import { companyStep } from './company.ts'
import { liveSession } from './radius-session.ts'
import { ipv4Methods, paymentPeriods, quotaPeriods, quotaStates, serviceStatuses } from './radius-words.ts'
import { addressText, prefixText } from './subnet-shapes.ts'

/** Services and VPN dial-ups are one thing to RADIUS: their fields and calls are written once. */
export const serviceRow = z.object({
  id: id(),
  name: z.string(),
  username: z.string(),
  company_id: id(),
  company_name: z.string(),
  tariff_id: id(),
  /** Null where the tariff is not offered to the caller any more. */
  tariff_name: z.nullable(z.string()),
  /** Null: any NAS that serves the company. */
  nas_id: z.nullable(id()),
  nas_name: z.nullable(z.string()),
  /** Where the service is delivered; of its own company. */
  site_id: z.nullable(id()),
  site_name: z.nullable(z.string()),
  /** The device that dials in. Its name is null where it belongs to a company above the caller's. */
  hardware_id: z.nullable(id()),
  hardware_name: z.nullable(z.string()),
  status: z.enum(serviceStatuses),
  payment_period: z.enum(paymentPeriods),
  starts_on: z.nullable(day()),
  /** The last day. */
  ends_on: z.nullable(day()),
  ipv4_method: z.enum(ipv4Methods),
  /** Assigned for good; what a pool gives is in the session. */
  address: z.nullable(z.string()),
  network: z.nullable(z.string()),
  ipv6_network: z.nullable(z.string()),
  quota_state: z.enum(quotaStates),
  online: z.boolean(),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})
export type ServiceRow = z.infer<typeof serviceRow>

/** The running period of the quota. */
export const quotaUse = z.object({
  period: z.enum(quotaPeriods),
  since: day(),
  used_bytes: z.number(),
  quota_bytes: z.nullable(z.number()),
})

export const service = z.extend(serviceRow, {
  calling_station: z.nullable(z.string()),
  simultaneous_use: z.int(),
  /** The pool it draws from, or where its address is from. */
  subnet_id: z.nullable(id()),
  subnet_net: z.nullable(z.string()),
  address_id: z.nullable(id()),
  /** Where its routed network is from. */
  network_subnet_id: z.nullable(id()),
  network_subnet_net: z.nullable(z.string()),
  network_id: z.nullable(id()),
  /** Where its delegated IPv6 prefix is from. */
  ipv6_subnet_id: z.nullable(id()),
  ipv6_subnet_net: z.nullable(z.string()),
  ipv6_network_id: z.nullable(id()),
  notes: z.nullable(z.string()),
  /** What is online now, latest first, at most 100. */
  live: z.array(liveSession),
  quota: quotaUse,
  version: z.int(),
  path: z.array(companyStep),
})
export type Service = z.infer<typeof service>

/** FreeRADIUS doubles a backslash (freeradius-server#2168), and routers cut names at spaces. */
const username = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'This is required.'),
      z.maxLength(253, 'At most 253 characters.'),
      z.regex(/^[^\s\\\p{Cc}]*$/u, 'Spaces, backslashes and control characters are not allowed.'),
    )

const utf8Length = (text: string) =>
  Array.from(text, (c) => c.codePointAt(0) as number).reduce(
    (sum, point) => sum + (point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4),
    0,
  )

/** RFC 2865, 5.2: at most 128 octets. Kept so that CHAP can be answered, never shown again. */
const password = () =>
  z
    .string()
    .check(
      z.minLength(1, 'This is required.'),
      z.refine((value) => utf8Length(value) <= 128, 'At most 128 bytes.'),
      z.regex(/^[^\\\p{Cc}]*$/u, 'Backslashes and control characters are not allowed.'),
    )
    .register(z.globalRegistry, { 'x-secret': true } as FieldMeta)

const length = (max: number) => z.int().check(z.minimum(1, `From 1 to ${max}.`), z.maximum(max, `From 1 to ${max}.`))

/** What a form sends of either kind. */
export const details = {
  name: z.optional(line()),
  username: username(),
  password: password(),
  /** An own tariff, one below, or one that is offered to the company. */
  tariff_id: ref('tariff'),
  /** A NAS of the company's line. */
  nas_id: z.nullish(ref('nas')),
  /** Services: a site of the same company. */
  site_id: z.nullish(ref('site')),
  /** Dial-ups: a device of the same company, or of one above or below it. */
  hardware_id: z.nullish(ref('hardware')),
  payment_period: z.optional(z.enum(paymentPeriods)),
  starts_on: z.nullish(day()),
  ends_on: z.nullish(day()),
  calling_station: z.nullish(line(253)),
  simultaneous_use: z.optional(z.int().check(z.minimum(1, 'From 1 to 100.'), z.maximum(100, 'From 1 to 100.'))),
  ipv4_method: z.optional(z.enum(ipv4Methods)),
  /** pool: the pool it draws from, else those of its NAS. static-…: where its address is taken from. */
  subnet_id: z.nullish(ref('subnet')),
  /** static-…: this address, or the next free one (`auto`, also where it is left out). */
  ip: z.optional(z.union([z.literal('auto'), addressText()])),
  /** static-network: where the routed network is taken from. */
  network_subnet_id: z.nullish(ref('subnet')),
  network: z.optional(z.union([z.literal('auto'), prefixText()])),
  /** Length for `auto`; the subnet's unit where it is left out. */
  network_prefix: z.optional(length(32)),
  /** Where the delegated IPv6 prefix is taken from; null: none. */
  ipv6_subnet_id: z.nullish(ref('subnet')),
  ipv6_network: z.optional(z.union([z.literal('auto'), prefixText()])),
  ipv6_prefix: z.optional(length(128)),
  notes: z.nullish(text()),
}

export const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    username: 'text',
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
    quota_state: quotaStates,
    online: 'boolean',
    created_at: 'time',
    updated_at: 'time',
  },
  free: ['username', 'name', 'address'],
  sort: [
    'id',
    'username',
    'name',
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
    'created_at',
    'updated_at',
  ],
  order: ['username', 'asc'],
}

/** Bytes of a day (`YYYY-MM-DD`) or a month (`YYYY-MM`). */
export const used = { upload_bytes: z.number(), download_bytes: z.number() }

/** One attribute of a RADIUS reply. */
export const replyAttribute = z.object({ attribute: z.string(), op: z.string(), value: z.string() })
