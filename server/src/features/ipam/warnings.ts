import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { bitsOf, type Family } from '@trunkline/contract/net'

/** What the warnings of a node look at, besides itself. */
export interface Surroundings {
  /** Usage types of its live children. */
  child_usages: readonly (string | null)[]
}

const ofCustomers = new Set(['customer', 'cpe-wan', 'radius-pool', 'prefix-delegation', 'cgn'])
const ofNetwork = new Set(['infrastructure', 'management', 'loopback', 'point-to-point'])

/**
 * What is unusual about a node, as sentences; never a refusal. After RFC 6177 and RIPE-690 (sizes of customers'
 * prefixes), RFC 3021 and RFC 6164 (point-to-point links), RFC 5375 3.1 (4-bit boundaries).
 */
export function warningsOf(node: SubnetNode, { child_usages }: Surroundings): string[] {
  const family: Family = node.ip_version === 'ipv4' ? 4 : 6
  const { length, usage_type, type, assign_len } = node
  const found: string[] = []
  if (family === 6 && length % 4 !== 0 && length < 127)
    found.push(`/${length} is off a 4-bit boundary: its reverse DNS takes several zones, and it is easily misread.`)
  if (family === 6 && usage_type === 'prefix-delegation') {
    const given = type === 'network' ? length : assign_len
    if (given > 56 && !node.hosts)
      found.push(`Customers get a /${given} each. RIPE-690 advises a /56 at least, a /48 for businesses.`)
  }
  if (family === 6 && usage_type === 'customer' && !node.hosts && assign_len > 48)
    found.push(`Customers get a /${assign_len} each. RIPE-690 advises a /48 for businesses, a /56 for homes.`)
  if (family === 6 && type === 'network' && length !== 64 && length < 126 && usage_type !== 'point-to-point')
    found.push(`A network of /${length} has no stateless address configuration, which needs a /64.`)
  if (usage_type === 'point-to-point' && type === 'network' && length !== bitsOf(family) - 1)
    found.push(
      family === 4
        ? `A point-to-point link does with a /31 (RFC 3021); this is a /${length}.`
        : `A point-to-point link takes a /127 (RFC 6164); reserve the /64 around it.`,
    )
  if (usage_type === 'loopback' && node.hosts === false && assign_len !== bitsOf(family))
    found.push(`Loopbacks are given as /${bitsOf(family)}; the unit here is /${assign_len}.`)
  const kinds = new Set(
    child_usages.flatMap((usage) =>
      usage === null ? [] : ofCustomers.has(usage) ? ['customers'] : ofNetwork.has(usage) ? ['network'] : [],
    ),
  )
  if (kinds.size > 1)
    found.push('Infrastructure and customers share this block, which makes filters at the edge harder.')
  if (node.mark_full) found.push('It is marked as full: nothing is taken from it automatically.')
  return found
}
