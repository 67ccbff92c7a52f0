import { message, type Message } from './errors.ts'
import { contains, formatPrefix, tryAddress, tryPrefix, type Prefix } from './net.ts'
import type { FilterRule, NatRule, PortForward } from './resources/firewall.ts'

/*
 * What a port forward is on a router: its rules, their place among the others, and what stands in its way. Server and
 * browser say the same by it. https://help.mikrotik.com/docs/spaces/ROS/pages/3211299/NAT
 */

export type Protocol = 'tcp' | 'udp'
export type PortRange = readonly [first: number, last: number]
/** Properties of a rule as RouterOS writes them; the ones that are not set are left out. */
export type RuleValues = Record<string, string>

export const protocolsOf = (of: PortForward['protocol']): Protocol[] => (of === 'tcp-udp' ? ['tcp', 'udp'] : [of])

/** The ranges of `443`, `8000-8010` or `80,443`; undefined for what is none. */
export function parsePorts(text: string): PortRange[] | undefined {
  const ranges: PortRange[] = []
  for (const part of text.split(',')) {
    const found = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim())
    if (found === null) return undefined
    ranges.push([Number(found[1]), Number(found[2] ?? found[1])])
  }
  return ranges
}

/** What is wrong with ports (RFC 6335: 1 to 65535), or undefined. */
export function portsError(text: string): Message | undefined {
  const ranges = parsePorts(text)
  if (ranges === undefined) return message('firewall.ports_format')
  for (const [at, [first, last]] of ranges.entries()) {
    if (first < 1 || last > 65_535 || first > 65_535) return message('field.range', { min: 1, max: 65_535 })
    if (last < first) return message('firewall.port_range_order')
    if (ranges.slice(0, at).some((other) => first <= other[1] && other[0] <= last)) return message('field.duplicate')
  }
  return undefined
}

/**
 * What is wrong with the ports inside: RouterOS takes one port or one range for `to-ports`, and there have to be as many
 * as outside.
 */
export function toPortsError(outside: string, inside: string): Message | undefined {
  const error = portsError(inside)
  if (error !== undefined) return error
  const [from = [], to = []] = [parsePorts(outside), parsePorts(inside)]
  if (outside === inside) return undefined
  if (to.length > 1) return message('firewall.one_port_range')
  const count = (ranges: readonly PortRange[]) => ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  if (from.length > 1 || count(from) !== count(to)) return message('firewall.port_count', { ports: count(from) })
  return undefined
}

export const portsOverlap = (one: string, other: string): boolean =>
  (parsePorts(one) ?? []).some(([first, last]) => (parsePorts(other) ?? []).some(([a, b]) => first <= b && a <= last))

const isSingle = (text: string) => /^(\d{1,3}\.){3}\d{1,3}(\/32)?$/.test(text)
const words = (of: Record<string, string | null>): RuleValues =>
  Object.fromEntries(Object.entries(of).flatMap(([name, value]) => (value === null ? [] : [[name, value]])))

/** Where a forward takes what comes in: the properties that say so. */
export type Incoming = Pick<PortForward, 'in_interface' | 'dst_address'> & { list: string | null }

/**
 * What leads outside: where the router's own rule hides what goes out, be it a list of interfaces (`WAN` of the default
 * set-up) or one of them; else the interface that is taken for the uplink. Undefined where nothing tells.
 */
export function outsideOf(nat: readonly NatRule[], uplink: string | undefined): Incoming | undefined {
  const hiding = nat.filter(
    (rule) => rule.chain === 'srcnat' && !rule.disabled && ['masquerade', 'src-nat'].includes(rule.action),
  )
  const listed = hiding.map((rule) => rule.more['out-interface-list']).find((name) => name && !name.startsWith('!'))
  if (listed !== undefined) return { in_interface: null, dst_address: null, list: listed }
  const named = hiding.map((rule) => rule.out_interface).find((name) => name && !name.startsWith('!')) ?? uplink
  return named ? { in_interface: named, dst_address: null, list: null } : undefined
}

/** The interface or address that was named, else what leads outside. */
export const incomingOf = (
  of: Pick<PortForward, 'in_interface' | 'dst_address'>,
  outside: Incoming | undefined,
): Incoming | undefined =>
  of.in_interface || of.dst_address
    ? { in_interface: of.in_interface || null, dst_address: of.dst_address || null, list: null }
    : outside

/** The rule of a forward for one protocol, without comment. */
export const ruleOf = (of: PortForward, protocol: Protocol, incoming: Incoming): RuleValues => ({
  chain: 'dstnat',
  action: 'dst-nat',
  protocol,
  ...words({
    'in-interface': incoming.in_interface,
    'in-interface-list': incoming.list,
    'dst-address': incoming.dst_address,
    'src-address': of.from || null,
  }),
  'dst-port': of.outside,
  'to-addresses': of.to_address,
  ...words({ 'to-ports': of.to_ports === of.outside ? null : of.to_ports || null }),
})

