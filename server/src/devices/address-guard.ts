import { message } from '@trunkline/contract/errors'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { DeviceError } from './devices.ts'

/** Passes addresses that would be refused: simulators of the demo and of tests. */
export type Allow = (address: string, port: number) => boolean

export interface GuardSettings {
  /** Prefixes that devices may have an address of: `10.0.0.0/8`. Empty: all that are not refused anyway. */
  networks?: readonly string[]
  /** Hosts of the panel's own services: its database, its mail server. */
  own?: readonly string[]
  allow?: Allow
}

/** Where to connect. */
export interface ResolvedAddress {
  /** As it was given: TLS names it. */
  host: string
  /** What it resolved to: this is connected to, so that the name can't say something else a moment later. */
  address: string
}

export interface AddressGuard {
  /**
   * Resolves a host once and says where to connect.
   * @param isAllotted whether the provider opened a private address for the device
   * @throws DeviceError `address` where the panel does not connect to it, `unreachable` where the name is not known
   */
  check(host: string, port: number, isAllotted: (address: string) => Promise<boolean>): Promise<ResolvedAddress>
}

/**
 * Networks that mean another place to each operator: private (RFC 1918, RFC 4193) and shared by carriers (RFC 6598). Closed
 * but for what the provider allotted, since the panel itself stands in some of them.
 */
const privateNetworks = prefixList(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'])

/** Whether an address is one of a private network. False for what is no address. */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) !== 0 && within(privateNetworks, address.split('%')[0] as string)

/**
 * Never a router's, whatever is set: this host, unspecified, link-local with the metadata service of clouds
 * (169.254.169.254), multicast, reserved, broadcast, documentation and benchmarks (RFC 6890), and the forms of IPv6
 * that carry an IPv4 address past the list: mapped and compatible (RFC 4291), translated (RFC 6052, RFC 8215), 6to4
 * (RFC 3056), Teredo (RFC 4380), site-local (RFC 3879).
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

/** Of databases, caches, mail and control sockets: what answers there is no router, and must not be asked through the panel. */
const blockedPorts = new Set([
  1433, 1521, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 4369, 5432, 5433, 5672, 5900, 5984, 6000, 6379, 6443, 6667,
  9042, 9092, 9200, 9300, 10250, 11211, 25672, 27017,
])

/** REST on 80 and 443, the API on 8728 and 8729, and whatever an operator has moved them to. */
const portFits = (port: number) =>
  port === 80 || port === 443 || (port >= 1024 && port <= 65_535 && !blockedPorts.has(port))

/** An IPv4 address as everybody reads it: four decimal numbers without zeros in front. */
const plainIPv4 = /^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/
/** What resolvers read as an IPv4 address all the same: 2130706433, 0x7f.1, 0177.0.0.1, 127.1. */
const looksNumeric = /^(0x[0-9a-f]*|\d+)(\.(0x[0-9a-f]*|\d+)){0,3}\.?$/i
const name = /^(?=.{1,253}\.?$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.?$/i

/** A list of its own for each family: in one list Node takes an IPv4 address for the mapped one of IPv6, which is refused. */
export type Prefixes = Record<'ipv4' | 'ipv6', BlockList>

/**
 * Reads prefixes of a setting.
 * @throws Error that names the first one that is none
 */
export function prefixList(prefixes: readonly string[]): Prefixes {
  const lists: Prefixes = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const prefix of prefixes) {
    const [address = '', length, more] = prefix.trim().split('/')
    const family = isIP(address)
    const bits = family === 4 ? 32 : 128
    const of = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : -1
    if (family === 0 || more !== undefined || of < 0 || of > bits) throw new Error(`"${prefix}" is no prefix.`)
    const kind = family === 4 ? 'ipv4' : 'ipv6'
    lists[kind].addSubnet(address, of, kind)
  }
  return lists
}

function within(lists: Prefixes, address: string): boolean {
  const kind = isIPv4(address) ? 'ipv4' : 'ipv6'
  return lists[kind].check(address, kind)
}

/** Addresses of this machine: the panel must not be made to talk to itself. */
const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address.split('%')[0] ?? ''))

/** A guard with these settings. Names of own services are resolved again at most once a minute. */
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
      // One bad address spoils the name: whoever owns it could have the next answer come in another order.
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
  // RFC 6761: whatever a resolver says of it, it is this machine.
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
