import * as z from 'zod/mini'
import { bulkTrash } from '../bulk.ts'
import { crud } from '../crud.ts'
import { data, endpoint, stored, type ListDefinition } from '../endpoint.ts'
import { issue, replyMessage } from '../errors.ts'
import {
  id,
  integer,
  line,
  locale,
  locales,
  ref,
  requiredLine,
  text,
  time,
  timeZone,
  type FieldMeta,
} from '../fields.ts'
import { alertSeverities } from './alert-rules.ts'
import { notificationKinds, type NotificationKind } from './notification-enums.ts'

export const notificationStatuses = ['active', 'off'] as const

/** Fields that a kind needs; `token` of ntfy, SMS gateways and webhooks is optional. */
export const requiredFields: Record<NotificationKind, readonly ('recipients' | 'url' | 'token' | 'body_template')[]> = {
  email: ['recipients'],
  telegram: ['recipients', 'token'],
  slack: ['url'],
  teams: ['url'],
  ntfy: ['url'],
  sms: ['recipients', 'url', 'body_template'],
  webhook: ['url'],
}
/** Fields that a kind has beyond the required ones. */
export const optionalFields: Partial<
  Record<NotificationKind, readonly ('token' | 'header_name' | 'success_pattern')[]>
> = {
  ntfy: ['token'],
  sms: ['token', 'header_name', 'success_pattern'],
  webhook: ['token'],
}

export const notificationTargetRow = z.object({
  id: id(),
  name: z.string(),
  company_id: id(),
  company_name: z.string(),
  kind: z.enum(notificationKinds),
  status: z.enum(notificationStatuses),
  /** E-mail addresses, chat id or telephone numbers, separated by commas. */
  recipients: z.nullable(z.string()),
  /** Host of the address; the rest of it is secret. */
  host: z.nullable(z.string()),
  min_severity: z.enum(alertSeverities),
  after_minutes: z.int(),
  last_sent_at: z.nullable(time()),
  /** First failure since the last success. */
  failing_since: z.nullable(time()),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})
export type NotificationTargetRow = z.infer<typeof notificationTargetRow>

export const notificationTarget = z.extend(notificationTargetRow, {
  has_token: z.boolean(),
  header_name: z.nullable(z.string()),
  body_template: z.nullable(z.string()),
  success_pattern: z.nullable(z.string()),
  send_resolved: z.boolean(),
  quiet_from: z.nullable(z.string()),
  quiet_until: z.nullable(z.string()),
  time_zone: z.string(),
  locale: z.enum(locales),
  notes: z.nullable(z.string()),
  last_error: z.nullable(replyMessage()),
  version: z.int(),
})
export type NotificationTarget = z.infer<typeof notificationTarget>

/** Wall time, `HH:MM`. */
const wallTime = () => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, issue('field.format')))

const details = {
  /** Unique in a company, whatever the case. */
  name: requiredLine(),
  status: z.optional(z.enum(notificationStatuses)),
  recipients: z.nullish(text(2000)),
  /** HTTPS address. Write-only, because it contains a token with most services. Absent: unchanged. */
  url: z.nullish(
    line(2000).register(z.globalRegistry, {
      'x-secret': true,
      'x-sample': 'https://hooks.example.net/services/sample',
      'x-reasons': ['notification.url_format'],
    } as FieldMeta),
  ),
  /** Bot token, access token, value of the header, or signing secret. Write-only. Absent: unchanged; null removes it. */
  token: z.nullish(
    line(500).register(z.globalRegistry, { 'x-secret': true, 'x-sample': 'a-sample-of-a-token' } as FieldMeta),
  ),
  header_name: z.nullish(line(64).check(z.regex(/^([A-Za-z0-9-]+)?$/, issue('field.format')))),
  /** Body of a request to an SMS gateway. `{{to}}` and `{{text}}` are replaced, as JSON text in a JSON body. */
  body_template: z.nullish(text(2000)),
  /** Text that the reply of an SMS gateway contains if it has accepted the message. */
  success_pattern: z.nullish(line(200)),
  min_severity: z.optional(z.enum(alertSeverities)),
  /** Whether the end of an alert is sent too. */
  send_resolved: z.optional(z.boolean()),
  /** Only alerts that nobody has acknowledged after this many minutes. */
  after_minutes: z.optional(integer(0, 1440)),
  quiet_from: z.nullish(wallTime()),
  quiet_until: z.nullish(wallTime()),
  time_zone: z.optional(timeZone()),
  locale: z.optional(locale()),
  notes: z.nullish(text()),
}

