import * as z from 'zod/mini'
import { issue } from '../errors.ts'
import { companyTypes } from '../abilities.ts'
import { bulkAction, bulkTags } from '../bulk.ts'
import { picturePattern } from '../picture.ts'
import { crud } from '../crud.ts'
import { bulkReport, data, endpoint, type ListDefinition } from '../endpoint.ts'
import {
  choice,
  countryCode,
  currencyCode,
  email,
  id,
  ids,
  line,
  locale,
  ref,
  refText,
  requiredLine,
  telephone,
  text,
  time,
  timeZone,
} from '../fields.ts'
import { lookupQuery, lookupRow, matchingSelection } from '../list.ts'
import { dashboardCard } from './dashboard.ts'
import { labelBody, labelFields, labelRow, tagChanges } from '../labels.ts'
import { loginAttempt, loginRejection } from './login-fields.ts'

export const billingTerms = ['prepaid', 'net-7', 'net-14', 'net-30', 'net-60'] as const

/** One ancestor on the path from the caller's company to a row's company. */
export const companyStep = z.object({ id: id(), name: z.string(), type: z.enum(companyTypes) })
export type CompanyStep = z.infer<typeof companyStep>

export const companyRow = z.object({
  id: id(),
  name: z.string(),
  type: z.enum(companyTypes),
  /** Null for the provider, and for the caller's own company, whose parent the caller cannot see. */
  parent_id: z.nullable(id()),
  parent_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  telephone: z.nullable(z.string()),
  city: z.nullable(z.string()),
  countyIsoCode: z.nullable(z.string()),
  billing_term: z.enum(billingTerms),
  is_active: z.boolean(),
  users_count: z.int(),
  children_count: z.int(),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
  ...labelRow,
})
export type CompanyRow = z.infer<typeof companyRow>

export const company = z.extend(companyRow, {
  legal_name: z.nullable(z.string()),
  registration_number: z.nullable(z.string()),
  vat_number: z.nullable(z.string()),
  phone_country_code: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  address_line_1: z.nullable(z.string()),
  address_line_2: z.nullable(z.string()),
  region: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  currency: z.string(),
  locale: locale(),
  time_zone: z.string(),
  notes: z.nullable(z.string()),
  /** `data:` address of the logo, at most 200 kB of PNG, JPEG or WebP. */
  logo: z.nullable(z.string()),
  version: z.int(),
  /** From the caller's company down to this one. */
  path: z.array(companyStep),
})
export type Company = z.infer<typeof company>

const details = {
  name: requiredLine(),
  legal_name: z.nullish(line()),
  registration_number: z.nullish(line(64)),
  vat_number: z.nullish(line(64)),
  email: z.nullish(z.union([z.literal(''), email()])),
  telephone: z.nullish(telephone()),
  address_line_1: z.nullish(line()),
  address_line_2: z.nullish(line()),
  city: z.nullish(line(128)),
  region: z.nullish(line(128)),
  postcode: z.nullish(line(16)),
  countyIsoCode: z.nullish(countryCode()),
  currency: z.optional(currencyCode()),
  locale: z.optional(locale()),
  time_zone: z.optional(timeZone()),
  notes: z.nullish(text()),
  logo: z.nullish(
    z
      .string()
      .check(
        z.maxLength(275_000, issue('picture.too_large', { kilobytes: 200 })),
        z.regex(picturePattern, issue('picture.format')),
      ),
  ),
}

export const companyDetails = z.object(details)

export const companyStore = z.object({
  ...details,
  ...labelBody,
  type: z.enum(['master-distributor', 'distributor', 'reseller', 'client']),
  /** The caller's own company by default. */
  parent_id: z.optional(ref('company')),
  billing_term: z.optional(z.enum(billingTerms)),
  is_active: z.optional(z.boolean()),
})

export const companyUpdate = z.partial(
  z.object({
    ...details,
    ...labelBody,
    ...tagChanges,
    /** A different parent moves the company with its descendants; only the provider line may do so. */
    parent_id: ref('company').register(z.globalRegistry, { 'x-ref': 'company', 'x-protected': true }),
    billing_term: z.enum(billingTerms).register(z.globalRegistry, { 'x-protected': true }),
    is_active: z.boolean().register(z.globalRegistry, { 'x-protected': true }),
    /** The version that the caller read; 409 if the row has changed since. */
    version: z.int(),
  }),
)

const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    type: companyTypes,
    parent_id: 'id',
    parent_name: 'text',
    email: 'text',
    telephone: 'text',
    city: 'text',
    countyIsoCode: 'text',
    billing_term: billingTerms,
    is_active: 'boolean',
    created_at: 'time',
    updated_at: 'time',
    ...labelFields,
  },
  free: ['name', 'email', 'city', 'telephone'],
  sort: [
    'id',
    'name',
    'type',
    'parent_name',
    'city',
    'countyIsoCode',
    'billing_term',
    'is_active',
    'created_at',
    'updated_at',
  ],
  order: ['name', 'asc'],
  labels: 'company',
}

const rankReasons = ['company.rank', 'company.parent_type'] as const
const moveReasons = {
  409: ['company.root_fixed', 'company.holds_space_of_former'],
  422: [...rankReasons, 'company.own_descendant', 'company.parent_loop'],
} as const

