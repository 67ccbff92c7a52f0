/**
 * Values that some checks need from the operator: an address of this computer under which the router can reach it, an
 * Ethernet port whose cable is tested while it has a link, and a Wi-Fi interface that scans.
 */
export const runValues = ['serve-address', 'cable-port', 'scan-interface'] as const
export type RunValue = (typeof runValues)[number]
