import { message, type Message, type Reason } from './errors.ts'

/**
 * Addresses and prefixes as text and as numbers, for server and browser. IPv4 is dotted decimal without leading zeros
 * (which inet_aton reads as octal); IPv6 is parsed by RFC 4291 and written by RFC 5952. IPv4-mapped IPv6 and zone ids
 * are rejected: they do not identify an address that the panel manages.
 */

export type Family = 4 | 6
export interface Address {
  family: Family
  value: bigint
}
export interface Prefix extends Address {
  /** Bits of the network part. */
  length: number
}

/** The text is not an address or prefix; `reason` is shown to the user. */
export class NetError extends Error {
  override name = 'NetError'
  readonly reason: Message

  constructor(reason: Message) {
    super(reason.reason)
    this.reason = reason
  }
}

export const bitsOf = (family: Family): number => (family === 4 ? 32 : 128)
/** Number of addresses in a prefix. */
export const sizeOf = ({ family, length }: { family: Family; length: number }): bigint =>
  1n << BigInt(bitsOf(family) - length)
export const lastOf = (prefix: Prefix): Address => ({
  family: prefix.family,
  value: prefix.value + sizeOf(prefix) - 1n,
})
export const contains = (outer: Prefix, inner: Address | Prefix): boolean =>
  outer.family === inner.family &&
  (!('length' in inner) || inner.length >= outer.length) &&
  inner.value >> BigInt(bitsOf(outer.family) - outer.length) ===
    outer.value >> BigInt(bitsOf(outer.family) - outer.length)

function parseV4(text: string): bigint {
  const parts = text.split('.')
  if (parts.length !== 4) throw new NetError(message('ip.ipv4_format'))
  let value = 0n
  for (const part of parts) {
    if (!/^\d{1,3}$/.test(part)) throw new NetError(message('ip.ipv4_format'))
    if (part.length > 1 && part.startsWith('0')) throw new NetError(message('ip.leading_zeros'))
    if (Number(part) > 255) throw new NetError(message('ip.ipv4_format'))
    value = (value << 8n) | BigInt(part)
  }
  return value
}

function parseV6(text: string): bigint {
  if (text.includes('%')) throw new NetError(message('ip.zone'))
  if (text.includes('.')) throw new NetError(message('ip.embedded_ipv4'))
  const halves = text.split('::')
  if (halves.length > 2) throw new NetError(message('ip.ipv6_format'))
  const groups = halves.map((half) => (half === '' ? [] : half.split(':')))
  const count = groups.flat().length
  if (halves.length === 1 ? count !== 8 : count > 7) throw new NetError(message('ip.ipv6_format'))
  for (const group of groups.flat()) if (!/^[0-9a-f]{1,4}$/i.test(group)) throw new NetError(message('ip.ipv6_format'))
  const [head = [], tail = []] = groups
  const all = [...head, ...Array.from({ length: 8 - count }, () => '0'), ...tail]
  const value = all.reduce((sum, group) => (sum << 16n) | BigInt(Number.parseInt(group, 16)), 0n)
  if (value >> 32n === 0xffffn) throw new NetError(message('ip.embedded_ipv4'))
  return value
}

/** @throws NetError */
export function parseAddress(input: string): Address {
  const text = input.trim()
  if (text === '') throw new NetError(message('field.required'))
  if (text.includes('/')) throw new NetError(message('ip.length_not_allowed'))
  return text.includes(':') ? { family: 6, value: parseV6(text) } : { family: 4, value: parseV4(text) }
}

/** Networks of which no host has an address: unspecified, link-local (needs a zone), multicast, reserved and broadcast. */
const unusable = ['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4', '::/128', 'fe80::/10', 'ff00::/8']

/**
 * An address that a router or NAS can have. Loopback, private and documentation addresses are accepted: they work in test
 * installations. @throws NetError
 */
export function parseHostAddress(input: string): Address {
  const address = parseAddress(input)
  if (unusable.some((net) => contains(parsePrefix(net), address)))
    throw new NetError(message('ip.unusable', { address: formatAddress(address) }))
  return address
}

/** The prefix of a text like `192.0.2.0/24`. @throws NetError, also if host bits are set */
export function parsePrefix(input: string): Prefix {
  const text = input.trim()
  const slash = text.indexOf('/')
  if (slash < 1) throw new NetError(message('ip.network_required'))
  const address = parseAddress(text.slice(0, slash))
  const lengthText = text.slice(slash + 1)
  const bits = bitsOf(address.family)
  if (!/^(0|[1-9]\d{0,2})$/.test(lengthText) || Number(lengthText) > bits)
    throw new NetError(message('ip.length', { min: 0, max: bits }))
  const length = Number(lengthText)
  const network = networkOf(address, length)
  if (network.value !== address.value)
    throw new NetError(
      message('ip.host_bits', { address: formatAddress(address), length, network: formatPrefix(network) }),
    )
  return network
}

/** The prefix of `length` that contains the address. */
export const networkOf = ({ family, value }: Address, length: number): Prefix => {
  const rest = BigInt(bitsOf(family) - length)
  return { family, value: (value >> rest) << rest, length }
}

/** Canonical text: RFC 5952 for IPv6 (lower case, longest run of two or more zero groups as `::`). */
export function formatAddress({ family, value }: Address): string {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((value >> shift) & 255n)).join('.')
  const groups = Array.from({ length: 8 }, (_, i) => Number((value >> BigInt(112 - 16 * i)) & 0xffffn))
  let best = { at: -1, length: 1 }
  for (let at = 0; at < 8; at++) {
    let length = 0
    while (groups[at + length] === 0) length++
    if (length > best.length) best = { at, length }
    at += length
  }
  const hex = (list: number[]) => list.map((group) => group.toString(16)).join(':')
  return best.at < 0 ? hex(groups) : `${hex(groups.slice(0, best.at))}::${hex(groups.slice(best.at + best.length))}`
}

export const formatPrefix = (prefix: Prefix): string => `${formatAddress(prefix)}/${prefix.length}`

/** The canonical text of a prefix, or undefined if the text is not a prefix. */
export const tryPrefix = (text: string): Prefix | undefined => attempt(() => parsePrefix(text))
/** The address, or undefined if the text is not an address. */
export const tryAddress = (text: string): Address | undefined => attempt(() => parseAddress(text))

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch (error) {
    if (error instanceof NetError) return undefined
    throw error
  }
}

/** The reasons of `errorOf`, for the metadata of schemas that validate addresses and prefixes. */
export const netReasons: readonly Reason[] = [
  'field.required',
  'ip.ipv4_format',
  'ip.ipv6_format',
  'ip.leading_zeros',
  'ip.zone',
  'ip.embedded_ipv4',
  'ip.length_not_allowed',
  'ip.network_required',
  'ip.address_or_network',
  'ip.length',
  'ip.host_bits',
]

/** The error of the text, for the field; undefined if it is valid. */
export function errorOf(parse: () => unknown): Message | undefined {
  try {
    parse()
    return undefined
  } catch (error) {
    if (error instanceof NetError) return error.reason
    throw error
  }
}
