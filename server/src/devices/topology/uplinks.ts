/** A device of the panel. */
export interface TopologyNode {
  id: number
  /** Path of company ids from the root to the owner. */
  companies: readonly number[]
  /** Next hops of its active default routes, best one first; null: never read. */
  routes: readonly { gateway: string | null; interface: string | null }[] | null
  addresses: readonly string[]
  /** Devices on the same network segment. */
  near: readonly number[]
  /** The panel reaches it through a tunnel to this device. */
  dialsTo: number | null
}

/** A link that counts for uplinks. */
export interface TopologyLink {
  a: number
  /** A string: a device outside the panel. */
  b: number | string
  isTunnel: boolean
  a_port: string
  b_port: string
  /** Whether each end has ever reported it. */
  fromA: boolean
  fromB: boolean
}

export interface Uplink {
  hardware_id: number
  upstream_id: number
  is_backup: boolean
}

type Vertex = number | string

/** Whether the company of `of` is that of `by`, or below it: `of` trusts what devices of `by` report. */
const trusts = (of: TopologyNode, by: TopologyNode | undefined): boolean => {
  const company = by?.companies.at(-1)
  return company !== undefined && of.companies.includes(company)
}

const areRelated = (one: TopologyNode, other: TopologyNode): boolean => trusts(one, other) || trusts(other, one)

/**
 * Derives the uplinks of devices from their links and default routes. A device whose next hop is no device of the panel is
 * at the top. The others reach the network through each neighbour from which a path leads to the top without them: those
 * on a shortest path are their uplinks, the others their backup uplinks. Devices outside the panel are passed through.
 *
 * Neighbour discovery is unauthenticated: a link that only one end reports gives an uplink to the other end only if the
 * company of the reporter is the same or above.
 */
export function uplinksOf(nodes: readonly TopologyNode[], links: readonly TopologyLink[]): Uplink[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const both = new Map<Vertex, Set<Vertex>>()
  /** Edges that only lead up, from the device at one end. */
  const only = new Map<Vertex, Set<Vertex>>()
  const add = (edges: Map<Vertex, Set<Vertex>>, from: Vertex, to: Vertex) =>
    void edges.set(from, (edges.get(from) ?? new Set()).add(to))
  for (const { a, b, isTunnel, a_port, b_port, fromA, fromB } of links) {
    const [one, other] = [byId.get(a), typeof b === 'number' ? byId.get(b) : undefined]
    if (one === undefined || (typeof b === 'number' && other === undefined)) continue
    if (isTunnel) {
      // A tunnel is the way up where the default route or the panel uses it.
      if (routesThrough(one, a_port) || one.dialsTo === b) add(only, a, b)
      if (other !== undefined && (routesThrough(other, b_port) || other.dialsTo === a)) add(only, b, a)
      continue
    }
    const down = fromA || (other !== undefined && trusts(one, other))
    const up = other === undefined || fromB || trusts(other, one)
    if (down && up) {
      add(both, a, b)
      add(both, b, a)
    } else if (down) add(only, a, b)
    else if (up) add(only, b, a)
  }

  const gateways = gatewaysOf(nodes, byId, both, only)
  const roots = nodes
    .filter(
      ({ id, routes, dialsTo }) =>
        routes?.[0] !== undefined && dialsTo === null && gateways.get(id) === undefined && !(only.get(id)?.size ?? 0),
    )
    .map(({ id }) => id)
  // A device whose gateway is only known from its segment, and has no link.
  for (const [id, gateway] of gateways) if (!both.has(id) && !only.has(id)) add(only, id, gateway)
  for (const { id, dialsTo } of nodes) if (dialsTo !== null && byId.has(dialsTo)) add(only, id, dialsTo)

  const distance = distancesFrom(roots, both, only)
  const ups = upsOf(roots, both, distance)
  for (const [from, targets] of only)
    for (const to of targets) if (distance.has(to)) ups.set(from, (ups.get(from) ?? new Set()).add(to))

  const result: Uplink[] = []
  for (const { id } of nodes) {
    const found = new Map<number, boolean>()
    collect(id, { ups, distance, prefer: gateways.get(id) }, { found, visited: new Set([id]), isBackup: false })
    found.delete(id)
    for (const [upstream_id, is_backup] of found) result.push({ hardware_id: id, upstream_id, is_backup })
  }
  return result
}

const routesThrough = ({ routes }: TopologyNode, port: string): boolean =>
  port !== '' && (routes?.some((route) => route.interface === port) ?? false)

/** The device of the panel that is the next hop of each device: a neighbour, or one of its network. */
function gatewaysOf(
  nodes: readonly TopologyNode[],
  byId: ReadonlyMap<number, TopologyNode>,
  both: ReadonlyMap<Vertex, ReadonlySet<Vertex>>,
  only: ReadonlyMap<Vertex, ReadonlySet<Vertex>>,
): Map<number, number> {
  const holders = new Map<string, number[]>()
  for (const { id, addresses } of nodes)
    for (const address of addresses) holders.set(address, [...(holders.get(address) ?? []), id])
  const components = componentsOf(both, only)
  const gateways = new Map<number, number>()
  for (const node of nodes)
    for (const { gateway } of node.routes ?? []) {
      if (gateway === null || gateways.has(node.id)) continue
      const known = (holders.get(gateway) ?? []).filter((id) => id !== node.id)
      const isNear = (id: number) => node.near.includes(id) || both.get(node.id)?.has(id) || only.get(node.id)?.has(id)
      const isInNetwork = (id: number) => {
        const component = components.get(node.id)
        return (
          component !== undefined && component === components.get(id) && areRelated(node, byId.get(id) as TopologyNode)
        )
      }
      // Private addresses repeat: one in another network is that of another device.
      const found = known.find(isNear) ?? known.find(isInNetwork)
      if (found !== undefined) gateways.set(node.id, found)
    }
  return gateways
}

