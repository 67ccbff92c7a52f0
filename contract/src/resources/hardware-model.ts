import * as z from 'zod/mini'
import { bulkTrash } from '../bulk.ts'
import { crud } from '../crud.ts'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { issue } from '../errors.ts'
import { choice, id, line, ref, refText, requiredLine, text, time } from '../fields.ts'
import { lookupQuery, lookupRow } from '../list.ts'
import { hardwareKinds, radioBands } from './hardware-enums.ts'

export const hardwareModelRow = z.object({
  id: id(),
  name: z.string(),
  /** The manufacturer's product code, as on the label. */
  code: z.nullable(z.string()),
  /** Ids of its type and its manufacturer. */
  type: id(),
  type_name: z.string(),
  kind: z.enum(hardwareKinds),
  manufacturer: id(),
  manufacturer_name: z.string(),
  warranty_months: z.int(),
  ethernet_ports: z.int(),
  sfp_ports: z.int(),
  radios: z.array(z.enum(radioBands)),
  has_lte: z.boolean(),
  /** Devices visible to the caller; counting stops at 1,000. */
  hardware_count: z.int(),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})
export type HardwareModelRow = z.infer<typeof hardwareModelRow>

export const hardwareModel = z.extend(hardwareModelRow, {
  poe_out_ports: z.int(),
  notes: z.nullable(z.string()),
  version: z.int(),
})
export type HardwareModel = z.infer<typeof hardwareModel>

const whole = (max: number) => z.int().check(z.minimum(0), z.maximum(max))

const details = {
  name: requiredLine(128),
  code: z.nullish(line(64)),
  type: ref('hardware-type'),
  manufacturer: ref('hardware-manufacturer'),
  warranty_months: z.optional(whole(600)),
  ethernet_ports: z.optional(whole(512)),
  sfp_ports: z.optional(whole(512)),
  poe_out_ports: z.optional(whole(512)),
  radios: z.optional(
    z.array(z.enum(radioBands)).check(z.refine((list) => new Set(list).size === list.length, issue('field.duplicate'))),
  ),
  has_lte: z.optional(z.boolean()),
  notes: z.nullish(text()),
}

const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    code: 'text',
    type: 'id',
    type_name: 'text',
    kind: hardwareKinds,
    manufacturer: 'id',
    manufacturer_name: 'text',
    warranty_months: 'number',
    ethernet_ports: 'number',
    sfp_ports: 'number',
    has_lte: 'boolean',
    created_at: 'time',
    updated_at: 'time',
  },
  free: ['name', 'code'],
  sort: [
    'id',
    'name',
    'code',
    'type_name',
    'manufacturer_name',
    'warranty_months',
    'ethernet_ports',
    'created_at',
    'updated_at',
  ],
  order: ['name', 'asc'],
}

const subject = 'hardware-models'

/** Managed by the provider, visible to all companies. */
const calls = {
  ...crud({
    name: 'hardware-model',
    base: '/hardware/model',
    subject,
    object: 'hardware-model',
    nouns: ['hardware model', 'hardware models'],
    list,
    row: hardwareModelRow,
    record: hardwareModel,
    store: z.object(details),
    update: z.partial(z.object({ ...details, version: z.int() })),
    reasons: {
      store: { 409: ['catalogue.name_taken', 'row.in_trash'] },
      update: { 409: ['catalogue.name_taken', 'hardware.serials_conflict', 'hardware.serial_taken'] },
      destroy: { 409: ['catalogue.in_use'] },
      recover: { 409: ['catalogue.name_taken'] },
    },
  }),
  options: endpoint({
    name: 'hardware-model.options',
    method: 'GET',
    path: '/hardware/model/options',
    access: { action: 'view-list', subject },
    summary: 'List options of the model form',
    reply: data(
      z.object({
        types: z.array(z.extend(choice(), { kind: z.enum(hardwareKinds) })),
        manufacturers: z.array(choice()),
        kinds: z.array(choice()),
        radios: z.array(choice()),
      }),
    ),
  }),
  lookup: endpoint({
    name: 'hardware-model.list',
    method: 'GET',
    path: '/hardware/model/list',
    access: { action: 'view-list', subject },
    object: 'hardware-model',
    summary: 'Look up models by name or product code',
    query: lookupQuery({
      manufacturer_id: z.optional(refText('hardware-manufacturer')),
      type_id: z.optional(refText('hardware-type')),
    }),
    reply: data(
      z.array(
        z.extend(lookupRow, {
          manufacturer_name: z.string(),
          kind: z.enum(hardwareKinds),
          warranty_months: z.int(),
          has_lte: z.boolean(),
        }),
      ),
    ),
  }),
}

export const hardwareModels = {
  ...calls,
  ...bulkTrash({
    name: 'hardware-model',
    base: '/hardware/model',
    object: 'hardware-model',
    nouns: 'hardware models',
    calls,
  }),
}