/** A rule as it is typed at the router. */
export function commandOf(rule: RuleValues, before: string | undefined): string {
  const stated = Object.entries(rule).map(([name, value]) =>
    /^[\w.,:/-]+$/.test(value) ? `${name}=${value}` : `${name}="${value.replaceAll(/["\\$]/g, String.raw`\$&`)}"`,
  )
  return ['/ip firewall nat add', ...stated, ...(before === undefined ? [] : [`place-before=${before}`])].join(' ')
}

/** Matchers that only a rule has which is no more than a port forward. */
const plainMatchers = new Set(['in-interface-list', 'log', 'log-prefix'])

/** A rule in plain words where it is a port forward and nothing beyond; null for the others. */
export function forwardOf(
  rule: Omit<NatRule, 'forward' | 'id' | 'position' | 'bytes' | 'packets'>,
): PortForward | null {
  const incoming = rule.more['in-interface-list'] ?? rule.in_interface ?? rule.dst_address
  if (
    rule.chain !== 'dstnat' ||
    rule.action !== 'dst-nat' ||
    (rule.protocol !== 'tcp' && rule.protocol !== 'udp') ||
    rule.dst_port === null ||
    parsePorts(rule.dst_port) === undefined ||
    rule.to_addresses === null ||
    !isSingle(rule.to_addresses) ||
    incoming === undefined ||
    incoming === null ||
    [rule.src_port, rule.out_interface, rule.src_address_list, rule.dst_address_list].some((value) => value !== null) ||
    [rule.in_interface, rule.dst_address, rule.src_address].some((value) => value?.startsWith('!')) ||
    (rule.dst_address !== null && !isSingle(rule.dst_address)) ||
    Object.keys(rule.more).some((name) => !plainMatchers.has(name))
  )
    return null
  return {
    protocol: rule.protocol,
    outside: rule.dst_port,
    to_address: rule.to_addresses.replace('/32', ''),
    to_ports: rule.to_ports === rule.dst_port ? null : rule.to_ports,
    in_interface: rule.in_interface,
    dst_address: rule.dst_address?.replace('/32', '') ?? null,
    from: rule.src_address,
  }
}

/** The addresses of `203.0.113.7`, `203.0.113.0/24` or `203.0.113.1-203.0.113.9` as first and last; undefined for none. */
export function addressesOf(text: string): readonly [bigint, bigint] | undefined {
  const [first = '', last] = text.split('-')
  if (last !== undefined) {
    const [a, b] = [tryAddress(first), tryAddress(last)]
    return a?.family === 4 && b?.family === 4 ? [a.value, b.value] : undefined
  }
  if (!text.includes('/')) {
    const one = tryAddress(text)
    return one?.family === 4 ? [one.value, one.value] : undefined
  }
  const prefix: Prefix | undefined = tryPrefix(text)
  return prefix?.family === 4 ? [prefix.value, prefix.value + (1n << BigInt(32 - prefix.length)) - 1n] : undefined
}

/** Whether two sources have an address in common; what can't be read may have any. */
function sourcesMeet(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true
  const [a, b] = [addressesOf(one), addressesOf(other)]
  return a === undefined || b === undefined || (a[0] <= b[1] && b[0] <= a[1])
}

const isWithin = (inner: string | null, outer: string | null): boolean => {
  if (outer === null) return true
  if (inner === null) return false
  const [a, b] = [addressesOf(inner), addressesOf(outer)]
  return a !== undefined && b !== undefined && b[0] <= a[0] && a[1] <= b[1]
}

/** Actions after which a packet goes on to no further rule. */
const ends = new Set(['accept', 'dst-nat', 'redirect', 'netmap', 'same', 'return'])

/** What the rules are weighed against: the forward, where it comes in, and what leads outside. */
export interface Weighed {
  forward: PortForward
  incoming: Incoming
  outside: Incoming | undefined
}

/** Whether a rule and the forward may see the same packet at all, sources left aside. */
function meets(rule: NatRule, { forward, incoming, outside }: Weighed): boolean {
  const { in_interface: port } = rule
  const list = rule.more['in-interface-list']
  if (rule.protocol !== null && !(protocolsOf(forward.protocol) as string[]).includes(rule.protocol)) return false
  if (rule.dst_port !== null && !portsOverlap(rule.dst_port, forward.outside)) return false
  if (port !== null && !port.startsWith('!')) {
    if (incoming.in_interface !== null && port !== incoming.in_interface) return false
    // What leads outside is known: another interface does not.
    if (incoming.list !== null && outside?.in_interface != null && port !== outside.in_interface) return false
  }
  if (list !== undefined && !list.startsWith('!') && incoming.list !== null && list !== incoming.list) return false
  if (rule.dst_address !== null && incoming.dst_address !== null && !rule.dst_address.startsWith('!'))
    return isWithin(incoming.dst_address, rule.dst_address)
  return true
}

const isLive = (rule: NatRule) => rule.chain === 'dstnat' && !rule.disabled && !rule.invalid

