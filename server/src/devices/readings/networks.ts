import { contains, tryAddress, tryPrefix } from '@trunkline/contract/net'
import type { NetworkModel, SiteNetwork, SiteNetworks } from '@trunkline/contract/resources/control-network'
import type { Session } from '@trunkline/routeros'
import { portsOfVlan, readNetworkTables, type NetworkTables } from './network-tables.ts'
import { secondsOf } from './values.ts'

/** Interface lists that isolate networks: the isolated networks, and all networks of the router. */
export const isolatedList = 'trunkline-isolated'
export const networksList = 'trunkline-networks'

/** A network as the device reports it. Caller-dependent fields are added to the reply. */
export type ReadNetwork = Omit<SiteNetwork, 'subnet_id' | 'subnet' | 'is_management'>

/** The reading `network`. */
export interface NetworksRead extends Omit<SiteNetworks, 'networks'> {
  networks: ReadNetwork[]
  tables: NetworkTables
}

export const noNetworks: NetworksRead = {
  networks: [],
  bridges: [],
  model: 'plain',
  tables: {
    interfaces: [],
    vlans: [],
    bridges: [],
    ports: [],
    bridge_vlans: [],
    bonded: [],
    switch_vlans: [],
    switch_ports: [],
    addresses: [],
    servers: [],
    dhcp_networks: [],
    pools: [],
    leases: {},
    lists: [],
    members: [],
    forward: [],
    poe: [],
    manager_ports: [],
  },
}

/** The networks of a router, stored as `network`. */
export async function readSiteNetworks(session: Session): Promise<NetworksRead> {
  return composeNetworks(await readNetworkTables(session))
}

/** Interfaces that can carry a network of a site; dial-up interfaces and tunnels cannot. */
const carriers = new Set(['bridge', 'vlan', 'ether', 'bond', 'wlan', 'wifi', 'vrrp', 'veth'])
const outside = /\b(wan|uplink|internet)\b/i

/** Whether an interface is an uplink: a list or its name indicates it, or it got its address by DHCP or dial-up. */
function isUplink(tables: NetworkTables, name: string): boolean {
  const own = tables.interfaces.find((one) => one.name === name)
  const lists = tables.members.filter((one) => one.interface === name && !one.disabled).map((one) => one.list)
  if (lists.some((list) => outside.test(list)) || outside.test(`${name} ${own?.comment ?? ''}`)) return true
  return own?.type === 'ether' && tables.addresses.some((one) => one.interface === name && one.dynamic)
}

export function composeNetworks(tables: NetworkTables): NetworksRead {
  const vlanNames = new Set(tables.vlans.map(({ name }) => name))
  const withAddress = new Set(tables.addresses.map((one) => one.interface))
  const local = tables.interfaces.filter(
    ({ name, type }) =>
      (carriers.has(type) || vlanNames.has(name)) &&
      (withAddress.has(name) || vlanNames.has(name)) &&
      !isUplink(tables, name),
  )
  const apart = isolatedOf(
    tables,
    local.map(({ name }) => name),
  )
  return {
    networks: local.map((one) => networkOf(tables, one, apart.has(one.name))),
    bridges: [
      ...tables.bridges.map(({ name, vlan_filtering }) => ({
        name,
        vlan_filtering,
        ports: tables.ports.filter((port) => port.bridge === name).map((port) => port.interface),
      })),
      // A VLAN interface may be on a port outside any bridge.
      ...tables.interfaces
        .filter(
          ({ name, type }) =>
            ['ether', 'bond'].includes(type) &&
            !tables.ports.some((port) => port.interface === name) &&
            !tables.bonded.includes(name) &&
            !isUplink(tables, name),
        )
        .map(({ name }) => ({ name, vlan_filtering: false, ports: [] })),
    ],
    model: tables.bridges.some((one) => one.vlan_filtering)
      ? 'vlan-filtering'
      : tables.switch_vlans.length > 0 || tables.switch_ports.length > 0
        ? 'switch-chip'
        : 'vlan-interfaces',
    tables,
  }
}

interface NetworkLocation {
  model: NetworkModel
  vlan_id: number | null
  bridge: string | null
  tagged: string[]
  untagged: string[]
}