const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    company_id: 'id',
    company_name: 'text',
    kind: notificationKinds,
    status: notificationStatuses,
    min_severity: alertSeverities,
    last_sent_at: 'time',
    failing_since: 'time',
    created_at: 'time',
    updated_at: 'time',
  },
  free: ['name', 'kind', 'recipients', 'host'],
  sort: [
    'id',
    'name',
    'company_name',
    'kind',
    'status',
    'min_severity',
    'last_sent_at',
    'failing_since',
    'created_at',
    'updated_at',
  ],
  order: ['name', 'asc'],
}

export const deliveryStates = ['queued', 'sent', 'failed', 'dropped'] as const

/** What a message was about. */
export const deliveryEvents = ['firing', 'acknowledged', 'resolved', 'test'] as const

/** A message to a target: its attempts and the last reply. */
export const notificationDelivery = z.object({
  id: id(),
  event: z.enum(deliveryEvents),
  severity: z.enum(alertSeverities),
  /** What the message says. */
  summary: z.nullable(replyMessage()),
  state: z.enum(deliveryStates),
  /** How many messages were sent as one, with this one; null if it was sent alone. */
  together: z.nullable(z.int()),
  attempts: z.int(),
  /** Of a queued message: time of the next attempt. */
  next_at: z.nullable(time()),
  http_status: z.nullable(z.int()),
  /** The first 2,048 characters of the reply. */
  response: z.nullable(z.string()),
  duration_ms: z.nullable(z.int()),
  error: z.nullable(replyMessage()),
  created_at: time(),
  ended_at: z.nullable(time()),
})
export type NotificationDelivery = z.infer<typeof notificationDelivery>

const base = '/notification-target'
const subject = 'notification-targets'
const object = 'notification-target'

const fieldReasons = {
  409: ['field.taken'],
  422: ['field.required', 'field.email', 'field.time_zone', 'notification.url_format', 'notification.field_not_used'],
} as const

const calls = {
  ...crud({
    name: 'notification-target',
    base,
    subject,
    object,
    nouns: ['notification target', 'notification targets'],
    list,
    row: notificationTargetRow,
    record: notificationTarget,
    reasons: { store: fieldReasons, update: fieldReasons, recover: { 409: ['field.taken'] } },
    /** The caller's own company where the owner is left out. */
    store: z.object({ ...details, kind: z.enum(notificationKinds), company_id: z.optional(ref('company')) }),
    update: z.partial(z.object({ ...details, version: z.int() })),
  }),
  test: endpoint({
    name: 'notification-target.test',
    method: 'POST',
    path: `${base}/{id}/test`,
    access: { action: 'update', subject },
    object,
    perMinute: 10,
    errorStatuses: [409],
    reasons: { 409: ['notification.trashed'] },
    summary: 'Send a test message; its delivery shows the reply',
    reply: stored(),
    status: 202,
  }),
  deliveries: endpoint({
    name: 'notification-target.deliveries',
    method: 'GET',
    path: `${base}/{id}/deliveries`,
    // The reply of the service may contain more than a viewer should see.
    access: { action: 'update', subject },
    object,
    summary: 'List the last 100 messages to a target with their attempts',
    reply: data(z.array(notificationDelivery)),
  }),
}

export const notificationTargets = {
  ...calls,
  ...bulkTrash({ name: 'notification-target', base, object, nouns: 'notification targets', calls }),
}
