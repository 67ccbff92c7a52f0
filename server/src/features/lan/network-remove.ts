import { contains, tryAddress, tryPrefix } from '@trunkline/contract/net'
import type { Query } from '@trunkline/contract/endpoint'
import type { siteNetworksControl } from '@trunkline/contract/resources/control-network'
import type { ReadNetwork } from '../../devices/readings/networks.ts'
import type { NetworkTables } from '../../devices/readings/network-tables.ts'
import type { Step } from '../../devices/devices.ts'
import { conflict } from '../../errors.ts'
import type { Draft } from './draft.ts'
import { networkReads } from './network-add.ts'
import { ownBlock } from './network-block.ts'
import { isManagementNetwork, lastNetworks, networkOf, type NetworkContext } from './network-context.ts'
import { VlanPlan } from './vlan-plan.ts'

/** Steps that remove the DHCP server, pool and network entry of one network. Rows that other networks use remain. */
export function dropDhcpSteps(tables: NetworkTables, { dhcp, address, interface: name }: ReadNetwork): Step[] {
  if (dhcp === null) return []
  const pool = tables.pools.find((one) => one.id === dhcp.pool_id)
  const shared =
    pool !== undefined &&
    (tables.servers.some((one) => one.pool === pool.name && one.id !== dhcp.server_id) ||
      tables.pools.some((one) => one.next_pool === pool.name))
  const reported = tables.dhcp_networks.find((one) => one.id === dhcp.network_id)
  const prefix = reported === undefined ? undefined : tryPrefix(reported.address)
  const others = tables.addresses.some((one) => {
    const host = tryAddress(one.address.split('/')[0] as string)
    return one.address !== address && host !== undefined && prefix !== undefined && contains(prefix, host)
  })
  return [
    { menu: 'ip/dhcp-server', verb: 'remove', id: dhcp.server_id, expected: { name: dhcp.name, interface: name } },
    ...(reported !== undefined && !others
      ? [
          {
            menu: 'ip/dhcp-server/network',
            verb: 'remove' as const,
            id: reported.id,
            expected: { address: reported.address },
          },
        ]
      : []),
    ...(pool !== undefined && !shared
      ? [{ menu: 'ip/pool', verb: 'remove' as const, id: pool.id, expected: { name: pool.name } }]
      : []),
  ]
}

/**
 * Removes a network: DHCP, address and VLAN. Its bridge or port remains, and so do the bridge ports: untagged ports of
 * the removed VLAN are in no network afterwards, instead of silently joining another one.
 */
export async function removeNetwork(
  context: NetworkContext,
  { id }: Query<typeof siteNetworksControl.removeNetwork>,
): Promise<Draft> {
  const { read, management } = await lastNetworks(context)
  const { tables } = read
  const network = networkOf(read, id)
  if (isManagementNetwork(network, management.addresses))
    throw conflict('lan.management_address', { address: network.address ?? '' })
  const vlan = tables.vlans.find((one) => one.id === id)
  const above = tables.vlans.find((one) => one.interface === network.name)
  if (vlan !== undefined && above !== undefined) throw conflict('lan.network_in_use', { name: above.name })
  const plan = new VlanPlan(tables, network.bridge ?? '')
  if (vlan !== undefined && network.model === 'vlan-filtering') plan.drop(vlan.vlan_id)
  const steps: Step[] = [
    ...dropDhcpSteps(tables, network),
    ...(network.address_id === null
      ? []
      : [
          {
            menu: 'ip/address',
            verb: 'remove' as const,
            id: network.address_id,
            expected: { address: network.address as string, interface: network.name },
          },
        ]),
    ...(vlan === undefined
      ? []
      : [
          ...tables.members
            .filter((one) => one.interface === network.name && !one.dynamic)
            .map((one): Step => ({
              menu: 'interface/list/member',
              verb: 'remove',
              id: one.id,
              expected: { list: one.list, interface: network.name },
            })),
          ...plan.steps(),
          {
            menu: 'interface/vlan',
            verb: 'remove' as const,
            id,
            expected: { name: network.name, 'vlan-id': String(vlan.vlan_id) },
          },
        ]),
  ]
  if (steps.length === 0) throw conflict('lan.nothing_to_remove', { name: network.name })
  const block = await ownBlock(context.tx, context.device, network.address)
  return {
    verb: 'remove',
    label: network.address === null ? network.name : `${network.name}, ${network.address}`,
    guarded: true,
    ...(block !== undefined && { input: { block_left: block } }),
    change: { steps, reads: networkReads },
  }
}
