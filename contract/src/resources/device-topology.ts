import * as z from 'zod/mini'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { id, ref, time } from '../fields.ts'
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
  uplinks: z.array(uplink),
  links: z.array(linkRow),
  /** Devices whose every path to the top of the network leads through this one. */
  behind: z.int(),
})
export type DeviceTopology = z.infer<typeof deviceTopologyReply>

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
