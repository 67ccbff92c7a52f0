import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'
import { id, integer, line, ref, requiredLine } from '../fields.ts'
import {
  cidr4,
  comment,
  dnsServer,
  ethernetPort,
  fromDevice,
  ipv4,
  readQuery,
  rowId,
  seen,
  seenText,
} from './control-shapes.ts'
import { siteNetworkReasons } from './control-reasons.ts'
import { queuedCommand } from './device-command.ts'
import { vlanId } from './wifi-shapes.ts'

/**
 * How a router separates networks: by a bridge that filters VLANs, by VLANs on single ports or plain bridges, or not
 * at all.
 */
export const networkModels = ['vlan-filtering', 'vlan-interfaces', 'switch-chip', 'plain'] as const
export type NetworkModel = (typeof networkModels)[number]

/** A network of a site: VLAN, bridge, address and DHCP in one row. */
export const siteNetwork = z.object({
  /** Id of the interface that has the address; if it has several, the row of its first address represents the network. */
  id: rowId(),
  name: z.string(),
  interface: z.string(),
  model: z.enum(networkModels),
  vlan_id: z.nullable(z.int()),
  bridge: z.nullable(z.string()),
  /** CIDR, with the router's own address. */
  address: z.nullable(z.string()),
  address_id: z.nullable(rowId()),
  dhcp: z.nullable(
    z.object({
      server_id: rowId(),
      name: z.string(),
      is_enabled: z.boolean(),
      pool_id: z.nullable(rowId()),
      start: z.nullable(z.string()),
      end: z.nullable(z.string()),
      /** Its pool has several ranges: shown, but not editable here. */
      several_ranges: z.boolean(),
      network_id: z.nullable(rowId()),
      gateway: z.nullable(z.string()),
      dns: z.array(z.string()),
      lease_seconds: z.nullable(z.int()),
    }),
  ),
  /** Isolated from other networks of the router by rules of the panel. */
  isolated: z.boolean(),
  /** Ports that carry it tagged and untagged. */
  tagged: z.array(z.string()),
  untagged: z.array(z.string()),
  /** Bound leases. */
  leases: z.int(),
  /** The IPAM block that contains its address, if visible to the caller. */
  subnet_id: z.nullable(id()),
  subnet: z.nullable(z.string()),
  disabled: z.boolean(),
  comment: z.nullable(z.string()),
  /** The panel connects through it: changes are guarded, and it cannot be removed. */
  is_management: z.boolean(),
  /** Why it is read-only; null: it can be changed. */
  locked: z.nullable(z.enum(['switch-chip', 'several-addresses', 'dynamic', 'slave'])),
})
export type SiteNetwork = z.infer<typeof siteNetwork>

/** All networks of a router, with the options of the form. */
export const siteNetworks = z.object({
  networks: z.array(siteNetwork),
  bridges: z.array(z.object({ name: z.string(), vlan_filtering: z.boolean(), ports: z.array(z.string()) })),
  /** How a new network is created. */
  model: z.enum(networkModels),
})
export type SiteNetworks = z.infer<typeof siteNetworks>

const networkFields = {
  /** Of the created interface: letters, digits, `-`, `_` and `.` are safe in every version. */
  name: requiredLine(32),
  vlan_id: vlanId(),
  bridge: requiredLine(64),
  /**
   * The router's own address with its length; absent with `subnet_id`: the first free address of a block of this
   * length.
   */
  address: z.nullish(cidr4()),
  /** An IPAM block: the range is allocated from it and recorded there, in the same transaction. */
  subnet_id: z.nullish(ref('subnet')),
  /** Length of the block to allocate from `subnet_id`. */
  prefix: z.nullish(integer(8, 30)),
  dhcp: z.nullish(
    z.object({
      start: z.nullish(ipv4()),
      end: z.nullish(ipv4()),
      dns: z.optional(z.array(dnsServer()).check(z.maxLength(8))),
      lease_seconds: z.optional(integer(60, 31_536_000)),
    }),
  ),
  isolated: z.optional(z.boolean()),
  tagged: z.optional(z.array(requiredLine(64)).check(z.maxLength(128))),
  untagged: z.optional(z.array(requiredLine(64)).check(z.maxLength(128))),
  disabled: z.optional(z.boolean()),
  comment: comment(),
}

