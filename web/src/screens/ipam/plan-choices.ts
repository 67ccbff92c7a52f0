import { contains, formatPrefix, networkOf, sizeOf, tryPrefix } from '@trunkline/contract/net'
import type { planOperations, SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { bitsOfVersion } from './subnet-values.ts'

export type PlanOperation = (typeof planOperations)[number]

type Place = Pick<SubnetNode, 'net' | 'ip_version' | 'length' | 'parent_net'>

/** A split makes at most this many children of one node. */
const deepestSplit = 8

/** Lengths that a node can be split into, with how many children that makes. */
export function splitChoices(of: Place): { length: number; count: number }[] {
  const last = Math.min(bitsOfVersion(of.ip_version), of.length + deepestSplit)
  return Array.from({ length: Math.max(0, last - of.length) }, (_, at) => ({
    length: of.length + at + 1,
    count: 2 ** (at + 1),
  }))
}

const parentLength = (of: Place): number => (of.parent_net === null ? -1 : (tryPrefix(of.parent_net)?.length ?? -1))

/** Blocks around a node that it can become together with its neighbours, smallest first. */
export function mergeChoices(of: Place): string[] {
  const own = tryPrefix(of.net)
  if (!own) return []
  const lowest = Math.max(0, parentLength(of), own.length - deepestSplit)
  return Array.from({ length: own.length - lowest }, (_, at) =>
    formatPrefix(networkOf(own, own.length - at - 1)),
  ).filter((net) => net !== of.parent_net)
}

/** The nodes among `siblings` that make up `target`, and whether they leave nothing of it out. */
export function mergedIn(
  target: string,
  siblings: readonly { id: number; net: string }[],
): { ids: number[]; nets: string[]; whole: boolean } {
  const block = tryPrefix(target)
  const inside = siblings.filter(({ net }) => {
    const prefix = tryPrefix(net)
    return block !== undefined && prefix !== undefined && contains(block, prefix)
  })
  const covered = inside.reduce((sum, { net }) => sum + sizeOf(tryPrefix(net) as { family: 4 | 6; length: number }), 0n)
  return {
    ids: inside.map(({ id }) => id),
    nets: inside.map(({ net }) => net),
    whole: block !== undefined && covered === sizeOf(block),
  }
}

/** Prefixes that a node is most often resized to: twice its size, and either half. */
export function resizeChoices(of: Place): { grow: string | undefined; shrink: string[] } {
  const own = tryPrefix(of.net)
  if (!own) return { grow: undefined, shrink: [] }
  const namespace = own.length > 0 && own.length - 1 > parentLength(of)
  const half = own.length + 1
  const shrink =
    half > bitsOfVersion(of.ip_version)
      ? []
      : [own.value, own.value + sizeOf({ family: own.family, length: half })].map((value) =>
          formatPrefix({ family: own.family, value, length: half }),
        )
  return { grow: namespace ? formatPrefix(networkOf(own, own.length - 1)) : undefined, shrink }
}

export interface PlanValues {
  length: number | null
  target: string | null
  net: string
  parent_id: number | null
  name: string
  [key: string]: unknown
}

export const planValues = (operation: PlanOperation, of: Place): PlanValues => ({
  length: operation === 'split' ? (splitChoices(of)[0]?.length ?? null) : null,
  target: operation === 'merge' ? (mergeChoices(of)[0] ?? null) : null,
  net: '',
  parent_id: null,
  name: '',
})
