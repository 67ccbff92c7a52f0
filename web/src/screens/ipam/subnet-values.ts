import { message, type Message } from '@trunkline/contract/errors'
import {
  contains,
  errorOf,
  formatAddress,
  formatPrefix,
  lastOf,
  networkOf,
  parsePrefix,
  sizeOf,
  tryAddress,
  tryPrefix,
  type Prefix,
} from '@trunkline/contract/net'
import type { subnets } from '@trunkline/contract/resources/subnet'
import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import type { BodyInput } from '@trunkline/contract/endpoint'
import type { AllocationPolicy, IpVersion, SubnetType, UsageType } from '@trunkline/contract/resources/subnet-enums'
import { sameValues } from '../../form/normalise.ts'

/** What a subnet says of itself, as forms hold it. */
export interface AttributeValues {
  type: SubnetType
  /** Asked for pools; the other types decide it by themselves. */
  hosts: boolean
  usage_type: UsageType | null
  category_id: number | null
  name: string
  description: string
  vlan: number | null
  gateway: string
  assign_len: number | null
  policy: AllocationPolicy | null
  mark_full: boolean
  exclusive: boolean
  shared: boolean
}

export interface CreateValues extends AttributeValues {
  where: 'auto' | 'given'
  parent_id: number | null
  space_id: number | null
  net: string
  prefix: number | null
  count: number | null
  contiguous: boolean
  company_id: number | null
  hold_seconds: number | null
  [key: string]: unknown
}

export interface UpdateValues extends AttributeValues {
  state: 'reserved' | 'assigned' | null
  company_id: number | null
  version: number
  [key: string]: unknown
}

export const familyOf = (version: IpVersion): 4 | 6 => (version === 'ipv4' ? 4 : 6)
export const bitsOfVersion = (version: IpVersion): number => (version === 'ipv4' ? 32 : 128)

const blank: AttributeValues = {
  type: 'network',
  hosts: true,
  usage_type: null,
  category_id: null,
  name: '',
  description: '',
  vlan: null,
  gateway: '',
  assign_len: null,
  policy: null,
  mark_full: false,
  exclusive: false,
  shared: false,
}

/** What the form of a new subnet starts from: `net` and `parent` as the address names them. */
export const createValues = (from: {
  parent?: number | undefined
  net?: string | undefined
  prefix?: number | undefined
}): CreateValues => ({
  ...blank,
  // Without a parent it is most often the first block of all, which nothing can be found in.
  where: from.net === undefined && from.parent !== undefined ? 'auto' : 'given',
  parent_id: from.parent ?? null,
  space_id: null,
  net: from.net ?? '',
  prefix: from.prefix ?? null,
  count: 1,
  contiguous: false,
  company_id: null,
  hold_seconds: null,
})

export const updateValues = (of: Subnet): UpdateValues => ({
  type: of.type,
  hosts: of.hosts,
  usage_type: of.usage_type,
  category_id: of.category_id,
  name: of.name,
  description: of.description,
  vlan: of.vlan,
  gateway: of.gateway ?? '',
  assign_len: of.assign_len,
  policy: of.policy,
  mark_full: of.mark_full,
  exclusive: of.exclusive,
  shared: of.shared,
  state: of.state === 'reserved' || of.state === 'assigned' ? of.state : null,
  company_id: of.company_id,
  version: of.version,
})

/** Whether a subnet of these values gives addresses; else it gives subnets. */
export const givesAddresses = (values: Pick<AttributeValues, 'type' | 'hosts'>): boolean =>
  values.type === 'network' || (values.type === 'pool' && values.hosts)

type StoreBody = BodyInput<typeof subnets.store>

