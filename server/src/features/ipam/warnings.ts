import { message, type Message } from '@trunkline/contract/errors'
import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import { bitsOf, type Family } from '@trunkline/contract/net'

/** Further input of the warnings of a node. */
export interface WarningContext {
  /** Usage types of its live children. */
  child_usages: readonly (string | null)[]
}

const ofCustomers = new Set(['customer', 'cpe-wan', 'radius-pool', 'prefix-delegation', 'cgn'])
const ofNetwork = new Set(['infrastructure', 'management', 'loopback', 'point-to-point'])

/**
 * What is unusual about a node; warnings never reject. Based on RFC 6177 and RIPE-690 (prefix sizes of customers), RFC
 * 3021 and RFC 6164 (point-to-point links), RFC 5375 3.1 (4-bit boundaries).
 */
export function warningsOf(node: SubnetNode, { child_usages }: WarningContext): Message[] {
  const family: Family = node.ip_version === 'ipv4' ? 4 : 6
  const { length, usage_type, type, assign_len } = node
  const found: Message[] = []
  if (family === 6 && length % 4 !== 0 && length < 127) found.push(message('advice.nibble_boundary', { length }))
  if (family === 6 && usage_type === 'prefix-delegation') {
    const given = type === 'network' ? length : assign_len
    if (given > 56 && !node.hosts) found.push(message('advice.delegated_length', { length: given }))
  }
  if (family === 6 && usage_type === 'customer' && !node.hosts && assign_len > 48)
    found.push(message('advice.customer_length', { length: assign_len }))
  if (family === 6 && type === 'network' && length !== 64 && length < 126 && usage_type !== 'point-to-point')
    found.push(message('advice.no_slaac', { length }))
  if (usage_type === 'point-to-point' && type === 'network' && length !== bitsOf(family) - 1)
    found.push(family === 4 ? message('advice.point_to_point_ipv4', { length }) : message('advice.point_to_point_ipv6'))
  if (usage_type === 'loopback' && node.hosts === false && assign_len !== bitsOf(family))
    found.push(message('advice.loopback_unit', { length: bitsOf(family), unit: assign_len }))
  const kinds = new Set(
    child_usages.flatMap((usage) =>
      usage === null ? [] : ofCustomers.has(usage) ? ['customers'] : ofNetwork.has(usage) ? ['network'] : [],
    ),
  )
  if (kinds.size > 1) found.push(message('advice.mixed_usage'))
  if (node.mark_full) found.push(message('advice.marked_full'))
  return found
}
