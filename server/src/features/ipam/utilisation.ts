import type { SubnetUsage } from '@trunkline/contract/resources/subnet-shapes'
import { bitsOf, sizeOf, type Family } from '@trunkline/contract/net'

/** Counters of a node, in addresses. */
export interface NodeCounters {
  used: string
  assigned: string
  in_use: string
  in_use_at: string | null
}

const upTo = (count: bigint, unit: bigint) => (count + unit - 1n) / unit

/**
 * Total, used and free units of a node of `length` that is allocated in blocks of `assign_len`, as text because IPv6
 * counts exceed the JSON number range. A partly used unit counts as used.
 */
export function usageOf(family: Family, length: number, assign_len: number, of: NodeCounters): SubnetUsage {
  const size = sizeOf({ family, length })
  const unit = 1n << BigInt(bitsOf(family) - assign_len)
  const allocated = BigInt(of.used)
  const assigned = BigInt(of.assigned)
  const in_use = BigInt(of.in_use)
  const share = (count: bigint) => Math.min(1, Math.max(0, Number(count) / Number(size)))
  return {
    size: String(size),
    allocated: String(allocated),
    assigned: String(assigned),
    in_use: String(in_use),
    in_use_at: of.in_use_at,
    unit: {
      length: assign_len,
      size: String(size / unit),
      allocated: String(upTo(allocated, unit)),
      assigned: String(upTo(assigned, unit)),
      in_use: String(upTo(in_use, unit)),
    },
    share: { allocated: share(allocated), assigned: share(assigned), in_use: share(in_use) },
  }
}