const basic = crud({
  name: 'company',
  base: '/company',
  subject: 'companies',
  object: 'company',
  nouns: ['company', 'companies'],
  list,
  /** Leaves out the company whose part of the tree is listed. */
  query: { below: z.optional(z.stringbool()) },
  row: companyRow,
  record: company,
  store: companyStore,
  update: companyUpdate,
  reasons: {
    store: { 409: ['row.in_trash'], 422: rankReasons },
    update: moveReasons,
    destroy: { 409: ['company.root_required', 'company.not_empty', 'company.holds_space'] },
  },
})

/** Counts of a company's subtree. */
export const companyStatistics = z.object({
  companies: z.array(z.object({ type: z.enum(companyTypes), total: z.int(), inactive: z.int() })),
  users: z.object({ total: z.int(), active: z.int(), inactive: z.int(), two_factor: z.int() }),
  invitations: z.object({ pending: z.int(), expired: z.int() }),
  /** New companies and users of the last twelve months, oldest first; `month` is `YYYY-MM`. */
  growth: z.array(z.object({ month: z.string(), companies: z.int(), users: z.int() })),
})

/**
 * Numbers of rows of a company and those below it, by the tab that lists them; equal to the totals of the dashboard
 * cards. Null: the caller may not list them.
 */
export const companyCounts = z.object({
  companies: z.nullable(z.int()),
  users: z.nullable(z.int()),
  /** Open ones: pending and expired. */
  invitations: z.nullable(z.int()),
  sites: z.nullable(z.int()),
  hardware: z.nullable(z.int()),
  services: z.nullable(z.int()),
  vpn_dialups: z.nullable(z.int()),
  /** Online sessions. */
  sessions: z.nullable(z.int()),
  ipv4_subnets: z.nullable(z.int()),
  ipv6_subnets: z.nullable(z.int()),
  addresses: z.nullable(z.int()),
  licences: z.nullable(z.int()),
})
export type CompanyCounts = z.infer<typeof companyCounts>

/** The latest login that was rejected, of a service or VPN dial-up of the company or one below it. */
export const lastRejection = z
  .object({
    ...loginAttempt,
    ...loginRejection,
  })
  .register(z.globalRegistry, { 'x-message': true })
export type LastRejection = z.infer<typeof lastRejection>

const calls = {
  ...basic,
  options: endpoint({
    name: 'company.options',
    method: 'GET',
    path: '/company/options',
    access: { action: 'view', subject: 'companies' },
    summary: 'List options of the company form',
    reply: data(
      z.object({
        types: z.array(choice()),
        billing_terms: z.array(choice()),
        countries: z.array(choice()),
        currencies: z.array(choice()),
        locales: z.array(choice()),
        time_zones: z.array(choice()),
        default_iso: z.string(),
      }),
    ),
  }),
  lookup: endpoint({
    name: 'company.list',
    method: 'GET',
    path: '/company/list',
    access: 'self',
    object: 'company',
    summary: 'Look up companies by name, parent and type; callers without the list get only their own company',
    query: lookupQuery({
      parent_id: z.optional(refText('company')),
      type_id: z.optional(z.enum(companyTypes)),
    }),
    reply: data(z.array(z.extend(lookupRow, { type: z.enum(companyTypes) }))),
  }),
  summary: endpoint({
    name: 'company.summary',
    method: 'GET',
    path: '/company/{id}/summary',
    access: { action: 'view', subject: 'companies' },
    object: 'company',
    summary: 'Show a company with the statistics and dashboard cards of its subtree, by the caller’s abilities',
    reply: data(
      z.object({
        company,
        statistics: companyStatistics,
        /** Equal to those of `/dashboard/summary/{id}`. */
        cards: z.array(dashboardCard),
        counts: companyCounts,
        /** Null: no login was rejected, or the caller may not list logins. */
        last_rejection: z.nullable(lastRejection),
      }),
    ),
  }),
  changeStatus: endpoint({
    name: 'company.change-status',
    method: 'PUT',
    path: '/company/change-status',
    access: { action: 'manage', subject: 'companies' },
    object: 'company',
    bulk: true,
    summary: 'Activate or deactivate companies; deactivating ends the sessions of every user in the subtree',
    body: z.object({
      ids: z.optional(ids('company')),
      matching: z.optional(matchingSelection),
      is_active: z.boolean(),
    }),
    reply: bulkReport(),
  }),
  move: endpoint({
    name: 'company.move',
    method: 'PUT',
    path: '/company/{id}/move',
    access: { action: 'manage', subject: 'companies' },
    object: 'company',
    only: { types: ['simrush'] },
    reasons: moveReasons,
    summary: 'Move a company with its descendants to another parent; only the provider line may do so',
    body: z.object({ parent_id: ref('company') }),
    reply: data(company),
  }),
}

export const companies = {
  ...calls,
  ...bulkTags({ name: 'company', base: '/company', object: 'company', nouns: 'companies', calls }),
  bulkStatus: bulkAction({
    name: 'company.bulk-status',
    path: '/company/bulk/status',
    summary: 'Activate or deactivate companies as a job',
    object: 'company',
    call: calls.changeStatus,
    index: calls.index,
    values: { is_active: z.boolean() },
    changesRow: true,
  }),
  bulkMove: bulkAction({
    name: 'company.bulk-move',
    path: '/company/bulk/move',
    summary: 'Move companies with their descendants to another parent as a job; each moves in one transaction',
    object: 'company',
    call: calls.move,
    index: calls.index,
    values: { parent_id: ref('company') },
    changesRow: true,
  }),
}