/** The rule that forwards the same already, and would keep the forward from ever being reached, or be kept by it. */
export const conflictOf = (weighed: Weighed, nat: readonly NatRule[]): NatRule | undefined =>
  nat.find(
    (rule) =>
      isLive(rule) &&
      ['dst-nat', 'redirect', 'netmap'].includes(rule.action) &&
      rule.dst_port !== null &&
      meets(rule, weighed) &&
      sourcesMeet(rule.src_address, weighed.forward.from) &&
      // One is for some sources and the other for all: the narrower one goes first, and both work.
      (rule.src_address === null) === (weighed.forward.from === null),
  )

/**
 * The rule that the forward has to stand before, as it would take its packets: the first that ends the search for all
 * of them. One for fewer sources stays before it. Undefined: it may stand at the end.
 */
export const placeOf = (weighed: Weighed, nat: readonly NatRule[]): NatRule | undefined =>
  nat.find(
    (rule) =>
      isLive(rule) &&
      !rule.dynamic &&
      (ends.has(rule.action) || rule.action === 'jump') &&
      meets(rule, weighed) &&
      isWithin(weighed.forward.from, rule.src_address),
  )

const drops = new Set(['drop', 'reject', 'tarpit'])
/** What of a filter rule can be judged here; one that asks for more is left out of account. */
const checkedProperties = new Set([
  'connection-state',
  'connection-nat-state',
  'in-interface-list',
  'out-interface-list',
  'log',
  'log-prefix',
  'reject-with',
])

/**
 * The filter rule that drops what was forwarded, as far as the rules tell: the first in `forward` that fits a new
 * connection from outside to the host. `connection-nat-state=!dstnat` spares forwards, as in the default set-up.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/48660574/Filter
 */
export function blockedBy({ forward, incoming }: Weighed, filters: readonly FilterRule[]): FilterRule | undefined {
  const inside = forward.to_ports ?? forward.outside
  const matches = (value: string | null | undefined, holds: (text: string) => boolean | undefined) => {
    if (value === null || value === undefined) return true
    const turned = value.startsWith('!')
    const found = holds(turned ? value.slice(1) : value)
    return found === undefined ? undefined : turned ? !found : found
  }
  for (const rule of filters) {
    if (rule.chain !== 'forward' || rule.disabled || rule.invalid) continue
    const accepts = rule.action === 'accept'
    if (!accepts && !drops.has(rule.action)) continue
    const { more } = rule
    const facts = [
      matches(rule.protocol, (text) => (protocolsOf(forward.protocol) as string[]).includes(text)),
      matches(rule.dst_port, (text) => portsOverlap(text, inside)),
      matches(rule.dst_address, (text) => isWithin(forward.to_address, text)),
      matches(rule.src_address, (text) => isWithin(forward.from, text)),
      matches(more['connection-state'], (text) => text.split(',').includes('new')),
      matches(more['connection-nat-state'], (text) => text.split(',').includes('dstnat')),
      matches(rule.in_interface, (text) =>
        incoming.in_interface === null ? undefined : text === incoming.in_interface,
      ),
      matches(more['in-interface-list'], (text) =>
        text === 'all' || text === incoming.list ? true : incoming.list === null ? undefined : false,
      ),
      matches(rule.out_interface, () => undefined),
      matches(more['out-interface-list'], (text) => (text === 'all' ? true : undefined)),
      rule.src_port === null && rule.src_address_list === null && rule.dst_address_list === null ? true : undefined,
      Object.keys(more).every((name) => checkedProperties.has(name)) ? true : undefined,
    ]
    if (facts.includes(false) || facts.includes(undefined)) continue
    return accepts ? undefined : rule
  }
  return undefined
}

/** Whether the host lies in one of the router's own networks (`192.168.88.1/24`); true where none is known. */
export function isReachable(host: string, addresses: readonly string[]): boolean {
  const target = tryAddress(host)
  if (target === undefined || addresses.length === 0) return true
  return addresses.some((text) => {
    const [own = '', length = '32'] = text.split('/')
    const base = tryAddress(own)
    if (base?.family !== 4) return false
    const rest = BigInt(32 - Number(length))
    return target.value >> rest === base.value >> rest
  })
}

/** Whether an address is the start of a block, for people: `203.0.113.0/24`; the fault, or undefined. */
export function sourceError(text: string): Message | undefined {
  const found = addressesOf(text)
  if (found !== undefined) return found[1] < found[0] ? message('firewall.range_order') : undefined
  const prefix = /^(.+)\/(\d{1,2})$/.exec(text)
  const base = prefix === null ? undefined : tryAddress(prefix[1] as string)
  if (prefix !== null && base?.family === 4 && Number(prefix[2]) <= 32) {
    const bits = BigInt(32 - Number(prefix[2]))
    const start = { family: 4 as const, value: (base.value >> bits) << bits, length: Number(prefix[2]) }
    if (!contains(start, base) || start.value !== base.value)
      return message('firewall.block_start', { block: formatPrefix(start) })
  }
  return message('firewall.source_format')
}
