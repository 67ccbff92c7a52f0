import type { Session } from '@trunkline/routeros'
import { flagOf, macOf, textOf } from './values.ts'

/** The MAC addresses that a bridge has learned on one port. */
export interface PortHosts {
  interface: string
  /** Upper case. */
  macs: string[]
  /** The port has more hosts than are stored. */
  more: boolean
}

/** Hosts stored per port: behind a port with more is a network, and not one device. */
const maxPerPort = 8

/**
 * Reads which hosts the bridges of a device have learned on which port.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/328068/Bridging+and+Switching#BridgingandSwitching-BridgeHostTable
 * @throws RouterError
 */
export async function readBridgeHosts(session: Session): Promise<PortHosts[]> {
  const rows = await session.print('interface/bridge/host', {
    proplist: ['mac-address', 'on-interface', 'interface', 'local'],
  })
  const ports = new Map<string, PortHosts>()
  for (const row of rows) {
    const name = textOf(row['on-interface']) ?? textOf(row['interface'])
    const mac = macOf(row['mac-address'])
    if (name === null || mac === null || flagOf(row['local'])) continue
    const port = ports.get(name) ?? { interface: name, macs: [], more: false }
    ports.set(name, port)
    if (port.macs.includes(mac)) continue
    if (port.macs.length < maxPerPort) port.macs.push(mac)
    else port.more = true
  }
  return [...ports.values()]
}
