import * as z from 'zod/mini'
import { bulkTags } from '../bulk.ts'
import { crud } from '../crud.ts'
import { data, endpoint } from '../endpoint.ts'
import { id, idText, integerText, requiredLine, ref, refText, time } from '../fields.ts'
import { lookupQuery } from '../list.ts'
import { netReasons } from '../net.ts'
import { ipVersions } from './subnet-enums.ts'
import {
  addressRow,
  after,
  count,
  keyset,
  limit,
  list,
  node,
  plan,
  planRequest,
  queryLength,
  subnet,
  subnetRow,
  subnetStep,
  subnetStore,
  subnetUpdate,
  treeRow,
  usedBy,
} from './subnet-shapes.ts'
import { access, base } from './subnet-access.ts'
import { applyReasons, planReasons, subnetReasons } from './subnet-reasons.ts'
import { addressCalls } from './subnet-addresses.ts'
import { choiceCalls } from './subnet-choices.ts'

const calls = crud({
  name: 'subnet',
  base,
  subject: 'subnets',
  object: 'subnet',
  nouns: ['subnet', 'subnets'],
  list,
  row: subnetRow,
  record: subnet,
  store: subnetStore,
  update: subnetUpdate,
  reasons: subnetReasons,
  query: {
    ip_version: z.optional(z.enum(ipVersions)),
    /** Its direct children. By default, without a search: the topmost nodes that the caller sees. */
    parent_id: z.optional(refText('subnet')),
    /** All nodes in order of address instead of the topmost, also without a search. */
    flat: z.optional(z.stringbool()),
    /** How many children each row includes; 25 by default. */
    ends: z.optional(integerText(0, 25)),
  },
})

export const spaceRow = z.object({
  id: id(),
  name: z.string(),
  kind: z.enum(['public', 'private']),
  company_id: z.nullable(id()),
  company_name: z.nullable(z.string()),
})

