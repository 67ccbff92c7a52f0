import * as z from 'zod/mini'
import type { FieldType } from './endpoint.ts'
import { issue } from './errors.ts'
import { id, ref, text, type FieldMeta } from './fields.ts'

/** Colour names of the panel's palette; each has a readable shade in both themes. */
export const tagColours = ['grey', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink'] as const
export type TagColour = (typeof tagColours)[number]

export const customFieldTypes = ['text', 'number', 'date', 'boolean', 'choice', 'url'] as const
export type CustomFieldType = (typeof customFieldTypes)[number]

/** Maximum number of tags of a record, and of fields in a body. */
export const maxTags = 30
export const maxCustomFields = 100
/** Maximum length of a text value. */
export const maxCustomText = 1000

export const tagLabel = z.object({ id: id(), name: z.string(), colour: z.enum(tagColours) })
export type TagLabel = z.infer<typeof tagLabel>

/** A value: text, dates (`2026-03-31`), choices and addresses (`https://…`) as text. */
const customValue = z.union([z.string(), z.number(), z.boolean()])
export type CustomValue = z.infer<typeof customValue>
export type CustomValues = Record<string, CustomValue | null>

/** Tags and custom fields of a record and of a row; absent where the record is a part of another reply. */
export const labelRow = {
  tags: z.optional(z.array(tagLabel)),
  /** By key; fields without a value are left out. */
  custom_fields: z.optional(z.record(z.string(), customValue)),
}

/** The same in a body. */
export const labelBody = {
  /** All tags of the record: ids, or the tags as a reply has them. */
  tags: z.optional(
    z
      .array(z.union([ref('tag'), z.object({ id: ref('tag') })]))
      .check(z.maxLength(maxTags, issue('field.max_entries', { max: maxTags })))
      .register(z.globalRegistry, { 'x-reasons': ['tag.not_inherited'] } as FieldMeta),
  ),
  /** The fields that change, by key; null removes a value. */
  custom_fields: z.optional(
    z
      .record(z.string().check(z.maxLength(40)), z.nullable(z.union([text(maxCustomText), z.number(), z.boolean()])))
      .check(
        z.refine(
          (values) => Object.keys(values).length <= maxCustomFields,
          issue('field.max_entries', { max: maxCustomFields }),
        ),
      )
      .register(z.globalRegistry, {
        'x-reasons': [
          'field.required',
          'field.type',
          'field.allowed',
          'field.max_length',
          'field.url',
          'field.day',
          'field.line_breaks',
          'custom_field.unknown',
        ],
      } as FieldMeta),
  ),
}

const tagIds = () => z.array(ref('tag')).check(z.maxLength(maxTags, issue('field.max_entries', { max: maxTags })))
const someTagIds = () => tagIds().check(z.minLength(1, issue('field.required')))

/** In the body of an update: tags that it adds and removes, after `tags`, whatever others the record has. */
export const tagChanges = {
  add_tags: z.optional(tagIds().register(z.globalRegistry, { 'x-reasons': ['tag.not_inherited'] } as FieldMeta)),
  /** Tags that the record does not have are ignored. */
  remove_tags: z.optional(tagIds()),
}

/** The values of the bulk actions that add and remove tags. */
export const bulkTagValues = { add_tags: someTagIds(), remove_tags: someTagIds() }

export interface LabelBody {
  tags?: (number | { id: number })[] | undefined
  add_tags?: number[] | undefined
  remove_tags?: number[] | undefined
  custom_fields?: CustomValues | undefined
}

/** List fields of records with tags. Custom fields are filtered and sorted as `custom_fields.<key>`. */
export const labelFields = { tags: 'id' } as const satisfies Record<string, FieldType>

/** Name of a custom field in list parameters, import columns and exports. */
export const customFieldPrefix = 'custom_fields.'

/** How values of a custom field are parsed from the URL and compared. */
export const filterTypeOf = (type: CustomFieldType, choices: readonly string[]): FieldType =>
  type === 'number'
    ? 'number'
    : type === 'date'
      ? 'day'
      : type === 'boolean'
        ? 'boolean'
        : type === 'choice'
          ? choices
          : 'text'
