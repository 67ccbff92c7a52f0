import * as z from 'zod/mini'
import { bulkReport, data, endpoint, type ListDefinition } from '../endpoint.ts'
import { issue } from '../errors.ts'
import { id, integer, line, ref, refText, time } from '../fields.ts'
import { listQuery, matchingSelection, page } from '../list.ts'
import { alertRuleFields, alertRuleKeys, alertSeverities, alertSubjects } from './alert-rules.ts'

/** Conditions that users see; a pending alert has not fired. */
export const alertConditions = ['firing', 'clearing', 'closed'] as const
export const alertCloseReasons = ['cleared', 'expired', 'subject_gone', 'rule_off'] as const
export const alertEventKinds = [
  'fired',
  'severity',
  'acknowledged',
  'unacknowledged',
  'acknowledgement_lapsed',
  'suppressed',
  'released',
  'maintenance_began',
  'maintenance_ended',
  'flapping',
  'calm',
  'closed',
] as const

const row = z.object({
  id: id(),
  rule: z.enum(alertRuleKeys),
  subject: z.enum(alertSubjects),
  /** Null: a RADIUS server or the installation. */
  subject_id: z.nullable(id()),
  subject_name: z.string(),
  /** A port or sensor; empty: the whole subject. */
  part: z.string(),
  company_id: id(),
  company_name: z.string(),
  site_id: z.nullable(id()),
  site_name: z.nullable(z.string()),
  hardware_id: z.nullable(id()),
  condition: z.enum(alertConditions),
  severity: z.enum(alertSeverities),
  /** The last value, in the unit of the rule. */
  value: z.nullable(z.number()),
  /** Start of the condition. */
  since: time(),
  fired_at: z.nullable(time()),
  closed_at: z.nullable(time()),
  close_reason: z.nullable(z.enum(alertCloseReasons)),
  acknowledged: z.boolean(),
  acknowledged_by: z.nullable(z.string()),
  acknowledged_at: z.nullable(time()),
  acknowledge_note: z.nullable(z.string()),
  acknowledged_until: z.nullable(time()),
  /** The alert that explains this one. */
  parent_id: z.nullable(id()),
  in_maintenance: z.boolean(),
  flapping: z.boolean(),
  /** Whether notifications are held back: by another alert, maintenance or flapping. */
  suppressed: z.boolean(),
  /** Open alerts that this one explains. */
  suppressed_count: z.int(),
  /** Order of the list: open ones by severity, then closed ones (0). */
  urgency: z.int(),
})
export type AlertListRow = z.infer<typeof row>

const event = z.object({
  seq: z.int(),
  at: time(),
  kind: z.enum(alertEventKinds),
  severity: z.enum(alertSeverities),
  value: z.nullable(z.number()),
  by_name: z.string(),
  note: z.nullable(z.string()),
  notify: z.nullable(z.enum(['firing', 'resolved'])),
})
export type AlertEventEntry = z.infer<typeof event>

const details = z.extend(row, {
  /** Of the alert that explains this one. */
  parent_name: z.nullable(z.string()),
  /** The latest 200 events, latest first. */
  events: z.array(event),
})
export type AlertDetails = z.infer<typeof details>

const list: ListDefinition = {
  fields: {
    id: 'id',
    rule: alertRuleKeys,
    subject: alertSubjects,
    subject_name: 'text',
    company_id: 'id',
    company_name: 'text',
    site_id: 'id',
    site_name: 'text',
    hardware_id: 'id',
    condition: alertConditions,
    severity: alertSeverities,
    since: 'time',
    fired_at: 'time',
    closed_at: 'time',
    acknowledged: 'boolean',
    acknowledged_by: 'text',
    parent_id: 'id',
    in_maintenance: 'boolean',
    suppressed: 'boolean',
    urgency: 'number',
  },
  free: ['subject_name'],
  sort: ['id', 'urgency', 'fired_at'],
  order: ['urgency', 'desc'],
}

const selection = {
  ids: z.optional(
    z.array(id()).check(
      z.minLength(1),
      z.maxLength(1000),
      z.refine((chosen) => new Set(chosen).size === chosen.length, issue('field.duplicate')),
    ),
  ),
  matching: z.optional(matchingSelection),
}
const update = { action: 'update', subject: 'alerts' } as const

