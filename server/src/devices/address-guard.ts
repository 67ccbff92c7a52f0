import { message } from '@trunkline/contract/errors'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { DeviceError } from './devices.ts'

/** Addresses that bypass the guard: simulators of the demo and of tests. */
export type Allow = (address: string, port: number) => boolean

export interface GuardSettings {
  /** Prefixes that device addresses must belong to: `10.0.0.0/8`. Empty: all that are not rejected otherwise. */
  networks?: readonly string[]
  /** Hosts of the panel's own services: its database and its mail server. */
  own?: readonly string[]
  allow?: Allow
}

/** The target of a connection. */
export interface ResolvedAddress {
  /** The host as given: used as the TLS server name. */
  host: string
  /** The resolved address to connect to, so that a later DNS answer cannot change the target. */
  address: string
}

export interface AddressGuard {
  /**
   * Resolves a host once and returns the address to connect to.
   * @param isAllotted whether the provider has allotted a private address to the device
   * @throws DeviceError `address` if the panel may not connect to it, `unreachable` if the name does not resolve
   */
  check(host: string, port: number, isAllotted: (address: string) => Promise<boolean>): Promise<ResolvedAddress>
}

/**
 * Networks with a different meaning at each operator: private (RFC 1918, RFC 4193) and carrier-grade NAT (RFC 6598).
 * Rejected except for addresses that the provider allotted, because the panel's own network may be one of them.
 */
const privateNetworks = prefixList(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'])

/** Whether an address is private. False for anything that is not an address. */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) !== 0 && within(privateNetworks, address.split('%')[0] as string)

/**
 * Never a router's address, whatever the settings: this host, unspecified, link-local including the metadata service of
 * clouds (169.254.169.254), multicast, reserved, broadcast, documentation and benchmarks (RFC 6890), and the IPv6 forms
 * that embed an IPv4 address and would bypass the list: mapped and compatible (RFC 4291), translated (RFC 6052, RFC
 * 8215), 6to4 (RFC 3056), Teredo (RFC 4380), site-local (RFC 3879).
 */
const never = prefixList([
  '0.0.0.0/8',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2002::/16',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
])

/**
 * Ports of databases, caches, mail and control sockets: no router listens there, and the panel must not be used to
 * reach them.
 */
const blockedPorts = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5433, 5672, 5900, 5984, 6000, 6379, 6443, 6667,
  9042, 9092, 9200, 9300, 10250, 11211, 25672, 27017,
])

/** REST on 80 and 443, the API on 8728 and 8729, and any port that an operator has chosen instead. */
const portFits = (port: number) =>
  port === 80 || port === 443 || (port >= 1024 && port <= 65_535 && !blockedPorts.has(port))

/** An IPv4 address in unambiguous notation: four decimal numbers without leading zeros. */
const plainIPv4 = /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/
/** Other notations that resolvers accept as an IPv4 address: 2130706433, 0x7f.1, 0177.0.0.1, 127.1. */
const looksNumeric = /^(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+)){0,3}\.?$/i
const name = /^(?=.{1,253}\.?$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.?$/i

/**
 * One list per address family: in a shared list Node matches an IPv4 address against IPv4-mapped IPv6 prefixes, which
 * are rejected.
 */
export type Prefixes = Record<'ipv4' | 'ipv6', BlockList>

/**
 * Parses the prefixes of a setting.
 * @throws Error that names the first invalid one
 */
export function prefixList(prefixes: readonly string[]): Prefixes {
  const lists: Prefixes = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const prefix of prefixes) {
    const [address = '', length, more] = prefix.trim().split('/')
    const family = isIP(address)
    const bits = family === 4 ? 32 : 128
    const of = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : -1
    if (family === 0 || more !== undefined || of < 0 || of > bits) throw new Error(`"${prefix}" is not a prefix.`)
    const kind = family === 4 ? 'ipv4' : 'ipv6'
    lists[kind].addSubnet(address, of, kind)
  }
  return lists
}

function within(lists: Prefixes, address: string): boolean {
  const kind = isIPv4(address) ? 'ipv4' : 'ipv6'
  return lists[kind].check(address, kind)
}

/** Addresses of this machine: the panel must not connect to itself. */
const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address.split('%')[0] ?? ''))

/** Creates a guard. Names of the panel's own services are resolved at most once a minute. */
export function createAddressGuard({ networks = [], own = [], allow }: GuardSettings = {}): AddressGuard {
  const allowed = networks.length === 0 ? undefined : prefixList(networks)
  let stored: { at: number; addresses: Promise<Set<string>> } | undefined
  const ownNow = () => {
    if (stored === undefined || Date.now() - stored.at > 60_000)
      stored = {
        at: Date.now(),
        addresses: Promise.all(own.map((host) => addressesOf(host).catch(() => []))).then(
          (lists) => new Set([...lists.flat(), ...ownAddresses()]),
        ),
      }
    return stored.addresses
  }

  return {
    async check(given, port, isAllotted) {
      const host = given.trim().replace(/^\[(.*)\]$/, '$1')
      if (!wellFormed(host)) throw new DeviceError('address', message('device.address_format'))
      const addresses = await addressesOf(host)
      const address = addresses[0]
      if (address === undefined)
        throw new DeviceError('unreachable', message('device.name_without_address', { name: host }))
      if (allow?.(address, port)) return { host, address }
      if (!portFits(port)) throw new DeviceError('address', message('device.port_blocked', { port }))
      const mine = await ownNow()
      // One forbidden address rejects the name: its owner could return the addresses in another order next time.
      for (const one of addresses)
        if (within(never, one) || mine.has(one) || (allowed !== undefined && !within(allowed, one)))
          throw new DeviceError(
            'address',
            host === one
              ? message('device.address_blocked', { address: one })
              : message('device.name_blocked', { name: host, address: one }),
          )
      for (const one of addresses)
        if (isPrivateAddress(one) && !(await isAllotted(one)))
          throw new DeviceError(
            'address',
            host === one
              ? message('device.address_private', { address: one })
              : message('device.name_private', { name: host, address: one }),
          )
      return { host, address }
    },
  }
}

const wellFormed = (host: string) => {
  if (plainIPv4.test(host)) return isIPv4(host)
  if (host.includes(':')) return isIP(host) === 6 && !host.includes('%')
  // RFC 6761: localhost names always mean this machine, whatever a resolver returns.
  return !looksNumeric.test(host) && !/(^|\.)localhost\.?$/i.test(host) && name.test(host)
}

async function addressesOf(host: string): Promise<string[]> {
  if (isIP(host) !== 0) return [host]
  try {
    return (await lookup(host, { all: true, verbatim: false })).map(({ address }) => address)
  } catch {
    throw new DeviceError('unreachable', message('device.name_unknown', { name: host }))
  }
}
