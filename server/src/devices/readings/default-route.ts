import { contains, networkOf, tryAddress } from '@trunkline/contract/net'
import type { LanAddress } from '@trunkline/contract/resources/control-shapes'
import type { Row, Session } from '@trunkline/routeros'
import { flagOf, integerOf, textOf } from './values.ts'

/** An active IPv4 default route. Stored under `ip/route`, best one first. */
export interface DefaultRoute {
  /** Address of the next hop; null where the interface alone is the gateway, as with PPP. */
  gateway: string | null
  /** Null if the router doesn't report it, and no connected network contains the gateway. */
  interface: string | null
  distance: number
}

/**
 * Reads the active IPv4 default routes of the main routing table: where the device reaches the panel and the Internet.
 * RouterOS 7 reports the next hop in `immediate-gw` (`192.0.2.1%ether1`, or `pppoe-out1`), RouterOS 6 in
 * `gateway-status` (`192.0.2.1 reachable via  ether1`).
 * https://help.mikrotik.com/docs/display/ROS/IP+Routing
 * @throws RouterError
 */
export async function readDefaultRoutes(session: Session): Promise<DefaultRoute[]> {
  const rows = await session.print('ip/route', {
    where: { 'dst-address': '0.0.0.0/0' },
    proplist: [
      'gateway',
      'immediate-gw',
      'gateway-status',
      'distance',
      'routing-table',
      'routing-mark',
      'active',
      'disabled',
    ],
  })
  return rows
    .filter(
      (row) =>
        flagOf(row['active']) &&
        !flagOf(row['disabled']) &&
        ['main', ''].includes(row['routing-table'] ?? '') &&
        (row['routing-mark'] ?? '') === '',
    )
    .map((row) => ({ ...hopOf(row), distance: integerOf(row['distance']) ?? 1 }))
    .toSorted((a, b) => a.distance - b.distance)
}

/** The first next hop of a route; with ECMP there are several, separated by commas. */
function hopOf(row: Row): { gateway: string | null; interface: string | null } {
  const first = (text: string | undefined) => textOf(text?.split(',')[0])
  const status = /^(\S+) reachable(?: via\s+(\S.*))?$/.exec(first(row['gateway-status']) ?? '')
  const hop = first(row['immediate-gw']) ?? status?.[1] ?? first(row['gateway']) ?? ''
  const [name = '', zone] = hop.split('%')
  const isAddress = tryAddress(name) !== undefined
  return {
    gateway: isAddress ? name : null,
    interface: textOf(zone) ?? textOf(status?.[2]) ?? (isAddress ? null : textOf(name)),
  }
}

/** The addresses of a device in the networks of its ports that are in use. */
const inUse = (addresses: readonly LanAddress[]) => addresses.filter((one) => !one.disabled && !one.invalid)

/** Name of the interface of the best default route; undefined if there is none, or it is unknown. */
export function uplinkName(
  routes: readonly DefaultRoute[] | undefined,
  addresses: readonly LanAddress[] = [],
): string | undefined {
  const route = routes?.[0]
  if (route === undefined) return undefined
  const near = inUse(addresses).find((one) => containsGateway(one, route.gateway))
  return route.interface ?? near?.actual_interface ?? near?.interface
}

/** Address of the device on its uplink, without prefix length: the one in the gateway's network if there are several. */
export function uplinkAddress(
  routes: readonly DefaultRoute[] | undefined,
  addresses: readonly LanAddress[],
  uplink: string | undefined,
): string | undefined {
  if (uplink === undefined) return undefined
  const on = inUse(addresses).filter((one) => one.interface === uplink || one.actual_interface === uplink)
  const near = on.find((one) => containsGateway(one, routes?.[0]?.gateway ?? null))
  return (near ?? on[0])?.address.split('/')[0]
}

function containsGateway({ address }: LanAddress, gateway: string | null): boolean {
  const [own = '', length = ''] = address.split('/')
  const is = tryAddress(own)
  const hop = gateway === null ? undefined : tryAddress(gateway)
  return is !== undefined && hop !== undefined && contains(networkOf(is, Number(length)), hop)
}