/** Location of a network: its bridge or port, its tag, and the ports that carry it. */
export function placeOf(tables: NetworkTables, name: string): NetworkLocation {
  const vlan = tables.vlans.find((one) => one.name === name)
  const below = vlan?.interface ?? name
  const bridge = tables.bridges.find((one) => one.name === below)
  const own = tables.ports.filter((port) => port.bridge === below).map((port) => port.interface)
  if (bridge?.vlan_filtering === true) {
    const vlan_id = vlan?.vlan_id ?? bridge.pvid
    return { model: 'vlan-filtering', vlan_id, bridge: below, ...portsOfVlan(tables, below, vlan_id) }
  }
  const chip = tables.switch_vlans.length > 0 || tables.switch_ports.length > 0
  const ports = bridge === undefined ? [below] : own
  if (vlan !== undefined)
    return {
      model: chip && tables.switch_vlans.includes(vlan.vlan_id) ? 'switch-chip' : 'vlan-interfaces',
      vlan_id: vlan.vlan_id,
      bridge: below,
      tagged: ports,
      untagged: [],
    }
  return {
    model: chip && bridge !== undefined ? 'switch-chip' : 'plain',
    vlan_id: null,
    bridge: bridge === undefined ? null : below,
    tagged: [],
    untagged: ports,
  }
}

function networkOf(
  tables: NetworkTables,
  { id, name, disabled, dynamic, comment }: NetworkTables['interfaces'][number],
  isolated: boolean,
): ReadNetwork {
  const addresses = tables.addresses.filter((one) => one.interface === name)
  const address = addresses.find((one) => !one.disabled) ?? addresses[0]
  const place = placeOf(tables, name)
  const slave = tables.ports.some((port) => port.interface === name)
  return {
    id,
    name,
    interface: name,
    ...place,
    address: address?.address ?? null,
    address_id: address?.id ?? null,
    dhcp: dhcpOf(tables, name, address?.address),
    isolated,
    leases: tables.servers
      .filter((one) => one.interface === name)
      .reduce((sum, one) => sum + (tables.leases[one.name] ?? 0), 0),
    disabled: disabled || address?.disabled === true,
    comment: comment === '' ? null : comment,
    locked:
      place.model === 'switch-chip'
        ? 'switch-chip'
        : addresses.filter((one) => !one.disabled).length > 1
          ? 'several-addresses'
          : dynamic || address?.dynamic === true
            ? 'dynamic'
            : slave
              ? 'slave'
              : null,
  }
}

function dhcpOf(tables: NetworkTables, name: string, address: string | undefined): ReadNetwork['dhcp'] {
  const mine = tables.servers.filter((one) => one.interface === name)
  const server = mine.find((one) => !one.disabled) ?? mine[0]
  if (server === undefined) return null
  const pool = tables.pools.find((one) => one.name === server.pool)
  const reported = dhcpNetworkOf(tables, address)
  const single = pool?.ranges.length === 1 && !pool.ranges[0]!.includes('/') ? pool.ranges[0]! : undefined
  const [start, end = start] = single?.split('-') ?? []
  return {
    server_id: server.id,
    name: server.name,
    is_enabled: !server.disabled,
    pool_id: pool?.id ?? null,
    start: start ?? null,
    end: end ?? null,
    several_ranges: pool !== undefined && single === undefined,
    network_id: reported?.id ?? null,
    gateway: reported?.gateway === '' ? null : (reported?.gateway ?? null),
    dns: reported?.dns ?? [],
    lease_seconds: secondsOf(server.lease_time),
  }
}

/** DHCP options for the clients of an address's network: the most specific row that contains it. */
export function dhcpNetworkOf(tables: NetworkTables, address: string | undefined) {
  const host = tryAddress(address?.split('/')[0] ?? '')
  if (host === undefined) return undefined
  return tables.dhcp_networks
    .flatMap((row) => {
      const prefix = tryPrefix(row.address)
      return prefix !== undefined && prefix.family === host.family && contains(prefix, host) ? [{ row, prefix }] : []
    })
    .toSorted((one, other) => other.prefix.length - one.prefix.length)[0]?.row
}

/**
 * Networks that the panel's rules isolate from the others: both rules exist, before any rule that accepts new
 * connections, and the lists contain all of them.
 */
function isolatedOf(tables: NetworkTables, local: readonly string[]): Set<string> {
  const rules = isolationRules(tables)
  const opens = tables.forward.findIndex((rule) => rule.opens && !rule.disabled)
  const holds = (rule: (typeof rules)['from']) =>
    rule !== undefined && !rule.disabled && (opens === -1 || tables.forward.indexOf(rule) < opens)
  if (!holds(rules.from) || !holds(rules.to)) return new Set()
  const isIn = (list: string, name: string) =>
    tables.members.some((one) => one.list === list && one.interface === name && !one.disabled)
  return new Set(
    local.filter(
      (name) => isIn(isolatedList, name) && local.every((other) => other === name || isIn(networksList, other)),
    ),
  )
}

/** The two isolation rules: from an isolated network to the others, and back. */
export const isolationRules = ({ forward }: Pick<NetworkTables, 'forward'>) => {
  const ours = forward.filter((rule) => rule.ours && rule.action === 'drop')
  return {
    from: ours.find((rule) => rule.in_list === isolatedList && rule.out_list === networksList),
    to: ours.find((rule) => rule.in_list === networksList && rule.out_list === isolatedList),
  }
}