/** The body of a store call. Nothing that is hidden by another choice is sent. */
export function storeBody(values: CreateValues, version: IpVersion): StoreBody {
  const auto = values.where === 'auto'
  const count = values.count ?? 1
  return {
    type: values.type,
    ...(values.type === 'pool' && { hosts: values.hosts }),
    net: auto ? 'auto' : values.net.trim(),
    ...(values.parent_id !== null && { parent_id: values.parent_id }),
    ...(values.parent_id === null && !auto && values.space_id !== null && { space_id: values.space_id }),
    ...(values.parent_id === null &&
      auto && {
        find: {
          ip_version: version,
          ...(values.usage_type !== null && { usage_type: values.usage_type }),
          ...(values.category_id !== null && { category_id: values.category_id }),
        },
      }),
    ...(auto && values.prefix !== null && { prefix: values.prefix }),
    ...(auto && count > 1 && { count, contiguous: values.contiguous }),
    ...(values.usage_type !== null && { usage_type: values.usage_type }),
    ...(values.category_id !== null && { category_id: values.category_id }),
    ...(values.name.trim() && { name: values.name }),
    ...(values.description.trim() && { description: values.description }),
    ...(values.vlan !== null && { vlan: values.vlan }),
    // One gateway for several subnets would lie outside all but one.
    ...(givesAddresses(values) && values.gateway.trim() && !(auto && count > 1) && { gateway: values.gateway }),
    ...(!givesAddresses(values) && values.assign_len !== null && { assign_len: values.assign_len }),
    ...(values.policy !== null && { policy: values.policy }),
    ...(values.mark_full && { mark_full: true }),
    ...(values.exclusive && { exclusive: true }),
    ...(values.shared && { shared: true }),
    ...(values.company_id !== null && { company_id: values.company_id }),
    ...(values.hold_seconds !== null && { hold_seconds: values.hold_seconds }),
  }
}

type UpdateBody = BodyInput<typeof subnets.update>

/**
 * What an update names: the fields that changed. Emptied texts are empty, other emptied fields nothing; a policy or unit
 * that was emptied stays as it is, since a subnet always has one.
 */
export function updateBody(before: UpdateValues, after: UpdateValues): UpdateBody {
  const { version: _version, ...fields } = after
  const changed: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(fields)) {
    if (sameValues(value, before[key])) continue
    if (value === null && (key === 'policy' || key === 'assign_len' || key === 'company_id')) continue
    changed[key] = key === 'gateway' && String(value).trim() === '' ? null : value
  }
  // What gives addresses has units of one address; a container or network decides by its type what it gives.
  if (givesAddresses(after)) delete changed['assign_len']
  else if (before.gateway.trim() === '') delete changed['gateway']
  if (after.type !== 'pool') delete changed['hosts']
  return changed as UpdateBody
}

export interface NetCheck {
  /** Empty text has neither fault nor prefix. */
  prefix?: Prefix
  /** A key below `ipam:form.net`, or an error of the contract. */
  error?: { key: 'family' | 'outside' | 'hostBits' | 'noLength' } | { message: Message }
  /** What was most likely meant, in canonical text. */
  correction?: string
}

/** The network that a text most likely means: host bits cut off, a missing length filled in. */
function meant(text: string, family: 4 | 6): string | undefined {
  const [head = '', tail] = text.split('/')
  const address = tryAddress(head)
  if (!address || address.family !== family) return undefined
  if (tail === undefined) {
    const zeros = family === 4 ? /(?:\.0)+$/.exec(formatAddress(address))?.[0].length : undefined
    const length = family === 6 ? (head.endsWith('::') ? 64 : 128) : zeros === undefined ? 32 : 32 - zeros * 4
    return formatPrefix(networkOf(address, length))
  }
  const length = Number(tail)
  if (!/^\d{1,3}$/.test(tail) || length > (family === 4 ? 32 : 128)) return undefined
  return formatPrefix(networkOf(address, length))
}

/** What is to be said of a typed prefix while it is typed: `within` is the parent that it has to lie in. */
export function checkNet(input: string, version: IpVersion, within?: string): NetCheck {
  const text = input.trim()
  if (text === '') return {}
  const family = familyOf(version)
  const prefix = tryPrefix(text)
  if (!prefix) {
    const correction = meant(text, family)
    if (correction === undefined)
      return { error: { message: errorOf(() => parsePrefix(text)) ?? message('ip.network_required') } }
    return { error: { key: text.includes('/') ? 'hostBits' : 'noLength' }, correction }
  }
  if (prefix.family !== family) return { prefix, error: { key: 'family' } }
  const outer = within === undefined ? undefined : tryPrefix(within)
  if (outer && (!contains(outer, prefix) || outer.length === prefix.length))
    return { prefix, error: { key: 'outside' } }
  return { prefix }
}

/** First and last address of a prefix, and how many there are. */
export const extentOf = (prefix: Prefix): { first: string; last: string; size: string } => ({
  first: formatAddress(prefix),
  last: formatAddress(lastOf(prefix)),
  size: String(sizeOf(prefix)),
})