function componentsOf(
  both: ReadonlyMap<Vertex, ReadonlySet<Vertex>>,
  only: ReadonlyMap<Vertex, ReadonlySet<Vertex>>,
): Map<Vertex, number> {
  const all = new Map<Vertex, Vertex[]>()
  for (const edges of [both, only])
    for (const [from, targets] of edges)
      for (const to of targets) {
        all.set(from, [...(all.get(from) ?? []), to])
        all.set(to, [...(all.get(to) ?? []), from])
      }
  const components = new Map<Vertex, number>()
  for (const start of all.keys()) {
    if (components.has(start)) continue
    const component = components.size
    const queue = [start]
    components.set(start, component)
    for (let vertex = queue.pop(); vertex !== undefined; vertex = queue.pop())
      for (const next of all.get(vertex) ?? [])
        if (!components.has(next)) {
          components.set(next, component)
          queue.push(next)
        }
  }
  return components
}

/** Links to the nearest of the tops, by breadth-first search; vertices without a path are absent. */
function distancesFrom(
  roots: readonly number[],
  both: ReadonlyMap<Vertex, ReadonlySet<Vertex>>,
  only: ReadonlyMap<Vertex, ReadonlySet<Vertex>>,
): Map<Vertex, number> {
  const below = new Map<Vertex, Vertex[]>()
  for (const [from, targets] of only) for (const to of targets) below.set(to, [...(below.get(to) ?? []), from])
  const distance = new Map<Vertex, number>(roots.map((root) => [root, 0]))
  const queue: Vertex[] = [...roots]
  for (let at = 0; at < queue.length; at++) {
    const vertex = queue[at] as Vertex
    for (const next of [...(both.get(vertex) ?? []), ...(below.get(vertex) ?? [])])
      if (!distance.has(next)) {
        distance.set(next, (distance.get(vertex) as number) + 1)
        queue.push(next)
      }
  }
  return distance
}

/**
 * For each vertex the neighbours from which a path leads to a top without the vertex itself. By the biconnected
 * components (Tarjan): within one, every vertex has such a path except its articulation point towards the top.
 */
function upsOf(
  roots: readonly number[],
  both: ReadonlyMap<Vertex, ReadonlySet<Vertex>>,
  distance: ReadonlyMap<Vertex, number>,
): Map<Vertex, Set<Vertex>> {
  const ups = new Map<Vertex, Set<Vertex>>()
  const top = ''
  const isRoot = new Set<Vertex>(roots)
  const neighbours = (vertex: Vertex): Vertex[] =>
    vertex === top
      ? [...roots]
      : [...(both.get(vertex) ?? []), ...(isRoot.has(vertex) ? [top] : [])].filter(
          (one) => one === top || distance.has(one),
        )
  const found = new Map<Vertex, number>([[top, 0]])
  const low = new Map<Vertex, number>([[top, 0]])
  const edges: [Vertex, Vertex][] = []
  const stack = [{ vertex: top as Vertex, parent: undefined as Vertex | undefined, next: neighbours(top), at: 0 }]
  const close = (articulation: Vertex, from: number) => {
    for (const [one, other] of edges.splice(from))
      for (const [below, above] of [
        [one, other],
        [other, one],
      ] as const)
        if (below !== articulation && below !== top && above !== top && !isRoot.has(below))
          ups.set(below, (ups.get(below) ?? new Set()).add(above))
  }
  const starts: number[] = []
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    const { vertex, parent } = frame
    const next = frame.next[frame.at++]
    if (next === undefined) {
      stack.pop()
      if (parent === undefined) continue
      const start = starts.pop() as number
      low.set(parent, Math.min(low.get(parent) as number, low.get(vertex) as number))
      if ((low.get(vertex) as number) >= (found.get(parent) as number)) close(parent, start)
      continue
    }
    if (next === parent) continue
    const seen = found.get(next)
    if (seen === undefined) {
      starts.push(edges.length)
      edges.push([vertex, next])
      found.set(next, found.size)
      low.set(next, found.size - 1)
      stack.push({ vertex: next, parent: vertex, next: neighbours(next), at: 0 })
    } else if (seen < (found.get(vertex) as number)) {
      edges.push([vertex, next])
      low.set(vertex, Math.min(low.get(vertex) as number, seen))
    }
  }
  return ups
}

/** The nearest devices of the panel above a vertex, through devices outside it. */
function collect(
  vertex: Vertex,
  of: { ups: ReadonlyMap<Vertex, ReadonlySet<Vertex>>; distance: ReadonlyMap<Vertex, number>; prefer?: Vertex },
  into: { found: Map<number, boolean>; visited: Set<Vertex>; isBackup: boolean },
): void {
  const rank = (one: Vertex) => of.distance.get(one) ?? Infinity
  const above = [...(of.ups.get(vertex) ?? [])].toSorted((one, other) => rank(one) - rank(other))
  const own = rank(vertex)
  const prefer = above.find((one) => one === of.prefer)
  for (const one of above) {
    const isShortest = prefer === undefined ? rank(one) < own : one === prefer
    const isBackup = into.isBackup || !isShortest
    if (typeof one === 'number') into.found.set(one, (into.found.get(one) ?? true) && isBackup)
    else if (!into.visited.has(one)) {
      into.visited.add(one)
      collect(one, of, { ...into, isBackup })
    }
  }
}
