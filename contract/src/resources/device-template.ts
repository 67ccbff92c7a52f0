import * as z from 'zod/mini'
import { crud } from '../crud.ts'
import { data, endpoint, stored, type ListDefinition } from '../endpoint.ts'
import { choice, id, ids, ref, requiredLine, text, time } from '../fields.ts'
import { templateItem } from './change-item.ts'
import { waves } from './rollout.ts'

export const deviceTemplateRow = z.object({
  id: id(),
  name: z.string(),
  description: z.nullable(z.string()),
  company_id: id(),
  /** Null if the owner is an ancestor of the caller's company: the caller may use the template, not change it. */
  company_name: z.nullable(z.string()),
  at_first_contact: z.boolean(),
  checks_drift: z.boolean(),
  /** Differences on these devices that nobody has decided about. */
  differences: z.int(),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})
export type DeviceTemplateRow = z.infer<typeof deviceTemplateRow>

export const deviceTemplate = z.extend(deviceTemplateRow, {
  items: z.array(templateItem),
  types: z.array(choice()),
  tags: z.array(choice()),
  /** Devices visible to the caller that it is for. */
  devices: z.int(),
  version: z.int(),
})
export type DeviceTemplate = z.infer<typeof deviceTemplate>

const scope = (kind: 'hardware-type' | 'tag') => z.optional(z.array(ref(kind)).check(z.maxLength(50)))

const details = {
  /** Unique in a company, whatever the case. */
  name: requiredLine(),
  description: z.nullish(text(1000)),
  /** At most one of each kind, except users, services and address lists. */
  items: z.array(templateItem).check(z.minLength(1), z.maxLength(20)),
  /** Types of devices that it is for; empty: all. */
  type_ids: scope('hardware-type'),
  /** It is for devices with one of these tags; empty: for all. */
  tag_ids: scope('tag'),
  /** Written to new devices at their first contact, as one guarded change. */
  at_first_contact: z.optional(z.boolean()),
  /** Compared with devices each day, and after a change of template or variables. */
  checks_drift: z.optional(z.boolean()),
}

const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    company_id: 'id',
    company_name: 'text',
    at_first_contact: 'boolean',
    checks_drift: 'boolean',
    created_at: 'time',
    updated_at: 'time',
  },
  free: ['name', 'description'],
  sort: ['id', 'name', 'company_name', 'created_at', 'updated_at'],
  order: ['name', 'asc'],
}

const base = '/device-template'
const subject = 'device-templates'
const itemReasons = [
  'change.name_format',
  'change.host_format',
  'change.duplicate',
  'lan.ipv4_format',
  'lan.ipv4_prefix_format',
  'template.secret_is_variable',
  'template.variable_format',
] as const

export const deviceTemplates = {
  ...crud({
    name: 'device-template',
    base,
    subject,
    object: 'device-template',
    nouns: ['device template', 'device templates'],
    list,
    row: deviceTemplateRow,
    record: deviceTemplate,
    reasons: {
      store: { 409: ['field.taken'], 422: ['company.client_owns', ...itemReasons] },
      update: { 409: ['field.taken'], 422: itemReasons },
      recover: { 409: ['field.taken'] },
    },
    /** The caller's own company where the owner is left out. */
    store: z.object({ ...details, company_id: z.optional(ref('company')) }),
    update: z.partial(z.object({ ...details, version: z.int() })),
  }),
  missing: endpoint({
    name: 'device-template.missing',
    method: 'GET',
    path: `${base}/{id}/missing`,
    access: { action: 'view', subject },
    object: 'device-template',
    summary: 'List variables of a template without a value, with the devices that lack it',
    reply: data(
      z.array(
        z.object({
          variable: z.string(),
          /** Number of all. */
          devices: z.int(),
          /** The first 20. */
          names: z.array(choice()),
        }),
      ),
    ),
  }),
  plan: endpoint({
    name: 'device-template.plan',
    method: 'POST',
    path: `${base}/plan`,
    access: { action: 'create', subject: 'rollouts' },
    summary: 'Plan a template for devices: each is read and compared; nothing is written yet',
    errorStatuses: [404, 409],
    reasons: {
      409: ['row.trashed', 'field.taken'],
      422: [
        'selection.required',
        'rollout.window_never',
        'rollout.device_not_managed',
        'rollout.device_busy',
        'template.not_for_device',
        'template.devices_lack_variables',
      ],
    },
    body: z.object({
      /** Also one of a company above. */
      template_id: ref('device-template'),
      name: requiredLine(),
      /** Without ids: all managed devices that the template is for. */
      ids: z.optional(ids('hardware')),
      ...waves,
    }),
    reply: stored(),
    status: 201,
  }),
}
