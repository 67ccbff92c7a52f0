import * as z from 'zod/mini'
import { companyTypes } from '../abilities.ts'
import { bulkAction, bulkTags, bulkTrash } from '../bulk.ts'
import { crud } from '../crud.ts'
import { bulkReport, data, endpoint, type ListDefinition } from '../endpoint.ts'
import { issue, replyMessage, type Reason } from '../errors.ts'
import {
  choice,
  day,
  type FieldMeta,
  id,
  ids,
  integer,
  line,
  ref,
  refText,
  requiredLine,
  telephone,
  text,
  time,
} from '../fields.ts'
import { lookupQuery, lookupRow } from '../list.ts'
import { labelBody, labelFields, labelRow, tagChanges } from '../labels.ts'
import { hardwareKinds, managementProtocols, onlineStates } from './hardware-enums.ts'

export const hardwareRow = z.object({
  id: id(),
  name: z.string(),
  serial_number: z.nullable(z.string()),
  /** Upper case with colons. */
  mac: z.nullable(z.string()),
  /** Ids of its type, manufacturer and model; type and manufacturer are the model's. */
  type: id(),
  type_name: z.string(),
  kind: z.enum(hardwareKinds),
  manufacturer: id(),
  manufacturer_name: z.string(),
  model: id(),
  model_name: z.string(),
  company_id: id(),
  company_name: z.string(),
  site_id: z.nullable(id()),
  site_name: z.nullable(z.string()),
  warranty_expiry_at: z.nullable(day()),
  telephone: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  /** Null: never read. */
  is_online: z.nullable(z.boolean()),
  online_status: z.enum(onlineStates),
  /** The last contact: when it was read last. */
  polled_at: z.nullable(time()),
  /** Of the last reading, as are the fields below. */
  routeros_version: z.nullable(z.string()),
  board: z.nullable(z.string()),
  wan_address: z.nullable(z.string()),
  uptime_seconds: z.nullable(z.int()),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
  ...labelRow,
})
export type HardwareRow = z.infer<typeof hardwareRow>

/** Values of the last reading; all null before the first one. */
export const deviceReading = z.object({
  polled_at: z.nullable(time()),
  identity: z.nullable(z.string()),
  board: z.nullable(z.string()),
  serial_number: z.nullable(z.string()),
  routeros_version: z.nullable(z.string()),
  firmware: z.nullable(z.string()),
  uptime_seconds: z.nullable(z.int()),
  /** Percent. */
  cpu_load: z.nullable(z.int()),
  memory_total: z.nullable(z.int()),
  memory_free: z.nullable(z.int()),
  wan_address: z.nullable(z.string()),
  last_error: z.nullable(replyMessage()),
  last_error_at: z.nullable(time()),
})

export const hardwareDevice = z.extend(hardwareRow, {
  phone_country_code: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  has_lte: z.boolean(),
  warranty_months: z.int(),
  /** Visible to the company that may change it and its ancestors; null for users who may only view. */
  management: z.nullable(
    z.object({
      address: z.nullable(z.string()),
      protocol: z.enum(managementProtocols),
      /** Null: the default port of the protocol. */
      port: z.nullable(z.int()),
      user: z.nullable(z.string()),
      has_password: z.boolean(),
      /** SHA-256, hexadecimal. */
      pinned_certificate: z.nullable(z.string()),
      vpn_dialup_id: z.nullable(id()),
      vpn_dialup_name: z.nullable(z.string()),
    }),
  ),
  readOnly: deviceReading,
  version: z.int(),
})
export type HardwareDevice = z.infer<typeof hardwareDevice>

const port = () => integer(1, 65_535)

const details = {
  name: requiredLine(),
  serial_number: z.nullish(line(64).check(z.regex(/^[\x21-\x7e]*$/, issue('hardware.serial_format')))),
  /** In any common notation: `4C:5E:0C:01:02:03`, `4c-5e-…`, `4c5e.0c01.0203`. */
  mac: z.nullish(line(24)),
  comment: z.nullish(text(2000)),
  model: ref('hardware-model'),
  /** Sent by clients that select by type and manufacturer first; rejected if they are not the model's. */
  type: z.optional(ref('hardware-type')),
  manufacturer: z.optional(ref('hardware-manufacturer')),
  /** Any day for the provider; for others at most the model's warranty months from today. */
  warranty_expiry_at: z.nullish(day()),
  /** Of the SIM in it. */
  telephone: z.nullish(telephone()),
  site_id: z.nullish(ref('site')),
  management_address: z.nullish(line(255)),
  management_protocol: z.optional(z.enum(managementProtocols)),
  management_port: z.nullish(port()),
  management_user: z.nullish(line(128)),
  /** Write-only. Null removes it. */
  management_password: z.nullish(
    z
      .string()
      .check(z.minLength(1), z.maxLength(256))
      .register(z.globalRegistry, { 'x-secret': true } as FieldMeta),
  ),
  /** SHA-256 fingerprint of the certificate, hexadecimal, with or without colons. */
  pinned_certificate: z.nullish(line(95)),
  vpn_dialup_id: z.nullish(ref('vpn-dialup')),
  ...labelBody,
}

