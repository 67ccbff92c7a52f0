/* oxlint-disable max-lines -- the tree, its addresses, plans and import are one resource; what they share stands above them */
import * as z from 'zod/mini'
import { companyTypes } from '../abilities.ts'
import { crud } from '../crud.ts'
import { data, endpoint, type ListDefinition } from '../endpoint.ts'
import { choice, id, ids, line, ref, text, time } from '../fields.ts'
import { lookupQuery, lookupRow } from '../list.ts'
import { faultOf, formatAddress, formatPrefix, parseAddress, parsePrefix } from '../net.ts'
import {
  allocationPolicies,
  holdingStates,
  ipVersions,
  rangeKinds,
  subnetTypes,
  usageTypes,
  usedByKinds,
} from './subnet-words.ts'

/** A count of addresses or units: as text, since those of IPv6 do not fit a JSON number. */
export const count = () => z.string().check(z.regex(/^\d+$/))

const say =
  (parse: (text: string) => unknown) =>
  ({ value, issues }: { value: string; issues: z.core.$ZodRawIssue[] }) => {
    const fault = faultOf(() => parse(value))
    if (fault !== undefined) issues.push({ code: 'custom', message: fault, input: value })
  }
/** A prefix in any spelling; comes out canonical. */
export const prefixText = () =>
  z.pipe(
    z
      .string()
      .check(z.maxLength(64, 'At most 64 characters.'), z.trim(), say(parsePrefix))
      .register(z.globalRegistry, { 'x-sample': '192.0.2.0/24' }),
    z.transform((value: string) => formatPrefix(parsePrefix(value))),
  )
/** An address in any spelling; comes out canonical. */
export const addressText = () =>
  z.pipe(
    z
      .string()
      .check(z.maxLength(64, 'At most 64 characters.'), z.trim(), say(parseAddress))
      .register(z.globalRegistry, { 'x-sample': '192.0.2.1' }),
    z.transform((value: string) => formatAddress(parseAddress(value))),
  )

const length = () => z.int().check(z.minimum(0, 'At least 0.'), z.maximum(128, 'At most 128.'))
const queryLength = () => z.coerce.number().check(z.int(), z.minimum(0), z.maximum(128))
const limit = () => z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)))
const after = () => z.optional(z.string().check(z.maxLength(100)))

export const usedBy = z.object({ kind: z.enum(usedByKinds), id: id(), label: z.string() })

/**
 * The three figures, in addresses and in units of `length`. `allocated`: given to child subnets, addresses and ranges.
 * `assigned`: held by a customer, service or device in the whole subtree, up to 5 s late. `in_use`: seen in leases and
 * sessions of the last 24 hours, at `in_use_at`. `share` is 0 to 1 of the size, with full precision for drawing.
 */
export const figures = z.object({
  size: count(),
  allocated: count(),
  assigned: count(),
  in_use: count(),
  in_use_at: z.nullable(time()),
  unit: z.object({ length: z.int(), size: count(), allocated: count(), assigned: count(), in_use: count() }),
  share: z.object({ allocated: z.number(), assigned: z.number(), in_use: z.number() }),
})
export type Figures = z.infer<typeof figures>

const node = z.object({
  id: id(),
  /** Canonical CIDR. */
  net: z.string(),
  ip_version: z.enum(ipVersions),
  length: z.int(),
  /** Null for a root, and for what is delegated from a node that the caller does not see. */
  parent_id: z.nullable(id()),
  parent_net: z.nullable(z.string()),
  space_id: id(),
  space_name: z.string(),
  type: z.enum(subnetTypes),
  /** Gives addresses; else it gives subnets. */
  hosts: z.boolean(),
  usage_type: z.nullable(z.enum(usageTypes)),
  category_id: z.nullable(id()),
  category_name: z.nullable(z.string()),
  category_colour: z.nullable(z.string()),
  state: z.enum(holdingStates),
  /** The holder. */
  company_id: id(),
  company_name: z.string(),
  company_type: z.enum(companyTypes),
  name: z.string(),
  description: z.string(),
  vlan: z.nullable(z.int()),
  gateway: z.nullable(z.string()),
  assign_len: z.int(),
  policy: z.enum(allocationPolicies),
  mark_full: z.boolean(),
  exclusive: z.boolean(),
  offered: z.boolean(),
  used_by: z.nullable(usedBy),
  child_count: z.int(),
  address_count: z.int(),
  figures,
  expires_at: z.nullable(time()),
  release_at: z.nullable(time()),
  created_at: time(),
  updated_at: time(),
  deleted_at: z.nullable(time()),
})

