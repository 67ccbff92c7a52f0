import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'

/** Routers of this process by site, in the order in which they were started. */
const sites = new Map<string, RouterState[]>()

/** Sites whose first router has a cable to the first router of another one. */
const uplinks = new Map<string, string>()

/** Connects a router with the others of its site, and the site with another one. @returns disconnects it */
export function joinSite(name: string, router: RouterState, uplink?: string): () => void {
  if (uplink !== undefined && uplink !== name) uplinks.set(name, uplink)
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
 * Cables of a router. The first router of a site has one to each other, on its ports in turn, then to the first routers of
 * the sites that have it as their uplink; the others reach it by their first port. A port without link has none.
 */
export function peersOf(router: RouterState): Cable[] {
  const [name, members] = [...sites].find(([, routers]) => routers.includes(router)) ?? []
  if (name === undefined || members === undefined) return []
  const own = cablesOf(name, members)
  const above = uplinks.get(name)
  const up = above === undefined ? [] : cablesOf(above, sites.get(above) ?? [])
  const core = members[0]
  const towards = (cables: readonly (Cable & { from: RouterState })[]) =>
    cables
      .filter(({ peer }) => peer === router)
      .map(({ from, port, peerPort }): Cable => ({ peer: from, port: peerPort, peerPort: port }))
  if (router !== core) return towards(own)
  return [...own.map(({ peer, port, peerPort }): Cable => ({ peer, port, peerPort })), ...towards(up)]
}

/** Cables of the first router of a site. */
function cablesOf(name: string, [core, ...others]: readonly RouterState[]): (Cable & { from: RouterState })[] {
  if (core === undefined) return []
  const below = [...uplinks].flatMap(([site, uplink]) => (uplink === name ? (sites.get(site)?.[0] ?? []) : []))
  return [...others, ...below].flatMap((peer, index) => {
    const ports = portsOf(core)
    const [port, peerPort] = [ports[index % Math.max(1, ports.length)], portsOf(peer)[0]]
    return port && peerPort ? [{ from: core, peer, port, peerPort }] : []
  })
}
