import * as z from 'zod/mini'
import { companyTypes } from '../abilities.ts'
import type { ListDefinition } from '../endpoint.ts'
import { issue, issueOf, replyMessage, type Reason } from '../errors.ts'
import { id, ids, integerText, line, ref, text, time, type FieldMeta } from '../fields.ts'
import { labelBody, labelFields, labelRow, tagChanges } from '../labels.ts'
import {
  errorOf,
  formatAddress,
  formatPrefix,
  netReasons,
  parseAddress,
  parseHostAddress,
  parsePrefix,
} from '../net.ts'
import {
  allocationPolicies,
  holdingStates,
  ipVersions,
  rangeKinds,
  subnetTypes,
  usageTypes,
  usedByKinds,
} from './subnet-enums.ts'

/** A count of addresses or units as text, since an IPv6 count exceeds a JSON number. */
export const count = () => z.string().check(z.regex(/^\d+$/))

/** Validates text with `parse`: its `NetError` is the error of the field. */
const parsable =
  (parse: (text: string) => unknown) =>
  ({ value, issues }: { value: string; issues: z.core.$ZodRawIssue[] }) => {
    const error = errorOf(() => parse(value))
    if (error !== undefined) issues.push({ code: 'custom', message: issueOf(error), input: value })
  }
/** A prefix in any notation; canonical after parsing. */
export const prefixText = () =>
  z.pipe(
    z
      .string()
      .check(z.maxLength(64), z.trim(), parsable(parsePrefix))
      .register(z.globalRegistry, { 'x-sample': '192.0.2.0/24', 'x-reasons': netReasons } as FieldMeta),
    z.transform((value: string) => formatPrefix(parsePrefix(value))),
  )
const addressBy = (parse: typeof parseAddress, reasons: readonly Reason[]) =>
  z.pipe(
    z
      .string()
      .check(z.maxLength(64), z.trim(), parsable(parse))
      .register(z.globalRegistry, { 'x-sample': '192.0.2.1', 'x-reasons': reasons } as FieldMeta),
    z.transform((value: string) => formatAddress(parse(value))),
  )
/** An address in any notation; canonical after parsing. */
export const addressText = () => addressBy(parseAddress, netReasons)
/** The address of a router or NAS; multicast, broadcast and other addresses that no host has are rejected. */
export const hostAddressText = () => addressBy(parseHostAddress, [...netReasons, 'ip.unusable'])

export const length = () => z.int().check(z.minimum(0), z.maximum(128))
export const queryLength = () => integerText(0, 128)
export const limit = () => z.optional(integerText(1, 200))
export const after = () => z.optional(z.string().check(z.maxLength(100)))

export const usedBy = z.object({ kind: z.enum(usedByKinds), id: id(), label: z.string() })

/**
 * Utilisation in addresses and in units of `length`. `allocated`: to child subnets, addresses and ranges.
 * `assigned`: to a customer, service or device in the whole subtree, up to 5 s late. `in_use`: seen in leases and
 * sessions of the last 24 hours, at `in_use_at`. `share` is 0 to 1 of the size, with full precision for charts.
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
export type SubnetUsage = z.infer<typeof figures>

export const node = z.object({
  id: id(),
  /** Canonical CIDR. */
  net: z.string(),
  ip_version: z.enum(ipVersions),
  length: z.int(),
  /** Null for a root, and for a node delegated from one that the caller does not see. */
  parent_id: z.nullable(id()),
  parent_net: z.nullable(z.string()),
  space_id: id(),
  space_name: z.string(),
  type: z.enum(subnetTypes),
  /** Assigns addresses; otherwise it is divided into subnets. */
  hosts: z.boolean(),
  usage_type: z.nullable(z.enum(usageTypes)),
  category_id: z.nullable(id()),
  category_name: z.nullable(z.string()),
  category_colour: z.nullable(z.string()),
  state: z.enum(holdingStates),
  /** The company that the node is delegated to. */
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
  shared: z.boolean(),
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
export const subnetRow = z.extend(node, { ends: z.array(node), ends_total: z.int(), ...labelRow })
export type SubnetNode = z.infer<typeof node>
export type SubnetRow = z.infer<typeof subnetRow>