/** A row of the tree with its first 25 direct children. */
export const subnetRow = z.extend(node, { ends: z.array(node), ends_total: z.int() })
export type SubnetNode = z.infer<typeof node>
export type SubnetRow = z.infer<typeof subnetRow>

export const subnetStep = z.object({ id: id(), net: z.string(), name: z.string() })

export const subnet = z.extend(node, {
  version: z.int(),
  /** From the topmost node that the caller sees down to this one. */
  path: z.array(subnetStep),
  /** How many blocks of each length can be had, by length: `{ "26": "3" }`, up to 12 lengths below its own. */
  free_units: z.record(z.string(), count()),
  /** What is unusual about it, as sentences: never a refusal. */
  warnings: z.array(z.string()),
  ends: z.array(node),
  ends_total: z.int(),
})
export type Subnet = z.infer<typeof subnet>

const attributes = {
  type: z.enum(subnetTypes),
  /** Pools only: whether it gives addresses (true) or prefixes of `assign_len`. */
  hosts: z.optional(z.boolean()),
  usage_type: z.nullish(z.enum(usageTypes)),
  category_id: z.nullish(ref('subnet-category')),
  name: z.optional(line()),
  description: z.optional(text(2000)),
  vlan: z.nullish(z.int().check(z.minimum(1, 'From 1 to 4094.'), z.maximum(4094, 'From 1 to 4094.'))),
  gateway: z.nullish(addressText()),
  assign_len: z.optional(length()),
  policy: z.optional(z.enum(allocationPolicies)),
  mark_full: z.optional(z.boolean()),
  exclusive: z.optional(z.boolean()),
  offered: z.optional(z.boolean()),
}

export const subnetStore = z.object({
  ...attributes,
  /** `auto` finds and takes in one step; else exactly this prefix. */
  net: z.union([z.literal('auto'), prefixText()]),
  /** Where it is taken from. Left out: the deepest visible node that contains `net`; a root where there is none. */
  parent_id: z.optional(ref('subnet')),
  /** For roots. The public space where it is left out. */
  space_id: z.optional(ref('ip-space')),
  /** For `auto` without `parent_id`: any visible node like this that has room. */
  find: z.optional(
    z.object({
      ip_version: z.optional(z.enum(ipVersions)),
      usage_type: z.optional(z.enum(usageTypes)),
      category_id: z.optional(ref('subnet-category')),
    }),
  ),
  /** Length wanted from `auto`; the parent's unit where it is left out. */
  prefix: z.optional(length()),
  /** How `auto` chooses; by the policy of the subnet that it is taken from where it is left out. */
  pick: z.optional(z.enum(allocationPolicies)),
  /** So many at once, all or nothing. */
  count: z.optional(z.int().check(z.minimum(1, 'At least 1.'), z.maximum(256, 'At most 256 at a time.'))),
  /** Side by side in one bigger block. */
  contiguous: z.optional(z.boolean()),
  /** The holder; the parent's holder where it is left out, the caller's company for a root. */
  company_id: z.optional(ref('company')),
  /** Holds for so long, then lets go by itself. */
  hold_seconds: z.optional(
    z.int().check(z.minimum(60, 'At least a minute.'), z.maximum(2_592_000, 'At most 30 days.')),
  ),
  /** Says what would be taken, and takes nothing. */
  dry_run: z.optional(z.boolean()),
})

export const subnetUpdate = z.partial(
  z.object({
    ...attributes,
    state: z.enum(['reserved', 'assigned']),
    /** Another prefix grows or shrinks the node. */
    net: prefixText(),
    /** Another holder: delegation. */
    company_id: ref('company').register(z.globalRegistry, { 'x-ref': 'company', 'x-protected': true }),
    version: z.int(),
  }),
)

