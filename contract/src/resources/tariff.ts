import * as z from 'zod/mini'
import { companyTypes } from '../abilities.ts'
import { bulkTrash } from '../bulk.ts'
import { crud } from '../crud.ts'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { issue, type Reason } from '../errors.ts'
import { choice, currencyCode, id, line, ref, refText, requiredLine, text, time } from '../fields.ts'
import { lookupQuery, lookupRow } from '../list.ts'
import { extraAttribute, tariffAttributes } from './radius-attribute.ts'
import { offers, quotaActions, quotaPeriods } from './radius-enums.ts'

/** Decimal amount with at most two decimal places: `24.90` */
export const money = () =>
  z.string().check(z.trim(), z.regex(/^\d{1,10}(\.\d{1,2})?$/, issue('field.amount', { example: '24.90' })))

const whole = (min: number, max: number) =>
  z.int().check(z.minimum(min, issue('field.range', { min, max })), z.maximum(max, issue('field.range', { min, max })))
/** kbit/s */
const rate = () => whole(1, 100_000_000)

export const tariffRow = z.object({
  id: id(),
  name: z.string(),
  company_id: id(),
  /** Null if the owner is an ancestor of the caller's company: the caller may use the tariff, not change it. */
  company_name: z.nullable(z.string()),
  inherited: z.boolean(),
  shared_with: z.enum(offers),
  price: z.string(),
  currency: z.string(),
  /** kbit/s from the customer's view; null: unlimited. */
  download_rate: z.nullable(z.int()),
  upload_rate: z.nullable(z.int()),
  /** kbit/s and seconds: both rates and the time, or none. */
  burst_download_rate: z.nullable(z.int()),
  burst_upload_rate: z.nullable(z.int()),
  burst_download_threshold: z.nullable(z.int()),
  burst_upload_threshold: z.nullable(z.int()),
  burst_seconds: z.nullable(z.int()),
  priority: z.int(),
  /** Seconds; null: no limit. */
  session_timeout: z.nullable(z.int()),
  /** Bytes in both directions per period; null: no quota. */
  quota_bytes: z.nullable(z.number()),
  quota_period: z.enum(quotaPeriods),
  quota_action: z.enum(quotaActions),
  slow_download_rate: z.nullable(z.int()),
  slow_upload_rate: z.nullable(z.int()),
  /** Services and dial-ups visible to the caller that use it, counted up to 100. */
  services_count: z.int(),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})
export type TariffRow = z.infer<typeof tariffRow>

export const tariff = z.extend(tariffRow, {
  description: z.nullable(z.string()),
  idle_timeout: z.nullable(z.int()),
  interim_seconds: z.int(),
  address_list: z.nullable(z.string()),
  /** Names of QoS policies on Cisco routers, from and to the customer; null: rate-limit lines are sent. */
  cisco_policy_in: z.nullable(z.string()),
  cisco_policy_out: z.nullable(z.string()),
  /** Reply attributes added to each accepted login, from the next login on. */
  extra_attributes: z.array(extraAttribute),
  /**
   * Companies that may sell it, with their descendants, if it is shared with chosen ones; those visible to the
   * caller.
   */
  offers: z.array(z.object({ id: id(), name: z.string() })),
  version: z.int(),
})
export type Tariff = z.infer<typeof tariff>

/** The name of a policy-map (ip:sub-qos-policy-in of a Cisco AV pair). */
const policyName = () =>
  z.string().check(z.trim(), z.regex(/^[A-Za-z0-9_.-]{1,80}$/, issue('field.plain_characters', { min: 1, max: 80 })))

const details = {
  name: requiredLine(),
  description: z.nullish(text(1000)),
  shared_with: z.optional(z.enum(offers)),
  /** For `chosen`: descendants of the owner. */
  shared_company_ids: z.optional(z.array(ref('company')).check(z.maxLength(500))),
  price: z.optional(money()),
  currency: z.optional(currencyCode()),
  download_rate: z.nullish(rate()),
  upload_rate: z.nullish(rate()),
  /** Both burst rates and the time, or none. At least the normal rates. */
  burst_download_rate: z.nullish(rate()),
  burst_upload_rate: z.nullish(rate()),
  burst_seconds: z.nullish(whole(1, 3600)),
  /** The average below which a burst is allowed again; by default the normal rate. */
  burst_download_threshold: z.nullish(rate()),
  burst_upload_threshold: z.nullish(rate()),
  priority: z.optional(whole(1, 8)),
  session_timeout: z.nullish(whole(60, 31_536_000)),
  idle_timeout: z.nullish(whole(30, 86_400)),
  /** Interval of interim accounting updates. */
  interim_seconds: z.optional(whole(60, 3600)),
  quota_bytes: z.nullish(z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))),
  quota_period: z.optional(z.enum(quotaPeriods)),
  quota_action: z.optional(z.enum(quotaActions)),
  /** Both are required if the quota reduces the rate. */
  slow_download_rate: z.nullish(rate()),
  slow_upload_rate: z.nullish(rate()),
  /** The MikroTik firewall address list for the customer's address. */
  address_list: z.nullish(line(64)),
  /** Policies for the customer's upload and download, configured on each Cisco router that serves the tariff. */
  cisco_policy_in: z.nullish(policyName()),
  cisco_policy_out: z.nullish(policyName()),
  /** Validated against the RADIUS dictionary. Takes effect at the next login. */
  extra_attributes: z.optional(tariffAttributes()),
}

