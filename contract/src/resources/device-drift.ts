import * as z from 'zod/mini'
import { data, endpoint, stored, type ListDefinition } from '../endpoint.ts'
import { replyMessage } from '../errors.ts'
import { id, line, requiredLine, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'
import { waves } from './rollout.ts'

/** `accepted`: an exception until it is revoked. `ignored`: until a value changes. */
export const driftStates = ['open', 'accepted', 'ignored'] as const

/** A difference between a device and a template. Secrets are never in it. */
export const driftRow = z.object({
  id: id(),
  hardware_id: id(),
  device_name: z.string(),
  company_id: id(),
  company_name: z.string(),
  site_id: z.nullable(id()),
  site_name: z.nullable(z.string()),
  template_id: id(),
  template_name: z.string(),
  /** `ip/dns`. */
  menu: z.string(),
  /** What identifies the row; empty: the only row of its menu. */
  row_key: z.string(),
  /** Empty: the whole row. */
  field: z.string(),
  verb: z.enum(['add', 'set', 'remove']),
  actual: z.nullable(z.string()),
  desired: z.nullable(z.string()),
  state: z.enum(driftStates),
  note: z.nullable(z.string()),
  decided_by: z.nullable(z.string()),
  decided_at: z.nullable(time()),
  found_at: time(),
})
export type DriftRow = z.infer<typeof driftRow>

/** What the comparison of a device with its templates last found. */
export const templateState = z.object({
  checked_at: z.nullable(time()),
  /** Why it could not be compared. */
  problem: z.nullable(replyMessage()),
  /** When the templates for the first contact were settled; null: not yet. */
  first_contact_at: z.nullable(time()),
  /** The command that wrote them; null: there were none. */
  command_id: z.nullable(id()),
  /** Templates that the device has, by name. */
  templates: z.array(z.object({ id: id(), name: z.string() })),
  open: z.int(),
})
export type TemplateState = z.infer<typeof templateState>

const list: ListDefinition = {
  fields: {
    id: 'id',
    hardware_id: 'id',
    device_name: 'text',
    company_id: 'id',
    company_name: 'text',
    site_id: 'id',
    site_name: 'text',
    template_id: 'id',
    template_name: 'text',
    menu: 'text',
    field: 'text',
    state: driftStates,
    found_at: 'time',
  },
  free: ['device_name', 'menu', 'row_key', 'field'],
  sort: ['id', 'device_name', 'company_name', 'site_name', 'template_name', 'menu', 'state', 'found_at'],
  order: ['found_at', 'desc'],
}

const base = '/device-drift'

/** Differences between devices and their templates. */
export const deviceDrift = {
  index: endpoint({
    name: 'device-drift.index',
    method: 'GET',
    path: `${base}/index`,
    access: { action: 'view-list', subject: 'hardware' },
    summary: 'List differences between devices and their templates, latest first',
    query: z.object(listQuery),
    reply: page(driftRow),
    list,
  }),
  show: endpoint({
    name: 'device-drift.show',
    method: 'GET',
    path: '/hardware/{id}/drift/show',
    access: { action: 'view', subject: 'hardware' },
    object: 'hardware',
    summary: 'Show the templates of a device, and what the last comparison found',
    reply: data(templateState),
  }),
  decide: endpoint({
    name: 'device-drift.decide',
    method: 'PUT',
    path: '/hardware/{id}/drift/decide',
    access: { action: 'update', subject: 'hardware' },
    object: 'hardware',
    summary: 'Accept differences of a device as exceptions, ignore them until a value changes, or open them again',
    errorStatuses: [404],
    reasons: { 422: ['template.drift_gone'] },
    body: z.object({
      /** Ids of differences of the device. */
      ids: z.array(id()).check(z.minLength(1), z.maxLength(200)),
      state: z.enum(driftStates),
      /** Why it is accepted. */
      note: z.nullish(line(500)),
    }),
    reply: data(z.object({ changed: z.int() })),
  }),
  check: endpoint({
    name: 'device-drift.check',
    method: 'PUT',
    path: '/hardware/{id}/drift/check',
    access: { action: 'update', subject: 'hardware' },
    object: 'hardware',
    summary: 'Compare a device with its templates at its next reading',
  }),
  plan: endpoint({
    name: 'device-drift.plan',
    method: 'POST',
    path: `${base}/plan`,
    access: { action: 'create', subject: 'rollouts' },
    summary: 'Plan the templates of devices, without exceptions: each is read and compared; nothing is written yet',
    errorStatuses: [404, 409],
    reasons: {
      422: [
        'selection.required',
        'rollout.window_never',
        'rollout.device_not_managed',
        'rollout.device_busy',
        'template.devices_lack_variables',
        'template.drift_gone',
      ],
    },
    body: z.object({
      name: requiredLine(),
      /** Ids of differences: their devices are planned, with all templates that they have. */
      drift_ids: z.array(id()).check(z.minLength(1), z.maxLength(1000)),
      ...waves,
    }),
    reply: stored(),
    status: 201,
  }),
}