/** A port of a bridge with its tagged and untagged networks. */
export const switchPort = z.extend(ethernetPort, {
  /** Id of the port's row in its bridge; null: not in a bridge. */
  bridge_port_id: z.nullable(rowId()),
  /** VLAN of untagged incoming frames. */
  untagged: z.nullable(z.int()),
  tagged: z.array(z.int()),
  /** The panel connects through it. */
  is_management: z.boolean(),
  locked: z.nullable(z.enum(['switch-chip', 'no-filtering', 'dynamic', 'bond'])),
})
export type SwitchPort = z.infer<typeof switchPort>

export const switchPorts = z.object({
  ports: z.array(switchPort),
  bridges: z.array(z.object({ name: z.string(), vlan_filtering: z.boolean() })),
  vlans: z.array(z.object({ vlan_id: z.int(), name: z.nullable(z.string()), bridge: z.nullable(z.string()) })),
})
export type SwitchPorts = z.infer<typeof switchPorts>

const base = '/hardware/control/{id}'
const subject = 'site-network'
const on = { object: 'hardware' } as const
const viewAccess = { action: 'view', subject } as const
const change = { action: 'update', subject } as const

export const siteNetworksControl = {
  networks: endpoint({
    name: 'hardware.control.network.index',
    method: 'GET',
    path: `${base}/network/index`,
    access: viewAccess,
    ...on,
    summary: 'List networks of a router: VLAN, bridge, address, DHCP and ports of each as one row',
    device: true,
    query: z.object(readQuery),
    reply: fromDevice(siteNetworks),
  }),
  addNetwork: endpoint({
    name: 'hardware.control.network.store',
    method: 'POST',
    path: `${base}/network/store`,
    access: { action: 'create', subject },
    ...on,
    reasons: siteNetworkReasons.store,
    summary: 'Create a network with all it needs; its range may come from IPAM',
    deviceWrite: 'adds',
    body: z.object(networkFields),
    reply: data(queuedCommand),
    status: 202,
  }),
  setNetwork: endpoint({
    name: 'hardware.control.network.update',
    method: 'PUT',
    path: `${base}/network/update`,
    access: change,
    ...on,
    reasons: siteNetworkReasons.update,
    summary: 'Update a network; guarded',
    deviceWrite: 'seen',
    body: z.extend(z.partial(z.object(networkFields)), { id: rowId(), seen: seen() }),
    reply: data(queuedCommand),
    status: 202,
  }),
  removeNetwork: endpoint({
    name: 'hardware.control.network.destroy',
    method: 'DELETE',
    path: `${base}/network/destroy`,
    access: { action: 'manage', subject },
    ...on,
    reasons: siteNetworkReasons.destroy,
    summary: 'Remove a network with its DHCP, address and VLAN; rejected where the panel connects through it',
    deviceWrite: 'seen',
    query: z.object({ id: rowId(), seen: seenText() }),
    reply: data(queuedCommand),
    status: 202,
  }),
  switchPorts: endpoint({
    name: 'hardware.control.switch-port.index',
    method: 'GET',
    path: `${base}/switch-port/index`,
    access: viewAccess,
    ...on,
    summary: 'List ports of a router or switch with the networks of each',
    device: true,
    query: z.object(readQuery),
    reply: fromDevice(switchPorts),
  }),
  setSwitchPort: endpoint({
    name: 'hardware.control.switch-port.update',
    method: 'PUT',
    path: `${base}/switch-port/update`,
    access: change,
    ...on,
    reasons: siteNetworkReasons.switchPort,
    summary: 'Set the tagged and untagged networks of a port; guarded, and rejected where it would cut the panel off',
    deviceWrite: 'seen',
    body: z.object({
      /** Of the ethernet interface. */
      id: rowId(),
      bridge: z.optional(z.nullable(line(64))),
      untagged: z.optional(z.nullable(vlanId())),
      tagged: z.optional(z.array(vlanId()).check(z.maxLength(128))),
      disabled: z.optional(z.boolean()),
      comment: comment(),
      poe: z.optional(z.enum(['auto-on', 'forced-on', 'off'])),
      seen: seen(),
    }),
    reply: data(queuedCommand),
    status: 202,
  }),
}
