import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'

/** Routers of this process by site, in the order in which they were started. */
const sites = new Map<string, RouterState[]>()

/** Connects a router with the others of its site. @returns disconnects it */
export function joinSite(name: string, router: RouterState): () => void {
  const members = sites.get(name) ?? []
  sites.set(name, [...members, router])
  return () => {
    const left = (sites.get(name) ?? []).filter((one) => one !== router)
    if (left.length > 0) sites.set(name, left)
    else sites.delete(name)
  }
}

/** A cable to another router. */
export interface Cable {
  peer: RouterState
  /** Ports of Ethernet at both ends. */
  port: Row
  peerPort: Row
}

/** Ports that can have a cable: those of a bridge, or any if there is no bridge. */
function portsOf(router: RouterState): Row[] {
  const up = router
    .table('/interface/ethernet')
    .rows.filter((row) => row['running'] === 'true' && row['disabled'] !== 'true')
  const bridged = new Set(router.table('/interface/bridge/port').rows.map((row) => row['interface']))
  const inside = up.filter((row) => bridged.has(row['name']))
  return inside.length > 0 ? inside : up
}

/**
 * Cables of a router. The first router of a site has one to each other, on its ports in turn; the others reach it by
 * their first port. A port without link has none.
 */
export function peersOf(router: RouterState): Cable[] {
  const members = [...sites.values()].find((routers) => routers.includes(router)) ?? []
  const [core, ...leaves] = members
  if (core === undefined) return []
  const coreToLeaf = leaves.flatMap((leaf, index): Cable[] => {
    const ports = portsOf(core)
    const [port, peerPort] = [ports[index % Math.max(1, ports.length)], portsOf(leaf)[0]]
    return port && peerPort ? [{ peer: leaf, port, peerPort }] : []
  })
  if (router === core) return coreToLeaf
  return coreToLeaf
    .filter(({ peer }) => peer === router)
    .map(({ port, peerPort }) => ({ peer: core, port: peerPort, peerPort: port }))
}
