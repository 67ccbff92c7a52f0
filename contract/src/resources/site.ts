import * as z from 'zod/mini'
import { issue } from '../errors.ts'
import { companyTypes } from '../abilities.ts'
import { bulkTags, bulkTrash } from '../bulk.ts'
import { crud } from '../crud.ts'
import { bulkReport, data, endpoint, type ListDefinition } from '../endpoint.ts'
import {
  choice,
  countryCode,
  decimalText,
  email,
  id,
  line,
  ref,
  refText,
  requiredLine,
  telephone,
  text,
  time,
  timeZone,
} from '../fields.ts'
import { listQuery, lookupQuery, lookupRow, page } from '../list.ts'
import { labelBody, labelFields, labelRow, tagChanges } from '../labels.ts'
import { companyStep } from './company.ts'
import { commandRow } from './device-command.ts'
import { signalGrades } from './device-enums.ts'
import { hardwareList, hardwareRow } from './hardware.ts'
import { siteStatuses } from './hardware-enums.ts'

export const siteRow = z.object({
  id: id(),
  name: z.string(),
  company_id: id(),
  company_name: z.string(),
  city: z.nullable(z.string()),
  countyIsoCode: z.nullable(z.string()),
  telephone: z.nullable(z.string()),
  contact_name: z.nullable(z.string()),
  /** From its hardware. */
  status: z.enum(siteStatuses),
  hardware_count: z.int(),
  online_count: z.int(),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
  ...labelRow,
})
export type SiteRow = z.infer<typeof siteRow>

export const site = z.extend(siteRow, {
  phone_country_code: z.nullable(z.string()),
  phone_number: z.nullable(z.string()),
  contact_email: z.nullable(z.string()),
  address_line_1: z.nullable(z.string()),
  address_line_2: z.nullable(z.string()),
  region: z.nullable(z.string()),
  postcode: z.nullable(z.string()),
  /** Degrees, WGS 84; both or neither. */
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  time_zone: z.string(),
  notes: z.nullable(z.string()),
  version: z.int(),
  /** From the caller's company down to the site's. */
  path: z.array(companyStep),
})
export type Site = z.infer<typeof site>

const degrees = (max: number) =>
  z
    .number()
    .check(
      z.minimum(-max, issue('field.range', { min: -max, max: max })),
      z.maximum(max, issue('field.range', { min: -max, max: max })),
    )

const details = {
  name: requiredLine(),
  telephone: z.nullish(telephone()),
  contact_name: z.nullish(line()),
  contact_email: z.nullish(z.union([z.literal(''), email()])),
  address_line_1: z.nullish(line()),
  address_line_2: z.nullish(line()),
  city: z.nullish(line(128)),
  region: z.nullish(line(128)),
  postcode: z.nullish(line(16)),
  countyIsoCode: z.nullish(countryCode()),
  latitude: z.nullish(degrees(90)),
  longitude: z.nullish(degrees(180)),
  time_zone: z.optional(timeZone()),
  notes: z.nullish(text()),
  ...labelBody,
}

const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    company_id: 'id',
    company_name: 'text',
    city: 'text',
    countyIsoCode: 'text',
    telephone: 'text',
    contact_name: 'text',
    status: siteStatuses,
    hardware_count: 'number',
    online_count: 'number',
    created_at: 'time',
    updated_at: 'time',
    ...labelFields,
  },
  free: ['name', 'city', 'postcode', 'address_line_1'],
  sort: ['id', 'name', 'company_name', 'city', 'status', 'hardware_count', 'created_at', 'updated_at'],
  first: [['status', 'asc']],
  order: ['name', 'asc'],
  labels: 'site',
}

const base = '/site'
const subject = 'sites'
const viewList = { action: 'view-list', subject } as const

/** A marker on the map: one site, or several that are too close to be separated at this zoom. */
export const mapPosition = z.object({
  latitude: z.number(),
  longitude: z.number(),
  count: z.int(),
  online: z.int(),
  partial: z.int(),
  offline: z.int(),
  /** Of a single site. */
  id: z.nullable(id()),
  name: z.nullable(z.string()),
})
export type MapPosition = z.infer<typeof mapPosition>

const bound = (max: number) => decimalText(-max, max)

