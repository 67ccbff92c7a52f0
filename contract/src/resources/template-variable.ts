import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'
import { issue } from '../errors.ts'
import { line, ref, refText, time, type FieldMeta } from '../fields.ts'

export const variableLevels = ['company', 'site', 'device'] as const

/** Variables that every device has without a value being set. */
export const builtInVariables = ['device_name', 'serial_number', 'site_name', 'company_name', 'device_address'] as const

export const templateVariable = z.object({
  name: z.string(),
  /** Null: a secret, or of a company above the caller's. */
  value: z.nullable(z.string()),
  secret: z.boolean(),
  /** Whose value it is. */
  level: z.enum(variableLevels),
  /** Set here, and not inherited. */
  own: z.boolean(),
  /** Name of the company, site or device; null: a company above the caller's. */
  source: z.nullable(z.string()),
  updated_at: time(),
  updated_by: z.string(),
})
export type TemplateVariable = z.infer<typeof templateVariable>

const subject = 'device-templates'
const base = '/template-variable'

/** Values of variables of templates: the nearest of device, site, company and the companies above. */
export const templateVariables = {
  index: endpoint({
    name: 'template-variable.index',
    method: 'GET',
    path: `${base}/index`,
    access: { action: 'view-list', subject },
    summary: 'List the variables of a company, a site or a device, with those that it inherits',
    errorStatuses: [404],
    reasons: { 422: ['template.one_level'] },
    query: z.object({
      company_id: z.optional(refText('company')),
      site_id: z.optional(refText('site')),
      hardware_id: z.optional(refText('hardware')),
    }),
    reply: data(z.array(templateVariable)),
  }),
  set: endpoint({
    name: 'template-variable.set',
    method: 'PUT',
    path: `${base}/set`,
    access: { action: 'update', subject },
    summary: 'Set a variable of a company, a site or a device, or remove it',
    errorStatuses: [404],
    reasons: { 422: ['template.one_level', 'template.variable_name', 'template.variable_built_in'] },
    body: z.object({
      company_id: z.optional(ref('company')),
      site_id: z.optional(ref('site')),
      hardware_id: z.optional(ref('hardware')),
      name: z.string().check(z.trim(), z.regex(/^[a-z][a-z0-9_]{0,39}$/, issue('template.variable_name'))),
      /** Null: removed here. */
      value: z.nullable(line(500)).register(z.globalRegistry, { 'x-secret': true } as FieldMeta),
      /** Encrypted, and never shown. It may stand only where a template wants a password. */
      secret: z.optional(z.boolean()),
    }),
    reply: data(z.array(templateVariable)),
  }),
}
