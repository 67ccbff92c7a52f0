import * as z from 'zod/mini'
import { bulkTrash } from '../bulk.ts'
import { crud } from '../crud.ts'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { issue } from '../errors.ts'
import { day, id, integer, ref, refText, requiredLine, text, time, timeZone, type FieldMeta } from '../fields.ts'

/** What a window covers. `company`: everything of the company and of those below it. */
export const maintenanceScopes = ['company', 'site', 'device', 'rollout'] as const
export type MaintenanceScope = (typeof maintenanceScopes)[number]

export const maintenanceRepeats = ['once', 'weekly'] as const

/** `over`: it does not occur any more. */
export const maintenanceStates = ['running', 'planned', 'over'] as const
export type MaintenanceState = (typeof maintenanceStates)[number]

/** Least and greatest length of a weekly window, and greatest length of a one-off one, in minutes. */
export const maintenanceMinutes = { min: 5, weekly: 7 * 1440, once: 31 * 1440 } as const

export const maintenanceWindowRow = z.object({
  id: id(),
  name: z.string(),
  company_id: id(),
  company_name: z.string(),
  scope: z.enum(maintenanceScopes),
  site_id: z.nullable(id()),
  hardware_id: z.nullable(id()),
  rollout_id: z.nullable(id()),
  /** Name of the site, device or rollout; of the company if the window covers all of it. Null: no longer visible to the caller. */
  scope_name: z.nullable(z.string()),
  repeats: z.enum(maintenanceRepeats),
  state: z.enum(maintenanceStates),
  /** Start and end of the occurrence that runs, or of the next one. */
  next_from: z.nullable(time()),
  next_until: z.nullable(time()),
  time_zone: z.string(),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})
export type MaintenanceWindowRow = z.infer<typeof maintenanceWindowRow>

const occurrence = z.object({ from: time(), until: time() })

export const maintenanceWindow = z.extend(maintenanceWindowRow, {
  /** Wall times in `time_zone`. */
  starts_on: z.string(),
  starts_at: z.string(),
  ends_on: z.nullable(z.string()),
  ends_at: z.nullable(z.string()),
  /** 1 (Monday) to 7, as in ISO 8601. */
  weekdays: z.array(z.int()),
  minutes: z.nullable(z.int()),
  until: z.nullable(z.string()),
  /** Occurrences that started before are over, because a user has ended the window. */
  ended_at: z.nullable(time()),
  notes: z.nullable(z.string()),
  version: z.int(),
  /** The next ten, the running one included, and the last ten that are over; earliest first. */
  occurrences: z.array(occurrence),
})
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>

/** Wall time, `HH:MM`; seconds, which the audit log writes, must be 0. */
const wallTime = () =>
  z
    .string()
    .check(z.regex(/^([01]\d|2[0-3]):[0-5]\d(:00)?$/, issue('field.format')))
    .register(z.globalRegistry, { 'x-sample': '02:00' } as FieldMeta)

const details = {
  name: requiredLine(),
  scope: z.enum(maintenanceScopes),
  site_id: z.nullish(ref('site')),
  hardware_id: z.nullish(ref('hardware')),
  rollout_id: z.nullish(ref('rollout')),
  repeats: z.enum(maintenanceRepeats),
  /** Day of a one-off window; of a weekly one, the first day on which it may occur. */
  starts_on: day(),
  starts_at: wallTime(),
  /** End of a one-off window, at most 31 days after its start. */
  ends_on: z.nullish(day()),
  ends_at: z.nullish(wallTime()),
  /** Days on which a weekly window starts: 1 (Monday) to 7. A window over midnight belongs to the day of its start. */
  weekdays: z.optional(
    z
      .array(integer(1, 7))
      .check(
        z.maxLength(7),
        z.refine((days) => new Set(days).size === days.length, issue('field.duplicate')),
      )
      .register(z.globalRegistry, { 'x-sample': [6, 7] } as FieldMeta),
  ),
  /** Length of a weekly window, up to a week. */
  minutes: z.nullish(integer(maintenanceMinutes.min, maintenanceMinutes.weekly)),
  /** Last day on which a weekly window may start; null: no end. */
  until: z.nullish(day()),
  /** The zone of the site, or of the company, if a new window has none. */
  time_zone: z.optional(timeZone()),
  notes: z.nullish(text()),
}

const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    company_id: 'id',
    company_name: 'text',
    scope: maintenanceScopes,
    site_id: 'id',
    hardware_id: 'id',
    rollout_id: 'id',
    repeats: maintenanceRepeats,
    state: maintenanceStates,
    next_from: 'time',
    created_at: 'time',
    updated_at: 'time',
  },
  free: ['name', 'notes'],
  sort: ['id', 'name', 'company_name', 'scope', 'state', 'next_from', 'created_at', 'updated_at'],
  order: ['next_from', 'asc'],
}

const base = '/maintenance-window'
const subject = 'maintenance-windows'
const object = 'maintenance-window'

const fieldReasons = {
  422: [
    'field.required',
    'field.time_zone',
    'alert.window_end',
    'alert.window_field_not_used',
    'alert.window_never',
    'alert.window_other_company',
    'alert.window_too_long',
  ],
} as const

/** Why something is in maintenance now. */
const current = z.object({
  /**
   * `window`, `rollout`: itself, or its site or company. `upstream`: every way to it leads through devices in maintenance.
   * `devices`: every device of the site is.
   */
  kind: z.enum(['window', 'rollout', 'upstream', 'devices']),
  /** Null: not known, because a rollout runs. */
  until: z.nullable(time()),
  /** Null: a rollout, or a window that the caller does not see. */
  window_id: z.nullable(id()),
  window_name: z.nullable(z.string()),
})
export type CurrentMaintenance = z.infer<typeof current>

const calls = {
  ...crud({
    name: 'maintenance-window',
    base,
    subject,
    object,
    nouns: ['maintenance window', 'maintenance windows'],
    list,
    row: maintenanceWindowRow,
    record: maintenanceWindow,
    reasons: { store: fieldReasons, update: fieldReasons },
    /** The company of the site, device or rollout, or else the caller's own, where the owner is left out. */
    store: z.object({ ...details, company_id: z.optional(ref('company')) }),
    /** `ended_at`: null takes back the end of an occurrence; a change of the times does so too. */
    update: z.partial(z.object({ ...details, ended_at: z.nullable(time()), version: z.int() })),
  }),
  end: endpoint({
    name: 'maintenance-window.end',
    method: 'POST',
    path: `${base}/{id}/end`,
    access: { action: 'update', subject },
    object,
    errorStatuses: [409],
    reasons: { 409: ['alert.window_not_running'] },
    summary: 'End a maintenance window that is running; later occurrences stay',
    reply: data(maintenanceWindow),
  }),
  current: endpoint({
    name: 'maintenance-window.current',
    method: 'GET',
    path: `${base}/current`,
    access: { action: 'view-list', subject },
    summary: 'Why a device, a site or a company is in maintenance now; null if it is not',
    errorStatuses: [404],
    query: z.object({
      company_id: z.optional(refText('company')),
      site_id: z.optional(refText('site')),
      hardware_id: z.optional(refText('hardware')),
    }),
    reply: data(z.nullable(current)),
  }),
}

export const maintenanceWindows = {
  ...calls,
  ...bulkTrash({ name: 'maintenance-window', base, object, nouns: 'maintenance windows', calls }),
}
