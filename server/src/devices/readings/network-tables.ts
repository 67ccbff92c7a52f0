import { RouterError, type Row, type Session } from '@trunkline/routeros'
import { ruleMark } from '@trunkline/contract/resources/firewall'
import { optional } from './identity.ts'
import { flagOf, listOf, integerOf } from './values.ts'

/*
 * The menus that define a network, as rows of a few properties. Writes are computed from these, so they are stored
 * along with the networks derived from them. https://help.mikrotik.com/docs/spaces/ROS/pages/28606465/Bridge+VLAN+Table
 */

const on = (row: Row) => !flagOf(row['disabled'])

export interface BridgeRow {
  id: string
  name: string
  vlan_filtering: boolean
  /** The VLAN in which the bridge interface itself is untagged. */
  pvid: number
}
export interface BridgePortRow {
  id: string
  interface: string
  bridge: string
  pvid: number
  /** Ingress drops untagged frames. */
  tagged_only: boolean
  dynamic: boolean
  disabled: boolean
}
export interface BridgeVlanRow {
  id: string
  bridge: string
  /** In RouterOS notation: `10,20-30`. */
  vlan_ids: string
  tagged: string[]
  untagged: string[]
  dynamic: boolean
  disabled: boolean
  comment: string
}
export interface NetworkTables {
  interfaces: {
    id: string
    name: string
    type: string
    running: boolean
    disabled: boolean
    dynamic: boolean
    comment: string
  }[]
  vlans: { id: string; name: string; vlan_id: number; interface: string; disabled: boolean }[]
  bridges: BridgeRow[]
  ports: BridgePortRow[]
  bridge_vlans: BridgeVlanRow[]
  /** Interfaces that are members of a bond. */
  bonded: string[]
  /** VLANs of a switch chip, and the ports on which the chip adds the tag. */
  switch_vlans: number[]
  switch_ports: string[]
  addresses: { id: string; address: string; interface: string; disabled: boolean; dynamic: boolean }[]
  servers: { id: string; name: string; interface: string; pool: string; lease_time: string; disabled: boolean }[]
  dhcp_networks: { id: string; address: string; gateway: string; dns: string[] }[]
  pools: { id: string; name: string; ranges: string[]; next_pool: string }[]
  /** Bound leases by server name. */
  leases: Record<string, number>
  lists: { id: string; name: string }[]
  members: { id: string; list: string; interface: string; disabled: boolean; dynamic: boolean }[]
  /** Rules of the chain `forward`, in order. */
  forward: ForwardRule[]
  poe: { id: string; name: string }[]
  /** Ports behind which the current API clients are connected. */
  manager_ports: string[]
}
export interface ForwardRule {
  id: string
  action: string
  in_list: string
  out_list: string
  /** Whether it may accept or divert a new connection: isolation rules must come before it. */
  opens: boolean
  dynamic: boolean
  disabled: boolean
  ours: boolean
}

/** Rules that match only established connections do not affect new ones. */
const settled = new Set(['established', 'related', 'untracked', 'invalid'])
const aboutNew = (row: Row) => {
  const states = listOf(row['connection-state'])
  return states.length === 0 || states.some((state) => state.startsWith('!') || !settled.has(state))
}
const openers = new Set(['accept', 'fasttrack-connection', 'jump', 'return'])

const id = (row: Row) => row['.id'] ?? ''
const text = (row: Row, name: string) => row[name] ?? ''

/**
 * Ports behind which the logged-in API clients are connected: the ARP or neighbour entry of the client's address, and
 * the port on which the bridge has learned its MAC address. A client behind another router or a tunnel has no such
 * entry.
 */
async function readManagerPorts(session: Session): Promise<string[]> {
  const logins = await optional(session.print('user/active', { proplist: ['address', 'via'] }))
  const addresses = new Set(
    logins
      .filter((row) => /^(api|rest)/.test(text(row, 'via')))
      .map((row) => text(row, 'address').replace(/^::ffff:/, '')),
  )
  const ports = new Set<string>()
  for (const address of [...addresses].slice(0, 4)) {
    const [neighbour] = await optional(
      session.print('ip/arp', { proplist: ['mac-address', 'interface'], where: { address } }),
    )
    const mac = neighbour?.['mac-address']
    if (mac === undefined) continue
    const hosts = await optional(
      session.print('interface/bridge/host', {
        proplist: ['on-interface', 'interface'],
        where: { 'mac-address': mac },
      }),
    )
    for (const row of hosts) ports.add(text(row, 'on-interface') || text(row, 'interface'))
    if (hosts.length === 0) ports.add(text(neighbour as Row, 'interface'))
  }
  return [...ports]
}

