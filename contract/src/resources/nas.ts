import * as z from 'zod/mini'
import { netReasons } from '../net.ts'
import { companyTypes } from '../abilities.ts'
import { crud } from '../crud.ts'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { issue, replyMessage } from '../errors.ts'
import { choice, id, line, ref, refText, requiredLine, time, type FieldMeta } from '../fields.ts'
import { listQuery, lookupQuery, lookupRow, page } from '../list.ts'
import { radiusAddress } from '../radius-address.ts'
import { extraAttribute, nasAttributes } from './radius-attribute.ts'
import {
  authenticatorUses,
  coaKinds,
  ipoeIdentifiers,
  nasPurposes,
  radiusPackets,
  unansweredReasons,
  vendors,
} from './radius-enums.ts'
import { loginRejection } from './radius-session.ts'
import { addressText } from './subnet-shapes.ts'

export const nasRow = z.object({
  id: id(),
  name: z.string(),
  company_id: id(),
  /** Null where the owner is above the caller: then the NAS is used, and not changed. */
  company_name: z.nullable(z.string()),
  inherited: z.boolean(),
  /** Where its packets come from. */
  address: z.string(),
  vendor: z.enum(vendors),
  purposes: z.array(z.enum(nasPurposes)),
  region: z.string(),
  is_active: z.boolean(),
  /** The last request of a login, and of accounting; null: never. Up to a minute late. */
  last_auth_at: z.nullable(time()),
  last_acct_at: z.nullable(time()),
  live_sessions: z.int(),
  require_message_authenticator: z.boolean(),
  /** Whether it signs its login requests. */
  authenticator: z.enum(authenticatorUses),
  /** It signs all its requests, lately too, and is not required to: requiring it would lock nobody out. */
  can_require_authenticator: z.boolean(),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})
export type NasRow = z.infer<typeof nasRow>

export const nasDevice = z.extend(nasRow, {
  /** The device that it is. Its name is null where it belongs to a company above the caller's. */
  hardware_id: z.nullable(id()),
  hardware_name: z.nullable(z.string()),
  coa_port: z.int(),
  input_is_download: z.boolean(),
  /** Reply attributes added to each login that it accepts, from the next login on. `vendor` is null in all. */
  extra_attributes: z.array(extraAttribute),
  ipoe_identifier: z.enum(ipoeIdentifiers),
  /** Whether a password is stored that this NAS sends with every IPoE request. */
  has_ipoe_password: z.boolean(),
  /** In the order in which they are drawn from. */
  pools: z.array(z.object({ id: id(), net: z.string(), name: z.string() })),
  version: z.int(),
})
export type NasDevice = z.infer<typeof nasDevice>

/** A shared secret. FreeRADIUS doubles a backslash that comes from a database (freeradius-server#2168): only plain characters. */
export const radiusSecret = () =>
  z
    .string()
    .check(z.regex(/^[A-Za-z0-9._-]{8,64}$/, issue('field.plain_characters', { min: 8, max: 64 })))
    .register(z.globalRegistry, { 'x-secret': true } as FieldMeta)

const port = () => {
  const range = issue('field.range', { min: 1, max: 65_535 })
  return z.int().check(z.minimum(1, range), z.maximum(65_535, range))
}

const details = {
  name: requiredLine(),
  /** Unique over all companies: any packet from it names this NAS. */
  address: addressText(),
  /** Made by the server where a new NAS has none. */
  secret: z.optional(radiusSecret()),
  vendor: z.optional(z.enum(vendors)),
  purposes: z.optional(
    z.array(z.enum(nasPurposes)).check(
      z.refine((list) => new Set(list).size === list.length, issue('field.duplicate')),
      z.maxLength(nasPurposes.length),
    ),
  ),
  region: z.optional(line(64)),
  /** Subnets of type pool that give addresses, in the order in which they are drawn from. */
  pool_ids: z.optional(
    z.array(ref('subnet')).check(
      z.maxLength(50),
      z.refine((list) => new Set(list).size === list.length, issue('field.duplicate')),
    ),
  ),
  /** A device of the same company, or of one above or below it. */
  hardware_id: z.nullish(ref('hardware')),
  coa_port: z.optional(port()),
  require_message_authenticator: z.optional(z.boolean()),
  /** The maker counts octets from the customer's side, as MikroTik does for PPP. */
  input_is_download: z.optional(z.boolean()),
  ipoe_identifier: z.optional(z.enum(ipoeIdentifiers)),
  /** The User-Password of every IPoE request of this NAS (RFC 2865, 5.2: at most 128 octets); null: none, or the MAC address. */
  ipoe_password: z.nullish(
    line(128)
      .check(z.minLength(1, issue('field.required')), z.regex(/^[\u0020-\u007e]*$/, issue('field.ascii')))
      .register(z.globalRegistry, { 'x-secret': true } as FieldMeta),
  ),
  is_active: z.optional(z.boolean()),
  /** Validated against the RADIUS dictionary. Take effect at the next login. */
  extra_attributes: z.optional(nasAttributes()),
}

