import * as z from 'zod/mini'
import { data, endpoint } from '../endpoint.ts'
import { line, ref } from '../fields.ts'
import { addressDetails, addressRow, addressText, after, ipRow, keyset, limit, rangeRow } from './subnet-shapes.ts'
import { access, base } from './subnet-access.ts'

/** Addresses and ranges of a network. */
export const addressCalls = {
  ips: endpoint({
    name: 'subnet.ips',
    method: 'GET',
    path: `${base}/{id}/ips/list`,
    access: access.view,
    object: 'subnet',
    errorStatuses: [409],
    summary: 'List allocated addresses, ranges and free stretches in order of address',
    query: z.object({ after: after(), limit: limit(), query: z.optional(z.string().check(z.maxLength(100))) }),
    reply: keyset(ipRow),
  }),
  storeAddress: endpoint({
    name: 'subnet.address.store',
    method: 'POST',
    path: `${base}/{id}/ips/store`,
    access: access.create,
    object: 'subnet',
    summary: 'Allocate addresses: a given one, or the next free',
    body: z.object({
      ...addressDetails,
      ip: z.union([z.literal('auto'), addressText()]),
      count: z.optional(z.int().check(z.minimum(1), z.maximum(256))),
      company_id: z.optional(ref('company')),
      state: z.optional(z.enum(['reserved', 'assigned'])),
      is_gateway: z.optional(z.boolean()),
      hold_seconds: z.optional(z.int().check(z.minimum(60), z.maximum(2_592_000))),
    }),
    reply: data(z.array(addressRow)),
    status: 201,
  }),
  updateAddress: endpoint({
    name: 'subnet.address.update',
    method: 'PUT',
    path: `${base}/address/{id}/update`,
    access: access.update,
    object: 'address',
    summary: 'Update the record of an address',
    body: z.object({
      ...addressDetails,
      state: z.optional(z.enum(['reserved', 'assigned'])),
      version: z.optional(z.int()),
    }),
    reply: data(addressRow),
  }),
  releaseAddress: endpoint({
    name: 'subnet.address.destroy',
    method: 'DELETE',
    path: `${base}/address/{id}/destroy`,
    access: access.manage,
    object: 'address',
    summary: 'Release an address; it is quarantined before it can be allocated again',
    query: z.object({ release_now: z.optional(z.stringbool()) }),
  }),
  recoverAddress: endpoint({
    name: 'subnet.address.recover',
    method: 'PUT',
    path: `${base}/address/{id}/recover`,
    access: access.manage,
    object: 'address',
    summary: 'Reallocate a released address',
    reply: data(addressRow),
  }),
  storeRange: endpoint({
    name: 'subnet.range.store',
    method: 'POST',
    path: `${base}/{id}/ranges/store`,
    access: access.create,
    object: 'subnet',
    summary: 'Reserve a range: its addresses are not allocated',
    body: z.object({
      lo: addressText(),
      hi: addressText(),
      kind: z.enum(['reserved', 'dhcp']),
      note: z.optional(line(500)),
    }),
    reply: data(rangeRow),
    status: 201,
  }),
  destroyRange: endpoint({
    name: 'subnet.range.destroy',
    method: 'DELETE',
    path: `${base}/range/{id}/destroy`,
    access: access.manage,
    object: 'ip-range',
    summary: 'Release a reserved range',
  }),
}
