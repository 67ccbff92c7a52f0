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
import type { BodyInput } from '@trunkline/contract/endpoint'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { Subnet } from '@trunkline/contract/resources/subnet-shapes'
import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { sameValues } from '../../form/normalise.ts'
import { formOf, type FormValues } from '../../record/form-of.ts'
import { bitsOfVersion } from './ip-version.ts'

type StoreBody = BodyInput<typeof subnets.store>
type UpdateBody = BodyInput<typeof subnets.update>

const storeForm = formOf(subnets.store.body)
const updateForm = formOf(subnets.update.body)

/** `auto` allocates the next free block, `given` the prefix in `net`. */
export type CreateValues = Omit<FormValues<typeof subnets.store.body>, 'find' | 'pick' | 'dry_run' | 'version'> & {
  source: 'auto' | 'given'
}
/** `net` is only shown: another prefix is planned first. */
export type UpdateValues = FormValues<typeof subnets.update.body>
/** What the forms of new and existing subnets have in common. */
export type AttributeValues = Pick<CreateValues, keyof CreateValues & keyof UpdateValues>

/** The values of a new subnet; `parent`, `net` and `prefix` come from the search parameters. */
export function createValues(from: {
  parent?: number | undefined
  net?: string | undefined
  prefix?: number | undefined
  company?: number | undefined
}): CreateValues {
  const {
    find: _find,
    pick: _pick,
    dry_run: _dryRun,
    version: _version,
    ...values
  } = storeForm.values({
    type: 'network',
    hosts: true,
    net: from.net,
    parent_id: from.parent,
    prefix: from.prefix,
    company_id: from.company,
    count: 1,
  })
  // Without a parent it usually is the first block, and there is nothing yet to allocate from.
  return { ...values, source: from.net === undefined && from.parent !== undefined ? 'auto' : 'given' }
}

export const updateValues = (subnet: Subnet): UpdateValues => ({
  ...updateForm.values({ ...subnet }),
  state: subnet.state === 'reserved' || subnet.state === 'assigned' ? subnet.state : null,
})

/** Whether a subnet of these values contains addresses; else it contains subnets. */
export const containsAddresses = (values: Pick<AttributeValues, 'type' | 'hosts'>): boolean =>
  values.type === 'network' || (values.type === 'pool' && values.hosts)

/** The entries that hold something. */
const filled = <V extends object>(values: V) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const trimmed = typeof value === 'string' ? value.trim() : (value as unknown)
      return trimmed === null || trimmed === '' || trimmed === false ? [] : [[key, trimmed]]
    }),
  )

/** The body of a store call. Fields that another choice hides are not sent. */
export function storeBody(values: CreateValues, version: IpVersion): StoreBody {
  const { source, hosts, net, prefix, count, contiguous, parent_id, space_id, gateway, assign_len, ...rest } = values
  const { usage_type, category_id } = rest
  const auto = source === 'auto'
  const several = auto && (count ?? 1) > 1
  const hasAddresses = containsAddresses(values)
  return {
    ...filled({
      ...rest,
      net: auto ? 'auto' : net,
      parent_id,
      space_id: auto || parent_id !== null ? null : space_id,
      prefix: auto ? prefix : null,
      count: several ? count : null,
      // One gateway for several subnets would be outside all but one.
      gateway: hasAddresses && !several ? gateway : null,
      assign_len: hasAddresses ? null : assign_len,
    }),
    ...(several && { contiguous }),
    ...(values.type === 'pool' && { hosts }),
    ...(auto && parent_id === null && { find: { ip_version: version, ...filled({ usage_type, category_id }) } }),
  } as StoreBody
}

/** Fields that a subnet always has: the update leaves them out when they are cleared. */
const required: readonly string[] = ['policy', 'assign_len', 'company_id']

/** The changed fields. Cleared text is sent empty, other cleared fields as null. */
export function updateBody(before: UpdateValues, after: UpdateValues): UpdateBody {
  const changed: Record<string, unknown> = Object.fromEntries(
    Object.entries(after)
      .filter(([key, value]) => key !== 'version' && !sameValues(value, before[key as keyof UpdateValues]))
      .filter(([key, value]) => value !== null || !required.includes(key))
      .map(([key, value]) => [key, key === 'gateway' && String(value).trim() === '' ? null : value]),
  )
  // The server derives what the new type implies.
  if (containsAddresses(after as AttributeValues)) delete changed['assign_len']
  else if (before.gateway.trim() === '') delete changed['gateway']
  if (after.type !== 'pool') delete changed['hosts']
  return changed
}

export interface PrefixCheck {
  /** Empty text has neither an error nor a prefix. */
  prefix?: Prefix
  /** A key below `ipam:form.net`, or an error of the contract. */
  error?: { key: 'family' | 'outside' | 'hostBits' | 'noLength' } | { message: Message }
  /** The most likely intended prefix, canonical. */
  correction?: string
}

/** The network that a text most likely means: without its host bits, with the missing length. */
function correctionOf(text: string, version: IpVersion): string | undefined {
  const [head = '', tail] = text.split('/')
  const address = tryAddress(head)
  if (!address || (address.family === 4) !== (version === 'ipv4')) return undefined
  if (tail === undefined) {
    const zeros = /(?:\.0)+$/.exec(formatAddress(address))?.[0].length
    const length = version === 'ipv6' ? (head.endsWith('::') ? 64 : 128) : zeros === undefined ? 32 : 32 - zeros * 4
    return formatPrefix(networkOf(address, length))
  }
  const length = Number(tail)
  if (!/^\d{1,3}$/.test(tail) || length > bitsOfVersion(version)) return undefined
  return formatPrefix(networkOf(address, length))
}

/** Checks a prefix while it is typed. `within` is the parent that has to contain it. */
export function checkPrefix(input: string, version: IpVersion, within?: string): PrefixCheck {
  const text = input.trim()
  if (text === '') return {}
  const prefix = tryPrefix(text)
  if (!prefix) {
    const correction = correctionOf(text, version)
    if (correction === undefined)
      return { error: { message: errorOf(() => parsePrefix(text)) ?? message('ip.network_required') } }
    return { error: { key: text.includes('/') ? 'hostBits' : 'noLength' }, correction }
  }
  if ((prefix.family === 4) !== (version === 'ipv4')) return { prefix, error: { key: 'family' } }
  const parent = within === undefined ? undefined : tryPrefix(within)
  const inside = !parent || (contains(parent, prefix) && parent.length < prefix.length)
  return inside ? { prefix } : { prefix, error: { key: 'outside' } }
}

/** First and last address of a prefix, and the number of addresses. */
export const extentOf = (prefix: Prefix): { first: string; last: string; size: string } => ({
  first: formatAddress(prefix),
  last: formatAddress(lastOf(prefix)),
  size: String(sizeOf(prefix)),
})
