/** Enumerations of address management, shared by contract, server and browser. */

export const ipVersions = ['ipv4', 'ipv6'] as const
export type IpVersion = (typeof ipVersions)[number]

/**
 * container is divided into subnets; network assigns addresses except the first and last; pool assigns all of its
 * addresses or prefixes.
 */
export const subnetTypes = ['container', 'network', 'pool'] as const
export type SubnetType = (typeof subnetTypes)[number]

export const usageTypes = [
  'infrastructure',
  'management',
  'loopback',
  'point-to-point',
  'customer',
  'cpe-wan',
  'radius-pool',
  'prefix-delegation',
  'vpn',
  'cgn',
] as const
export type UsageType = (typeof usageTypes)[number]

/** best-fit preserves large blocks; sparse leaves free space for growth (after RFC 3531). */
export const allocationPolicies = ['best-fit', 'lowest', 'last', 'sparse'] as const
export type AllocationPolicy = (typeof allocationPolicies)[number]

/** held: reserved for a time. quarantined: deleted, and not allocated again for a while. released: its space is free. */
export const holdingStates = ['held', 'reserved', 'assigned', 'quarantined', 'released'] as const
export type HoldingState = (typeof holdingStates)[number]

/** What a node or an address may be assigned to. */
export const usedByKinds = ['service', 'vpn-dialup', 'site', 'hardware', 'nas'] as const
export type UsedByKind = (typeof usedByKinds)[number]

export const rangeKinds = ['edge', 'reserved', 'dhcp'] as const
export type RangeKind = (typeof rangeKinds)[number]
