import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'
import { issue } from '../errors.ts'
import { integer, line, requiredLine } from '../fields.ts'
import { comment, fromDevice, ipv4, readQuery, rowId, sample, seen, seenText } from './control-shapes.ts'
import { firewallReasons } from './control-reasons.ts'
import { queuedCommand } from './device-command.ts'

/** Comment prefix of the panel's rules, which distinguishes them from the owner's. */
export const ruleMark = 'trunkline:'

const rule = {
  id: rowId(),
  /** Position on the device, from 1: rules are evaluated in this order. */
  position: z.int(),
  chain: z.string(),
  action: z.string(),
  protocol: z.nullable(z.string()),
  src_address: z.nullable(z.string()),
  dst_address: z.nullable(z.string()),
  src_port: z.nullable(z.string()),
  dst_port: z.nullable(z.string()),
  in_interface: z.nullable(z.string()),
  out_interface: z.nullable(z.string()),
  src_address_list: z.nullable(z.string()),
  dst_address_list: z.nullable(z.string()),
  /** Further properties as the device writes them. */
  more: z.record(z.string(), z.string()),
  bytes: z.nullable(z.number()),
  packets: z.nullable(z.number()),
  disabled: z.boolean(),
  dynamic: z.boolean(),
  invalid: z.boolean(),
  /** Without the marker of the panel. */
  comment: z.nullable(z.string()),
  /** Created by the panel. */
  is_ours: z.boolean(),
}

export const protocols = ['tcp', 'udp', 'tcp-udp'] as const

/** A port forward: connections to these external ports go to this host. */
export const portForward = z.object({
  protocol: z.enum(protocols),
  outside: z.string(),
  to_address: z.string(),
  /** Null: same as the external ports. */
  to_ports: z.nullable(z.string()),
  in_interface: z.nullable(z.string()),
  dst_address: z.nullable(z.string()),
  /** Allowed source; null: any. */
  from: z.nullable(z.string()),
})
export type PortForward = z.infer<typeof portForward>

export const natRule = z.object({
  ...rule,
  to_addresses: z.nullable(z.string()),
  to_ports: z.nullable(z.string()),
  /** Shared by rows that the panel created together: the two of a `tcp-udp` forward. Null for the owner's rules. */
  mark: z.nullable(z.string()),
  /** The rule as a port forward, if it is a plain one; both rows of `tcp-udp` contain it. */
  forward: z.nullable(portForward),
})
export type NatRule = z.infer<typeof natRule>

export const filterRule = z.object(rule)
export type FilterRule = z.infer<typeof filterRule>

export const listEntry = z.object({
  id: rowId(),
  list: z.string(),
  /** Address, range, CIDR or name. */
  address: z.string(),
  /** Seconds left; null: permanent. */
  expires_in_seconds: z.nullable(z.int()),
  disabled: z.boolean(),
  dynamic: z.boolean(),
  comment: z.nullable(z.string()),
  created_at: z.nullable(z.string()),
})
export type ListEntry = z.infer<typeof listEntry>

/** The address lists of a router with the rules that use each list. */
export const addressLists = z.object({
  entries: z.array(listEntry),
  uses: z.array(
    z.object({
      list: z.string(),
      menu: z.enum(['filter', 'nat', 'mangle', 'raw']),
      rule_id: rowId(),
      words: z.string(),
      disabled: z.boolean(),
    }),
  ),
})
export type AddressLists = z.infer<typeof addressLists>

const portPattern = /^\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?){0,14}$/
/** Ports as RouterOS accepts them: `443`, `8000-8010`, `80,443`. */
const ports = () => sample(line(64).check(z.regex(portPattern, issue('firewall.ports_format'))), '8443')
const source = () =>
  sample(
    line(64).check(
      z.regex(/^(\d{1,3}\.){3}\d{1,3}(\/\d{1,2}|-(\d{1,3}\.){3}\d{1,3})?$/, issue('firewall.source_format')),
    ),
    '203.0.113.0/24',
  )

const forwardFields = {
  protocol: z.enum(protocols),
  /** External ports. */
  outside: ports(),
  to_address: ipv4(),
  /** Absent: same as the external ports. */
  to_ports: z.nullish(ports()),
  /** Incoming side: an interface, else an address of the router, else the WAN side. */
  in_interface: z.nullish(line(64)),
  dst_address: z.nullish(ipv4()),
  from: z.nullish(source()),
  disabled: z.optional(z.boolean()),
  comment: comment(),
}

const listAddress = () =>
  sample(line(255).check(z.regex(/^[0-9A-Za-z.:/_-]{1,255}$/, issue('firewall.list_address_format'))), '203.0.113.7')
