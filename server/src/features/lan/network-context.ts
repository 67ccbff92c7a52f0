import { placeOf, type NetworksRead, type ReadNetwork } from '../../devices/readings/networks.ts'
import type { NetworkTables } from '../../devices/readings/network-tables.ts'
import type { Actor } from '../../access/actor.ts'
import { managementAddresses } from './device.ts'
import { conflict } from '../../errors.ts'
import type { DraftContext } from './draft.ts'

/** The context in which commands about networks are validated: the draft context and the caller. */
export interface NetworkContext extends DraftContext {
  actor: Actor
}

/** Interface and port through which the panel connects, from the last reading. */
export interface ManagementAccess {
  addresses: string[]
  /** Interface with the management address; undefined for a tunnel, a host name or a NAT address. */
  interface: string | undefined
  bridge: string | null
  vlan_id: number | null
  /** The management port, if there is only one candidate. */
  port: string | undefined
}

const hostOf = (address: string) => address.split('/')[0] as string

/**
 * Finds the interface and port through which the panel connects. The port is known if the device sees the panel's
 * connection on it, or if it is the only running port of the network of the management address.
 */
export function findManagementAccess(tables: NetworkTables, addresses: string[]): ManagementAccess {
  const row = tables.addresses.find((one) => !one.disabled && addresses.includes(hostOf(one.address)))
  if (row === undefined) return { addresses, interface: undefined, bridge: null, vlan_id: null, port: undefined }
  const { bridge, vlan_id, tagged, untagged } = placeOf(tables, row.interface)
  const up = [...tagged, ...untagged].filter((name) =>
    tables.interfaces.some((one) => one.name === name && one.running && !one.disabled),
  )
  const seen = tables.manager_ports.filter((name) => [...tagged, ...untagged].includes(name))
  const [port] = seen.length === 1 ? seen : up.length === 1 ? up : []
  return { addresses, interface: row.interface, bridge, vlan_id, port }
}

/** Whether the network contains a management address. */
export const isManagementNetwork = (network: Pick<ReadNetwork, 'address'>, addresses: readonly string[]): boolean =>
  network.address !== null && addresses.includes(hostOf(network.address))

/** The last reading of the networks and the management interface. @throws AppError conflict if there is no reading */
export async function lastNetworks(
  context: DraftContext,
): Promise<{ read: NetworksRead; management: ManagementAccess }> {
  const read = (await context.last('network')) as unknown as NetworksRead | undefined
  if (read === undefined) throw conflict('lan.networks_not_read')
  return { read, management: findManagementAccess(read.tables, await managementAddresses(context.tx, context.device)) }
}

/** The network of a command. @throws AppError conflict if it is gone, or read-only in the panel */
export function networkOf(read: NetworksRead, id: string): ReadNetwork {
  const network = read.networks.find((one) => one.id === id)
  if (network === undefined) throw conflict('lan.network_gone')
  if (network.locked !== null) throw conflict('lan.network_locked', { name: network.name, cause: network.locked })
  return network
}
