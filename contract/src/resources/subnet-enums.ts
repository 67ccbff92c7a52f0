/** The words of address management, shared by contract, server and screens. */

export const ipVersions = ['ipv4', 'ipv6'] as const
export type IpVersion = (typeof ipVersions)[number]

/** container gives subnets; network gives addresses under the edge rules; pool gives addresses or prefixes, every one. */
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

/** best-fit leaves big blocks whole; sparse leaves room to grow (the idea of RFC 3531). */
export const allocationPolicies = ['best-fit', 'lowest', 'last', 'sparse'] as const
export type AllocationPolicy = (typeof allocationPolicies)[number]

/** held: for a time. quarantined: destroyed, resting before it is handed out again. released: its space is given back. */
export const holdingStates = ['held', 'reserved', 'assigned', 'quarantined', 'released'] as const
export type HoldingState = (typeof holdingStates)[number]

/** What may use a node or an address. */
export const usedByKinds = ['service', 'vpn-dialup', 'site', 'hardware', 'nas'] as const
export type UsedByKind = (typeof usedByKinds)[number]

export const rangeKinds = ['edge', 'reserved', 'dhcp'] as const
export type RangeKind = (typeof rangeKinds)[number]