const list: ListDefinition = {
  fields: {
    id: 'id',
    net: 'text',
    name: 'text',
    description: 'text',
    ip_version: ipVersions,
    length: 'number',
    space_id: 'id',
    parent_id: 'id',
    type: subnetTypes,
    usage_type: usageTypes,
    category_id: 'id',
    category_name: 'text',
    state: holdingStates,
    company_id: 'id',
    company_name: 'text',
    vlan: 'number',
    offered: 'boolean',
    mark_full: 'boolean',
    /** Networks and pools of 16 units or more with less than a tenth free, unless they are marked as full. */
    nearly_full: 'boolean',
    created_at: 'time',
    updated_at: 'time',
  },
  free: ['net', 'name', 'description'],
  sort: [
    'id',
    'net',
    'length',
    'name',
    'type',
    'usage_type',
    'category_name',
    'company_name',
    'vlan',
    'created_at',
    'updated_at',
  ],
  order: ['net', 'asc'],
}

/** One row of a node's contents in order of address: a child, or a free stretch that can be allocated. */
export const treeRow = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('subnet'), subnet: node }),
  z.object({
    kind: z.literal('free'),
    net: z.string(),
    size: count(),
    unit: z.object({ length: z.int(), size: count() }),
  }),
])
export type TreeRow = z.infer<typeof treeRow>

/** Keyset page: `next` is the `after` of the next one. */
const keyset = <S extends z.ZodMiniType>(row: S) =>
  z.object({ data: z.array(row), next: z.nullable(z.string()), total: z.nullable(z.int()) })

export const addressRow = z.object({
  id: id(),
  ip: z.string(),
  subnet_id: z.nullable(id()),
  state: z.enum(holdingStates),
  company_id: id(),
  company_name: z.string(),
  used_by: z.nullable(usedBy),
  is_gateway: z.boolean(),
  mac: z.nullable(z.string()),
  dns_name: z.string(),
  note: z.string(),
  last_seen_at: z.nullable(time()),
  expires_at: z.nullable(time()),
  release_at: z.nullable(time()),
  version: z.int(),
  created_at: time(),
})
export type AddressRow = z.infer<typeof addressRow>

export const rangeRow = z.object({
  id: id(),
  lo: z.string(),
  hi: z.string(),
  size: count(),
  kind: z.enum(rangeKinds),
  note: z.string(),
})
export type RangeRow = z.infer<typeof rangeRow>

/** One row of a network's contents in order of address. */
export const ipRow = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('address'), address: addressRow }),
  z.object({ kind: z.literal('range'), range: rangeRow }),
  /** Free from `lo` to `hi`. */
  z.object({ kind: z.literal('free'), lo: z.string(), hi: z.string(), size: count() }),
])
export type IpRow = z.infer<typeof ipRow>

export const mac = () =>
  z.string().check(z.regex(/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i, 'Give the MAC address as aa:bb:cc:dd:ee:ff.'))

const addressDetails = {
  mac: z.nullish(mac()),
  dns_name: z.optional(line(253)),
  note: z.optional(line(500)),
}

export const planOperations = ['split', 'merge', 'resize', 'move', 'cover', 'lift', 'destroy'] as const
export const planRequest = z.discriminatedUnion('operation', [
  /** Into equal children of this length; the node becomes a container. */
  z.strictObject({ operation: z.literal('split'), id: ref('subnet'), length: length() }),
  /** Neighbours that make one block. */
  z.strictObject({ operation: z.literal('merge'), ids: ids('subnet') }),
  z.strictObject({ operation: z.literal('resize'), id: ref('subnet'), net: prefixText() }),
  /** Under another parent that contains it; left out: to the deepest that does. */
  z.strictObject({ operation: z.literal('move'), id: ref('subnet'), parent_id: ref('subnet') }),
  /** A new node around children that exist. */
  z.strictObject({
    operation: z.literal('cover'),
    parent_id: z.optional(ref('subnet')),
    space_id: z.optional(ref('ip-space')),
    net: prefixText(),
    name: z.optional(line()),
    type: z.optional(z.enum(['container'])),
  }),
  /** The node goes; its children climb to its parent. */
  z.strictObject({ operation: z.literal('lift'), id: ref('subnet') }),
  /** The node with everything in it goes into quarantine together. */
  z.strictObject({ operation: z.literal('destroy'), id: ref('subnet') }),
])
export type PlanRequest = z.infer<typeof planRequest>

