import { message, type Message } from './errors.ts'
import { contains, formatPrefix, tryAddress, tryPrefix, type Prefix } from './net.ts'
import type { FilterRule, NatRule, PortForward } from './resources/firewall.ts'

/*
 * Port forwards on a router: the rules of a forward, their order among other rules, and conflicts. Server and
 * browser share it. https://help.mikrotik.com/docs/spaces/ROS/pages/3211299/NAT
 */

export type Protocol = 'tcp' | 'udp'
export type PortRange = readonly [first: number, last: number]
/** Properties of a rule as RouterOS writes them; unset ones are absent. */
export type RuleValues = Record<string, string>

export const protocolsOf = (of: PortForward['protocol']): Protocol[] => (of === 'tcp-udp' ? ['tcp', 'udp'] : [of])

/** The ranges of `443`, `8000-8010` or `80,443`; undefined if the text is not a list of ports. */
export function parsePorts(text: string): PortRange[] | undefined {
  const ranges: PortRange[] = []
  for (const part of text.split(',')) {
    const found = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim())
    if (found === null) return undefined
    ranges.push([Number(found[1]), Number(found[2] ?? found[1])])
  }
  return ranges
}

/** The error of external ports (RFC 6335: 1 to 65535), or undefined. */
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
 * The error of the internal ports: RouterOS accepts one port or one range for `to-ports`, and their number has to equal
 * that of the external ports.
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

/** The matchers for the side that a forward accepts connections from. */
export type Incoming = Pick<PortForward, 'in_interface' | 'dst_address'> & { list: string | null }

/**
 * The WAN side of the router: the interface list (`WAN` in the default configuration) or interface of its masquerade
 * rule, else the interface that is detected as the uplink. Undefined if neither is known.
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

/** The given interface or address, else the WAN side. */
export const incomingOf = (
  of: Pick<PortForward, 'in_interface' | 'dst_address'>,
  outside: Incoming | undefined,
): Incoming | undefined =>
  of.in_interface || of.dst_address
    ? { in_interface: of.in_interface || null, dst_address: of.dst_address || null, list: null }
    : outside

/** The rule of a forward for one protocol, without a comment. */
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

/** A rule as typed at the console of the router. */
export function commandOf(rule: RuleValues, before: string | undefined): string {
  const stated = Object.entries(rule).map(([name, value]) =>
    /^[\w.,:/-]+$/.test(value) ? `${name}=${value}` : `${name}="${value.replaceAll(/["\\$]/g, String.raw`\$&`)}"`,
  )
  return ['/ip firewall nat add', ...stated, ...(before === undefined ? [] : [`place-before=${before}`])].join(' ')
}

/** The only matchers that a plain port forward has. */
const plainMatchers = new Set(['in-interface-list', 'log', 'log-prefix'])

/** A rule as a port forward; null if the rule is anything else. */
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

/** First and last address of `203.0.113.7`, `203.0.113.0/24` or `203.0.113.1-203.0.113.9`; undefined for other text. */
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

/** Whether two sources overlap; an unparsable source counts as overlapping. */
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

/** Terminating actions: the router evaluates no further rule. */
const ends = new Set(['accept', 'dst-nat', 'redirect', 'netmap', 'same', 'return'])

/** The forward, its incoming side and the WAN side: what rules are compared with. */
export interface Weighed {
  forward: PortForward
  incoming: Incoming
  outside: Incoming | undefined
}

/** Whether a rule and the forward can match the same packet, sources ignored. */
function meets(rule: NatRule, { forward, incoming, outside }: Weighed): boolean {
  const { in_interface: port } = rule
  const list = rule.more['in-interface-list']
  if (rule.protocol !== null && !(protocolsOf(forward.protocol) as string[]).includes(rule.protocol)) return false
  if (rule.dst_port !== null && !portsOverlap(rule.dst_port, forward.outside)) return false
  if (port !== null && !port.startsWith('!')) {
    if (incoming.in_interface !== null && port !== incoming.in_interface) return false
    // The WAN side is known: a rule for another interface does not match.
    if (incoming.list !== null && outside?.in_interface != null && port !== outside.in_interface) return false
  }
  if (list !== undefined && !list.startsWith('!') && incoming.list !== null && list !== incoming.list) return false
  if (rule.dst_address !== null && incoming.dst_address !== null && !rule.dst_address.startsWith('!'))
    return isWithin(incoming.dst_address, rule.dst_address)
  return true
}

const isLive = (rule: NatRule) => rule.chain === 'dstnat' && !rule.disabled && !rule.invalid

/** The rule that conflicts with the forward: one of them would make the other unreachable. */
export const conflictOf = (weighed: Weighed, nat: readonly NatRule[]): NatRule | undefined =>
  nat.find(
    (rule) =>
      isLive(rule) &&
      ['dst-nat', 'redirect', 'netmap'].includes(rule.action) &&
      rule.dst_port !== null &&
      meets(rule, weighed) &&
      sourcesMeet(rule.src_address, weighed.forward.from) &&
      // One has a source and the other has none: the rule with the source goes first, and both match.
      (rule.src_address === null) === (weighed.forward.from === null),
  )

/**
 * The rule that the forward has to precede because it would match all packets of the forward: the first such rule with a
 * terminating action. A rule for a subset of the sources stays before the forward. Undefined: the forward may be last.
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
/** The matchers of a filter rule that are evaluated here; a rule with others is ignored. */
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
 * The filter rule that drops the forwarded connections, as far as the matchers show: the first in `forward` that
 * matches a new connection from the WAN to the host. `connection-nat-state=!dstnat` exempts forwards, as in the
 * default configuration.
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

/** Whether one of the router's own networks (`192.168.88.1/24`) contains the host; true if none is known. */
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

/** The error of an address, range or prefix of a source (`203.0.113.0/24`), or undefined. */
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
