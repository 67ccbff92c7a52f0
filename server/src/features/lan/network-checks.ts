import { message, type Message } from '@trunkline/contract/errors'
import {
  contains,
  formatAddress,
  formatPrefix,
  lastOf,
  networkOf,
  tryPrefix,
  type Prefix,
} from '@trunkline/contract/net'
import type { NetworksRead } from '../../devices/readings/networks.ts'
import type { NetworkTables } from '../../devices/readings/network-tables.ts'
import { readAddress, readInterfaceAddress, type AddressErrors } from './addresses.ts'
import { checkServers } from './dns.ts'
import type { ManagementAccess } from './network-context.ts'
import type { Membership, VlanPlan } from './vlan-plan.ts'

const ipv4 = (value: bigint) => formatAddress({ family: 4, value })

/** A DHCP address range, both ends included. */
export interface Range {
  start: bigint
  end: bigint
}

/** A range as RouterOS writes it: a single address without a dash. */
export const rangeText = ({ start, end }: Range) => (start === end ? ipv4(start) : `${ipv4(start)}-${ipv4(end)}`)

/** The router's own address (`10.3.0.1/24`) and its network. */
export interface RouterAddress {
  text: string
  value: bigint
  network: Prefix
}

export function ownOf(text: string): RouterAddress {
  const [host = '', length = '32'] = text.split('/')
  const value = readAddress({}, '', host) ?? 0n
  return { text, value, network: networkOf({ family: 4, value }, Number(length)) }
}

/** Interface names appear in comma-separated lists, scripts and command lines, so their characters are limited. */
export function checkName(errors: AddressErrors, name: string, tables: NetworkTables): void {
  if (!/^[A-Za-z0-9_.-]+$/.test(name)) errors['name'] = message('lan.name_characters')
  else if (tables.interfaces.some((one) => one.name === name)) errors['name'] = message('lan.name_taken')
}

/** @param except id of the network's own address row, which is not compared */
export function checkOverlap(
  errors: AddressErrors,
  field: string,
  { network }: RouterAddress,
  tables: NetworkTables,
  except: string | null,
): void {
  for (const row of tables.addresses) {
    if (row.disabled || row.id === except) continue
    const other = ownOf(row.address).network
    if (!contains(other, network) && !contains(network, other)) continue
    errors[field] = message('lan.overlaps', { network: formatPrefix(other), interface: row.interface })
    return
  }
}

/** @returns the address as RouterOS writes it; undefined after an error was added at `address` */
export function readRouterAddress(
  errors: AddressErrors,
  text: string,
  tables: NetworkTables,
  except: string | null,
): RouterAddress | undefined {
  const written = readInterfaceAddress(errors, 'address', text)
  if (written === undefined) return undefined
  const own = ownOf(written)
  checkOverlap(errors, 'address', own, tables, except)
  return own
}

/** First and last host address of a network (RFC 1122 3.2.1.3, RFC 3021). */
export function usableOf(network: Prefix): Range {
  const last = lastOf(network).value
  return network.length >= 31 ? { start: network.value, end: last } : { start: network.value + 1n, end: last - 1n }
}

/** The default DHCP range: from after the router's own address to the end of the network. */
export const rangeAfter = ({ value, network }: RouterAddress): Range => ({
  start: value + 1n,
  end: usableOf(network).end,
})

/**
 * The DHCP range of a network. It is validated, never adjusted.
 * @returns undefined after errors were added at `dhcp.start` and `dhcp.end`
 */
export function readRange(
  errors: AddressErrors,
  given: { start?: string | null | undefined; end?: string | null | undefined },
  own: RouterAddress,
): Range | undefined {
  if (given.start == null || given.end == null) {
    errors[given.start == null ? 'dhcp.start' : 'dhcp.end'] = message('field.required')
    return undefined
  }
  const start = readAddress(errors, 'dhcp.start', given.start)
  const end = readAddress(errors, 'dhcp.end', given.end)
  if (start === undefined || end === undefined) return undefined
  return checkRange(errors, { start, end }, own) ? { start, end } : undefined
}

