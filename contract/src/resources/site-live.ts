import * as z from 'zod/mini'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { issue, replyMessage } from '../errors.ts'
import { id, ref, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'
import { rowId } from './control-shapes.ts'
import { queuedCommand } from './device-command.ts'
import { deviceErrorKinds } from './device-enums.ts'

/** A lease on one of a site's routers, from the last reading. */
export const siteLease = z.object({
  /** Unique in the list, since two routers may use the same id: the device's id and the router's, `7*5`. */
  id: z.string(),
  /** The router's id of the lease. */
  lease_id: rowId(),
  hardware_id: id(),
  hardware_name: z.string(),
  address: z.nullable(z.string()),
  mac: z.nullable(z.string()),
  host_name: z.nullable(z.string()),
  server: z.nullable(z.string()),
  status: z.nullable(z.string()),
  dynamic: z.boolean(),
  blocked: z.boolean(),
  comment: z.nullable(z.string()),
  /** End of the lease; null: never, or not reported. */
  expires_at: z.nullable(time()),
  last_seen_at: z.nullable(time()),
  read_at: time(),
})
export type SiteLease = z.infer<typeof siteLease>

const leases: ListDefinition = {
  fields: {
    hardware_id: 'id',
    hardware_name: 'text',
    address: 'text',
    mac: 'text',
    host_name: 'text',
    server: 'text',
    status: 'text',
    dynamic: 'boolean',
    comment: 'text',
  },
  free: ['address', 'mac', 'host_name', 'comment'],
  sort: ['address', 'mac', 'host_name', 'server', 'status', 'hardware_name', 'expires_at'],
  order: ['address', 'asc'],
}

/** Reply of a device to a request just now. */
export const deviceStatus = z.object({
  id: id(),
  name: z.string(),
  is_online: z.boolean(),
  error: z.nullable(z.enum(deviceErrorKinds)),
  /** Why it did not reply. */
  message: z.nullable(replyMessage()),
  polled_at: z.nullable(time()),
  /** Response time in milliseconds. */
  ms: z.nullable(z.int()),
})
export type DeviceStatus = z.infer<typeof deviceStatus>

export const siteLive = {
  leases: endpoint({
    name: 'site.active-leases',
    method: 'GET',
    path: '/site/{id}/network/active-lease/index',
    access: { action: 'view-list', subject: 'site-network' },
    object: 'site',
    summary: 'List active leases of all routers of a site, from their last readings',
    query: z.object(listQuery),
    reply: page(siteLease),
    list: leases,
  }),
  refresh: endpoint({
    name: 'site.refresh-hardware',
    method: 'PUT',
    path: '/site/{id}/refresh-hardware',
    access: { action: 'update', subject: 'sites' },
    object: 'site',
    summary: 'Read all devices of a site now: one command per device',
    deviceWrite: 'acts',
    reply: data(z.array(z.extend(queuedCommand, { hardware_id: id() }))),
    status: 202,
  }),
  status: endpoint({
    name: 'site.hardware.status',
    method: 'PUT',
    path: '/site/{id}/hardware/status',
    access: { action: 'update', subject: 'sites' },
    object: 'site',
    reasons: { 422: ['site.device_elsewhere'] },
    summary: 'Check whether devices of a site respond, within five seconds',
    device: true,
    body: z.object({
      hardwareIds: z.array(ref('hardware')).check(
        z.minLength(1),
        z.maxLength(50),
        z.refine((list) => new Set(list).size === list.length, issue('field.duplicate')),
      ),
    }),
    reply: data(z.array(deviceStatus)),
  }),
}