export const subnets = {
  ...calls,
  ...bulkTags({ name: 'subnet', base, object: 'subnet', nouns: 'subnets', calls }),
  // The parent of a query.
  index: endpoint({ ...calls.index, reasons: { 422: ['row.missing'] } }),
  store: endpoint({
    ...calls.store,
    reply: data(
      z.object({
        /** The first one; null for a dry run. */
        id: z.nullable(id()),
        ids: z.array(id()),
        nets: z.array(z.string()),
      }),
    ),
  }),
  /**
   * 409 with `details.holders` (count and the first 20) while it has children or live addresses, unless `children`
   * decides what happens to them.
   */
  destroy: endpoint({
    ...calls.destroy,
    query: z.object({ children: z.optional(z.enum(['lift', 'destroy'])), release_now: z.optional(z.stringbool()) }),
  }),
  ...choiceCalls,
  unassignedAddress: endpoint({
    name: 'subnet.unassigned-ip-address',
    method: 'GET',
    path: `${base}/{id}/unassigned-ip-address`,
    access: access.view,
    object: 'subnet',
    errorStatuses: [409],
    reasons: { 409: ['ip.released', 'subnet.holds_subnets'] },
    summary: 'Suggest the next free address and the first 25, without allocating',
    reply: data(z.object({ next: z.nullable(z.string()), free: z.array(z.string()) })),
  }),
  unassignedNetwork: endpoint({
    name: 'subnet.unassigned-network',
    method: 'GET',
    path: `${base}/{id}/unassigned-network`,
    access: access.view,
    object: 'subnet',
    errorStatuses: [409],
    reasons: { 409: ['ip.released', 'subnet.holds_addresses'], 422: ['ip.length'] },
    summary: 'Suggest the next free subnet by policy and the first 25, without allocating',
    query: z.object({
      prefix: z.optional(queryLength()),
      count: z.optional(integerText(1, 256)),
    }),
    reply: data(z.object({ next: z.nullable(z.string()), free: z.array(z.string()) })),
  }),
  unassigned: endpoint({
    name: 'subnet.unassigned',
    method: 'GET',
    path: `${base}/unassigned/list`,
    access: access.list,
    summary: 'List free blocks for a prefix of this length in all visible subnets',
    query: z.object({
      prefix: z.optional(queryLength()),
      ip_version: z.optional(z.enum(ipVersions)),
      after: after(),
      limit: limit(),
    }),
    reply: keyset(z.object({ subnet_id: id(), subnet_net: z.string(), net: z.string(), size: count() })),
  }),
  children: endpoint({
    name: 'subnet.children',
    method: 'GET',
    path: `${base}/{id}/children/list`,
    access: access.view,
    object: 'subnet',
    errorStatuses: [409],
    reasons: { 409: ['ip.released'] },
    summary: 'List children and free stretches in order of address',
    query: z.object({ after: after(), limit: limit() }),
    reply: keyset(treeRow),
  }),
  ...addressCalls,
  map: endpoint({
    name: 'subnet.map',
    method: 'GET',
    path: `${base}/{id}/map`,
    access: access.view,
    object: 'subnet',
    errorStatuses: [409],
    reasons: { 409: ['ip.released'], 422: [...netReasons, 'ip.outside'] },
    summary: 'Show the utilisation as at most 1,024 equal cells, within `within` where it is given',
    query: z.object({
      within: z.optional(z.string().check(z.maxLength(64))),
      cells: z.optional(z.enum(['64', '256', '1024'])),
    }),
    reply: data(
      z.object({
        within: z.string(),
        /** Prefix length of a cell. */
        cell_length: z.int(),
        /** Cells in order, run-length encoded: `run` equal cells. `share` is the allocated part, 0 to 1. */
        cells: z.array(
          z.object({
            net: z.string(),
            run: z.int(),
            state: z.enum(['free', 'subnet', 'address', 'range', 'mixed']),
            share: z.number(),
            subnet_id: z.nullable(id()),
            subnet_net: z.nullable(z.string()),
            label: z.string(),
          }),
        ),
      }),
    ),
  }),
  find: endpoint({
    name: 'subnet.find',
    method: 'GET',
    path: `${base}/find`,
    access: access.list,
    summary: 'Find an address or prefix: the path to it, and its owner',
    query: z.object({
      query: z.string().check(z.minLength(1), z.maxLength(64)),
      space_id: z.optional(idText()),
    }),
    reply: data(
      z.array(
        z.object({
          space_id: id(),
          space_name: z.string(),
          path: z.array(subnetStep),
          subnet: z.nullable(node),
          address: z.nullable(addressRow),
          /** Free space at that position, if it is not allocated. */
          free: z.nullable(z.string()),
        }),
      ),
    ),
  }),
  history: endpoint({
    name: 'subnet.history',
    method: 'GET',
    path: `${base}/history`,
    access: access.list,
    reasons: { 422: ['ip.address_or_network'] },
    summary: 'List the owners of an address or prefix, at a time or ever, latest first',
    query: z.object({ ip: z.string().check(z.minLength(1), z.maxLength(64)), at: z.optional(time()), limit: limit() }),
    reply: data(
      z.array(
        z.object({
          net: z.string(),
          space_name: z.string(),
          company_id: id(),
          company_name: z.string(),
          used_by: z.nullable(usedBy),
          from: time(),
          until: z.nullable(time()),
        }),
      ),
    ),
  }),
  spaces: endpoint({
    name: 'subnet.spaces',
    method: 'GET',
    path: `${base}/spaces/list`,
    access: access.list,
    summary: 'List address spaces: the public one and the private ones of the caller and its descendants',
    query: lookupQuery(),
    reply: data(z.array(spaceRow)),
  }),
  storeSpace: endpoint({
    name: 'subnet.space.store',
    method: 'POST',
    path: `${base}/spaces/store`,
    access: access.manage,
    reasons: { 409: ['space.name_taken'] },
    summary: 'Create a private address space, which may overlap with others',
    body: z.object({ name: requiredLine(), company_id: z.optional(ref('company')) }),
    reply: data(spaceRow),
    status: 201,
  }),
  plan: endpoint({
    name: 'subnet.plan',
    method: 'POST',
    path: `${base}/plan`,
    access: access.manage,
    reasons: planReasons,
    summary: 'Plan a change of the tree: rows, conflicts, statistics. Changes nothing',
    body: planRequest,
    reply: data(plan),
    status: 201,
  }),
  showPlan: endpoint({
    name: 'subnet.plan.show',
    method: 'GET',
    path: `${base}/plan/{id}/show`,
    access: access.view,
    object: 'ip-plan',
    summary: 'Show a plan and its progress',
    reply: data(plan),
  }),
  applyPlan: endpoint({
    name: 'subnet.plan.apply',
    method: 'POST',
    path: `${base}/plan/{id}/apply`,
    access: access.manage,
    object: 'ip-plan',
    reasons: applyReasons,
    summary: 'Apply a plan if nothing has changed since: immediately, or as a job where it affects many rows',
    reply: data(plan),
  }),
  verify: endpoint({
    name: 'subnet.verify',
    method: 'POST',
    path: `${base}/verify`,
    access: access.manage,
    only: { types: ['simrush'] },
    summary: 'Recompute free space and counters of all nodes in a job; `repair` corrects differences',
    body: z.object({ repair: z.optional(z.boolean()) }),
    status: 202,
    reply: data(z.object({ queued: z.literal(true) })),
  }),
  verification: endpoint({
    name: 'subnet.verification',
    method: 'GET',
    path: `${base}/verification`,
    access: access.manage,
    only: { types: ['simrush'] },
    summary: 'Show the last recomputation of all nodes and its differences',
    reply: data(
      z.nullable(
        z.object({
          started_at: time(),
          finished_at: z.nullable(time()),
          nodes: z.int(),
          error_count: z.int(),
          repaired: z.int(),
          errors: z.array(
            z.object({ subnet_id: id(), net: z.string(), error: z.string(), expected: z.string(), found: z.string() }),
          ),
        }),
      ),
    ),
  }),
}
