import { contains, formatPrefix, networkOf, sizeOf, tryPrefix } from '@trunkline/contract/net'
import type { planOperations, SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { bitsOfVersion } from './ip-version.ts'

/** Deleting has a dialog of its own. */
export type PlanOperation = Exclude<(typeof planOperations)[number], 'destroy'>

type PlannedSubnet = Pick<SubnetNode, 'net' | 'ip_version' | 'length' | 'parent_net'>

/** A split or merge changes the length by at most this many bits. */
const maxBits = 8

/** Lengths that a node can be split into, with the number of children. */
export function splitChoices(of: PlannedSubnet): { length: number; count: number }[] {
  const last = Math.min(bitsOfVersion(of.ip_version), of.length + maxBits)
  return Array.from({ length: Math.max(0, last - of.length) }, (_, at) => ({
    length: of.length + at + 1,
    count: 2 ** (at + 1),
  }))
}

const parentLength = (of: PlannedSubnet): number =>
  of.parent_net === null ? -1 : (tryPrefix(of.parent_net)?.length ?? -1)

/** Blocks that a node can be merged into with its neighbours, smallest first. */
export function mergeChoices(of: PlannedSubnet): string[] {
  const own = tryPrefix(of.net)
  if (!own) return []
  const lowest = Math.max(0, parentLength(of), own.length - maxBits)
  return Array.from({ length: own.length - lowest }, (_, at) =>
    formatPrefix(networkOf(own, own.length - at - 1)),
  ).filter((net) => net !== of.parent_net)
}

/** The nodes among `siblings` inside `target`; `whole` is true where they fill it. */
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

/** The usual new prefixes of a node: twice its size, and either half. */
export function resizeChoices(of: PlannedSubnet): { grow: string | undefined; shrink: string[] } {
  const own = tryPrefix(of.net)
  if (!own) return { grow: undefined, shrink: [] }
  const canGrow = own.length > 0 && own.length - 1 > parentLength(of)
  const half = own.length + 1
  const shrink =
    half > bitsOfVersion(of.ip_version)
      ? []
      : [own.value, own.value + sizeOf({ family: own.family, length: half })].map((value) =>
          formatPrefix({ family: own.family, value, length: half }),
        )
  return { grow: canGrow ? formatPrefix(networkOf(own, own.length - 1)) : undefined, shrink }
}

export interface PlanValues {
  length: number | null
  target: string | null
  net: string
  parent_id: number | null
  name: string
  [key: string]: unknown
}

export const planValues = (operation: PlanOperation, of: PlannedSubnet): PlanValues => ({
  length: operation === 'split' ? (splitChoices(of)[0]?.length ?? null) : null,
  target: operation === 'merge' ? (mergeChoices(of)[0] ?? null) : null,
  net: '',
  parent_id: null,
  name: '',
})