export const hardwareList: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    serial_number: 'text',
    mac: 'text',
    type: 'id',
    type_name: 'text',
    kind: hardwareKinds,
    manufacturer: 'id',
    manufacturer_name: 'text',
    model: 'id',
    model_name: 'text',
    company_id: 'id',
    company_name: 'text',
    site_id: 'id',
    site_name: 'text',
    warranty_expiry_at: 'day',
    telephone: 'text',
    comment: 'text',
    online_status: onlineStates,
    polled_at: 'time',
    routeros_version: 'text',
    board: 'text',
    wan_address: 'text',
    uptime_seconds: 'number',
    created_at: 'time',
    updated_at: 'time',
    ...labelFields,
  },
  free: ['name', 'serial_number', 'mac', 'comment'],
  sort: [
    'id',
    'name',
    'serial_number',
    'type_name',
    'manufacturer_name',
    'model_name',
    'company_name',
    'site_name',
    'warranty_expiry_at',
    'online_status',
    'polled_at',
    'routeros_version',
    'board',
    'wan_address',
    'uptime_seconds',
    'created_at',
    'updated_at',
  ],
  first: [['online_status', 'asc']],
  order: ['name', 'asc'],
  labels: 'hardware',
}

const base = '/hardware'
const subject = 'hardware'
const viewList = { action: 'view-list', subject } as const

const serialConflicts = ['hardware.serial_taken', 'hardware.serial_taken_by'] as const
const fieldReasons: readonly Reason[] = [
  'device.address_format',
  'ip.unusable',
  'device.address_private',
  'device.fingerprint_format',
  'field.mac',
  'hardware.mac_group',
  'hardware.mac_zero',
  'hardware.manufacturer_mismatch',
  'hardware.site_of_other_company',
  'hardware.type_mismatch',
  'hardware.warranty_too_long',
]

const calls = {
  ...crud({
    name: 'hardware',
    base,
    subject,
    object: 'hardware',
    nouns: ['device', 'devices'],
    list: hardwareList,
    row: hardwareRow,
    record: hardwareDevice,
    /** The caller's own company by default; with a site, the company of the site. */
    store: z.object({ ...details, company_id: z.optional(ref('company')) }),
    update: z.partial(z.object({ ...details, ...tagChanges, company_id: ref('company'), version: z.int() })),
    reasons: {
      store: { 409: serialConflicts, 422: fieldReasons },
      update: {
        409: [...serialConflicts, 'hardware.in_use'],
        422: [...fieldReasons, 'hardware.at_site', 'hardware.company_not_above_site'],
      },
      destroy: { 409: ['hardware.in_use'] },
      recover: { 409: serialConflicts },
    },
  }),
  lookup: endpoint({
    name: 'hardware.list',
    method: 'GET',
    path: `${base}/list`,
    access: viewList,
    object: 'hardware',
    summary: 'Look up devices by name, serial number or MAC address',
    query: lookupQuery({
      /**
       * Only devices of this company, or of its ancestors that the caller sees: those that can be assigned to its
       * sites.
       */
      for_company_id: z.optional(refText('company')),
      /** Only devices without a site. */
      unplaced: z.optional(z.stringbool()),
      kind: z.optional(z.enum(hardwareKinds)),
    }),
    reply: data(
      z.array(
        z.extend(lookupRow, {
          serial_number: z.nullable(z.string()),
          model_name: z.string(),
          kind: z.enum(hardwareKinds),
        }),
      ),
    ),
  }),
  autocomplete: endpoint({
    name: 'hardware.autocomplete',
    method: 'GET',
    path: `${base}/listAutocomplete`,
    access: viewList,
    object: 'hardware',
    summary: 'Complete names and serial numbers for a search box',
    query: lookupQuery(),
    reply: data(z.array(choice())),
  }),
  companies: endpoint({
    name: 'hardware.companies',
    method: 'GET',
    path: `${base}/companies/list`,
    access: viewList,
    object: 'company',
    summary: 'Look up companies that may own hardware by name',
    query: lookupQuery(),
    reply: data(z.array(z.extend(lookupRow, { type: z.enum(companyTypes) }))),
  }),
  /** All or none: 409 if one is in use, with the rows that use it. */
  deassociation: endpoint({
    name: 'hardware.deassociation',
    method: 'PUT',
    path: `${base}/deassociation`,
    access: { action: 'update', subject },
    object: 'hardware',
    bulk: true,
    reasons: { 409: ['row.in_trash', 'hardware.in_use', 'hardware.several_in_use'] },
    summary: 'Remove devices from their sites',
    body: z.object({ ids: ids('hardware') }),
    reply: bulkReport(),
  }),
}

/** One e-mail to each administrator of a company, about all of its devices. */
const remindWarranty = endpoint({
  name: 'hardware.warranty.remind',
  method: 'PUT',
  path: `${base}/warranty/remind`,
  access: { action: 'manage', subject },
  object: 'hardware',
  bulk: true,
  summary: 'Remind companies of the end of the warranties of their devices by e-mail to their admins',
  body: z.object({ ids: ids('hardware') }),
  reply: bulkReport(),
})

export const hardware = {
  ...calls,
  ...bulkTrash({ name: 'hardware', base, object: 'hardware', nouns: 'devices', calls }),
  ...bulkTags({ name: 'hardware', base, object: 'hardware', nouns: 'devices', calls }),
  remindWarranty,
  bulkRemindWarranty: bulkAction({
    name: 'hardware.bulk-remind-warranty',
    path: `${base}/bulk/remind-warranty`,
    summary: 'Remind companies of the end of the warranties of their devices as a job',
    object: 'hardware',
    call: remindWarranty,
    index: calls.index,
    batch: 1000,
    skips: ['hardware.no_warranty'],
  }),
  bulkMove: bulkAction({
    name: 'hardware.bulk-move',
    path: `${base}/bulk/move`,
    summary: 'Move devices to a site or to a company as a job',
    object: 'hardware',
    call: calls.update,
    index: calls.index,
    /** The site belongs to the company, if both are given. A null site: at no site. */
    values: { site_id: z.nullish(ref('site')), company_id: z.optional(ref('company')) },
    changesRow: true,
  }),
}
