import * as z from 'zod/mini'
import { data, endpoint, stored, type ListDefinition } from '../endpoint.ts'
import { issue, replyMessage } from '../errors.ts'
import { id, integer, line, ref, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'

/**
 * `waiting`: the router has not called; `script`: it got its script; `connecting`: it has run it, and is being read;
 * `done`: it was read; `unreachable`: it has run the script, but could not be read.
 */
export const deviceSetupStates = [
  'waiting',
  'script',
  'connecting',
  'unreachable',
  'done',
  'expired',
  'cancelled',
] as const
export type DeviceSetupState = (typeof deviceSetupStates)[number]

const tunnels = ['l2tp', 'sstp', 'ovpn', 'ikev2'] as const

export const deviceSetupRow = z.object({
  id: id(),
  hardware_id: id(),
  name: z.string(),
  serial_number: z.nullable(z.string()),
  /** Upper case with colons. */
  mac: z.nullable(z.string()),
  model_name: z.string(),
  company_id: id(),
  company_name: z.string(),
  site_id: z.nullable(id()),
  site_name: z.nullable(z.string()),
  state: z.enum(deviceSetupStates),
  vpn_dialup_id: z.nullable(id()),
  tunnel: z.nullable(z.enum(tunnels)),
  /** Why the last call got no script. */
  detail: z.nullable(replyMessage()),
  /** Address of the last call. */
  called_from: z.nullable(z.string()),
  calls: z.int(),
  /** Time of each step; null: not reached. */
  called_at: z.nullable(time()),
  script_at: z.nullable(time()),
  connected_at: z.nullable(time()),
  read_at: z.nullable(time()),
  /** Why the device could not be read. */
  read_error: z.nullable(replyMessage()),
  expires_at: time(),
  requested_by: z.string(),
  created_at: time(),
})
export type DeviceSetupRow = z.infer<typeof deviceSetupRow>

/** A router that called with a serial number for which no device waits. */
export const unknownRouter = z.object({
  serial_number: z.string(),
  mac: z.nullable(z.string()),
  called_from: z.string(),
  called_at: time(),
  calls: z.int(),
})
export type UnknownRouter = z.infer<typeof unknownRouter>

const list: ListDefinition = {
  fields: {
    id: 'id',
    hardware_id: 'id',
    name: 'text',
    serial_number: 'text',
    model_name: 'text',
    company_id: 'id',
    company_name: 'text',
    site_id: 'id',
    site_name: 'text',
    state: deviceSetupStates,
    requested_by: 'text',
    created_at: 'time',
    expires_at: 'time',
  },
  free: ['name', 'serial_number', 'mac', 'site_name'],
  sort: ['id', 'name', 'state', 'company_name', 'site_name', 'created_at', 'expires_at'],
  order: ['id', 'desc'],
}

const base = '/device-setup'
const subject = 'device-setups'

const setupLine = data(
  z.object({
    /** For the terminal of a router, or the default configuration of a branding package. */
    line: z.string(),
    created_at: time(),
  }),
)

/** Zero-touch setup of routers, which call the panel and are recognised by their serial numbers. */
export const deviceSetups = {
  index: endpoint({
    name: 'device-setup.index',
    method: 'GET',
    path: `${base}/index`,
    access: { action: 'view-list', subject },
    object: 'device-setup',
    summary: 'List device setups, latest first',
    query: z.object(listQuery),
    reply: page(deviceSetupRow),
    list,
  }),
  show: endpoint({
    name: 'device-setup.show',
    method: 'GET',
    path: `${base}/{id}/show`,
    access: { action: 'view', subject },
    object: 'device-setup',
    summary: 'Show a device setup with the time of each step',
    reply: data(deviceSetupRow),
  }),
  store: endpoint({
    name: 'device-setup.store',
    method: 'POST',
    path: `${base}/store`,
    access: { action: 'create', subject },
    summary: 'Wait for the call of a router: it gets the script of this device',
    errorStatuses: [409],
    reasons: {
      409: ['device_setup.waiting'],
      422: [
        'device_setup.serial_missing',
        'device.tunnel_dialup_inactive',
        'device.tunnel_dialup_required',
        'device.tunnel_no_nas',
      ],
    },
    body: z.object({
      hardware_id: ref('hardware'),
      /** Absent: no tunnel, the panel connects to the address that the router calls from. */
      vpn_dialup_id: z.nullish(ref('vpn-dialup')),
      tunnel: z.nullish(z.enum(tunnels)),
      /** Days for which the panel waits. */
      days: z._default(integer(1, 90), 14),
    }),
    reply: stored(),
    status: 201,
  }),
  cancel: endpoint({
    name: 'device-setup.cancel',
    method: 'PUT',
    path: `${base}/{id}/cancel`,
    access: { action: 'update', subject },
    object: 'device-setup',
    reasons: { 409: ['device_setup.ended'] },
    errorStatuses: [409],
    summary: 'Stop waiting for the call of a router',
    reply: data(deviceSetupRow),
  }),
  unknown: endpoint({
    name: 'device-setup.unknown',
    method: 'GET',
    path: `${base}/unknown`,
    access: { action: 'view-list', subject },
    summary: 'List the 100 routers that called last without a device that waits for them',
    reply: data(z.array(unknownRouter)),
  }),
  /** Of the caller's company. */
  line: endpoint({
    name: 'device-setup.line',
    method: 'POST',
    path: `${base}/line`,
    access: { action: 'manage', subject },
    summary: "Show the setup line for routers of the caller's company; recorded in the audit log",
    secretReply: true,
    perMinute: 20,
    body: z.object({
      /** Replaces the key: lines that were given out before are rejected from now on. */
      renew: z._default(z.boolean(), false),
    }),
    reply: setupLine,
  }),
  /** A router calls it: the token of its line is its only credential. */
  fetch: endpoint({
    name: 'device-setup.fetch',
    method: 'GET',
    path: '/hook/device-setup/{token}',
    access: 'public',
    tokenInPath: true,
    perMinute: 60,
    params: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/)) }),
    query: z.object({
      serial: line(64).check(z.regex(/^[\x21-\x7e]+$/, issue('hardware.serial_format'))),
      mac: z.optional(line(24)),
      /** Major version of RouterOS. */
      version: z._default(z.enum(['6', '7']), '7'),
    }),
    summary: 'Get the setup script of the device with this serial number, for a router that runs the setup line',
    reasons: {
      409: ['device_setup.unknown_serial', 'device_setup.mac_differs', 'device_setup.too_many_calls'],
      422: ['link_invalid'],
    },
    errorStatuses: [409],
    file: 'text/plain',
  }),
}