/**
 * The rows of all menus that define networks.
 * @throws RouterError if the device shows no interfaces
 */
async function readMenus(session: Session) {
  const print = (menu: string, proplist: string[], where?: Record<string, string>) =>
    optional(session.print(menu, { proplist, ...(where !== undefined && { where }) }))
  const interfaces = await print('interface', ['name', 'type', 'running', 'disabled', 'dynamic', 'comment'])
  if (interfaces.length === 0) throw new RouterError('refused', 'The device shows no interfaces.', { sent: true })
  const [vlans, bridges, ports, bridgeVlans, bonds, switchVlans, switchPorts, addresses] = await Promise.all([
    print('interface/vlan', ['name', 'vlan-id', 'interface', 'disabled']),
    print('interface/bridge', ['name', 'vlan-filtering', 'pvid']),
    print('interface/bridge/port', ['interface', 'bridge', 'pvid', 'frame-types', 'dynamic', 'disabled']),
    print('interface/bridge/vlan', ['bridge', 'vlan-ids', 'tagged', 'untagged', 'dynamic', 'disabled', 'comment']),
    print('interface/bonding', ['slaves']),
    print('interface/ethernet/switch/vlan', ['vlan-id', 'disabled']),
    print('interface/ethernet/switch/port', ['name', 'vlan-mode']),
    print('ip/address', ['address', 'interface', 'disabled', 'dynamic']),
  ])
  const [servers, networks, pools, leases, lists, members, filter, poe] = await Promise.all([
    print('ip/dhcp-server', ['name', 'interface', 'address-pool', 'lease-time', 'disabled']),
    print('ip/dhcp-server/network', ['address', 'gateway', 'dns-server']),
    print('ip/pool', ['name', 'ranges', 'next-pool']),
    print('ip/dhcp-server/lease', ['server'], { status: 'bound' }),
    print('interface/list', ['name']),
    print('interface/list/member', ['list', 'interface', 'disabled', 'dynamic']),
    print('ip/firewall/filter', [
      'chain',
      'action',
      'in-interface-list',
      'out-interface-list',
      'connection-state',
      'dynamic',
      'disabled',
      'comment',
    ]),
    print('interface/ethernet/poe', ['name']),
  ])
  return {
    interfaces,
    vlans,
    bridges,
    ports,
    bridgeVlans,
    bonds,
    switchVlans,
    switchPorts,
    addresses,
    servers,
    networks,
    pools,
    leases,
    lists,
    members,
    filter,
    poe,
  }
}

