import type {
  DhcpLease,
  DhcpNetwork,
  DhcpServer,
  LanAddress,
  LanDns,
  LanPool,
} from '@trunkline/contract/resources/control-shapes'
import type { Row, Session } from '@trunkline/routeros'
import { flagOf, kibOf, listOf, macOf, secondsOf, textOf, integerOf } from './values.ts'

/*
 * LAN menus in the panel's format. Each function prints one menu with only the properties that it needs, to save CPU
 * time on the router. Keys of the stored readings: `ip/address`, `ip/dns`, `ip/dhcp-server`, `ip/dhcp-server/network`,
 * `ip/dhcp-server/lease`, `ip/pool`.
 */

const id = (row: Row) => row['.id'] ?? ''
const flags = (row: Row) => ({
  disabled: flagOf(row['disabled']),
  dynamic: flagOf(row['dynamic']),
  invalid: flagOf(row['invalid']),
  comment: textOf(row['comment']),
})

/** @param managedAt address that the panel connects to; its row is marked */
export async function readAddresses(session: Session, managedAt: string | null = null): Promise<LanAddress[]> {
  const rows = await session.print('ip/address', {
    proplist: ['address', 'network', 'interface', 'actual-interface', 'disabled', 'dynamic', 'invalid', 'comment'],
  })
  return rows.map((row) => ({
    id: id(row),
    address: row['address'] ?? '',
    network: textOf(row['network']),
    interface: row['interface'] ?? '',
    actual_interface: textOf(row['actual-interface']),
    is_management: managedAt !== null && row['address']?.split('/')[0] === managedAt,
    ...flags(row),
  }))
}

export async function readDns(session: Session): Promise<LanDns> {
  const [row = {}] = await session.print('ip/dns')
  return {
    servers: listOf(row['servers']),
    dynamic_servers: listOf(row['dynamic-servers']),
    allow_remote_requests: flagOf(row['allow-remote-requests']),
    cache_size_kib: kibOf(row['cache-size']),
    cache_used_kib: kibOf(row['cache-used']),
    cache_max_ttl_seconds: secondsOf(row['cache-max-ttl']),
    use_doh_server: textOf(row['use-doh-server']),
    verify_doh_cert: flagOf(row['verify-doh-cert']),
  }
}

export async function readNetworks(session: Session): Promise<DhcpNetwork[]> {
  const rows = await session.print('ip/dhcp-server/network', {
    proplist: ['address', 'gateway', 'netmask', 'dns-server', 'ntp-server', 'domain', 'dynamic', 'comment'],
  })
  return rows.map((row) => ({
    id: id(row),
    address: row['address'] ?? '',
    gateway: textOf(row['gateway']),
    // Zero means "from the address".
    netmask: integerOf(row['netmask']) || null,
    dns_server: listOf(row['dns-server']),
    ntp_server: listOf(row['ntp-server']),
    domain: textOf(row['domain']),
    dynamic: flagOf(row['dynamic']),
    comment: textOf(row['comment']),
  }))
}

export async function readPools(session: Session): Promise<LanPool[]> {
  const rows = await session.print('ip/pool', {
    proplist: ['name', 'ranges', 'next-pool', 'total', 'used', 'comment'],
  })
  return rows.map((row) => {
    const ranges = listOf(row['ranges'])
    const [start = null, end = start] = ranges.length === 1 && !ranges[0]!.includes('/') ? ranges[0]!.split('-') : []
    return {
      id: id(row),
      name: row['name'] ?? '',
      address_start: start,
      address_end: end,
      ranges,
      next_pool: row['next-pool'] === 'none' ? null : textOf(row['next-pool']),
      total: integerOf(row['total']),
      used: integerOf(row['used']),
      comment: textOf(row['comment']),
    }
  })
}

const leaseProperties = [
  'address',
  'mac-address',
  'client-id',
  'server',
  'status',
  'host-name',
  'active-address',
  'active-mac-address',
  'expires-after',
  'last-seen',
  'lease-time',
  'rate-limit',
  'block-access',
  'blocked',
  'disabled',
  'dynamic',
  'comment',
]

export async function readLeases(session: Session): Promise<DhcpLease[]> {
  const rows = await session.print('ip/dhcp-server/lease', { proplist: leaseProperties })
  return rows.map((row) => ({
    id: id(row),
    address: textOf(row['address']),
    mac: macOf(row['mac-address']),
    client_id: textOf(row['client-id']),
    server: textOf(row['server']),
    status: textOf(row['status']),
    host_name: textOf(row['host-name']),
    active_address: textOf(row['active-address']),
    active_mac: macOf(row['active-mac-address']),
    expires_in_seconds: secondsOf(row['expires-after']),
    last_seen_seconds: secondsOf(row['last-seen']),
    lease_time_seconds: secondsOf(row['lease-time']),
    rate_limit: textOf(row['rate-limit']),
    blocked: flagOf(row['block-access']) || flagOf(row['blocked']),
    disabled: flagOf(row['disabled']),
    dynamic: flagOf(row['dynamic']),
    comment: textOf(row['comment']),
  }))
}

export async function readServers(session: Session): Promise<DhcpServer[]> {
  const rows = await session.print('ip/dhcp-server', {
    proplist: [
      'name',
      'interface',
      'address-pool',
      'lease-time',
      'authoritative',
      'disabled',
      'dynamic',
      'invalid',
      'comment',
    ],
  })
  return rows.map((row) => ({
    id: id(row),
    name: row['name'] ?? '',
    interface: row['interface'] ?? '',
    address_pool: row['address-pool'] ?? 'static-only',
    lease_time_seconds: secondsOf(row['lease-time']),
    authoritative: textOf(row['authoritative']),
    ...flags(row),
  }))
}
