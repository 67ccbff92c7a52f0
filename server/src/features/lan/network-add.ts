import { message } from '@trunkline/contract/errors'
import type { Body } from '@trunkline/contract/endpoint'
import type { siteNetworksControl } from '@trunkline/contract/resources/control-network'
import type { NetworksRead } from '../../devices/readings/networks.ts'
import type { NetworkTables } from '../../devices/readings/network-tables.ts'
import type { Step } from '../../devices/devices.ts'
import { conflict, invalid } from '../../errors.ts'
import { formatAddress } from '@trunkline/contract/net'
import type { AddressErrors } from './addresses.ts'
import { throwErrors, type Draft } from './draft.ts'
import { isolationSteps, addToNetworksList } from './network-isolation.ts'
import { allocateBlock } from './network-block.ts'
import {
  checkDns,
  checkName,
  checkOverlap,
  checkPorts,
  checkRange,
  checkManagementPort,
  networkText,
  planPorts,
  rangeAfter,
  rangeText,
  readRouterAddress,
  readRange,
  vlanError,
  managementMembership,
  type RouterAddress,
} from './network-checks.ts'
import { lastNetworks, type NetworkContext, type ManagementAccess } from './network-context.ts'
import { durationText } from './properties.ts'
import { VlanPlan } from './vlan-plan.ts'

export type NewNetwork = Body<typeof siteNetworksControl.addNetwork>
export type Dhcp = NonNullable<NewNetwork['dhcp']>

/** Menus that are read again after a change of a network. */
export const networkReads = [
  'network',
  'switch-port',
  'ip/address',
  'ip/pool',
  'ip/dhcp-server',
  'ip/dhcp-server/network',
  'interface',
]

/** The name of the network if no row of the menu has it, otherwise the name with a number. */
export function freeName(name: string, rows: readonly { name: string }[]): string {
  const used = new Set(rows.map((row) => row.name))
  let free = name
  for (let number = 2; used.has(free); number += 1) free = `${name}-${number}`
  return free
}

/**
 * Address, pool, server and DHCP options. Without a range, the pool starts after the router's own address.
 * @returns undefined after errors were added at `dhcp.…`
 */
export function dhcpSteps(
  errors: AddressErrors,
  tables: NetworkTables,
  of: { name: string; own: RouterAddress; dhcp: Dhcp },
): Step[] | undefined {
  const { name, own, dhcp } = of
  checkDns(errors, dhcp.dns)
  const given = dhcp.start != null || dhcp.end != null
  const range = given ? readRange(errors, dhcp, own) : rangeAfter(own)
  if (range === undefined || (!given && !checkRange(errors, range, own))) return undefined
  const network = networkText(own)
  if (tables.dhcp_networks.some((row) => row.address === network))
    errors[given ? 'dhcp.start' : 'address'] = message('lan.dhcp_network_taken')
  const pool = freeName(name, tables.pools)
  const server = freeName(name, tables.servers)
  return [
    { menu: 'ip/pool', verb: 'add', values: { name: pool, ranges: rangeText(range) }, identifies: { name: pool } },
    {
      menu: 'ip/dhcp-server/network',
      verb: 'add',
      values: {
        address: network,
        gateway: formatAddress({ family: 4, value: own.value }),
        ...((dhcp.dns ?? []).length > 0 && { 'dns-server': (dhcp.dns as string[]).join(',') }),
      },
      identifies: { address: network },
    },
    {
      menu: 'ip/dhcp-server',
      verb: 'add',
      values: {
        name: server,
        interface: name,
        'address-pool': pool,
        ...(dhcp.lease_seconds !== undefined && { 'lease-time': durationText(dhcp.lease_seconds) }),
        disabled: false,
      },
      identifies: { name: server },
    },
  ]
}