const list: ListDefinition = {
  fields: {
    id: 'id',
    name: 'text',
    company_id: 'id',
    company_name: 'text',
    hardware_id: 'id',
    address: 'text',
    vendor: vendors,
    region: 'text',
    is_active: 'boolean',
    require_message_authenticator: 'boolean',
    authenticator: authenticatorUses,
    can_require_authenticator: 'boolean',
    last_auth_at: 'time',
    last_acct_at: 'time',
    created_at: 'time',
    updated_at: 'time',
  },
  free: ['name', 'address', 'region'],
  sort: [
    'id',
    'name',
    'company_name',
    'address',
    'vendor',
    'region',
    'is_active',
    'last_auth_at',
    'last_acct_at',
    'created_at',
    'updated_at',
  ],
  order: ['name', 'asc'],
}

/** Packets from one address that were not answered for one reason. */
export const unansweredRow = z.object({
  id: id(),
  address: z.string(),
  reason: z.enum(unansweredReasons),
  /** Null for an unknown sender, which only the provider sees. */
  nas_id: z.nullable(id()),
  nas_name: z.nullable(z.string()),
  /** For an update of the NAS from here. */
  nas_version: z.nullable(z.int()),
  company_id: z.nullable(id()),
  company_name: z.nullable(z.string()),
  packet: z.enum(radiusPackets),
  first_at: time(),
  last_at: time(),
  /** At least so many: of unknown and disabled senders one packet in 10 seconds is counted. */
  count: z.int(),
})
export type UnansweredRow = z.infer<typeof unansweredRow>

const unansweredList: ListDefinition = {
  fields: {
    id: 'id',
    address: 'text',
    reason: unansweredReasons,
    nas_id: 'id',
    nas_name: 'text',
    company_id: 'id',
    company_name: 'text',
    packet: radiusPackets.filter((packet) => packet !== ''),
    first_at: 'time',
    last_at: 'time',
    count: 'number',
  },
  free: ['address', 'nas_name'],
  sort: ['last_at', 'first_at', 'address', 'reason', 'nas_name', 'company_name', 'count', 'id'],
  order: ['last_at', 'desc'],
}

const base = '/network/nas'
const subject = 'nas'
const view = { action: 'view', subject } as const
const viewList = { action: 'view-list', subject } as const

