import * as z from 'zod/mini'
import { bulkTrash } from '../bulk.ts'
import { crud } from '../crud.ts'
import { data, endpoint, stored, type ListDefinition } from '../endpoint.ts'
import { issue } from '../errors.ts'
import { email, id, line, refText, requiredLine, text, time } from '../fields.ts'
import { listQuery, lookupQuery, lookupRow, page } from '../list.ts'

export const hardwareManufacturerRow = z.object({
  id: id(),
  name: z.string(),
  website: z.nullable(z.string()),
  support_email: z.nullable(z.string()),
  models_count: z.int(),
  /** Its stored `.DPK` files. */
  dpk_count: z.int(),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})
export type HardwareManufacturerRow = z.infer<typeof hardwareManufacturerRow>

export const hardwareManufacturer = z.extend(hardwareManufacturerRow, {
  support_phone: z.nullable(z.string()),
  notes: z.nullable(z.string()),
  version: z.int(),
})

const details = {
  name: requiredLine(128),
  website: z.nullish(
    z.union([
      z.literal(''),
      z
        .url({ protocol: /^https?$/, error: issue('field.url') })
        .check(z.maxLength(500, issue('field.max_length', { max: 500 }))),
    ]),
  ),
  support_email: z.nullish(z.union([z.literal(''), email()])),
  support_phone: z.nullish(line(64)),
  notes: z.nullish(text()),
}

const list: ListDefinition = {
  fields: { id: 'id', name: 'text', website: 'text', created_at: 'time', updated_at: 'time' },
  free: ['name', 'website'],
  sort: ['id', 'name', 'created_at', 'updated_at'],
  order: ['name', 'asc'],
}

const subject = 'hardware-manufacturers'

/** Managed by the provider, visible to all companies. */
const calls = {
  ...crud({
    name: 'hardware-manufacturer',
    base: '/hardware/manufacturer',
    subject,
    object: 'hardware-manufacturer',
    nouns: ['manufacturer', 'manufacturers'],
    list,
    row: hardwareManufacturerRow,
    record: hardwareManufacturer,
    store: z.object(details),
    update: z.partial(z.object({ ...details, version: z.int() })),
    reasons: {
      store: { 409: ['catalogue.name_taken'] },
      update: { 409: ['catalogue.name_taken'] },
      destroy: { 409: ['catalogue.in_use'] },
      recover: { 409: ['catalogue.name_taken'] },
    },
  }),
  lookup: endpoint({
    name: 'hardware-manufacturer.list',
    method: 'GET',
    path: '/hardware/manufacturer/list',
    access: { action: 'view-list', subject },
    object: 'hardware-manufacturer',
    summary: 'Look up manufacturers by name',
    query: lookupQuery(),
    reply: data(z.array(lookupRow)),
  }),
}

export const hardwareManufacturers = {
  ...calls,
  ...bulkTrash({
    name: 'hardware-manufacturer',
    base: '/hardware/manufacturer',
    object: 'hardware-manufacturer',
    nouns: 'manufacturers',
    calls,
  }),
}

/** Maximum size of a branding package in bytes. */
export const dpkMaxBytes = 25_000_000

export const dpkRow = z.object({
  id: id(),
  manufacturer_id: id(),
  manufacturer_name: z.string(),
  /** Original file name. */
  name: z.string(),
  note: z.nullable(z.string()),
  size_bytes: z.int(),
  sha256: z.string(),
  uploaded_by: z.string(),
  created_at: time(),
})
export type DpkRow = z.infer<typeof dpkRow>

/**
 * MikroTik branding packages: created by the operator in its mikrotik.com account, stored and served here, never
 * executed by the panel.
 */
export const dpkFiles = {
  index: endpoint({
    name: 'dpk.index',
    method: 'GET',
    path: '/hardware/dpk/index',
    access: { action: 'view', subject },
    object: 'dpk',
    summary: 'List branding packages of all manufacturers',
    query: z.object(listQuery),
    reply: page(dpkRow),
    list: {
      fields: {
        id: 'id',
        name: 'text',
        manufacturer_id: 'id',
        manufacturer_name: 'text',
        uploaded_by: 'text',
        created_at: 'time',
      },
      free: ['name', 'note'],
      sort: ['id', 'name', 'manufacturer_name', 'size_bytes', 'created_at'],
      order: ['created_at', 'desc'],
    } satisfies ListDefinition,
  }),
  store: endpoint({
    name: 'dpk.store',
    method: 'POST',
    path: '/hardware/dpk/store',
    access: { action: 'create', subject },
    reasons: {
      409: ['package.exists', 'package.exists_as'],
      422: ['package.format', 'package.truncated', 'package.too_long'],
    },
    summary: 'Upload a branding package; a duplicate for the manufacturer is rejected with its name',
    upload: { maxBytes: dpkMaxBytes },
    body: z.object({
      manufacturer_id: refText('hardware-manufacturer'),
      note: z.optional(line(500)),
    }),
    reply: stored(),
    status: 201,
  }),
  download: endpoint({
    name: 'dpk.download',
    method: 'GET',
    path: '/hardware/dpk/{id}/download',
    // It may contain a default configuration with secrets.
    access: { action: 'manage', subject },
    object: 'dpk',
    summary: 'Download a branding package',
    file: 'application/octet-stream',
  }),
  destroy: endpoint({
    name: 'dpk.destroy',
    method: 'DELETE',
    path: '/hardware/dpk/{id}/destroy',
    access: { action: 'manage', subject },
    object: 'dpk',
    summary: 'Permanently delete a branding package',
  }),
}
