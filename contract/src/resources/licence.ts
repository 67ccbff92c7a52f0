import * as z from 'zod/mini'
import { issue } from '../errors.ts'
import { bulkAction, bulkTrash } from '../bulk.ts'
import { crud } from '../crud.ts'
import { bulkReport, data, endpoint, type ListDefinition } from '../endpoint.ts'
import { choice, day, id, ids, integer, ref, refText, text, time } from '../fields.ts'
import { lookupQuery, lookupRow, matchingSelection } from '../list.ts'
import { licenceLevels, licenceParts, licenceStatuses, licenceTypes } from './licence-enums.ts'

export const licenceRow = z.object({
  id: id(),
  /** `TL-` and four groups of five. */
  key: z.string(),
  company_id: id(),
  company_name: z.string(),
  level: z.enum(licenceLevels),
  category: z.enum(licenceParts),
  type: z.enum(licenceTypes),
  /** Parts of the panel that it covers. */
  permissions: z.array(z.enum(licenceParts)),
  quantity: z.int(),
  starts_on: day(),
  /** Null: perpetual. */
  expires_on: z.nullable(day()),
  /** Negative: expired. Null: perpetual. */
  days_left: z.nullable(z.int()),
  status: z.enum(licenceStatuses),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})
export type LicenceRow = z.infer<typeof licenceRow>

export const licence = z.extend(licenceRow, {
  notes: z.nullable(z.string()),
  /** Reminder e-mails, latest first. */
  reminders: z.array(
    z.object({
      id: id(),
      /** Days before the end; null: sent by hand. */
      days: z.nullable(z.int()),
      sent_to: z.array(z.string()),
      sent_by: z.string(),
      sent_at: time(),
    }),
  ),
  version: z.int(),
})
export type Licence = z.infer<typeof licence>

const details = {
  company_id: ref('company'),
  level: z.optional(z.enum(licenceLevels)),
  category: z.enum(licenceParts),
  type: z.optional(z.enum(licenceTypes)),
  /** The part of its category is always included. */
  permissions: z.optional(
    z
      .array(z.enum(licenceParts))
      .check(z.refine((list) => new Set(list).size === list.length, issue('field.duplicate'))),
  ),
  quantity: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
  /** Today by default. */
  starts_on: z.optional(day()),
  /** Required except for a perpetual licence, which has none. */
  expires_on: z.nullish(day()),
  notes: z.nullish(text(2000)),
}

const list: ListDefinition = {
  fields: {
    id: 'id',
    key: 'text',
    company_id: 'id',
    company_name: 'text',
    level: licenceLevels,
    category: licenceParts,
    type: licenceTypes,
    quantity: 'number',
    starts_on: 'day',
    expires_on: 'day',
    status: licenceStatuses,
    /** Available or active, with an end within `expiringDays`. */
    expiring: 'boolean',
    created_at: 'time',
    updated_at: 'time',
  },
  free: ['key', 'notes'],
  sort: [
    'id',
    'key',
    'company_name',
    'level',
    'category',
    'type',
    'quantity',
    'starts_on',
    'expires_on',
    'status',
    'created_at',
    'updated_at',
  ],
  first: [['status', 'desc']],
  order: ['id', 'desc'],
}

/** `id` is the first of `ids`. */
const storedLicences = data(z.object({ id: id(), ids: z.array(id()) }))

const base = '/licence'
const subject = 'licences'
const index = { action: 'view-index', subject } as const

const dateReasons = ['licence.perpetual', 'licence.end_before_start'] as const

const basic = crud({
  name: 'licence',
  base,
  subject,
  object: 'licence',
  nouns: ['licence', 'licences'],
  list,
  listAction: 'view-index',
  row: licenceRow,
  record: licence,
  /** Creates `amount` identical licences with different keys; the reply contains all ids. */
  store: z.object({
    ...details,
    status: z.optional(z.enum(['available', 'active'])),
    amount: z.optional(z.int().check(z.minimum(1), z.maximum(10_000))),
  }),
  update: z.partial(z.object({ ...details, version: z.int() })),
  reasons: {
    store: { 422: [...dateReasons, 'licence.provider', 'field.date_past'] },
    update: { 409: ['licence.cancelled'], 422: [...dateReasons, 'licence.provider'] },
  },
})

