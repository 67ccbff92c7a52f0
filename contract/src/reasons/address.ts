import type { CompanyType } from '../abilities.ts'
import type { ObjectKind } from '../object-kind.ts'

/**
 * Reasons about addresses, subnets, plans, pools and the address history. Addresses, prefixes and ranges are canonical
 * text; a name in parentheses may follow if the reader may see it.
 */
export interface AddressReasons {
  // Addresses and prefixes in input (contract/src/net.ts).
  'ip.ipv4_format': {}
  'ip.ipv6_format': {}
  'ip.leading_zeros': {}
  'ip.zone': {}
  /** Unspecified, link-local, multicast, reserved or broadcast: no router or NAS has it. */
  'ip.unusable': { address: string }
  /** IPv4-mapped addresses and dotted decimal inside IPv6. */
  'ip.embedded_ipv4': {}
  /** A prefix length follows, but an address without one is expected. */
  'ip.length_not_allowed': {}
  'ip.network_required': {}
  'ip.address_or_network': {}
  'ip.length': { min: number; max: number }
  'ip.host_bits': { address: string; length: number; network: string }
  /** Not of the IP version of `net`. */
  'ip.wrong_version': { net: string; version: number }
  'ip.mixed_versions': {}
  'ip.outside': { net: string; parent: string }
  /** Only these private networks are allowed. */
  'ip.not_private': { ranges: readonly string[] }

  // Space that cannot be allocated.
  'ip.taken': { net: string }
  'ip.overlaps': { net: string; other: string }
  /** `net` overlaps something that the reader may not see. */
  'ip.partly_taken': { net: string }
  /** `until`: UTC, to the minute. */
  'ip.quarantined': { net: string; until: string }
  /** A reserved range or a DHCP range. */
  'ip.reserved': { range: string }
  'ip.reserved_across': { range: string; net: string }
  /** RFC 1122, 3.2.1.3; for IPv6 RFC 4291, 2.6.1. */
  'ip.edge': { address: string }
  'ip.would_be_edge': { address: string; net: string }
  'ip.released': { net: string }
  'ip.not_released': { net: string }
  /** A count requires automatic allocation. */
  'ip.one_at_a_time': {}
  'address.taken': {}
  'address.without_network': { address: string }
  'gateway.unusable': { gateway: string; net: string }

  'subnet.overlaps': {}
  'subnet.exists': { net: string }
  'subnet.parent_required': {}
  /** 0.0.0.0/0 or ::/0 without its confirmation. */
  'subnet.whole_space': { net: string }
  'subnet.parent_in_other_space': {}
  'subnet.holds_addresses': { net: string }
  'subnet.holds_subnets': { net: string }
  'subnet.pool_in_pool': {}
  'subnet.marked_full': { net: string }
  'subnet.full': { net: string }
  'subnet.too_few_addresses': { net: string; free: number; wanted: number }
  'subnet.no_free_block': { net: string; length: number }
  'subnet.too_few_blocks': { net: string; length: number; free: number; wanted: number }
  'subnet.no_adjacent_blocks': { net: string; length: number; wanted: number }
  'subnet.none_with_room': {}
  'subnet.auto_only': {}
  'subnet.length_given': {}
  'subnet.unit_fixed': { length: number }
  'subnet.type_in_use': { net: string }
  'subnet.not_empty': { net: string; subnets: number; addresses: number }
  'subnet.exclusive': { net: string; company: string }
  'subnet.company_not_below': {}
  'subnet.company_not_below_parent': { net: string; parent: string }
  'subnet.parts_of_others': { net: string }
  'company.holds_space': { company: string; count: number }
  /** Prefixes that were allocated from a company that would no longer be an ancestor. */
  'company.holds_space_of_former': { nets: readonly string[] }
  'company.parent_type': { type: CompanyType; parent_type: CompanyType }
  'company.parent_loop': {}
  'space.provider_only': {}
  'space.name_taken': {}
  'category.name_taken': {}
  'category.not_above': {}
  'category.in_use': { subnets: number }

  // Changes of the tree: why they are rejected.
  'plan.required': { rows: number }
  'plan.outdated': {}
  'plan.applied': {}
  'plan.running': {}
  'plan.failed': {}
  /** An error of the server itself. */
  'plan.stopped': {}
  'split.single_address': { net: string }
  'split.too_many_parts': { max: number }
  'split.larger_part': { net: string; length: number }
  'split.already': { net: string }
  'merge.not_siblings': { net: string; other: string }
  'merge.companies_differ': { net: string; other: string }
  'merge.types_differ': { net: string; other: string }
  'merge.states_differ': { net: string; other: string }
  /** `missing`: a count of addresses, as text. */
  'merge.not_one_block': { net: string; missing: string }
  'resize.same': {}
  'resize.neither': { net: string }
  'resize.no_room_around': { net: string }
  'move.already_there': { net: string; parent: string }
  'move.same_space': { net: string }
  'subnet.held': { net: string }
  'subnet.assigned': { net: string; kind: ObjectKind; name: string }
  'subnet.delegated': { net: string }

  // Changes of the tree: what happens to a subnet.
  'change.created': {}
  'change.created_with': { net: string; entries: number }
  'change.container': {}
  'change.container_in': { parent: string }
  'change.split': { parts: number }
  'change.grows': {}
  'change.shrinks': {}
  'change.removed': {}
  'change.merged': { net: string }
  'change.moved': { parent: string }
  'change.moved_to_top': {}
  'change.moved_to_space': { parent: string; space: string; subnets: number }
  'change.trashed': {}
  'change.trashed_with': { addresses: number }

  // Warnings about a subnet.
  'advice.nibble_boundary': { length: number }
  'advice.delegated_length': { length: number }
  'advice.customer_length': { length: number }
  'advice.no_slaac': { length: number }
  'advice.point_to_point_ipv4': { length: number }
  'advice.point_to_point_ipv6': {}
  'advice.loopback_unit': { length: number; unit: number }
  'advice.mixed_usage': {}
  'advice.marked_full': {}

  // Pools of RADIUS leases.

  'address_history.prefix_too_short': { min: number }
  'address_history.port_of_ipv6': {}
  'address_history.time_or_range': {}
  'address_history.range_too_long': { days: number }
  'time.future': {}
  'time.utc_format': {}
  'device_network.exists': { prefix: string }
}
