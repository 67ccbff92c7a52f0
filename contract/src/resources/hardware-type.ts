import * as z from 'zod/mini'
import { bulkTrash } from '../bulk.ts'
import { crud } from '../crud.ts'
import type { ListDefinition } from '../endpoint.ts'
import { id, requiredLine, text, time } from '../fields.ts'
import { hardwareKinds } from './hardware-enums.ts'

export const hardwareTypeRow = z.object({
  id: id(),
  name: z.string(),
  kind: z.enum(hardwareKinds),
  description: z.nullable(z.string()),
  models_count: z.int(),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})
export type HardwareTypeRow = z.infer<typeof hardwareTypeRow>

export const hardwareType = z.extend(hardwareTypeRow, { version: z.int() })

const details = { name: requiredLine(64), kind: z.enum(hardwareKinds), description: z.nullish(text(1000)) }

const list: ListDefinition = {
  fields: { id: 'id', name: 'text', kind: hardwareKinds, created_at: 'time', updated_at: 'time' },
  free: ['name', 'description'],
  sort: ['id', 'name', 'kind', 'created_at', 'updated_at'],
  order: ['name', 'asc'],
}

/** Managed by the provider, visible to all companies. */
const calls = crud({
  name: 'hardware-type',
  base: '/hardware/type',
  subject: 'hardware-types',
  object: 'hardware-type',
  nouns: ['type of hardware', 'types of hardware'],
  list,
  row: hardwareTypeRow,
  record: hardwareType,
  store: z.object({ ...details, kind: z.optional(details.kind) }),
  update: z.partial(z.object({ ...details, version: z.int() })),
  reasons: {
    store: { 409: ['catalogue.name_taken'] },
    update: { 409: ['catalogue.name_taken'] },
    destroy: { 409: ['catalogue.in_use'] },
    recover: { 409: ['catalogue.name_taken'] },
  },
})

export const hardwareTypes = {
  ...calls,
  ...bulkTrash({
    name: 'hardware-type',
    base: '/hardware/type',
    object: 'hardware-type',
    nouns: 'types of hardware',
    calls,
  }),
}
