import type { GraphLink, GraphNode } from '@trunkline/contract/resources/device-topology'
import { stratify, tree } from 'd3-hierarchy'

/** Size of a node and distances between nodes, in pixels at zoom 1. */
export const nodeSize = { width: 190, height: 40 }
const columnStep = nodeSize.width + 70
const rowStep = nodeSize.height + 14

interface PlacedNode {
  node: GraphNode
  /** Top left corner. */
  x: number
  y: number
  /** Keys of the nodes that the arrow keys lead to. */
  parent: string | null
  child: string | null
}

/** All links between two nodes, drawn as one line. */
export interface PlacedLink {
  key: string
  from: PlacedNode
  to: PlacedNode
  links: GraphLink[]
  /** `partial`: some of several links are down. */
  state: 'up' | 'partial' | 'down'
  /** No link is known: the uplink was set by a user, or follows from the default route. */
  is_assumed: boolean
  /** SVG path. */
  path: string
}

export interface GraphLayout {
  nodes: PlacedNode[]
  byKey: ReadonlyMap<string, PlacedNode>
  links: PlacedLink[]
  width: number
  height: number
}

/**
 * The node above each node: its uplink; for one that has neither an uplink nor anything below it, a node that it is
 * linked with. Cycles are cut at the node that comes first.
 */
function parentsOf(nodes: readonly GraphNode[], links: readonly GraphLink[]): Map<string, string> {
  const keys = new Set(nodes.map(({ key }) => key))
  const parents = new Map<string, string>()
  const isBelow = (key: string, above: string): boolean => {
    for (let at: string | undefined = key; at !== undefined; at = parents.get(at)) if (at === above) return true
    return false
  }
  for (const { key, parent } of nodes)
    if (parent !== null && keys.has(parent) && !isBelow(parent, key)) parents.set(key, parent)
  const hasBelow = new Set(parents.values())
  for (const { from, to } of links)
    for (const [low, high] of [
      [to, from],
      [from, to],
    ] as const) {
      if (parents.has(low) || hasBelow.has(low) || !keys.has(low) || !keys.has(high) || isBelow(high, low)) continue
      parents.set(low, high)
      hasBelow.add(high)
      break
    }
  return parents
}

/**
 * Positions of the nodes: a tidy tree along the uplinks, from left to right, with the links that are no uplinks drawn
 * across, and nodes without any link in a grid below. It depends on keys, uplinks and the existence of links, not on the
 * state of devices and links: the same input gives the same picture, and nothing moves when a device goes down.
 */
export function layoutGraph(nodes: readonly GraphNode[], links: readonly GraphLink[]): GraphLayout {
  const parents = parentsOf(nodes, links)
  const connected = new Set([...parents].flat())
  const inTree = nodes.filter(({ key }) => connected.has(key))
  const alone = nodes.filter(({ key }) => !connected.has(key))
  const placed = new Map<string, PlacedNode>()
  let [width, height] = [0, 0]
  if (inTree.length > 0) {
    const top = '*'
    const root = stratify<{ key: string; node: GraphNode | null }>()
      .id(({ key }) => key)
      .parentId(({ key }) => (key === top ? null : (parents.get(key) ?? top)))([
      { key: top, node: null },
      ...inTree.map((node) => ({ key: node.key, node })),
    ])
    const drawn = tree<{ key: string; node: GraphNode | null }>()
      .nodeSize([rowStep, columnStep])
      .separation((one, other) => (one.parent === other.parent ? 1 : 1.2))(root)
    const first = Math.min(...drawn.descendants().map((one) => one.x))
    for (const { data, x, depth, children } of drawn.descendants()) {
      if (data.node === null) continue
      const at = { x: (depth - 1) * columnStep, y: Math.round(x - first) }
      placed.set(data.key, {
        node: data.node,
        ...at,
        parent: parents.get(data.key) ?? null,
        child: children?.[0]?.data.key ?? null,
      })
      width = Math.max(width, at.x + nodeSize.width)
      height = Math.max(height, at.y + nodeSize.height)
    }
  }
  const columns = Math.max(4, Math.round(width / columnStep), Math.ceil(Math.sqrt(alone.length / 2)))
  const below = height === 0 ? 0 : height + rowStep
  for (const [index, node] of alone.entries()) {
    const at = { x: (index % columns) * columnStep, y: below + Math.floor(index / columns) * rowStep }
    placed.set(node.key, { node, ...at, parent: null, child: null })
    width = Math.max(width, at.x + nodeSize.width)
    height = Math.max(height, at.y + nodeSize.height)
  }
  return {
    nodes: nodes.flatMap(({ key }) => placed.get(key) ?? []),
    byKey: placed,
    links: placeLinks(placed, parents, links),
    width,
    height,
  }
}

function placeLinks(
  placed: ReadonlyMap<string, PlacedNode>,
  parents: ReadonlyMap<string, string>,
  links: readonly GraphLink[],
): PlacedLink[] {
  const pairs = new Map<string, { from: PlacedNode; to: PlacedNode; links: GraphLink[] }>()
  const pair = (one: string, other: string) => {
    const [from, to] = [placed.get(one), placed.get(other)]
    if (from === undefined || to === undefined) return undefined
    const [key, swapped] = [`${one} ${other}`, `${other} ${one}`]
    const found = pairs.get(key) ?? pairs.get(swapped)
    if (found) return found
    const made = { from, to, links: [] }
    pairs.set(key, made)
    return made
  }
  for (const [key, parent] of parents) pair(parent, key)
  for (const link of links) pair(link.from, link.to)?.links.push(link)
  return [...pairs].map(([key, { from, to, links: all }]) => ({
    key,
    from,
    to,
    links: all,
    state: !all.some(({ state }) => state === 'down')
      ? 'up'
      : all.every(({ state }) => state === 'down')
        ? 'down'
        : 'partial',
    is_assumed: all.length === 0,
    path: pathOf(from, to),
  }))
}

/** A curve between two nodes; between nodes of one column it leaves and enters at the right. */
function pathOf(one: PlacedNode, other: PlacedNode): string {
  const [from, to] = one.x <= other.x ? [one, other] : [other, one]
  const [startY, endY] = [from.y + nodeSize.height / 2, to.y + nodeSize.height / 2]
  const startX = from.x + nodeSize.width
  if (from.x === to.x) {
    const bend = startX + 40
    return `M${startX} ${startY}C${bend} ${startY} ${bend} ${endY} ${startX} ${endY}`
  }
  const middle = (startX + to.x) / 2
  return `M${startX} ${startY}C${middle} ${startY} ${middle} ${endY} ${to.x} ${endY}`
}