const calls = {
  ...basic,
  store: endpoint({ ...basic.store, reply: storedLicences }),
  options: endpoint({
    name: 'licence.options',
    method: 'GET',
    path: `${base}/options`,
    access: index,
    summary: 'List options of the licence form and of the list’s filters',
    reply: data(
      z.object({
        statuses: z.array(choice()),
        levels: z.array(choice()),
        categories: z.array(choice()),
        types: z.array(choice()),
        permissions: z.array(choice()),
      }),
    ),
  }),
  lookup: endpoint({
    name: 'licence.list',
    method: 'GET',
    path: `${base}/list`,
    access: index,
    object: 'licence',
    summary: 'Look up licences by key, or by a company and its descendants',
    query: lookupQuery({
      parent_company_id: z.optional(refText('company')),
    }),
    reply: data(z.array(z.extend(lookupRow, { category: z.enum(licenceParts), status: z.enum(licenceStatuses) }))),
  }),
  autocomplete: endpoint({
    name: 'licence.autocomplete',
    method: 'GET',
    path: `${base}/listAutocomplete`,
    access: index,
    object: 'licence',
    summary: 'Complete licence keys for a search box',
    query: lookupQuery(),
    reply: data(z.array(choice())),
  }),
  changeStatus: endpoint({
    name: 'licence.change-status',
    method: 'PUT',
    path: `${base}/change-status`,
    access: { action: 'manage', subject },
    object: 'licence',
    bulk: true,
    summary: 'Activate, suspend or cancel licences',
    body: z.object({
      ids: z.optional(ids('licence')),
      matching: z.optional(matchingSelection),
      status: z.enum(['available', 'active', 'suspended', 'cancelled']),
    }),
    reply: bulkReport(),
  }),
  sendEmail: endpoint({
    name: 'licence.send-email',
    method: 'PUT',
    path: `${base}/{id}/send-email`,
    access: { action: 'manage', subject },
    object: 'licence',
    reasons: { 409: ['licence.perpetual', 'licence.cancelled', 'licence.no_admin'] },
    summary: 'Remind a company of the end of its licence by e-mail to its admins',
    reply: data(z.object({ sent_to: z.array(z.string()) })),
  }),
  standing: endpoint({
    name: 'licence.standing',
    method: 'GET',
    path: `${base}/standing`,
    access: 'self',
    summary: 'List the parts of the panel that the caller’s company is licensed for, and until when',
    reply: data(
      z.object({
        /** Off: all parts are open regardless of licences. */
        enforced: z.boolean(),
        parts: z.array(
          z.object({
            part: z.enum(licenceParts),
            /** `closed`: read-only. */
            state: z.enum(['open', 'grace', 'closed']),
            /** End of the last licence, or of the grace period; null: unlimited or none. */
            until: z.nullable(day()),
          }),
        ),
      }),
    ),
  }),
  /** One e-mail to each administrator of a company, about all of its licences. */
  remind: endpoint({
    name: 'licence.remind',
    method: 'PUT',
    path: `${base}/remind`,
    access: { action: 'manage', subject },
    object: 'licence',
    bulk: true,
    summary: 'Remind companies of the end of their licences by e-mail to their admins',
    body: z.object({ ids: ids('licence') }),
    reply: bulkReport(),
  }),
  renew: endpoint({
    name: 'licence.renew',
    method: 'PUT',
    path: `${base}/{id}/renew`,
    access: { action: 'update', subject },
    object: 'licence',
    reasons: { 409: ['licence.perpetual', 'licence.cancelled'] },
    summary: 'Renew a licence by months from its end, or from today if it has expired',
    body: z.object({ months: integer(1, 120) }),
    reply: data(licence),
  }),
}

export const licences = {
  ...calls,
  ...bulkTrash({ name: 'licence', base, object: 'licence', nouns: 'licences', calls }),
  bulkStatus: bulkAction({
    name: 'licence.bulk-status',
    path: `${base}/bulk/status`,
    summary: 'Activate, suspend or cancel licences as a job',
    object: 'licence',
    call: calls.changeStatus,
    index: calls.index,
    values: { status: z.enum(['available', 'active', 'suspended', 'cancelled']) },
    changesRow: true,
  }),
  bulkRenew: bulkAction({
    name: 'licence.bulk-renew',
    path: `${base}/bulk/renew`,
    summary: 'Renew licences by months as a job',
    object: 'licence',
    call: calls.renew,
    index: calls.index,
    values: { months: integer(1, 120) },
    skips: ['licence.perpetual', 'licence.cancelled'],
  }),
  bulkRemind: bulkAction({
    name: 'licence.bulk-remind',
    path: `${base}/bulk/remind`,
    summary: 'Remind companies of the end of their licences as a job',
    object: 'licence',
    call: calls.remind,
    index: calls.index,
    batch: 1000,
    skips: ['licence.perpetual', 'licence.cancelled'],
  }),
}
