import * as z from 'zod/mini'
import { companyTypes, type Subject } from '../abilities.ts'
import { crud } from '../crud.ts'
import { bulkReport, data, endpoint, type ListDefinition } from '../endpoint.ts'
import { choice, day, id, ids, line, ref, text, time, type FieldMeta } from '../fields.ts'
import { lookupQuery, lookupRow, matchingSelection } from '../list.ts'
import { companyStep } from './company.ts'
import { importBody, importMaxBytes, importReply } from './import-shapes.ts'
import { anySession, liveSession, requested } from './radius-session.ts'
import {
  ipv4Methods,
  paymentPeriods,
  quotaPeriods,
  quotaStates,
  serviceStatuses,
  vendors,
  type ServiceKind,
} from './radius-words.ts'
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

const details = {
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

const list: ListDefinition = {
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
const used = { upload_bytes: z.number(), download_bytes: z.number() }

/** One attribute of a RADIUS reply. */
const replyAttribute = z.object({ attribute: z.string(), op: z.string(), value: z.string() })

/** The calls of one kind, below `/network/{kind}`. */
export const dialCalls = <const N extends ServiceKind>(of: {
  name: N
  subject: Subject
  nouns: readonly [string, string]
}) => {
  const { name, subject, nouns } = of
  const base = `/network/${name}` as const
  const view = { action: 'view', subject } as const
  const viewList = { action: 'view-list', subject } as const
  return {
    ...crud({
      name,
      base,
      subject,
      object: name,
      nouns,
      list,
      row: serviceRow,
      record: service,
      store: z.object({
        ...details,
        /** Services: a client. Dial-ups: any company; the caller's own where it is left out. */
        company_id: z.optional(ref('company')),
        status: z.optional(z.enum(['pending', 'active', 'suspended'])),
      }),
      update: z.partial(
        z.object({
          ...details,
          status: z.enum(serviceStatuses).register(z.globalRegistry, { 'x-protected': true }),
          version: z.int(),
        }),
      ),
    }),
    lookup: endpoint({
      name: `${name}.list`,
      method: 'GET',
      path: `${base}/list`,
      access: viewList,
      object: name,
      summary: `${nouns[1]} for a select, by user name`,
      query: lookupQuery(),
      reply: data(z.array(lookupRow)),
    }),
    options: endpoint({
      name: `${name}.options`,
      method: 'GET',
      path: `${base}/options`,
      access: viewList,
      summary: `Choices of the form of ${nouns[1]}`,
      reply: data(
        z.object({
          ipv4_methods: z.array(choice()),
          payment_periods: z.array(choice()),
          statuses: z.array(choice()),
        }),
      ),
    }),
    ipv4Methods: endpoint({
      name: `${name}.ipv4-assignment-methods`,
      method: 'GET',
      path: `${base}/ipv4-assignment-methods/list`,
      access: viewList,
      summary: 'How the IPv4 address is given',
      reply: data(z.array(choice())),
    }),
    paymentPeriods: endpoint({
      name: `${name}.payment-periods`,
      method: 'GET',
      path: `${base}/payment-periods/list`,
      access: viewList,
      summary: 'Payment periods',
      reply: data(z.array(choice())),
    }),
    statuses: endpoint({
      name: `${name}.statuses`,
      method: 'GET',
      path: `${base}/statuses/list`,
      access: viewList,
      summary: 'Statuses',
      reply: data(z.array(choice())),
    }),
    companies: endpoint({
      name: `${name}.companies`,
      method: 'GET',
      path: `${base}/companies/list`,
      access: viewList,
      object: 'company',
      summary: 'Companies that it may belong to, by name',
      query: lookupQuery(),
      reply: data(z.array(z.extend(lookupRow, { type: z.enum(companyTypes) }))),
    }),
    changeStatus: endpoint({
      name: `${name}.change-status`,
      method: 'PUT',
      path: `${base}/change-status`,
      access: { action: 'manage', subject },
      object: name,
      bulk: true,
      summary: 'Activate, suspend or terminate; running sessions are ended where they may not go on',
      body: z.object({
        ids: z.optional(ids(name)),
        matching: z.optional(matchingSelection),
        status: z.enum(serviceStatuses),
      }),
      reply: bulkReport(),
    }),
    sessions: endpoint({
      name: `${name}.sessions`,
      method: 'GET',
      path: `${base}/{id}/sessions`,
      access: view,
      object: name,
      summary: 'Sessions: those online, then those that have ended, latest first',
      query: z.object({
        /** `next` of the page before. */
        after: z.optional(z.string().check(z.maxLength(200))),
        limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
      }),
      reply: z.object({ data: z.array(anySession), next: z.nullable(z.string()) }),
    }),
    usage: endpoint({
      name: `${name}.usage`,
      method: 'GET',
      path: `${base}/{id}/usage`,
      access: view,
      object: name,
      summary: 'Bytes by day and by month, and how far the quota is used up',
      query: z.object({
        /** The last 31 days where they are left out; at most 400. */
        from: z.optional(day()),
        until: z.optional(day()),
      }),
      reply: data(
        z.object({
          /** Every day of the range, oldest first. */
          days: z.array(z.object({ day: day(), ...used })),
          /** The last twelve months, oldest first. */
          months: z.array(z.object({ month: z.string(), ...used })),
          quota: quotaUse,
        }),
      ),
    }),
    disconnect: endpoint({
      name: `${name}.disconnect`,
      method: 'POST',
      path: `${base}/{id}/disconnect`,
      access: { action: 'update', subject },
      object: name,
      summary: 'Ask the NAS to end all its sessions; what it answers is in the CoA list',
      reply: requested(),
      status: 202,
    }),
    preview: endpoint({
      name: `${name}.preview`,
      method: 'GET',
      path: `${base}/{id}/preview`,
      access: view,
      object: name,
      summary: 'What the RADIUS server would answer on a NAS, if the password is right',
      query: z.object({
        /** Its own NAS where it is left out. */
        nas_id: z.optional(
          z.coerce.number().check(z.int(), z.positive()).register(z.globalRegistry, { 'x-ref': 'nas' }),
        ),
        /** Where it dials in from; where it is online, if it is left out. */
        calling: z.optional(line(253)),
      }),
      reply: data(
        z.object({
          nas_id: id(),
          nas_name: z.string(),
          vendor: z.enum(vendors),
          accepted: z.boolean(),
          /** Why not: one of `loginReasons`. */
          reason: z.nullable(z.string()),
          /** Its address comes from these pools, in order: which one is known at the login. */
          pools: z.array(z.string()),
          attributes: z.array(replyAttribute),
        }),
      ),
    }),
  }
}

export const services = {
  ...dialCalls({ name: 'service', subject: 'services', nouns: ['service', 'services'] }),
  import: endpoint({
    name: 'service.import',
    method: 'POST',
    path: '/network/service/import',
    access: { action: 'create', subject: 'services' },
    summary: 'Services from a CSV or XLSX file, as a job; `dry_run=1` only checks',
    upload: { maxBytes: importMaxBytes },
    perMinute: 30,
    body: importBody,
    reply: importReply,
    status: 202,
  }),
}
