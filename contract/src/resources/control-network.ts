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
import { queuedCommand } from './device-command.ts'
import { vlanId } from './wifi-shapes.ts'

/** How a router keeps networks apart: by a bridge that filters VLANs, by VLANs on single ports or plain bridges, or not at all. */
export const networkModels = ['vlan-filtering', 'vlan-interfaces', 'switch-chip', 'plain'] as const
export type NetworkModel = (typeof networkModels)[number]

/** A network of a site as one thing: VLAN, bridge, address, DHCP. */
export const siteNetwork = z.object({
  /** Id of the interface that carries the address: on one interface the row of its first address is the network. */
  id: rowId(),
  name: z.string(),
  interface: z.string(),
  model: z.enum(networkModels),
  vlan_id: z.nullable(z.int()),
  bridge: z.nullable(z.string()),
  /** CIDR, the router's own address in it. */
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
      /** Its pool has several ranges: shown, and not written here. */
      several_ranges: z.boolean(),
      network_id: z.nullable(rowId()),
      gateway: z.nullable(z.string()),
      dns: z.array(z.string()),
      lease_seconds: z.nullable(z.int()),
    }),
  ),
  /** Kept from other networks of the router by rules of the panel. */
  isolated: z.boolean(),
  /** Ports that carry it with and without its tag. */
  tagged: z.array(z.string()),
  untagged: z.array(z.string()),
  /** Bound leases. */
  leases: z.int(),
  /** The block of IPAM that holds its address, as the caller may see it. */
  subnet_id: z.nullable(id()),
  subnet: z.nullable(z.string()),
  disabled: z.boolean(),
  comment: z.nullable(z.string()),
  /** The panel comes in by it: changes are guarded, and it can't be removed. */
  is_management: z.boolean(),
  /** Why it is shown and not written; null: it can be. */
  locked: z.nullable(z.enum(['switch-chip', 'several-addresses', 'dynamic', 'slave'])),
})
export type SiteNetwork = z.infer<typeof siteNetwork>

/** All networks of a router, with what a form chooses from. */
export const siteNetworks = z.object({
  networks: z.array(siteNetwork),
  bridges: z.array(z.object({ name: z.string(), vlan_filtering: z.boolean(), ports: z.array(z.string()) })),
  /** What a new network is made as. */
  model: z.enum(networkModels),
})
export type SiteNetworks = z.infer<typeof siteNetworks>

const networkFields = {
  /** Of the interface that is made: letters, digits, `-`, `_` and `.` are safe everywhere. */
  name: requiredLine(32),
  vlan_id: vlanId(),
  bridge: requiredLine(64),
  /** The router's own address with its length; left out with `subnet_id`: the first free one of a block of this length there. */
  address: z.nullish(cidr4()),
  /** A block of IPAM: the range is taken from it and recorded there, in the same transaction. */
  subnet_id: z.nullish(ref('subnet')),
  /** Length of the block to take from `subnet_id`. */
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

/** A port of a bridge: which networks come out of it, with and without their tag. */
export const switchPort = z.extend(ethernetPort, {
  /** Row of the port in its bridge; null: it is in none. */
  bridge_port_id: z.nullable(rowId()),
  /** VLAN of what comes in untagged. */
  untagged: z.nullable(z.int()),
  tagged: z.array(z.int()),
  /** The panel comes in by it. */
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
const look = { action: 'view', subject } as const
const change = { action: 'update', subject } as const

export const siteNetworksControl = {
  networks: endpoint({
    name: 'hardware.control.network.index',
    method: 'GET',
    path: `${base}/network/index`,
    access: look,
    ...on,
    summary: 'Networks of a router: VLAN, bridge, address, DHCP and ports of each as one',
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
    summary: 'Make a network with all that it needs; its range may come from IPAM',
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
    summary: 'Change a network; guarded',
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
    summary: 'Remove a network with its DHCP, address and VLAN; refused where the panel comes in by it',
    deviceWrite: 'seen',
    query: z.object({ id: rowId(), seen: seenText() }),
    reply: data(queuedCommand),
    status: 202,
  }),
  switchPorts: endpoint({
    name: 'hardware.control.switch-port.index',
    method: 'GET',
    path: `${base}/switch-port/index`,
    access: look,
    ...on,
    summary: 'Ports of a router or switch with the networks that come out of each',
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
    summary:
      'Put networks on a port, with and without their tag; guarded, and refused where it would cut the panel off',
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
