import * as z from 'zod/mini'
import { crud } from '../crud.ts'
import { endpoint, type ListDefinition } from '../endpoint.ts'
import { id, line, ref, requiredLine, text, time } from '../fields.ts'
import { lookupQuery, lookupRow } from '../list.ts'
import { allocationPolicies } from './subnet-enums.ts'

/** Colour names of the panel's palette; each has a readable shade in both themes. */
export const categoryColours = [
  'grey',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'indigo',
  'violet',
  'pink',
] as const

export const subnetCategoryRow = z.object({
  id: id(),
  name: z.string(),
  description: z.nullable(z.string()),
  colour: z.enum(categoryColours),
  company_id: id(),
  company_name: z.string(),
  /** Quarantine of released space in days. */
  cool_down_days: z.int(),
  /** Subnets of this category that are visible to the caller. */
  subnets_count: z.int(),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})
export type SubnetCategoryRow = z.infer<typeof subnetCategoryRow>

export const subnetCategory = z.extend(subnetCategoryRow, {
  default_policy: z.nullable(z.enum(allocationPolicies)),
  default_unit_v4: z.nullable(z.int()),
  default_unit_v6: z.nullable(z.int()),
  gateway: z.nullable(z.enum(['first', 'last'])),
  /** Addresses reserved at the start of a new network. */
  reserve_first: z.int(),
  /** Template with the placeholders `{ip}` and `{name}`: `{ip}.cust.example.net` */
  ptr_template: z.nullable(z.string()),
  version: z.int(),
})
export type SubnetCategory = z.infer<typeof subnetCategory>

const whole = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))

const details = {
  name: requiredLine(),
  description: z.nullish(text(1000)),
  colour: z.optional(z.enum(categoryColours)),
  cool_down_days: z.optional(whole(0, 3650)),
  default_policy: z.nullish(z.enum(allocationPolicies)),
  default_unit_v4: z.nullish(whole(0, 32)),
  default_unit_v6: z.nullish(whole(0, 128)),
  gateway: z.nullish(z.enum(['first', 'last'])),
  reserve_first: z.optional(whole(0, 1024)),
  ptr_template: z.nullish(line()),
}

const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    company_id: 'id',
    company_name: 'text',
    colour: categoryColours,
    created_at: 'time',
    updated_at: 'time',
  },
  free: ['name', 'description'],
  sort: ['id', 'name', 'company_name', 'cool_down_days', 'created_at', 'updated_at'],
  order: ['name', 'asc'],
}

export const subnetCategories = {
  ...crud({
    name: 'subnet-category',
    base: '/network/subnet/category',
    subject: 'subnet-categories',
    object: 'subnet-category',
    nouns: ['subnet category', 'subnet categories'],
    list,
    row: subnetCategoryRow,
    record: subnetCategory,
    /** The caller's own company by default. */
    store: z.object({ ...details, company_id: z.optional(ref('company')) }),
    update: z.partial(z.object({ ...details, version: z.int() })),
    reasons: {
      store: { 409: ['category.name_taken'] },
      update: { 409: ['category.name_taken'] },
      destroy: { 409: ['category.in_use'] },
      recover: { 409: ['category.name_taken'] },
    },
  }),
  lookup: endpoint({
    name: 'subnet-category.list',
    method: 'GET',
    path: '/network/subnet/category/list',
    access: { action: 'view-list', subject: 'subnet-categories' },
    object: 'subnet-category',
    summary: 'Look up subnet categories: own ones and those shared by ancestors',
    query: lookupQuery(),
    reply: z.object({ data: z.array(z.extend(lookupRow, { colour: z.enum(categoryColours) })) }),
  }),
}