const tablesOf = (menus: Awaited<ReturnType<typeof readMenus>>, managerPorts: string[]): NetworkTables => ({
  interfaces: menus.interfaces.map((row) => ({
    id: id(row),
    name: text(row, 'name'),
    type: text(row, 'type'),
    running: flagOf(row['running']),
    disabled: !on(row),
    dynamic: flagOf(row['dynamic']),
    comment: text(row, 'comment'),
  })),
  vlans: menus.vlans.map((row) => ({
    id: id(row),
    name: text(row, 'name'),
    vlan_id: integerOf(row['vlan-id']) ?? 1,
    interface: text(row, 'interface'),
    disabled: !on(row),
  })),
  bridges: menus.bridges.map((row) => ({
    id: id(row),
    name: text(row, 'name'),
    vlan_filtering: flagOf(row['vlan-filtering']),
    pvid: integerOf(row['pvid']) ?? 1,
  })),
  ports: menus.ports.map((row) => ({
    id: id(row),
    interface: text(row, 'interface'),
    bridge: text(row, 'bridge'),
    pvid: integerOf(row['pvid']) ?? 1,
    tagged_only: row['frame-types'] === 'admit-only-vlan-tagged',
    dynamic: flagOf(row['dynamic']),
    disabled: !on(row),
  })),
  bridge_vlans: menus.bridgeVlans.map((row) => ({
    id: id(row),
    bridge: text(row, 'bridge'),
    vlan_ids: text(row, 'vlan-ids'),
    tagged: listOf(row['tagged']),
    untagged: listOf(row['untagged']),
    dynamic: flagOf(row['dynamic']),
    disabled: !on(row),
    comment: text(row, 'comment'),
  })),
  bonded: menus.bonds.flatMap((row) => listOf(row['slaves'])),
  switch_vlans: menus.switchVlans.filter(on).flatMap((row) => integerOf(row['vlan-id']) ?? []),
  switch_ports: menus.switchPorts
    .filter((row) => !['', 'disabled'].includes(text(row, 'vlan-mode')))
    .map((row) => text(row, 'name')),
  addresses: menus.addresses.map((row) => ({
    id: id(row),
    address: text(row, 'address'),
    interface: text(row, 'interface'),
    disabled: !on(row),
    dynamic: flagOf(row['dynamic']),
  })),
  servers: menus.servers.map((row) => ({
    id: id(row),
    name: text(row, 'name'),
    interface: text(row, 'interface'),
    pool: text(row, 'address-pool'),
    lease_time: text(row, 'lease-time'),
    disabled: !on(row),
  })),
  dhcp_networks: menus.networks.map((row) => ({
    id: id(row),
    address: text(row, 'address'),
    gateway: text(row, 'gateway'),
    dns: listOf(row['dns-server']),
  })),
  pools: menus.pools.map((row) => ({
    id: id(row),
    name: text(row, 'name'),
    ranges: listOf(row['ranges']),
    next_pool: text(row, 'next-pool'),
  })),
  leases: countBy(menus.leases.map((row) => text(row, 'server'))),
  lists: menus.lists.map((row) => ({ id: id(row), name: text(row, 'name') })),
  members: menus.members.map((row) => ({
    id: id(row),
    list: text(row, 'list'),
    interface: text(row, 'interface'),
    disabled: !on(row),
    dynamic: flagOf(row['dynamic']),
  })),
  forward: menus.filter
    .filter((row) => row['chain'] === 'forward')
    .map((row) => ({
      id: id(row),
      action: text(row, 'action') || 'accept',
      in_list: text(row, 'in-interface-list'),
      out_list: text(row, 'out-interface-list'),
      opens: openers.has(text(row, 'action') || 'accept') && aboutNew(row),
      dynamic: flagOf(row['dynamic']),
      disabled: !on(row),
      ours: text(row, 'comment').startsWith(ruleMark),
    })),
  poe: menus.poe.map((row) => ({ id: id(row), name: text(row, 'name') })),
  manager_ports: managerPorts,
})

/**
 * Reads all menus that define networks. Menus that the device lacks are empty.
 * @throws RouterError
 */
export async function readNetworkTables(session: Session): Promise<NetworkTables> {
  const menus = await readMenus(session)
  return tablesOf(menus, await readManagerPorts(session))
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** Expands `10,20-30`. */
export function vlanIdsOf(written: string): number[] {
  const ids: number[] = []
  for (const part of written.split(',')) {
    const [first = NaN, last = first] = part.split('-').map(Number)
    if (!Number.isInteger(first) || !Number.isInteger(last)) continue
    for (let one = first; one <= Math.min(last, 4094); one += 1) ids.push(one)
  }
  return ids
}

/** VLANs in RouterOS notation: sorted, with consecutive ids as a range. */
export function writeVlanIds(ids: Iterable<number>): string {
  const sorted = [...new Set(ids)].toSorted((one, other) => one - other)
  const parts: string[] = []
  for (let at = 0; at < sorted.length;) {
    let end = at
    while (sorted[end + 1] === (sorted[end] as number) + 1) end += 1
    parts.push(end === at ? `${sorted[at]}` : `${sorted[at]}-${sorted[end]}`)
    at = end + 1
  }
  return parts.join(',')
}

/** The ports of a bridge that carry a VLAN, tagged and untagged; without the bridge itself. */
export function portsOfVlan(
  tables: Pick<NetworkTables, 'ports' | 'bridge_vlans'>,
  bridge: string,
  vlan_id: number,
): { tagged: string[]; untagged: string[] } {
  const rows = tables.bridge_vlans.filter(
    (row) => row.bridge === bridge && !row.dynamic && !row.disabled && vlanIdsOf(row.vlan_ids).includes(vlan_id),
  )
  // A port whose PVID is this VLAN sends it untagged, whether or not its row lists it.
  const own = tables.ports.filter(
    (port) => port.bridge === bridge && port.pvid === vlan_id && !port.disabled && !port.tagged_only,
  )
  const untagged = new Set([...rows.flatMap((row) => row.untagged), ...own.map((port) => port.interface)])
  const tagged = new Set(rows.flatMap((row) => row.tagged).filter((name) => !untagged.has(name)))
  for (const set of [tagged, untagged]) set.delete(bridge)
  return { tagged: [...tagged], untagged: [...untagged] }
}