const listFields = {
  list: requiredLine(64),
  address: listAddress(),
  /** Seconds until the device removes it; absent: permanent. */
  timeout_seconds: z.nullish(integer(1, 31_536_000)),
  disabled: z.optional(z.boolean()),
  comment: comment(),
}

const base = '/hardware/control/{id}/ip/firewall'
const subject = 'site-network'
const on = { object: 'hardware' } as const
const viewAccess = { action: 'view', subject } as const
const make = { action: 'create', subject } as const
const change = { action: 'update', subject } as const
const away = { action: 'manage', subject } as const
const one = z.object({ id: rowId(), seen: seenText() })

export const firewall = {
  nat: endpoint({
    name: 'hardware.control.firewall.nat.index',
    method: 'GET',
    path: `${base}/nat/index`,
    access: viewAccess,
    ...on,
    summary: 'List NAT rules of a router in order, with counters; port forwards in a simplified form',
    device: true,
    query: z.object(readQuery),
    reply: fromDevice(z.array(natRule)),
  }),
  addForward: endpoint({
    name: 'hardware.control.firewall.nat.store',
    method: 'POST',
    path: `${base}/nat/store`,
    access: make,
    ...on,
    reasons: firewallReasons.storeForward,
    summary: 'Forward ports to an internal host; rejected for ports that the panel connects to',
    deviceWrite: 'adds',
    body: z.object(forwardFields),
    reply: data(queuedCommand),
    status: 202,
  }),
  setForward: endpoint({
    name: 'hardware.control.firewall.nat.update',
    method: 'PUT',
    path: `${base}/nat/update`,
    access: change,
    ...on,
    reasons: firewallReasons.updateForward,
    summary: 'Update a port forward of the panel; for the owner’s own rules only `disabled` and the comment',
    deviceWrite: 'seen',
    body: z.extend(z.partial(z.object(forwardFields)), { id: rowId(), seen: seen() }),
    reply: data(queuedCommand),
    status: 202,
  }),
  moveNat: endpoint({
    name: 'hardware.control.firewall.nat.move',
    method: 'PUT',
    path: `${base}/nat/move`,
    access: change,
    ...on,
    reasons: firewallReasons.move,
    summary: 'Move a NAT rule before another one, or to the end; guarded',
    deviceWrite: 'seen',
    body: z.object({ id: rowId(), before: z.nullable(rowId()), seen: seen() }),
    reply: data(queuedCommand),
    status: 202,
  }),
  removeForward: endpoint({
    name: 'hardware.control.firewall.nat.destroy',
    method: 'DELETE',
    path: `${base}/nat/destroy`,
    access: away,
    ...on,
    reasons: firewallReasons.destroyForward,
    summary: 'Remove a rule of the panel; 409 for the owner’s own',
    deviceWrite: 'seen',
    query: one,
    reply: data(queuedCommand),
    status: 202,
  }),
  lists: endpoint({
    name: 'hardware.control.firewall.address-list.index',
    method: 'GET',
    path: `${base}/address-list/index`,
    access: viewAccess,
    ...on,
    summary: 'List address lists of a router with the rules that use them',
    device: true,
    query: z.object(readQuery),
    reply: fromDevice(addressLists),
  }),
  addEntry: endpoint({
    name: 'hardware.control.firewall.address-list.store',
    method: 'POST',
    path: `${base}/address-list/store`,
    access: make,
    ...on,
    reasons: firewallReasons.storeEntry,
    summary: 'Add an address to a list',
    deviceWrite: 'adds',
    body: z.object(listFields),
    reply: data(queuedCommand),
    status: 202,
  }),
  setEntry: endpoint({
    name: 'hardware.control.firewall.address-list.update',
    method: 'PUT',
    path: `${base}/address-list/update`,
    access: change,
    ...on,
    reasons: firewallReasons.updateEntry,
    summary: 'Update an entry of a list; 409 for dynamic entries',
    deviceWrite: 'seen',
    body: z.extend(z.partial(z.object(listFields)), { id: rowId(), seen: seen() }),
    reply: data(queuedCommand),
    status: 202,
  }),
  removeEntry: endpoint({
    name: 'hardware.control.firewall.address-list.destroy',
    method: 'DELETE',
    path: `${base}/address-list/destroy`,
    access: away,
    ...on,
    summary: 'Remove an address from a list',
    deviceWrite: 'seen',
    query: one,
    reply: data(queuedCommand),
    status: 202,
  }),
  filters: endpoint({
    name: 'hardware.control.firewall.filter.index',
    method: 'GET',
    path: `${base}/filter/index`,
    access: viewAccess,
    ...on,
    summary: 'List filter rules of a router in order, with counters',
    device: true,
    query: z.object(readQuery),
    reply: fromDevice(z.array(filterRule)),
  }),
}