export function checkRange(errors: AddressErrors, { start, end }: Range, { value, network }: RouterAddress): boolean {
  const usable = usableOf(network)
  const outside = (address: bigint) => address < usable.start || address > usable.end
  const where = message('lan.range_outside', { first: ipv4(usable.start), last: ipv4(usable.end) })
  if (outside(start)) errors['dhcp.start'] = where
  else if (outside(end)) errors['dhcp.end'] = where
  else if (end < start) errors['dhcp.end'] = message('lan.range_order')
  else if (start <= value && value <= end)
    errors['dhcp.start'] = message('lan.range_has_router', { address: ipv4(value) })
  else return true
  return false
}

export const checkDns = (errors: AddressErrors, dns: readonly string[] | undefined) =>
  checkServers(errors, 'dhcp.dns', dns)

export interface Ports {
  tagged: readonly string[]
  untagged: readonly string[]
}

/** Checks that the ports of a network belong to its bridge and are listed once. */
export function checkPorts(
  errors: AddressErrors,
  { tagged, untagged }: Ports,
  tables: NetworkTables,
  bridge: string,
): void {
  const known = new Map(tables.ports.filter((one) => one.bridge === bridge).map((one) => [one.interface, one]))
  const seen = new Set<string>()
  for (const [field, names] of [
    ['tagged', tagged],
    ['untagged', untagged],
  ] as const)
    for (const [at, name] of names.entries()) {
      const port = known.get(name)
      if (port === undefined) errors[`${field}.${at}`] = message('lan.not_port_of', { port: name, bridge })
      else if (seen.has(name)) errors[`${field}.${at}`] = message('field.duplicate')
      else if (port.dynamic) errors[`${field}.${at}`] = message('lan.port_dynamic', { port: name, bridge })
      seen.add(name)
    }
}

/** Adds the VLAN to the ports of the form, and reports the ports where that is not possible. */
export function planPorts(
  errors: AddressErrors,
  plan: VlanPlan,
  vlan_id: number,
  { tagged, untagged }: Ports,
  before: Ports,
): void {
  for (const name of untagged) plan.put(vlan_id, name, 'untagged')
  for (const [at, name] of tagged.entries())
    if (!plan.put(vlan_id, name, 'tagged')) errors[`tagged.${at}`] = message('lan.port_needs_network', { port: name })
  for (const name of [...before.tagged, ...before.untagged])
    if (!tagged.includes(name) && !untagged.includes(name) && !plan.put(vlan_id, name, 'none'))
      errors['untagged'] = message('lan.port_needs_network', { port: name })
}

/** VLAN membership of the management port; undefined if the port is unknown or on another bridge. */
export function managementMembership(plan: VlanPlan, management: ManagementAccess): Membership | undefined {
  if (management.port === undefined || management.vlan_id === null || management.bridge !== plan.bridge)
    return undefined
  return plan.stateOf(management.vlan_id, management.port)
}

/** The VLAN membership of the management port must not change. */
export function checkManagementPort(
  errors: AddressErrors,
  field: string,
  plan: VlanPlan,
  management: ManagementAccess,
  before: Membership | undefined,
): void {
  if (before !== undefined && before !== 'none' && managementMembership(plan, management) !== before)
    errors[field] = message('lan.management_port_vlan', { port: management.port ?? '', vlan: management.vlan_id ?? 0 })
}

/** Why the VLAN id cannot be used on this bridge or port; undefined if it can. */
export function vlanError(read: NetworksRead, below: string, vlan_id: number, except?: string): Message | undefined {
  const { vlans, bridges } = read.tables
  const same = vlans.find((one) => one.interface === below && one.vlan_id === vlan_id && one.name !== except)
  if (same !== undefined) return message('lan.vlan_taken', { name: same.name, vlan: vlan_id })
  const bridge = bridges.find((one) => one.name === below && one.vlan_filtering)
  if (bridge?.pvid === vlan_id) return message('lan.vlan_of_bridge', { vlan: vlan_id, bridge: below })
  return undefined
}

/** The network as text: `10.3.0.0/24`. */
export const networkText = ({ network }: RouterAddress) => formatPrefix(network)
export const isNetwork = (text: string, { network }: RouterAddress) => {
  const other = tryPrefix(text)
  return other !== undefined && formatPrefix(other) === formatPrefix(network)
}