export const plan = z.object({
  id: id(),
  operation: z.enum(planOperations),
  state: z.enum(['planned', 'queued', 'running', 'done', 'failed']),
  /** What would change, the first 100: `before` null for a new node, `after` null for one that goes. */
  changes: z.array(
    z.object({ id: z.nullable(id()), before: z.nullable(z.string()), after: z.nullable(z.string()), note: z.string() }),
  ),
  changes_total: z.int(),
  /** Why it can't be done, as sentences with the rows in the way; empty: it can be applied. */
  conflicts: z.array(z.object({ message: z.string(), net: z.nullable(z.string()), id: z.nullable(id()) })),
  /** Takes so many rows that it runs as a job. */
  as_job: z.boolean(),
  figures: z.object({ free_before: count(), free_after: count() }),
  /** The nodes that it made, once done. */
  result_ids: z.array(id()),
  failure: z.nullable(z.string()),
  created_at: time(),
  finished_at: z.nullable(time()),
})
export type Plan = z.infer<typeof plan>

const access = {
  view: { action: 'view', subject: 'subnets' },
  list: { action: 'view-list', subject: 'subnets' },
  create: { action: 'create', subject: 'subnets' },
  update: { action: 'update', subject: 'subnets' },
  manage: { action: 'manage', subject: 'subnets' },
} as const
const base = '/network/subnet'

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
    parent_id: z.optional(
      z.coerce.number().check(z.int(), z.positive()).register(z.globalRegistry, { 'x-ref': 'subnet' }),
    ),
    /** All nodes in order of address instead of the topmost, also without a search. */
    flat: z.optional(z.stringbool()),
    /** How many of its first children each row brings along; 25 where it is left out. */
    ends: z.optional(z.coerce.number().check(z.int(), z.minimum(0, 'From 0 to 25.'), z.maximum(25, 'From 0 to 25.'))),
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
  lookup: endpoint({
    name: 'subnet.list',
    method: 'GET',
    path: `${base}/list`,
    access: access.list,
    object: 'subnet',
    summary: 'Subnets to choose from',
    query: lookupQuery({
      type: z.optional(z.enum(subnetTypes)),
      usage_type: z.optional(z.enum(usageTypes)),
      ip_version: z.optional(z.enum(ipVersions)),
      /** Those that give addresses, or else those that give subnets. */
      hosts: z.optional(z.stringbool()),
      /** Only those that this subnet could be moved to: containers of other address spaces that contain it. */
      takes: z.optional(
        z.coerce.number().check(z.int(), z.positive()).register(z.globalRegistry, { 'x-ref': 'subnet' }),
      ),
    }),
    reply: data(z.array(z.extend(lookupRow, { net: z.string(), type: z.enum(subnetTypes), hosts: z.boolean() }))),
  }),
  types: endpoint({
    name: 'subnet.types',
    method: 'GET',
    path: `${base}/types/list`,
    access: access.list,
    summary: 'Types of subnets',
    reply: data(z.array(choice())),
  }),
  usageTypes: endpoint({
    name: 'subnet.usage-types',
    method: 'GET',
    path: `${base}/usage-types/list`,
    access: access.list,
    summary: 'What subnets are used for',
    reply: data(z.array(choice())),
  }),
  ipVersions: endpoint({
    name: 'subnet.ip-versions',
    method: 'GET',
    path: `${base}/ip-versions/list`,
    access: access.list,
    summary: 'IP versions',
    reply: data(z.array(choice())),
  }),
  prefixes: endpoint({
    name: 'subnet.prefixes',
    method: 'GET',
    path: `${base}/prefixes/list`,
    access: access.list,
    summary: 'Lengths to choose from, IPv6 on 4-bit boundaries first; with a parent only those that it has room for',
    query: z.object({
      ip_version: z.optional(z.enum(ipVersions)),
      parent_id: z.optional(
        z.coerce.number().check(z.int(), z.positive()).register(z.globalRegistry, { 'x-ref': 'subnet' }),
      ),
    }),
    reply: data(z.array(z.extend(choice(), { free: z.nullable(count()) }))),
  }),
  companies: endpoint({
    name: 'subnet.companies',
    method: 'GET',
    path: `${base}/companies/list`,
    access: access.list,
    summary: 'Companies that a subnet can be given to, by name',
    query: lookupQuery(),
    reply: data(z.array(z.extend(lookupRow, { type: z.enum(companyTypes) }))),
  }),
  unassignedAddress: endpoint({
    name: 'subnet.unassigned-ip-address',
    method: 'GET',
    path: `${base}/{id}/unassigned-ip-address`,
    access: access.view,
    object: 'subnet',
    summary: 'The next free address, and the first 25: a hint, taken by nobody yet',
    reply: data(z.object({ next: z.nullable(z.string()), free: z.array(z.string()) })),
  }),
  unassignedNetwork: endpoint({
    name: 'subnet.unassigned-network',
    method: 'GET',
    path: `${base}/{id}/unassigned-network`,
    access: access.view,
    object: 'subnet',
    summary: 'The next free subnet by policy, and the first 25: a hint, taken by nobody yet',
    query: z.object({
      prefix: z.optional(queryLength()),
      count: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(256))),
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
    summary: 'Children and free stretches in order of address',
    query: z.object({ after: after(), limit: limit() }),
    reply: keyset(treeRow),
  }),
  ips: endpoint({
    name: 'subnet.ips',
    method: 'GET',
    path: `${base}/{id}/ips/list`,
    access: access.view,
    object: 'subnet',
    summary: 'Taken addresses, ranges and free stretches in order of address',
    query: z.object({ after: after(), limit: limit(), query: z.optional(z.string().check(z.maxLength(100))) }),
    reply: keyset(ipRow),
  }),
  storeAddress: endpoint({
    name: 'subnet.address.store',
    method: 'POST',
    path: `${base}/{id}/ips/store`,
    access: access.create,
    object: 'subnet',
    summary: 'Take addresses: one given by hand, or the next free',
    body: z.object({
      ...addressDetails,
      ip: z.union([z.literal('auto'), addressText()]),
      count: z.optional(z.int().check(z.minimum(1, 'At least 1.'), z.maximum(256, 'At most 256 at a time.'))),
      company_id: z.optional(ref('company')),
      state: z.optional(z.enum(['reserved', 'assigned'])),
      is_gateway: z.optional(z.boolean()),
      hold_seconds: z.optional(
        z.int().check(z.minimum(60, 'At least a minute.'), z.maximum(2_592_000, 'At most 30 days.')),
      ),
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
    summary: 'Change what is noted of an address',
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
    summary: 'Give an address back; it rests before it is handed out again',
    query: z.object({ release_now: z.optional(z.stringbool()) }),
  }),
  recoverAddress: endpoint({
    name: 'subnet.address.recover',
    method: 'PUT',
    path: `${base}/address/{id}/recover`,
    access: access.manage,
    object: 'address',
    summary: 'Take a given back address again',
    reply: data(addressRow),
  }),
  storeRange: endpoint({
    name: 'subnet.range.store',
    method: 'POST',
    path: `${base}/{id}/ranges/store`,
    access: access.create,
    object: 'subnet',
    summary: 'Keep a range from being handed out',
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
    summary: 'Let a range be handed out again',
  }),
  map: endpoint({
    name: 'subnet.map',
    method: 'GET',
    path: `${base}/{id}/map`,
    access: access.view,
    object: 'subnet',
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
      space_id: z.optional(z.coerce.number().check(z.int(), z.positive())),
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
  import: endpoint({
    name: 'subnet.import',
    method: 'POST',
    path: `${base}/import`,
    access: access.create,
    summary: 'Subnets from CSV as the export writes it; every error by row and column',
    bodyLimit: 9_000_000,
    body: z.object({
      csv: z.string().check(z.minLength(1, 'The file is empty.'), z.maxLength(4_000_000, 'At most 4 MB.')),
      dry_run: z.optional(z.boolean()),
      /** Rows with errors are left out; else one error stops all. */
      skip_bad: z.optional(z.boolean()),
    }),
    reply: data(
      z.object({
        rows: z.int(),
        created: z.int(),
        errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
        errors_total: z.int(),
        /** False for a dry run, and where an error stopped all. */
        applied: z.boolean(),
      }),
    ),
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
          fault_count: z.int(),
          repaired: z.int(),
          faults: z.array(
            z.object({ subnet_id: id(), net: z.string(), fault: z.string(), expected: z.string(), found: z.string() }),
          ),
        }),
      ),
    ),
  }),
}
