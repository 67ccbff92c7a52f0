import type { Session } from '@trunkline/routeros'
import { textOf } from './values.ts'

/** A device that a router has discovered (CDP, LLDP, MNDP). Unauthenticated. */
export interface Neighbour {
  /** The port, without the bridge that it belongs to. */
  interface: string
  /** Upper case. */
  mac: string | null
  identity: string | null
  address: string | null
}

/** Neighbours stored per port: a flat layer 2 network has thousands, and several are enough to recognise it. */
const maxPerPort = 20

/**
 * Reads the neighbours that a router has discovered, up to 20 on each port.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/24805517/Neighbor+discovery
 * @throws RouterError
 */
export async function readNeighbours(session: Session): Promise<Neighbour[]> {
  const rows = await session.print('ip/neighbor', { proplist: ['interface', 'mac-address', 'identity', 'address'] })
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
        address: textOf(row['address']),
      },
    ]
  })
}
