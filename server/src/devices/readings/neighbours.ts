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

/**
 * Reads the neighbours that a router has discovered.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/24805517/Neighbor+discovery
 * @throws RouterError
 */
export async function readNeighbours(session: Session): Promise<Neighbour[]> {
  const rows = await session.print('ip/neighbor', { proplist: ['interface', 'mac-address', 'identity', 'address'] })
  return rows.flatMap((row) => {
    // `ether5,bridge`: the port and its master.
    const port = textOf(row['interface']?.split(',')[0])
    if (port === null) return []
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
