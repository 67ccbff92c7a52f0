import * as z from 'zod/mini'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { id, ids, integer, line, ref, requiredLine, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'
import { queuedCommand } from './device-command.ts'
import { wifiStacks } from './device-enums.ts'
import { comment, fromDevice, macAddress, readQuery, rowId, seen, seenText, versionsOf } from './control-shapes.ts'
import { queuedOnDevice, difference, passphrase, schedule, vlanId } from './wifi-shapes.ts'
import { accessActions, wantedStates } from './wifi-enums.ts'

const kbps = () => z.nullable(integer(8, 10_000_000))

const fields = {
  mac: macAddress(),
  name: requiredLine(100),
  action: z.enum(accessActions),
  /** When it holds: outside of it the entry says nothing. */
  schedule: z.nullable(schedule()),
  /** kbit/s, where the Wi-Fi system can; null: no limit. */
  rate_down_kbps: kbps(),
  rate_up_kbps: kbps(),
  /** Of an allowed one: into this VLAN instead of its network's. */
  vlan_id: z.nullable(vlanId()),
  note: z.nullable(line(255)),
  is_enabled: z.boolean(),
}

/** Where an entry stands on one of the site's controlling devices. */
const applied = z.object({
  hardware_id: id(),
  hardware_name: z.string(),
  stack: z.enum(wifiStacks),
  state: z.enum(wantedStates),
  differences: z.array(difference),
  /** What this system can not do of the entry: names of fields. */
  left_out: z.array(z.string()),
  read_at: z.nullable(time()),
})

export const accessEntry = z.extend(z.object(fields), {
  id: id(),
  site_id: id(),
  site_name: z.string(),
  company_id: id(),
  company_name: z.string(),
  /** Place in the site's list, from 1: the first that fits decides. */
  position: z.int(),
  has_passphrase: z.boolean(),
  /** Maker by MAC prefix. */
  vendor: z.nullable(z.string()),
  /** The worst of `applied`. */
  state: z.enum(wantedStates),
  applied: z.array(applied),
  /** It is registered at the site now, as of the last reading. */
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
  sort: ['position', 'name', 'mac', 'action', 'site_name', 'created_at'],
  order: ['position', 'asc'],
}

const base = '/site/{id}/wifi/access-control'
const subject = 'access-control'
const at = { object: 'site' } as const
const change = { action: 'update', subject } as const
/** Entries with the versions that the caller saw. */
const several = z.object({ ids: ids('access-control'), versions: versionsOf(z.int()) })

/** What the change of a list asks each controlling device of the site for; none where the site has none. */
const commands = z.array(queuedOnDevice)
const changed = data(z.object({ ids: z.array(id()), commands }))

export const accessControl = {
  all: endpoint({
    name: 'access-control.index',
    method: 'GET',
    path: '/wifi/access-control/index',
    access: { action: 'view-list', subject },
    object: 'access-control',
    summary: 'Who may join the Wi-Fi, across all sites of the caller',
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
    summary: 'Who may join the Wi-Fi of a site, in the order in which it is decided',
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
    summary: 'Allow or block a device at the Wi-Fi of a site; a blocked one that is registered is sent off',
    deviceWrite: 'adds',
    body: z.object({
      ...fields,
      schedule: z._default(fields.schedule, null),
      rate_down_kbps: z._default(fields.rate_down_kbps, null),
      rate_up_kbps: z._default(fields.rate_up_kbps, null),
      vlan_id: z._default(fields.vlan_id, null),
      note: z._default(fields.note, null),
      is_enabled: z._default(fields.is_enabled, true),
      /** Of an allowed one: its own passphrase, where the Wi-Fi system can. */
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
    summary: 'Change an entry; 409 where it has changed since `version`',
    deviceWrite: 'version',
    body: z.extend(z.partial(z.object(fields)), {
      id: ref('access-control'),
      /** Null takes it away. */
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
    summary: 'Put an entry before another one, or last where `before` is null',
    deviceWrite: 'version',
    body: z.object({
      id: ref('access-control'),
      before: z.nullable(ref('access-control')),
      /** Of the entry that is moved. */
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
    summary: 'Have entries hold',
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
    summary: 'Have entries hold no more, and keep them',
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
    summary: 'Remove entries, from the devices too',
    deviceWrite: 'versions',
    body: several,
    reply: changed,
  }),
  /** For a device whose list was changed by somebody else, or that was out of reach. */
  apply: endpoint({
    name: 'wifi.access-control.apply',
    method: 'PUT',
    path: `${base}/apply`,
    access: change,
    ...at,
    summary: 'Write the list to all controlling devices of the site again',
    deviceWrite: 'acts',
    reply: data(commands),
    status: 202,
  }),
}

const rawFields = {
  mac: z.nullable(macAddress()),
  /** Bits of the address that count; null: all. */
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
/** A row of a controller's own list. */
export const rawAccessRow = z.extend(z.object(rawFields), {
  id: rowId(),
  stack: z.enum(wifiStacks),
  /** Place on the device, from 1. */
  position: z.int(),
  /** As the device writes it, where it is more than `schedule` says. */
  time: z.nullable(z.string()),
  has_passphrase: z.boolean(),
  /** bit/s, as of the old system. */
  ap_tx_limit: z.nullable(z.int()),
  client_tx_limit: z.nullable(z.int()),
  client_isolation: z.nullable(z.boolean()),
  comment: z.nullable(z.string()),
  dynamic: z.boolean(),
  /** The entry of the site's list that it was made for. */
  access_control_id: z.nullable(id()),
  match_count: z.nullable(z.int()),
  last_joined: z.nullable(z.string()),
})
export type RawAccessRow = z.infer<typeof rawAccessRow>

const rawBase = '/hardware/control/{id}/caps-man/access-list'
const onDevice = { object: 'hardware' } as const
const rawInput = z.extend(z.partial(z.object(rawFields)), { comment: comment() })

/** The access list of a controller as it stands on the device, of either system: rows of the panel are marked and changed in the site's list. */
export const capsmanAccessList = {
  index: endpoint({
    name: 'hardware.control.caps-man.access-list.index',
    method: 'GET',
    path: `${rawBase}/index`,
    access: { action: 'view-list', subject },
    ...onDevice,
    summary: 'The access list of a Wi-Fi controller as the device has it, in its order',
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
    summary: 'Add a row to the access list of a Wi-Fi controller',
    deviceWrite: 'adds',
    body: z.extend(rawInput, {
      stack: z.enum(wifiStacks),
      action: rawFields.action,
      /** The row that it goes before; left out: last. */
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
    summary: 'Change a row of the access list of a Wi-Fi controller, or its place; 409 for rows of the panel',
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
    summary: 'Remove a row of the access list of a Wi-Fi controller; 409 for rows of the panel',
    deviceWrite: 'seen',
    query: z.object({ id: rowId(), stack: z.optional(z.enum(wifiStacks)), seen: seenText() }),
    reply: data(queuedCommand),
    status: 202,
  }),
}