export const nas = {
  ...crud({
    name: 'nas',
    base,
    subject,
    object: 'nas',
    nouns: ['NAS', 'NAS devices'],
    list,
    row: nasRow,
    options: ['purposes', 'regions', 'pools', 'companies'],
    reasons: {
      store: {
        409: ['nas.address_taken'],
        422: [
          ...netReasons,
          'pool.required',
          'reference.unrelated_company',
          'company.client_owns',
          'pool.max_addresses',
        ],
      },
      update: {
        409: ['nas.address_taken'],
        422: [...netReasons, 'pool.required', 'reference.unrelated_company', 'pool.max_addresses'],
      },
      destroy: { 409: ['nas.in_use'] },
      recover: { 409: ['nas.address_taken'] },
    },
    record: nasDevice,
    /** The caller's own company where the owner is left out. */
    store: z.object({ ...details, company_id: z.optional(ref('company')) }),
    update: z.partial(z.object({ ...details, version: z.int() })),
  }),
  lookup: endpoint({
    name: 'nas.list',
    method: 'GET',
    path: `${base}/list`,
    access: viewList,
    object: 'nas',
    summary: 'NAS devices to choose from: own ones, those below and those above',
    query: lookupQuery({
      purpose: z.optional(z.enum(nasPurposes)),
      /** Only those that serve this company. */
      company_id: z.optional(refText('company')),
    }),
    reply: data(
      z.array(z.extend(lookupRow, { address: z.string(), vendor: z.enum(vendors), purposes: z.array(z.string()) })),
    ),
  }),
  companies: endpoint({
    name: 'nas.companies',
    method: 'GET',
    path: `${base}/companies/list`,
    access: viewList,
    object: 'company',
    summary: 'Companies that may own a NAS, by name',
    query: lookupQuery(),
    reply: data(z.array(z.extend(lookupRow, { type: z.enum(companyTypes) }))),
  }),
  purposes: endpoint({
    name: 'nas.purposes',
    method: 'GET',
    path: `${base}/purposes/list`,
    access: viewList,
    summary: 'What a NAS is for',
    reply: data(z.array(choice())),
  }),
  regions: endpoint({
    name: 'nas.regions',
    method: 'GET',
    path: `${base}/regions/list`,
    access: viewList,
    summary: 'Regions in use, by name',
    query: lookupQuery(),
    reply: data(z.array(choice())),
  }),
  vendors: endpoint({
    name: 'nas.vendors',
    method: 'GET',
    path: `${base}/vendors/list`,
    access: viewList,
    summary: 'Vendors, and whether a running session takes a new rate without ending',
    reply: data(z.array(z.extend(choice(), { changes_rate: z.boolean() }))),
  }),
  health: endpoint({
    name: 'nas.health',
    method: 'GET',
    path: `${base}/{id}/health`,
    access: view,
    object: 'nas',
    summary: 'When a NAS was last heard, and what its logins of 24 hours came to',
    reply: data(
      z.object({
        /** The last login request, accepted login and accounting record; null: never. */
        auth_at: z.nullable(time()),
        accept_at: z.nullable(time()),
        acct_at: z.nullable(time()),
        /** It has accepted logins and told no session of them: its accounting is not set up. */
        never_accounts: z.boolean(),
        live_sessions: z.int(),
        accepts: z.int(),
        /** The last login request with, and without, a Message-Authenticator; null: never. */
        signed_at: z.nullable(time()),
        unsigned_at: z.nullable(time()),
        authenticator: z.enum(authenticatorUses),
        can_require_authenticator: z.boolean(),
        /** Packets of the last 24 hours that were not answered; only for its own company and those above. */
        unanswered: z.array(
          z.object({
            reason: z.enum(unansweredReasons),
            packet: z.enum(radiusPackets),
            count: z.int(),
            first_at: time(),
            last_at: time(),
          }),
        ),
        /** Logins of the last 24 hours that were rejected, by reason. */
        rejects: z.array(
          z
            .object({ ...loginRejection, count: z.int(), last_at: time() })
            .register(z.globalRegistry, { 'x-message': true }),
        ),
        /**
         * The last CoA or Disconnect that failed by a setting of this NAS (Error-Cause 403, 405, 406 or 501), of 30 days;
         * null: none, or a later request of its kind succeeded.
         */
        coa_setting: z.nullable(
          z.object({ kind: z.enum(coaKinds), error_cause: z.int(), detail: z.nullable(replyMessage()), at: time() }),
        ),
      }),
    ),
  }),
  commands: endpoint({
    name: 'nas.commands',
    secretReply: true,
    method: 'GET',
    path: `${base}/{id}/commands`,
    access: view,
    object: 'nas',
    reasons: { 422: ['radius_address.not_configured'] },
    summary:
      'The router’s configuration to paste; with the secret for whoever may manage the NAS, which is logged. 422 at `server` where no address of the RADIUS server is known',
    query: z.object({
      /** That of the NAS where it is left out. */
      vendor: z.optional(z.enum(vendors)),
      /** The address at which the router reaches the RADIUS server; those of the installation where it is left out. */
      server: z.optional(radiusAddress()),
      with_secret: z.optional(z.stringbool()),
    }),
    reply: data(
      z.object({
        vendor: z.enum(vendors),
        server: z.string(),
        /** The second server of the installation; null: there is none, or the caller named the server. */
        server_2: z.nullable(z.string()),
        auth_port: z.int(),
        acct_port: z.int(),
        coa_port: z.int(),
        /** The text has the secret; else a place to fill in. */
        with_secret: z.boolean(),
        text: z.string(),
      }),
    ),
  }),
  unanswered: endpoint({
    name: 'nas.unanswered',
    method: 'GET',
    path: `${base}/unanswered/index`,
    access: viewList,
    object: 'unanswered-packet',
    summary:
      'Senders of RADIUS packets that are not answered: those of one’s own NAS devices, unknown ones for the provider',
    query: z.object(listQuery),
    reply: page(unansweredRow),
    list: unansweredList,
  }),
  clearUnanswered: endpoint({
    name: 'nas.unanswered.destroy',
    method: 'DELETE',
    path: `${base}/unanswered/{id}/destroy`,
    access: { action: 'manage', subject },
    object: 'unanswered-packet',
    summary: 'Clear an entry of unanswered packets; a sender that goes on is noted again',
  }),
}
