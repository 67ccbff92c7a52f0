import type { Session } from '@trunkline/routeros'
import { listOf, textOf } from './values.ts'

/** A device that a router has discovered (CDP, LLDP, MNDP). Unauthenticated. */
export interface Neighbour {
  /** The port, without the bridge that it belongs to. */
  interface: string
  /** Upper case. */
  mac: string | null
  identity: string | null
  /** IPv4 if it has announced one; a link-local IPv6 address names no device outside its network. */
  address: string | null
  /** Name of the port at the other end, as that device announces it. Readings of older versions lack this and the rest. */
  port?: string | null
  platform?: string | null
  /** Identifies a RouterOS installation. */
  software_id?: string | null
  /** Of `cdp`, `lldp`, `mndp`; empty before RouterOS 7.7. */
  discovered_by?: string[]
}

/** Neighbours stored per port: a flat layer 2 network has thousands, and several are enough to recognise it. */
const maxPerPort = 20

/**
 * Reads the neighbours that a router has discovered, up to 20 on each port.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/24805517/Neighbor+discovery
 * @throws RouterError
 */
export async function readNeighbours(session: Session): Promise<Neighbour[]> {
  const rows = await session.print('ip/neighbor', {
    proplist: [
      'interface',
      'mac-address',
      'identity',
      'address',
      'address4',
      'interface-name',
      'platform',
      'software-id',
      'discovered-by',
    ],
  })
  const counts = new Map<string, number>()
  return rows.flatMap((row) => {
    // `ether5,bridge`: the port and its master.
    const port = textOf(row['interface']?.split(',')[0])
    if (port === null) return []
    const count = counts.get(port) ?? 0
    if (count === maxPerPort) return []
    counts.set(port, count + 1)
    return [
      {
        interface: port,
        mac: textOf(row['mac-address'])?.toUpperCase() ?? null,
        identity: textOf(row['identity']),
        address: textOf(row['address4']) ?? textOf(row['address']),
        // `bridge/ether3`: the port and its master, in the opposite order.
        port: textOf(row['interface-name']?.split('/').at(-1)),
        platform: textOf(row['platform']),
        software_id: textOf(row['software-id']),
        discovered_by: listOf(row['discovered-by']),
      },
    ]
  })
}