/** Ports and VLAN of a new network, on a bridge with or without VLAN filtering. */
function vlanSteps(
  errors: AddressErrors,
  { tables }: NetworksRead,
  management: ManagementAccess,
  body: NewNetwork,
): Step[] {
  const ports = { tagged: body.tagged ?? [], untagged: body.untagged ?? [] }
  const bridge = tables.bridges.find((one) => one.name === body.bridge)
  const slave = tables.ports.find((one) => one.interface === body.bridge)
  if (bridge === undefined) {
    const port = tables.interfaces.find((one) => one.name === body.bridge && ['ether', 'bond'].includes(one.type))
    if (port === undefined) errors['bridge'] = message('lan.no_bridge_or_port', { name: body.bridge })
    else if (slave !== undefined)
      errors['bridge'] = message('lan.choose_bridge', { port: body.bridge, bridge: slave.bridge })
    else if (tables.bonded.includes(body.bridge)) errors['bridge'] = message('lan.choose_bond', { port: body.bridge })
  }
  if (bridge?.vlan_filtering !== true) {
    for (const field of ['tagged', 'untagged'] as const)
      if (ports[field].length > 0) errors[field] = message('lan.no_vlan_filtering', { bridge: body.bridge })
    return []
  }
  checkPorts(errors, ports, tables, bridge.name)
  if (Object.keys(errors).length > 0) return []
  const plan = new VlanPlan(tables, bridge.name)
  const before = managementMembership(plan, management)
  plan.addBridge(body.vlan_id)
  planPorts(errors, plan, body.vlan_id, ports, { tagged: [], untagged: [] })
  checkManagementPort(errors, 'untagged', plan, management, before)
  return plan.steps()
}

/**
 * A new network: VLAN interface, tagged and untagged ports, address, DHCP and isolation. It is a commit-confirmed
 * write, so either all of it is applied or none.
 */
export async function addNetwork(context: NetworkContext, body: NewNetwork): Promise<Draft> {
  const { read, management } = await lastNetworks(context)
  const { tables } = read
  if (read.model === 'switch-chip') throw conflict('lan.switch_chip')
  const errors: AddressErrors = {}
  checkName(errors, body.name, tables)
  const same = vlanError(read, body.bridge, body.vlan_id)
  if (same !== undefined) errors['vlan_id'] = same
  const fromBlock = body.subnet_id != null
  if (fromBlock && body.address != null) errors['address'] = message('lan.address_or_block')
  if (!fromBlock && body.address == null) errors['address'] = message('lan.address_required')
  if (!fromBlock && body.prefix != null) errors['prefix'] = message('lan.prefix_without_block')
  const vlan = vlanSteps(errors, read, management, body)
  const given = fromBlock || body.address == null ? undefined : readRouterAddress(errors, body.address, tables, null)
  if (given !== undefined && body.dhcp != null)
    dhcpSteps(errors, tables, { name: body.name, own: given, dhcp: body.dhcp })
  else checkDns(errors, body.dhcp?.dns)
  throwErrors(errors)

  // Allocated only after validation passed, because allocation locks the block.
  const block = fromBlock
    ? await allocateBlock(context.tx, context.device, {
        subnet_id: body.subnet_id as number,
        prefix: body.prefix ?? undefined,
        name: body.name,
        vlan_id: body.vlan_id,
      })
    : undefined
  const own = (block?.own ?? given) as RouterAddress
  if (block !== undefined) checkOverlap(errors, 'subnet_id', own, tables, null)
  const dhcp = body.dhcp == null ? [] : dhcpSteps(errors, tables, { name: body.name, own, dhcp: body.dhcp })
  if (dhcp === undefined || Object.keys(errors).length > 0) throw invalid(errors)

  const names = [...read.networks.map(({ name }) => name), body.name]
  return {
    verb: 'add',
    label: `${body.name}, ${own.text}`,
    notes: [message('command_note.vlan', { vlan: body.vlan_id, bridge: body.bridge })],
    guarded: true,
    ...(block !== undefined && { input: { block_taken: block.id } }),
    change: {
      steps: [
        {
          menu: 'interface/vlan',
          verb: 'add',
          values: {
            name: body.name,
            interface: body.bridge,
            'vlan-id': body.vlan_id,
            ...(body.disabled === true && { disabled: true }),
            ...(body.comment != null && body.comment !== '' && { comment: body.comment }),
          },
          identifies: { name: body.name },
        },
        ...vlan,
        {
          menu: 'ip/address',
          verb: 'add',
          values: { address: own.text, interface: body.name },
          identifies: { address: own.text, interface: body.name },
        },
        ...dhcp,
        ...(body.isolated === true ? isolationSteps(read, body.name, true, names) : addToNetworksList(read, body.name)),
      ],
      reads: networkReads,
    },
  }
}
