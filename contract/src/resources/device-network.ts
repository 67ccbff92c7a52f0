import * as z from 'zod/mini'
import { endpoint, stored, type ListDefinition } from '../endpoint.ts'
import { issue } from '../errors.ts'
import { id, line, ref, time } from '../fields.ts'
import { listQuery, page } from '../list.ts'
import { netReasons } from '../net.ts'

export const deviceNetwork = z.object({
  id: id(),
  company_id: id(),
  company_name: z.string(),
  /** CIDR. */
  prefix: z.string(),
  note: z.string(),
  created_at: time(),
})
export type DeviceNetwork = z.infer<typeof deviceNetwork>

const list: ListDefinition = {
  fields: { id: 'id', company_id: 'id', company_name: 'text', prefix: 'text', note: 'text', created_at: 'time' },
  free: ['prefix', 'company_name', 'note'],
  sort: ['id', 'company_name', 'prefix', 'created_at'],
  order: ['company_name', 'asc'],
}

/** Private networks that the provider allots to companies for the addresses of their devices. */
export const deviceNetworks = {
  index: endpoint({
    name: 'device-network.index',
    method: 'GET',
    path: '/device-network/index',
    access: { action: 'view-list', subject: 'installation' },
    object: 'device-network',
    summary: 'List private networks allotted to companies for their devices',
    query: z.object(listQuery),
    reply: page(deviceNetwork),
    list,
  }),
  store: endpoint({
    name: 'device-network.store',
    method: 'POST',
    path: '/device-network/store',
    access: { action: 'create', subject: 'installation' },
    reasons: { 409: ['device_network.exists'], 422: [...netReasons, 'ip.not_private'] },
    summary: 'Allot a private network to a company and its descendants',
    body: z.object({
      company_id: ref('company'),
      /** Within RFC 1918, RFC 6598 (100.64.0.0/10) or RFC 4193 (fc00::/7). */
      prefix: line(64)
        .check(z.regex(/^[0-9a-fA-F:.]+\/\d{1,3}$/, issue('ip.network_required')))
        .register(z.globalRegistry, { 'x-sample': '10.20.0.0/16' }),
      note: z.optional(line(200)),
    }),
    reply: stored(),
    status: 201,
  }),
  destroy: endpoint({
    name: 'device-network.destroy',
    method: 'DELETE',
    path: '/device-network/{id}/destroy',
    access: { action: 'manage', subject: 'installation' },
    object: 'device-network',
    summary: 'Withdraw a private network; the panel stops contacting devices with an address in it',
  }),
}
