import { bitsOf, contains, formatPrefix, lastOf, sizeOf, type Prefix } from '@trunkline/contract/net'

/**
 * A minimal model of the address tree: a node is a prefix with a list of its allocations, and free space is computed
 * each time. Tests compare the database with it.
 */
export interface Node {
  id: number
  net: Prefix
  type: 'container' | 'network' | 'pool'
  /** Null: a root. */
  parent: number | null
  live: boolean
  /** Quarantined: its space is not free yet. */
  resting: boolean
}
/** A range of addresses allocated from a node without a node of its own. */
export interface AddressRange {
  id: number
  node: number
  lo: bigint
  hi: bigint
  kind: 'address' | 'range' | 'edge'
  resting: boolean
}

export const span = (net: Prefix) => ({ lo: net.value, hi: lastOf(net).value })
const halves = (net: Prefix): [Prefix, Prefix] => {
  const low = { ...net, length: net.length + 1 }
  return [low, { ...low, value: low.value + sizeOf(low) }]
}

/** Addresses that a network never assigns: network and broadcast (IPv4 to /30), the anycast address (IPv6 to /126). */
export function edgesOf({ type, net }: Pick<Node, 'type' | 'net'>): bigint[] {
  if (type !== 'network' || net.length > bitsOf(net.family) - 2) return []
  const { lo, hi } = span(net)
  return net.family === 4 ? [lo, hi] : [lo]
}

export class Model {
  nodes = new Map<number, Node>()
  stretches = new Map<number, AddressRange>()

  seed = (id: number, net: Prefix, type: Node['type'], parent: number | null) =>
    this.nodes.set(id, { id, net, type, parent, live: true, resting: false })

  holding = () => [...this.nodes.values()].filter((node) => node.live)
  children = (id: number) => this.holding().filter((node) => node.parent === id)
  allocated = (id: number) => [
    ...this.children(id).map((child) => span(child.net)),
    ...[...this.stretches.values()].filter((stretch) => stretch.node === id),
  ]

  used = (id: number) => this.allocated(id).reduce((sum, { lo, hi }) => sum + hi - lo + 1n, 0n)
  isFree = (id: number, { lo, hi }: { lo: bigint; hi: bigint }) =>
    this.allocated(id).every((part) => part.hi < lo || part.lo > hi) &&
    edgesOf(this.nodes.get(id)!).every((edge) => edge < lo || edge > hi)

  /** The maximal aligned free prefixes: the whole prefix if it is empty, else those of its halves. */
  free(id: number): Prefix[] {
    const walk = (net: Prefix, allocated: { lo: bigint; hi: bigint }[]): Prefix[] => {
      const { lo, hi } = span(net)
      const inside = allocated.filter((part) => part.hi >= lo && part.lo <= hi)
      if (inside.length === 0) return [net]
      if (inside.some((part) => part.lo <= lo && part.hi >= hi)) return []
      return halves(net).flatMap((half) => walk(half, inside))
    }
    return walk(this.nodes.get(id)!.net, this.allocated(id))
  }
  freeText = (id: number) => this.free(id).map(formatPrefix).sort()

  /** The deepest node that contains it, by linear search. */
  find = (net: Prefix) =>
    this.holding()
      .filter((node) => contains(node.net, net))
      .sort((a, b) => b.net.length - a.net.length)[0]
}
