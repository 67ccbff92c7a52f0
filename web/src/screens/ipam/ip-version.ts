import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { useRouterState } from '@tanstack/react-router'

/** The IP version in the path of a page: `/ipam/ipv6/…`, `/ipam/list/ipv6`. */
export const versionOfPath = (path: string): IpVersion => (/\/ipv6(\/|$)/.test(path) ? 'ipv6' : 'ipv4')

/** The IP version of an address or prefix in canonical text. */
export const versionOfNet = (net: string): IpVersion => (net.includes(':') ? 'ipv6' : 'ipv4')

/** Bits of an address. */
export const bitsOfVersion = (version: IpVersion): 32 | 128 => (version === 'ipv4' ? 32 : 128)

/** The IP version of the present page. */
export const useIpVersion = (): IpVersion =>
  useRouterState({ select: (state) => versionOfPath(state.location.pathname) })
