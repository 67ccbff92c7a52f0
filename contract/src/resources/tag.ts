import * as z from 'zod/mini'
import { crud } from '../crud.ts'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { id, ref, refText, requiredLine, text, time } from '../fields.ts'
import { tagColours } from '../labels.ts'
import { lookupQuery, lookupRow } from '../list.ts'

export const tagRow = z.object({
  id: id(),
  name: z.string(),
  colour: z.enum(tagColours),
  description: z.nullable(z.string()),
  company_id: id(),
  /** Null if the owner is an ancestor of the caller's company: the caller may use the tag, not change it. */
  company_name: z.nullable(z.string()),
  /** Records visible to the caller that have it, counted up to 1,000. */
  records_count: z.int(),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})
export type TagRow = z.infer<typeof tagRow>

export const tag = z.extend(tagRow, { version: z.int() })
export type Tag = z.infer<typeof tag>

const details = {
  /** Unique among the tags of the owner, of companies above it and of companies below it, whatever the case. */
  name: requiredLine(40),
  colour: z.optional(z.enum(tagColours)),
  description: z.nullish(text(500)),
}

const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    colour: tagColours,
    company_id: 'id',
    company_name: 'text',
    created_at: 'time',
    updated_at: 'time',
  },
  free: ['name', 'description'],
  sort: ['id', 'name', 'company_name', 'created_at', 'updated_at'],
  order: ['name', 'asc'],
}

const base = '/tag'
const subject = 'tags'

export const tags = {
  ...crud({
    name: 'tag',
    base,
    subject,
    object: 'tag',
    nouns: ['tag', 'tags'],
    list,
    row: tagRow,
    record: tag,
    reasons: {
      store: { 409: ['label.name_taken', 'label.name_taken_above'], 422: ['company.client_owns'] },
      update: { 409: ['label.name_taken', 'label.name_taken_above'] },
      recover: { 409: ['label.name_taken', 'label.name_taken_above'] },
    },
    /** The caller's own company where the owner is left out. */
    store: z.object({ ...details, company_id: z.optional(ref('company')) }),
    update: z.partial(z.object({ ...details, version: z.int() })),
  }),
  lookup: endpoint({
    name: 'tag.list',
    method: 'GET',
    path: `${base}/list`,
    access: { action: 'view-list', subject },
    object: 'tag',
    summary: 'Look up tags by name',
    query: lookupQuery({
      /** Only tags that a record of this company may have. */
      company_id: z.optional(refText('company')),
    }),
    reply: data(z.array(z.extend(lookupRow, { colour: z.enum(tagColours) }))),
  }),
}