export const subnetStep = z.object({ id: id(), net: z.string(), name: z.string() })

export const subnet = z.extend(node, {
  ...labelRow,
  version: z.int(),
  /** From the topmost node that the caller sees down to this one. */
  path: z.array(subnetStep),
  /** Number of free blocks by length: `{ "26": "3" }`, for up to 12 lengths below its own. */
  free_units: z.record(z.string(), count()),
  /** Warnings; never a rejection. */
  warnings: z.array(replyMessage()),
  ends: z.array(node),
  ends_total: z.int(),
})
export type Subnet = z.infer<typeof subnet>

const vlanRange = issue('field.range', { min: 1, max: 4094 })

const attributes = {
  type: z.enum(subnetTypes),
  /** Pools only: whether it assigns addresses (true) or prefixes of `assign_len`. */
  hosts: z.optional(z.boolean()),
  usage_type: z.nullish(z.enum(usageTypes)),
  category_id: z.nullish(ref('subnet-category')),
  name: z.optional(line()),
  description: z.optional(text(2000)),
  vlan: z.nullish(z.int().check(z.minimum(1, vlanRange), z.maximum(4094, vlanRange))),
  gateway: z.nullish(addressText()),
  assign_len: z.optional(length()),
  policy: z.optional(z.enum(allocationPolicies)),
  mark_full: z.optional(z.boolean()),
  exclusive: z.optional(z.boolean()),
  shared: z.optional(z.boolean()),
}

export const subnetStore = z.object({
  ...attributes,
  ...labelBody,
  /** `auto` finds and allocates in one step; else exactly this prefix. */
  net: z.union([z.literal('auto'), prefixText()]),
  /** The node to allocate from. Absent: the deepest visible node that contains `net`; a root if there is none. */
  parent_id: z.optional(ref('subnet')),
  /** For roots. The public space by default. */
  space_id: z.optional(ref('ip-space')),
  /** For `auto` without `parent_id`: any matching visible node with free space. */
  find: z.optional(
    z.object({
      ip_version: z.optional(z.enum(ipVersions)),
      usage_type: z.optional(z.enum(usageTypes)),
      category_id: z.optional(ref('subnet-category')),
    }),
  ),
  /** Length for `auto`; the parent's unit by default. */
  prefix: z.optional(length()),
  /** How `auto` chooses; by default the policy of the subnet that it allocates from. */
  pick: z.optional(z.enum(allocationPolicies)),
  /** Number of subnets, all or nothing. */
  count: z.optional(z.int().check(z.minimum(1), z.maximum(256))),
  /** Adjacent, in one larger block. */
  contiguous: z.optional(z.boolean()),
  /** The owner; by default the parent's owner, for a root the caller's company. */
  company_id: z.optional(ref('company')),
  /** Time after which the hold expires. */
  hold_seconds: z.optional(z.int().check(z.minimum(60), z.maximum(2_592_000))),
  /** Returns the result without allocating. */
  dry_run: z.optional(z.boolean()),
  /** Required for 0.0.0.0/0 and ::/0, which contain every address of their version. */
  confirm_whole_space: z.optional(z.boolean()),
})

export const subnetUpdate = z.partial(
  z.object({
    ...attributes,
    ...labelBody,
    ...tagChanges,
    state: z.enum(['reserved', 'assigned']),
    /** Another prefix grows or shrinks the node. */
    net: prefixText(),
    /** Another owner: delegation. */
    company_id: ref('company').register(z.globalRegistry, { 'x-ref': 'company', 'x-protected': true }),
    version: z.int(),
  }),
)

export const list: ListDefinition = {
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
    shared: 'boolean',
    mark_full: 'boolean',
    /** Networks and pools of at least 16 units with less than a tenth free, unless they are marked as full. */
    nearly_full: 'boolean',
    created_at: 'time',
    updated_at: 'time',
    ...labelFields,
  },
  free: ['net', 'name', 'description'],
  sort: [
    'id',
    'net',
    'length',
    'name',
    'state',
    'type',
    'usage_type',
    'category_name',
    'company_name',
    'vlan',
    'created_at',
    'updated_at',
  ],
  order: ['net', 'asc'],
  labels: 'subnet',
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

