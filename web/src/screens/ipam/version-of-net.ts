import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'

/** The version of an address or prefix in its canonical text. */
export const versionOfNet = (net: string): IpVersion => (net.includes(':') ? 'ipv6' : 'ipv4')
