import * as z from 'zod/mini'
import { issue } from '../errors.ts'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { id, idText, ref, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'

export const linkKinds = ['ethernet', 'bridge', 'wireless', 'tunnel'] as const
export const linkStates = ['up', 'down'] as const

/** A link between two devices that the caller sees, or to a device outside the panel. */
export const linkRow = z.object({
  id: id(),
  company_id: id(),
  kind: z.enum(linkKinds),
  state: z.enum(linkStates),
  a_id: id(),
  a_name: z.string(),
  /** Empty if unknown. */
  a_port: z.string(),
  /** Null: the device is not in the panel. */
  b_id: z.nullable(id()),
  /** Of a device outside the panel its identity, address or MAC address. */
  b_name: z.string(),
  b_port: z.string(),
  /** `cdp`, `lldp`, `mndp`, `neighbour`, `bridge-host`, `registration`, `vpn-dial-up`, or the kind of the tunnel. */
  found_by: z.array(z.string()),
  first_seen_at: time(),
  /** To the hour. */
  last_seen_at: time(),
  /** When its state last changed, or it was found. */
  changed_at: time(),
})
export type LinkRow = z.infer<typeof linkRow>

/** A device that another one reaches the network through. */
export const uplink = z.object({
  id: id(),
  name: z.string(),
  is_online: z.nullable(z.boolean()),
  source: z.enum(['derived', 'manual']),
  /** Not on the shortest path: used if the others fail. */
  is_backup: z.boolean(),
})

export const deviceTopologyReply = z.object({
  /** Whether a user has set the uplinks. */
  is_manual: z.boolean(),
  /** Who set the uplinks, and when; null if they are derived. */
  set_by: z.nullable(z.string()),
  set_at: z.nullable(time()),
  uplinks: z.array(uplink),
  links: z.array(linkRow),
  /** Devices whose every path to the top of the network leads through this one. */
  behind: z.int(),
})
export type DeviceTopology = z.infer<typeof deviceTopologyReply>

/** Devices and sites that one graph contains at most; a larger scope is grouped by site. */
export const maxGraphNodes = 1000
/** Devices up to which a graph is not grouped by site, unless the request says so. */
export const ungroupedDevices = 120
/** Hours for which a link counts as new or as changed. */
export const recentHours = 24

export const graphKinds = ['device', 'site', 'outside'] as const
/** `cut-off`: it does not answer, and every path to it leads through a failed device. */
export const nodeStates = ['online', 'offline', 'cut-off', 'unknown'] as const

/** A device, a site as a group of devices, or a device outside the panel. */
export const graphNode = z.object({
  /** `d<id>`, `s<site id>` (`s0`: devices without site), or of a device outside the panel that of the link. */
  key: z.string(),
  kind: z.enum(graphKinds),
  /** Id of the device or site. */
  id: z.nullable(id()),
  name: z.string(),
  state: z.enum(nodeStates),
  /** Last change between online and offline. */
  changed_at: z.nullable(time()),
  company_name: z.nullable(z.string()),
  site_id: z.nullable(id()),
  site_name: z.nullable(z.string()),
  /** Key of the node that it reaches the network through; null: at the top, or unknown. */
  parent: z.nullable(z.string()),
  /** Names of its uplinks, those in use first. */
  uplinks: z.array(z.string()),
  /** Whether a user has set its uplinks. */
  is_manual: z.boolean(),
  /** Devices that are cut off if it fails. */
  behind: z.int(),
  /** Name of the failed device that it is behind: the topmost one. */
  cut_off_by: z.nullable(z.string()),
  /** Of a site: its devices, and those of them that do not answer. */
  devices: z.int(),
  offline: z.int(),
  /** Not of the requested site, but linked with one of its devices. */
  is_elsewhere: z.boolean(),
  /** MAC address, platform and such, of a device outside the panel. */
  detail: z.nullable(z.string()),
})
export type GraphNode = z.infer<typeof graphNode>

/** A link between two nodes; between sites, all links of one kind and state. */
export const graphLink = z.object({
  key: z.string(),
  from: z.string(),
  to: z.string(),
  kind: z.enum(linkKinds),
  state: z.enum(linkStates),
  /** Links that it stands for. */
  count: z.int(),
  from_port: z.string(),
  to_port: z.string(),
  found_by: z.array(z.string()),
  /** Null: known from the last reading only. */
  first_seen_at: z.nullable(time()),
  last_seen_at: z.nullable(time()),
  changed_at: z.nullable(time()),
  /** Found in the last 24 hours, on a device that was read before. */
  is_new: z.boolean(),
})
export type GraphLink = z.infer<typeof graphLink>

export const topologyGraphReply = z.object({
  /** Devices in the company or site. */
  total: z.int(),
  /** Whether devices are grouped by site, except those of the opened sites. */
  is_grouped: z.boolean(),
  /** Sites and devices that the graph leaves out, because it has as many as it may have. */
  omitted: z.int(),
  nodes: z.array(graphNode),
  links: z.array(graphLink),
})
export type TopologyGraph = z.infer<typeof topologyGraphReply>

/** Maximum uplinks that a user may set for a device. */
export const maxUplinks = 8

const list: ListDefinition = {
  fields: {
    id: 'id',
    kind: linkKinds,
    state: linkStates,
    a_id: 'id',
    b_id: 'id',
    a_name: 'text',
    b_name: 'text',
    first_seen_at: 'time',
    changed_at: 'time',
  },
  free: ['a_name', 'b_name'],
  sort: ['id', 'first_seen_at', 'changed_at'],
  order: ['changed_at', 'desc'],
}

const base = '/hardware/{id}/topology'
const subject = 'hardware'

export const deviceTopology = {
  links: endpoint({
    name: 'device-link.index',
    method: 'GET',
    path: '/device-link/index',
    access: { action: 'view-list', subject },
    summary: 'List links between devices, those that changed last first',
    query: z.object(listQuery),
    reply: page(linkRow),
    list,
  }),
  graph: endpoint({
    name: 'device-topology.graph',
    method: 'GET',
    path: '/device-topology/graph',
    access: { action: 'view-list', subject },
    summary: 'Show devices and their links as a graph, of a company or of a site, grouped by site if there are many',
    query: z.object({
      company: listQuery.company,
      site: z.optional(idText()),
      group: z.optional(z.enum(['site', 'none'])),
      /** Sites whose devices are shown in a grouped graph: ids separated by commas; 0: devices without site. */
      open: z.optional(
        z.string().check(z.maxLength(400, issue('field.max_length', { max: 400 })), z.regex(/^\d{1,15}(,\d{1,15})*$/)),
      ),
    }),
    reply: data(topologyGraphReply),
  }),
  show: endpoint({
    name: 'device-topology.show',
    method: 'GET',
    path: `${base}/show`,
    access: { action: 'view', subject },
    object: 'hardware',
    errorStatuses: [409],
    reasons: { 409: ['row.trashed'] },
    summary: 'Show uplinks and links of the device, and how many devices are behind it',
    reply: data(deviceTopologyReply),
  }),
  setUplinks: endpoint({
    name: 'device-topology.set-uplinks',
    method: 'PUT',
    path: `${base}/uplinks`,
    access: { action: 'update', subject },
    object: 'hardware',
    reasons: { 409: ['row.trashed'], 422: ['device.uplink_to_itself'] },
    summary: 'Set the uplinks of the device in place of the derived ones; an empty list: it has none',
    body: z.object({ upstream_ids: z.array(ref('hardware')).check(z.maxLength(maxUplinks)) }),
    reply: data(deviceTopologyReply),
  }),
  deriveUplinks: endpoint({
    name: 'device-topology.derive-uplinks',
    method: 'DELETE',
    path: `${base}/uplinks`,
    access: { action: 'update', subject },
    object: 'hardware',
    errorStatuses: [409],
    reasons: { 409: ['row.trashed'] },
    summary: 'Derive the uplinks of the device from its links again',
    reply: data(deviceTopologyReply),
  }),
}