export const alerts = {
  index: endpoint({
    name: 'alert.index',
    method: 'GET',
    path: '/alert/index',
    access: { action: 'view-list', subject: 'alerts' },
    object: 'alert',
    summary: 'List alerts, open ones first, by severity',
    query: z.object(listQuery),
    reply: page(row),
    list,
  }),
  show: endpoint({
    name: 'alert.show',
    method: 'GET',
    path: '/alert/{id}/show',
    access: { action: 'view', subject: 'alerts' },
    object: 'alert',
    summary: 'Show an alert with its events',
    reply: data(details),
  }),
  acknowledge: endpoint({
    name: 'alert.acknowledge',
    method: 'POST',
    path: '/alert/acknowledge',
    access: update,
    summary: 'Acknowledge alerts, with a note and until a time; it lapses when the severity rises',
    reasons: { 422: ['alert.until_past', 'selection.required', 'selection.too_many'] },
    body: z.object({
      ...selection,
      note: z.optional(z.nullable(line(500))),
      until: z.optional(z.nullable(time())),
    }),
    reply: bulkReport(),
  }),
  unacknowledge: endpoint({
    name: 'alert.unacknowledge',
    method: 'POST',
    path: '/alert/unacknowledge',
    access: update,
    summary: 'Withdraw the acknowledgement of alerts',
    reasons: { 422: ['selection.required', 'selection.too_many'] },
    body: z.object(selection),
    reply: bulkReport(),
  }),
}

const overridden = {
  enabled: z.nullable(z.boolean()),
  severity: z.nullable(z.enum(alertSeverities)),
  threshold: z.nullable(z.number().check(z.minimum(-1000), z.maximum(1_000_000))),
  clear_threshold: z.nullable(z.number().check(z.minimum(-1000), z.maximum(1_000_000))),
  fire_seconds: z.nullable(integer(0, 86_400)),
  clear_seconds: z.nullable(integer(0, 86_400)),
}

const effective = z.object({
  rule: z.enum(alertRuleKeys),
  fields: z.array(
    z.object({
      field: z.enum(alertRuleFields),
      value: z.nullable(z.union([z.boolean(), z.string(), z.number()])),
      /** `own`: set here. `built-in`: of the panel. */
      from: z.enum(['own', 'company', 'site', 'built-in']),
      /** Null if it is not from a company, or from one that the caller does not see. */
      from_name: z.nullable(z.string()),
      /** A company above has locked it. */
      locked_above: z.boolean(),
      /** Locked here, for everything below. */
      locked: z.boolean(),
      /** Set here; null: inherited. Not in effect if it is locked above. */
      own: z.nullable(z.union([z.boolean(), z.string(), z.number()])),
    }),
  ),
})
export type EffectiveAlertRule = z.infer<typeof effective>

const scope = { site_id: z.optional(ref('site')), hardware_id: z.optional(ref('hardware')) }

export const alertRuleCalls = {
  list: endpoint({
    name: 'alert-rule.list',
    method: 'GET',
    path: '/alert/rule/list',
    access: { action: 'view-list', subject: 'alerts' },
    summary: 'List the rules that are in effect for a company, a site or a device, and where each value comes from',
    errorStatuses: [404],
    query: z.object({
      company_id: z.optional(refText('company')),
      site_id: z.optional(refText('site')),
      hardware_id: z.optional(refText('hardware')),
    }),
    reply: data(z.array(effective)),
  }),
  update: endpoint({
    name: 'alert-rule.update',
    method: 'POST',
    path: '/alert/rule/update',
    access: { action: 'manage', subject: 'alerts' },
    summary: 'Set the values of a rule for a company, a site or a device; null values are inherited',
    reasons: {
      422: [
        'alert.locked',
        'alert.clear_threshold',
        'alert.no_threshold',
        'alert.not_for_devices',
        'field.min',
        'field.max',
      ],
    },
    body: z.object({
      company_id: z.optional(ref('company')),
      ...scope,
      rule: z.enum(alertRuleKeys),
      ...overridden,
      locked: z.array(z.enum(alertRuleFields)).check(z.maxLength(6)),
    }),
    reply: data(effective),
  }),
}