const calls = {
  ...crud({
    name: 'site',
    base,
    subject,
    object: 'site',
    nouns: ['site', 'sites'],
    list,
    row: siteRow,
    record: site,
    /** The caller's own company by default if it is a client. */
    store: z.object({ ...details, company_id: z.optional(ref('company')) }),
    update: z.partial(z.object({ ...details, ...tagChanges, version: z.int() })),
    reasons: {
      store: { 409: ['site.name_taken'], 422: ['site.client_required', 'site.position_incomplete'] },
      update: { 409: ['site.name_taken'], 422: ['site.position_incomplete'] },
      destroy: { 409: ['site.not_empty'] },
      recover: { 409: ['site.name_taken'] },
    },
  }),
  options: endpoint({
    name: 'site.options',
    method: 'GET',
    path: `${base}/options`,
    access: viewList,
    summary: 'List options of the site form and of the list’s filters',
    reply: data(
      z.object({
        onlineStatuses: z.array(choice()),
        countries: z.array(choice()),
        time_zones: z.array(choice()),
        default_iso: z.string(),
      }),
    ),
  }),
  lookup: endpoint({
    name: 'site.list',
    method: 'GET',
    path: `${base}/list`,
    access: viewList,
    object: 'site',
    summary: 'Look up sites by name',
    query: lookupQuery({
      company_id: z.optional(refText('company')),
    }),
    reply: data(z.array(lookupRow)),
  }),
  companies: endpoint({
    name: 'site.companies',
    method: 'GET',
    path: `${base}/companies/list`,
    access: viewList,
    object: 'company',
    summary: 'Look up client companies that may have sites by name',
    query: lookupQuery(),
    reply: data(z.array(z.extend(lookupRow, { type: z.enum(companyTypes) }))),
  }),
  summary: endpoint({
    name: 'site.summary',
    method: 'GET',
    path: `${base}/{id}/summary`,
    access: { action: 'view', subject },
    object: 'site',
    summary: 'Show a site with the state of its hardware and what depends on it',
    reply: data(
      z.object({
        site,
        hardware: z.object({
          total: z.int(),
          online: z.int(),
          offline: z.int(),
          unknown: z.int(),
          /** By kind of device. */
          kinds: z.array(z.object({ kind: z.string(), total: z.int() })),
          /** The first 25 by name. */
          first: z.array(hardwareRow),
        }),
        services: z.object({ total: z.int(), active: z.int(), online: z.int() }),
        /** Warranties that end within 90 days. */
        warranties: z.int(),
        /** From the last readings of its devices. */
        live: z.object({
          /** Interfaces of routers with an address of their own, and with an address assigned by another server. */
          networks: z.int(),
          /** Bound DHCP leases. */
          leases: z.int(),
          /** Traffic of the uplinks of devices that are online, bit/s; null if none was read. */
          rx_bps: z.nullable(z.number()),
          tx_bps: z.nullable(z.number()),
          /** Devices with a modem and their signal: worst first. */
          modems: z.array(z.object({ hardware_id: id(), hardware_name: z.string(), grade: z.enum(signalGrades) })),
        }),
        /** Wi-Fi as of the last readings. */
        wifi: z.object({
          /** Networks stored in the panel, and how many of them are missing or different on their devices. */
          settings: z.int(),
          differing: z.int(),
          controllers: z.int(),
          /** Access points that are switched on, and how many of them have no radio. */
          access_points: z.int(),
          access_points_down: z.int(),
          /** Registered devices. */
          clients: z.int(),
          /** Entries of access control, and how many of them are missing or different on a device. */
          access: z.object({ entries: z.int(), differing: z.int() }),
        }),
        /** The last five commands, latest first. */
        commands: z.array(commandRow),
      }),
    ),
  }),
  map: endpoint({
    name: 'site.map',
    method: 'GET',
    path: `${base}/map`,
    access: viewList,
    reasons: { 422: ['site.map_bounds'] },
    summary: 'List sites within bounds, with sites close to each other as one marker',
    query: z.object({
      west: bound(180),
      south: bound(90),
      east: bound(180),
      north: bound(90),
      /** Size of a grid cell, degrees. */
      cell: decimalText(0, 90).check(z.positive()),
      company: listQuery.company,
      status: z.optional(z.enum(siteStatuses)),
    }),
    /** At most 2,000 markers: if the bounds contain more cells, the cells grow. */
    reply: data(z.array(mapPosition)),
  }),
  hardware: endpoint({
    name: 'site.hardware',
    method: 'GET',
    path: `${base}/{id}/hardware/index`,
    access: { action: 'view', subject },
    object: 'site',
    summary: 'List devices of a site',
    query: z.object(listQuery),
    reply: page(hardwareRow),
    list: hardwareList,
  }),
  allHardware: endpoint({
    name: 'site.hardware-index',
    method: 'GET',
    path: `${base}/hardware/index`,
    access: viewList,
    summary: 'List devices of all sites',
    query: z.object(listQuery),
    reply: page(hardwareRow),
    list: hardwareList,
  }),
  addHardware: endpoint({
    name: 'site.hardware.add',
    method: 'PUT',
    path: `${base}/{siteId}/hardware/add`,
    access: { action: 'update', subject: 'hardware' },
    summary: 'Assign devices to a site; the site’s company becomes their owner',
    body: z.object({
      hardwareIds: z.array(ref('hardware')).check(
        z.minLength(1),
        z.maxLength(1000),
        z.refine((list) => new Set(list).size === list.length, issue('field.duplicate')),
      ),
    }),
    reply: bulkReport(),
  }),
}

export const sites = {
  ...calls,
  ...bulkTrash({ name: 'site', base, object: 'site', nouns: 'sites', calls }),
  ...bulkTags({ name: 'site', base, object: 'site', nouns: 'sites', calls }),
}