/** Keyset page: `next` is the `after` of the next page. */
export const keyset = <S extends z.ZodMiniType>(row: S) =>
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

/** An address in the list of all addresses, with the subnet that it was allocated from. */
export const listedAddress = z.object({
  id: id(),
  ip: z.string(),
  /** Null if the caller may not see the subnet. */
  subnet_id: z.nullable(id()),
  subnet_net: z.nullable(z.string()),
  state: z.enum(holdingStates),
  company_id: id(),
  company_name: z.string(),
  used_by_kind: z.nullable(z.enum(usedByKinds)),
  used_by_id: z.nullable(id()),
  used_by_label: z.nullable(z.string()),
  is_gateway: z.boolean(),
  mac: z.nullable(z.string()),
  dns_name: z.string(),
  note: z.string(),
  last_seen_at: z.nullable(time()),
  expires_at: z.nullable(time()),
  created_at: time(),
})
export type ListedAddress = z.infer<typeof listedAddress>

export const addressList: ListDefinition = {
  fields: {
    id: 'id',
    ip: 'text',
    state: holdingStates,
    company_id: 'id',
    company_name: 'text',
    subnet_id: 'id',
    used_by_kind: usedByKinds,
    used_by_id: 'id',
    used_by_label: 'text',
    is_gateway: 'boolean',
    dns_name: 'text',
    note: 'text',
    created_at: 'time',
  },
  free: ['ip', 'dns_name', 'note', 'used_by_label'],
  sort: ['id', 'ip', 'state', 'company_name', 'created_at'],
  order: ['ip', 'asc'],
}

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

export const mac = () => z.string().check(z.regex(/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i, issue('field.mac')))

export const addressDetails = {
  mac: z.nullish(mac()),
  dns_name: z.optional(line(253)),
  note: z.optional(line(500)),
}

export const planOperations = ['split', 'merge', 'resize', 'move', 'cover', 'lift', 'destroy'] as const
export const planRequest = z.discriminatedUnion('operation', [
  /** Divide into equal children of this length; the node becomes a container. */
  z.strictObject({ operation: z.literal('split'), id: ref('subnet'), length: length() }),
  /** Merge adjacent nodes that form one block. */
  z.strictObject({ operation: z.literal('merge'), ids: ids('subnet') }),
  z.strictObject({ operation: z.literal('resize'), id: ref('subnet'), net: prefixText() }),
  /** Move to another parent that contains it; by default the deepest one. */
  z.strictObject({ operation: z.literal('move'), id: ref('subnet'), parent_id: ref('subnet') }),
  /** Create a node around existing children. */
  z.strictObject({
    operation: z.literal('cover'),
    parent_id: z.optional(ref('subnet')),
    space_id: z.optional(ref('ip-space')),
    net: prefixText(),
    name: z.optional(line()),
    type: z.optional(z.enum(['container'])),
  }),
  /** Delete the node; its children move to its parent. */
  z.strictObject({ operation: z.literal('lift'), id: ref('subnet') }),
  /** Delete the node and its subtree, all with the same quarantine. */
  z.strictObject({ operation: z.literal('destroy'), id: ref('subnet') }),
])
export type PlanRequest = z.infer<typeof planRequest>

export const plan = z.object({
  id: id(),
  operation: z.enum(planOperations),
  state: z.enum(['planned', 'queued', 'running', 'done', 'failed']),
  /** The first 100 changes: `before` is null for a new node, `after` for a deleted one. */
  changes: z.array(
    z.object({
      id: z.nullable(id()),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
      note: z.nullable(replyMessage()),
    }),
  ),
  changes_total: z.int(),
  /** Why it cannot be applied, with the conflicting rows; empty: it can be. */
  conflicts: z.array(replyMessage({ net: z.nullable(z.string()), id: z.nullable(id()) })),
  /** It affects so many rows that it runs as a job. */
  as_job: z.boolean(),
  figures: z.object({ free_before: count(), free_after: count() }),
  /** The created nodes, once done. */
  result_ids: z.array(id()),
  failure: z.nullable(replyMessage()),
  created_at: time(),
  finished_at: z.nullable(time()),
})
export type Plan = z.infer<typeof plan>
