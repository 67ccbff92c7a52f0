import * as z from 'zod/mini'
import { crud } from '../crud.ts'
import { data, endpoint } from '../endpoint.ts'
import { id, idText, integerText, line, ref, refText, time } from '../fields.ts'
import { lookupQuery } from '../list.ts'
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
  query: {
    ip_version: z.optional(z.enum(ipVersions)),
    /** Its direct children. Left out, and without a search: the topmost nodes that the caller sees. */
    parent_id: z.optional(refText('subnet')),
    /** All nodes in order of address instead of the topmost, also without a search. */
    flat: z.optional(z.stringbool()),
    /** How many of its first children each row brings along; 25 where it is left out. */
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
  store: endpoint({
    ...calls.store,
    reply: data(
      z.object({
        /** The first; null for a dry run. */
        id: z.nullable(id()),
        ids: z.array(id()),
        nets: z.array(z.string()),
      }),
    ),
  }),
  /** 409 with `details.holders` (count and the first 20) while it has children or live addresses, unless `children` says what becomes of them. */
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
    summary: 'The next free address, and the first 25: a hint, taken by nobody yet',
    reply: data(z.object({ next: z.nullable(z.string()), free: z.array(z.string()) })),
  }),
  unassignedNetwork: endpoint({
    name: 'subnet.unassigned-network',
    method: 'GET',
    path: `${base}/{id}/unassigned-network`,
    access: access.view,
    object: 'subnet',
    errorStatuses: [409],
    summary: 'The next free subnet by policy, and the first 25: a hint, taken by nobody yet',
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
    summary: 'Free blocks of all visible subnets that have room for a prefix of this length',
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
    summary: 'Children and free stretches in order of address',
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
    summary: 'The space drawn as at most 1,024 equal cells, within `within` where it is given',
    query: z.object({
      within: z.optional(z.string().check(z.maxLength(64))),
      cells: z.optional(z.enum(['64', '256', '1024'])),
    }),
    reply: data(
      z.object({
        within: z.string(),
        /** Length of one cell. */
        cell_length: z.int(),
        /** Cells in order; runs of like cells are joined: `run` of them. `share` is how much of it is taken, 0 to 1. */
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
    summary: 'Where an address or prefix lies: the path to it, and who holds it',
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
          /** Free space at that place, where nothing holds it. */
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
    summary: 'Who held an address or prefix, at a time or ever, latest first',
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
    summary: 'Address spaces: the public one and the private ones of the caller and below',
    query: lookupQuery(),
    reply: data(z.array(spaceRow)),
  }),
  storeSpace: endpoint({
    name: 'subnet.space.store',
    method: 'POST',
    path: `${base}/spaces/store`,
    access: access.manage,
    summary: 'Create a private address space, which may hold again what another holds',
    body: z.object({ name: line(), company_id: z.optional(ref('company')) }),
    reply: data(spaceRow),
    status: 201,
  }),
  plan: endpoint({
    name: 'subnet.plan',
    method: 'POST',
    path: `${base}/plan`,
    access: access.manage,
    summary: 'What a change of the tree would do: rows, conflicts, figures. Changes nothing',
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
    summary: 'A plan and how far it has come',
    reply: data(plan),
  }),
  applyPlan: endpoint({
    name: 'subnet.plan.apply',
    method: 'POST',
    path: `${base}/plan/{id}/apply`,
    access: access.manage,
    object: 'ip-plan',
    summary: 'Do what was planned, if nothing has moved since: at once, or as a job where it takes many rows',
    reply: data(plan),
  }),
  verify: endpoint({
    name: 'subnet.verify',
    method: 'POST',
    path: `${base}/verify`,
    access: access.manage,
    only: { types: ['simrush'] },
    summary: 'Recompute free space and counters of all nodes by a job; differences are repaired where asked',
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
    summary: 'The last count of all nodes and what differed',
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
