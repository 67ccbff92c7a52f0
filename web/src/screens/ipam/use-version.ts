import type { IpVersion } from '@trunkline/contract/resources/subnet-enums'
import { useRouterState } from '@tanstack/react-router'

/** The version of IP that an address of the room is about: `/ipam/ipv6/…`, `/ipam/list/ipv6`. */
export const versionOf = (path: string): IpVersion => (/\/ipv6(\/|$)/.test(path) ? 'ipv6' : 'ipv4')

export const useIpVersion = (): IpVersion => useRouterState({ select: (state) => versionOf(state.location.pathname) })
