import { placeOf, type NetworksRead, type ReadNetwork } from '../../devices/readings/networks.ts'
import type { NetworkTables } from '../../devices/readings/network-tables.ts'
import type { Actor } from '../../access/actor.ts'
import { managementAddresses } from './device.ts'
import { conflict } from '../../errors.ts'
import type { DraftContext } from './draft.ts'

/** What an order about networks is validated with: the caller, besides the context of every order. */
export interface NetworkContext extends DraftContext {
  actor: Actor
}

/** Where the panel comes in, as far as the last reading tells. */
export interface WayIn {
  addresses: string[]
  /** Interface that has the address; undefined: a tunnel, a name or an address that is translated on the way. */
  interface: string | undefined
  bridge: string | null
  vlan_id: number | null
  /** The one port by which it can only be. */
  port: string | undefined
}

const hostOf = (address: string) => address.split('/')[0] as string

/**
 * Where the panel comes in. The port is known where the device sees the panel's own connection behind it, or where it
 * is the only one that is up among those that carry the network of the address.
 */
export function wayInOf(tables: NetworkTables, addresses: string[]): WayIn {
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

/** Whether the panel comes in by the network. */
export const isWayIn = (network: Pick<ReadNetwork, 'address'>, addresses: readonly string[]): boolean =>
  network.address !== null && addresses.includes(hostOf(network.address))

/** The last reading of the networks, and where the panel comes in. @throws AppError conflict where there is none */
export async function lastNetworks(context: DraftContext): Promise<{ read: NetworksRead; way: WayIn }> {
  const read = (await context.last('network')) as unknown as NetworksRead | undefined
  if (read === undefined) throw conflict('lan.networks_not_read')
  return { read, way: wayInOf(read.tables, await managementAddresses(context.tx, context.device)) }
}

/** The network of an order. @throws AppError conflict where it is not there, or is not written here */
export function networkOf(read: NetworksRead, id: string): ReadNetwork {
  const network = read.networks.find((one) => one.id === id)
  if (network === undefined) throw conflict('lan.network_gone')
  if (network.locked !== null) throw conflict('lan.network_locked', { name: network.name, cause: network.locked })
  return network
}
