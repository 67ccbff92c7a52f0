import * as z from 'zod/mini'
import { crud } from '../crud.ts'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { issue } from '../errors.ts'
import { id, integer, line, ref, refText, requiredLine, text, time } from '../fields.ts'
import { labelKinds } from '../label-kind.ts'
import { customFieldTypes, maxCustomText } from '../labels.ts'

/** What a form, a list column and an import need of a field. */
export const customFieldDefinition = z.object({
  id: id(),
  kind: z.enum(labelKinds),
  /** Name in the API, in imports and exports. */
  key: z.string(),
  label: z.string(),
  /** Null: the same as `label`. */
  label_de: z.nullable(z.string()),
  type: z.enum(customFieldTypes),
  required: z.boolean(),
  /** A value of the type, as text. */
  default_value: z.nullable(z.string()),
  /** Of the type `choice`. */
  choices: z.array(z.string()),
  help: z.nullable(z.string()),
  max_length: z.nullable(z.int()),
  position: z.int(),
  company_id: id(),
})
export type CustomFieldDefinition = z.infer<typeof customFieldDefinition>

export const customFieldRow = z.extend(customFieldDefinition, {
  /** Null if the owner is an ancestor of the caller's company: the caller may use the field, not change it. */
  company_name: z.nullable(z.string()),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})
export type CustomFieldRow = z.infer<typeof customFieldRow>

export const customField = z.extend(customFieldRow, { version: z.int() })
export type CustomField = z.infer<typeof customField>

const details = {
  label: requiredLine(80),
  label_de: z.nullish(line(80)),
  required: z.optional(z.boolean()),
  default_value: z.nullish(line(maxCustomText)),
  choices: z.optional(
    z.array(requiredLine(80)).check(
      z.maxLength(100, issue('field.max_entries', { max: 100 })),
      z.refine((list) => new Set(list).size === list.length, issue('field.duplicate')),
    ),
  ),
  help: z.nullish(text(300)),
  max_length: z.nullish(integer(1, maxCustomText)),
  /** Fields stand in ascending order of it. */
  position: z.optional(integer(0, 10_000)),
}

const list: ListDefinition = {
  fields: {
    id: 'id',
    kind: labelKinds,
    key: 'text',
    label: 'text',
    type: customFieldTypes,
    required: 'boolean',
    position: 'number',
    company_id: 'id',
    company_name: 'text',
    created_at: 'time',
    updated_at: 'time',
  },
  free: ['key', 'label', 'label_de'],
  sort: ['id', 'kind', 'key', 'label', 'type', 'position', 'company_name', 'created_at', 'updated_at'],
  order: ['position', 'asc'],
}

const base = '/custom-field'
const subject = 'custom-fields'

export const customFields = {
  ...crud({
    name: 'custom-field',
    base,
    subject,
    object: 'custom-field',
    nouns: ['custom field', 'custom fields'],
    list,
    row: customFieldRow,
    record: customField,
    reasons: {
      store: {
        409: ['label.name_taken', 'label.name_taken_above'],
        422: [
          'company.client_owns',
          'custom_field.choices_required',
          'custom_field.choices_not_allowed',
          'field.day',
          'field.allowed',
          'field.type',
          'field.url',
        ],
      },
      update: {
        422: [
          'custom_field.choices_required',
          'custom_field.choices_not_allowed',
          'field.day',
          'field.allowed',
          'field.type',
          'field.url',
        ],
      },
      recover: { 409: ['label.name_taken', 'label.name_taken_above'] },
    },
    store: z.object({
      ...details,
      kind: z.enum(labelKinds),
      /** Cannot be changed later, like the type. */
      key: z.string().check(z.trim(), z.regex(/^[a-z][a-z0-9_]{0,39}$/, issue('custom_field.key'))),
      type: z.enum(customFieldTypes),
      /** The caller's own company where the owner is left out. */
      company_id: z.optional(ref('company')),
    }),
    update: z.partial(z.object({ ...details, version: z.int() })),
  }),
  definitions: endpoint({
    name: 'custom-field.definitions',
    method: 'GET',
    path: `${base}/definitions`,
    access: { action: 'view-list', subject },
    summary: 'List the custom fields of a kind of record, in the order of the form',
    query: z.object({
      kind: z.enum(labelKinds),
      /** Only fields that records of this company have; without it all fields visible to the caller. */
      company_id: z.optional(refText('company')),
    }),
    reply: data(z.array(customFieldDefinition)),
  }),
}
