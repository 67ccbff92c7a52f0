import {
  bitsOf,
  contains,
  formatAddress,
  formatPrefix,
  lastOf,
  networkOf,
  sizeOf,
  type Address,
  type Prefix,
} from '@trunkline/contract/net'

/** The tree as plain objects, for tests: the expected results of the engine, computed without blocks or counters. */
export interface ModelNode {
  id: number
  space: number
  net: Prefix
  type: 'container' | 'network' | 'pool'
  assigned: boolean
  parent: ModelNode | null
  /** The node that it was destroyed with. */
  trashed: number | null
  edgesCut: boolean
  addresses: Map<number, { address: Address; trashed: boolean }>
}
export type Model = Map<number, ModelNode>

export const gives = (node: ModelNode) => node.type !== 'container'
export const childrenOf = (model: Model, node: ModelNode | null, space = node?.space) =>
  [...model.values()].filter((one) => one.parent === node && one.space === space)
export const below = (model: Model, node: ModelNode): ModelNode[] => [
  node,
  ...childrenOf(model, node).flatMap((child) => below(model, child)),
]
export const overlap = (a: Prefix, b: Prefix) => contains(a, b) || contains(b, a)
export const within = (outer: Prefix, inner: Prefix) => contains(outer, inner) && outer.length < inner.length

/** Addresses that are never assigned (RFC 4291 2.6.1; network and broadcast of IPv4 up to /30). */
export function edgesOf(net: Prefix, type: ModelNode['type']): Address[] {
  if (type !== 'network' || net.length > bitsOf(net.family) - 2) return []
  return net.family === 4 ? [net, lastOf(net)] : [net]
}

const isEdge = (net: Prefix, type: ModelNode['type'], { value }: Address) =>
  edgesOf(net, type).some((edge) => edge.value === value)

export const usedOf = (model: Model, node: ModelNode): bigint =>
  childrenOf(model, node).reduce((sum, child) => sum + sizeOf(child.net), 0n) +
  BigInt(node.addresses.size) +
  BigInt(node.edgesCut ? edgesOf(node.net, node.type).length : 0)

export const hasFreeAddress = (model: Model, node: ModelNode): boolean =>
  sizeOf(node.net) - usedOf(model, node) - BigInt(node.edgesCut ? 0 : edgesOf(node.net, node.type).length) > 0n

export function* partsOf(net: Prefix, length: number): Generator<Prefix> {
  const step = 1n << BigInt(bitsOf(net.family) - length)
  for (let value = net.value; value <= lastOf(net).value; value += step) yield { family: net.family, value, length }
}

const contentsIn = (model: Model, node: ModelNode, net: Prefix) =>
  childrenOf(model, node).some((child) => overlap(child.net, net)) ||
  [...node.addresses.values()].some(({ address }) => contains(net, address))

export const isFree = (model: Model, node: ModelNode, net: Prefix) =>
  within(node.net, net) && !contentsIn(model, node, net)
export const hasFree = (model: Model, node: ModelNode, length: number) =>
  length > node.net.length && [...partsOf(node.net, length)].some((part) => isFree(model, node, part))

/** The obstacles to the operation; empty if it is allowed. */
export const mayBe = {
  split: (model: Model, node: ModelNode, length: number) =>
    gives(node)
      ? ![...node.addresses.values()].some(({ address }) => isEdge(networkOf(address, length), node.type, address))
      : childrenOf(model, node).every((child) => child.net.length >= length) &&
        childrenOf(model, node).filter((child) => child.net.length === length).length < 2 ** (length - node.net.length),
  merge(_model: Model, nodes: ModelNode[], merged: Prefix): boolean {
    const [first, ...others] = nodes as [ModelNode, ...ModelNode[]]
    return (
      others.every(
        (node) =>
          node.parent === first.parent &&
          node.space === first.space &&
          node.type === first.type &&
          node.assigned === first.assigned,
      ) &&
      nodes.reduce((sum, node) => sum + sizeOf(node.net), 0n) === sizeOf(merged) &&
      (first.parent === null || within(first.parent.net, merged)) &&
      !nodes.some((node) => [...node.addresses.values()].some(({ address }) => isEdge(merged, first.type, address)))
    )
  },
  resize(model: Model, node: ModelNode, net: Prefix): boolean {
    if ([...node.addresses.values()].some(({ address }) => isEdge(net, node.type, address))) return false
    if (within(net, node.net)) {
      const beside = childrenOf(model, node.parent, node.space).filter((one) => one !== node)
      return (node.parent === null || within(node.parent.net, net)) && !beside.some((one) => overlap(one.net, net))
    }
    return (
      childrenOf(model, node).every((child) => within(net, child.net)) &&
      [...node.addresses.values()].every(({ address }) => contains(net, address))
    )
  },
  move: (model: Model, node: ModelNode, target: ModelNode) =>
    node.parent !== target && !gives(target) && isFree(model, target, node.net),
  cover: (model: Model, parent: ModelNode, net: Prefix) =>
    !gives(parent) && !childrenOf(model, parent).some((child) => contains(child.net, net)),
  lift: (_model: Model, node: ModelNode) => !gives(node),
}

/** The lines of a tree, for comparison with those of the database. */
export const linesOf = (model: Model): string[] =>
  [...model.values()]
    .map(
      (node) =>
        `${node.space} ${formatPrefix(node.net)} in ${node.parent === null ? '-' : formatPrefix(node.parent.net)} ${node.type} used ${usedOf(model, node)} ${node.trashed === null ? 'live' : 'trashed'} ` +
        [...node.addresses.values()]
          .toSorted((a, b) => (a.address.value < b.address.value ? -1 : 1))
          .map(({ address, trashed }) => formatAddress(address) + (trashed ? '†' : ''))
          .join(','),
    )
    .toSorted()