const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    company_id: 'id',
    company_name: 'text',
    shared_with: offers,
    price: 'number',
    currency: 'text',
    download_rate: 'number',
    upload_rate: 'number',
    priority: 'number',
    quota_action: quotaActions,
    created_at: 'time',
    updated_at: 'time',
  },
  free: ['name'],
  sort: [
    'id',
    'name',
    'company_name',
    'price',
    'currency',
    'download_rate',
    'upload_rate',
    'priority',
    'created_at',
    'updated_at',
  ],
  order: ['name', 'asc'],
}

/** Reasons of conflicting rates, and of companies that a tariff cannot be shared with. */
const ruleReasons: readonly Reason[] = [
  'tariff.burst_incomplete',
  'tariff.burst_needs_rate',
  'tariff.burst_below_rate',
  'tariff.threshold_needs_burst',
  'tariff.threshold_above_burst',
  'tariff.slow_rate_required',
  'tariff.slow_rate_above_rate',
  'tariff.offered_above',
]

const base = '/network/tariff'
const subject = 'tariffs'

const calls = {
  ...crud({
    name: 'tariff',
    base,
    subject,
    object: 'tariff',
    nouns: ['tariff', 'tariffs'],
    list,
    row: tariffRow,
    options: ['priorities', 'currencies', 'companies'],
    reasons: {
      store: { 409: ['tariff.name_taken'], 422: [...ruleReasons, 'company.client_owns'] },
      update: { 409: ['tariff.name_taken'], 422: ruleReasons },
      destroy: { 409: ['tariff.in_use'] },
      recover: { 409: ['tariff.name_taken'] },
    },
    record: tariff,
    /** The caller's own company by default. */
    store: z.object({ ...details, company_id: z.optional(ref('company')) }),
    update: z.partial(z.object({ ...details, version: z.int() })),
  }),
  options: endpoint({
    name: 'tariff.options',
    method: 'GET',
    path: `${base}/options`,
    access: { action: 'view-list', subject },
    summary: 'List options of the tariff form',
    reply: data(
      z.object({
        priorities: z.array(choice()),
        currencies: z.array(choice()),
        quota_periods: z.array(choice()),
        quota_actions: z.array(choice()),
        offers: z.array(choice()),
        /** The currency of the caller's company. */
        default_currency: z.string(),
      }),
    ),
  }),
  priorities: endpoint({
    name: 'tariff.priorities',
    method: 'GET',
    path: `${base}/priorities/list`,
    access: { action: 'view-list', subject },
    summary: 'List priorities, highest first',
    reply: data(z.array(choice())),
  }),
  lookup: endpoint({
    name: 'tariff.list',
    method: 'GET',
    path: `${base}/list`,
    access: { action: 'view-list', subject },
    object: 'tariff',
    summary: 'Look up tariffs: own ones, those of descendants, and those shared by ancestors',
    query: lookupQuery({
      /** Only tariffs that a service of this company may use. */
      company_id: z.optional(refText('company')),
    }),
    reply: data(
      z.array(
        z.extend(lookupRow, {
          price: z.string(),
          currency: z.string(),
          download_rate: z.nullable(z.int()),
          upload_rate: z.nullable(z.int()),
          quota_bytes: z.nullable(z.number()),
          quota_period: z.enum(quotaPeriods),
          quota_action: z.enum(quotaActions),
          slow_download_rate: z.nullable(z.int()),
          slow_upload_rate: z.nullable(z.int()),
        }),
      ),
    ),
  }),
  companies: endpoint({
    name: 'tariff.companies',
    method: 'GET',
    path: `${base}/companies/list`,
    access: { action: 'view-list', subject },
    object: 'company',
    summary: 'Look up companies that may own a tariff or have one shared with them by name',
    query: lookupQuery(),
    reply: data(z.array(z.extend(lookupRow, { type: z.enum(companyTypes) }))),
  }),
}

export const tariffs = {
  ...calls,
  ...bulkTrash({ name: 'tariff', base, object: 'tariff', nouns: 'tariffs', calls }),
}
