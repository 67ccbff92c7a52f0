import * as z from 'zod/mini'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { id, ids, integer, line, ref, requiredLine, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'
import { accessListReasons } from './control-reasons.ts'
import { queuedCommand } from './device-command.ts'
import { wifiStacks } from './device-enums.ts'
import { comment, fromDevice, macAddress, readQuery, rowId, seen, seenText, versionsOf } from './control-shapes.ts'
import { queuedOnDevice, difference, passphrase, schedule, vlanId } from './wifi-shapes.ts'
import { accessActions, wantedStates } from './wifi-enums.ts'
import { accessEntryReasons } from './wifi-reasons.ts'

const kbps = () => z.nullable(integer(8, 10_000_000))

const fields = {
  mac: macAddress(),
  name: requiredLine(100),
  action: z.enum(accessActions),
  /** When the entry applies; it has no effect outside of these times. */
  schedule: z.nullable(schedule()),
  /** kbit/s, if the Wi-Fi system supports it; null: no limit. */
  rate_down_kbps: kbps(),
  rate_up_kbps: kbps(),
  /** Of an allowed entry: the VLAN instead of the network's. */
  vlan_id: z.nullable(vlanId()),
  note: z.nullable(line(255)),
  is_enabled: z.boolean(),
}

/** State of an entry on one of the site's controlling devices. */
const applied = z.object({
  hardware_id: id(),
  hardware_name: z.string(),
  stack: z.enum(wifiStacks),
  state: z.enum(wantedStates),
  differences: z.array(difference),
  /** Fields of the entry that this system does not support. */
  left_out: z.array(z.string()),
  read_at: z.nullable(time()),
})

export const accessEntry = z.extend(z.object(fields), {
  id: id(),
  site_id: id(),
  site_name: z.string(),
  company_id: id(),
  company_name: z.string(),
  /** Position in the site's list, from 1: the first match decides. */
  position: z.int(),
  has_passphrase: z.boolean(),
  /** Manufacturer by MAC prefix. */
  vendor: z.nullable(z.string()),
  /** The worst of `applied`. */
  state: z.enum(wantedStates),
  applied: z.array(applied),
  /** The device is registered at the site, as of the last reading. */
  is_registered: z.boolean(),
  created_at: time(),
  updated_at: time(),
  version: z.int(),
})
export type AccessEntry = z.infer<typeof accessEntry>

const list: ListDefinition = {
  fields: {
    id: 'id',
    site_id: 'id',
    site_name: 'text',
    company_id: 'id',
    company_name: 'text',
    mac: 'text',
    name: 'text',
    action: accessActions,
    is_enabled: 'boolean',
    note: 'text',
    created_at: 'time',
  },
  free: ['name', 'mac', 'note', 'site_name'],
  sort: ['position', 'name', 'mac', 'action', 'is_enabled', 'state', 'site_name', 'created_at'],
  order: ['position', 'asc'],
}

const base = '/site/{id}/wifi/access-control'
const subject = 'access-control'
const at = { object: 'site' } as const
const change = { action: 'update', subject } as const
/** Entries with the versions that the caller saw. */
const several = z.object({ ids: ids('access-control'), versions: versionsOf(z.int()) })

/**
 * The commands that a change of the list enqueues, one per controlling device of the site; empty if the site has
 * none.
 */
const commands = z.array(queuedOnDevice)
const changed = data(z.object({ ids: z.array(id()), commands }))

export const accessControl = {
  all: endpoint({
    name: 'access-control.index',
    method: 'GET',
    path: '/wifi/access-control/index',
    access: { action: 'view-list', subject },
    object: 'access-control',
    summary: 'List Wi-Fi access entries of all sites of the caller',
    query: z.object(listQuery),
    reply: page(accessEntry),
    list: { ...list, order: ['name', 'asc'] },
  }),
  index: endpoint({
    name: 'wifi.access-control.index',
    method: 'GET',
    path: `${base}/index`,
    access: { action: 'view-list', subject },
    ...at,
    summary: 'List Wi-Fi access entries of a site in order of evaluation',
    query: z.object(listQuery),
    reply: page(accessEntry),
    list,
  }),
  store: endpoint({
    name: 'wifi.access-control.store',
    method: 'POST',
    path: `${base}/store`,
    access: { action: 'create', subject },
    ...at,
    reasons: accessEntryReasons.store,
    summary: 'Allow or block a device at the Wi-Fi of a site; blocking disconnects it',
    deviceWrite: 'adds',
    body: z.object({
      ...fields,
      schedule: z._default(fields.schedule, null),
      rate_down_kbps: z._default(fields.rate_down_kbps, null),
      rate_up_kbps: z._default(fields.rate_up_kbps, null),
      vlan_id: z._default(fields.vlan_id, null),
      note: z._default(fields.note, null),
      is_enabled: z._default(fields.is_enabled, true),
      /** Of an allowed entry: its own passphrase, if the Wi-Fi system supports it. */
      passphrase: z.optional(passphrase()),
    }),
    reply: data(z.object({ id: id(), commands })),
    status: 201,
  }),
  update: endpoint({
    name: 'wifi.access-control.update',
    method: 'PUT',
    path: `${base}/update`,
    access: change,
    ...at,
    reasons: accessEntryReasons.update,
    summary: 'Update an access entry; 409 where it has changed since `version`',
    deviceWrite: 'version',
    body: z.extend(z.partial(z.object(fields)), {
      id: ref('access-control'),
      /** Null removes it. */
      passphrase: z.optional(z.nullable(passphrase())),
      version: z.optional(z.int()),
    }),
    reply: changed,
  }),
  move: endpoint({
    name: 'wifi.access-control.move',
    method: 'PUT',
    path: `${base}/move`,
    access: change,
    ...at,
    reasons: accessEntryReasons.move,
    summary: 'Move an access entry before another one, or to the end where `before` is null',
    deviceWrite: 'version',
    body: z.object({
      id: ref('access-control'),
      before: z.nullable(ref('access-control')),
      /** Of the entry that moves. */
      version: z.optional(z.int()),
    }),
    reply: changed,
  }),
  enable: endpoint({
    name: 'wifi.access-control.enable',
    method: 'PUT',
    path: `${base}/enable`,
    access: change,
    ...at,
    summary: 'Enable access entries',
    deviceWrite: 'versions',
    body: several,
    reply: changed,
  }),
  disable: endpoint({
    name: 'wifi.access-control.disable',
    method: 'PUT',
    path: `${base}/disable`,
    access: change,
    ...at,
    summary: 'Disable access entries without removing them',
    deviceWrite: 'versions',
    body: several,
    reply: changed,
  }),
  destroy: endpoint({
    name: 'wifi.access-control.destroy',
    method: 'DELETE',
    path: `${base}/destroy`,
    access: { action: 'manage', subject },
    ...at,
    summary: 'Remove access entries, also from the devices',
    deviceWrite: 'versions',
    body: several,
    reply: changed,
  }),
  /** For a device whose list was changed outside the panel, or that was unreachable. */
  apply: endpoint({
    name: 'wifi.access-control.apply',
    method: 'PUT',
    path: `${base}/apply`,
    access: change,
    ...at,
    summary: 'Apply the access list to all controlling devices of the site again',
    deviceWrite: 'acts',
    reply: data(commands),
    status: 202,
  }),
}

const rawFields = {
  mac: z.nullable(macAddress()),
  /** Number of significant bits of the address; null: all. */
  mac_mask: z.nullable(macAddress()),
  interface: z.nullable(line(64)),
  /** dBm, from weakest to strongest; null: any. */
  signal_from: z.nullable(integer(-120, 120)),
  signal_to: z.nullable(integer(-120, 120)),
  ssid_regexp: z.nullable(line(128)),
  schedule: z.nullable(schedule()),
  action: z.enum(['accept', 'reject', 'query-radius']),
  vlan_id: z.nullable(vlanId()),
  disabled: z.boolean(),
}
/** A row of the controller's own access list. */
export const rawAccessRow = z.extend(z.object(rawFields), {
  id: rowId(),
  stack: z.enum(wifiStacks),
  /** Position on the device, from 1. */
  position: z.int(),
  /** RouterOS's text, if `schedule` cannot represent it. */
  time: z.nullable(z.string()),
  has_passphrase: z.boolean(),
  /** bit/s, as in the legacy system. */
  ap_tx_limit: z.nullable(z.int()),
  client_tx_limit: z.nullable(z.int()),
  client_isolation: z.nullable(z.boolean()),
  comment: z.nullable(z.string()),
  dynamic: z.boolean(),
  /** The entry of the site's list that this row implements. */
  access_control_id: z.nullable(id()),
  match_count: z.nullable(z.int()),
  last_joined: z.nullable(z.string()),
})
export type RawAccessRow = z.infer<typeof rawAccessRow>

const rawBase = '/hardware/control/{id}/caps-man/access-list'
const onDevice = { object: 'hardware' } as const
const rawInput = z.extend(z.partial(z.object(rawFields)), { comment: comment() })

/**
 * The access list of a controller, in either Wi-Fi system. Rows of the panel are marked and edited in the site's
 * list.
 */
export const capsmanAccessList = {
  index: endpoint({
    name: 'hardware.control.caps-man.access-list.index',
    method: 'GET',
    path: `${rawBase}/index`,
    access: { action: 'view-list', subject },
    ...onDevice,
    summary: 'List the access list of a Wi-Fi controller in the order of the device',
    device: true,
    query: z.object(readQuery),
    reply: fromDevice(z.array(rawAccessRow)),
  }),
  store: endpoint({
    name: 'hardware.control.caps-man.access-list.store',
    method: 'POST',
    path: `${rawBase}/store`,
    access: { action: 'create', subject },
    ...onDevice,
    reasons: accessListReasons.store,
    summary: 'Add a row to the access list of a Wi-Fi controller',
    deviceWrite: 'adds',
    body: z.extend(rawInput, {
      stack: z.enum(wifiStacks),
      action: rawFields.action,
      /** The row to insert it before; absent: at the end. */
      before: z.nullish(rowId()),
    }),
    reply: data(queuedCommand),
    status: 202,
  }),
  update: endpoint({
    name: 'hardware.control.caps-man.access-list.update',
    method: 'PUT',
    path: `${rawBase}/update`,
    access: change,
    ...onDevice,
    reasons: accessListReasons.update,
    summary: 'Update or move a row of the access list of a Wi-Fi controller; 409 for rows of the panel',
    deviceWrite: 'seen',
    body: z.extend(rawInput, { id: rowId(), stack: z.enum(wifiStacks), before: z.nullish(rowId()), seen: seen() }),
    reply: data(queuedCommand),
    status: 202,
  }),
  destroy: endpoint({
    name: 'hardware.control.caps-man.access-list.destroy',
    method: 'DELETE',
    path: `${rawBase}/destroy`,
    access: { action: 'manage', subject },
    ...onDevice,
    reasons: accessListReasons.destroy,
    summary: 'Remove a row of the access list of a Wi-Fi controller; 409 for rows of the panel',
    deviceWrite: 'seen',
    query: z.object({ id: rowId(), stack: z.optional(z.enum(wifiStacks)), seen: seenText() }),
    reply: data(queuedCommand),
    status: 202,
  }),
}
