import type { Row } from '../tables/table.ts'
import { bridgeHolding } from './bridge-vlans.ts'
import { linkLocal } from './ipv6.ts'
import type { RouterState } from './router-state.ts'
import { peersOf, type Cable } from './site.ts'
import { formatDuration, parseAddress } from './values.ts'

const isStatic = new Set(['static', 'all', '!dynamic'])

/** Whether a router discovers on a port, as `tx` or `rx` of its settings. */
function discovers(router: RouterState, port: Row, direction: 'tx' | 'rx'): boolean {
  const settings = router.single('/ip/neighbor/discovery-settings')
  const list = settings['discover-interface-list'] ?? 'static'
  const mode = settings['mode'] ?? 'tx-and-rx'
  if (list === 'none' || (mode !== 'tx-and-rx' && mode !== `${direction}-only`)) return false
  if (isStatic.has(list)) return true
  const names = [port['name'], bridgeHolding(router, port['name'] ?? '')]
  return router
    .table('/interface/list/member')
    .rows.some((row) => row['list'] === list && row['disabled'] !== 'true' && names.includes(row['interface']))
}

const discovered = (router: RouterState): Cable[] =>
  peersOf(router).filter(({ peer, port, peerPort }) => discovers(router, port, 'rx') && discovers(peer, peerPort, 'tx'))

/** Its highest address. */
function addressOf(router: RouterState): string | undefined {
  const addresses = router
    .rows('/ip/address')
    .filter((row) => row['disabled'] !== 'true')
    .map((row) => (row['address'] ?? '').split('/')[0] ?? '')
  return addresses.sort((one, other) => (parseAddress(other) ?? 0) - (parseAddress(one) ?? 0))[0]
}

function addressesOf({ peer, peerPort }: Cable): Row {
  const address4 = addressOf(peer)
  const address6 = peer.has('/ipv6/address') ? linkLocal(peerPort['mac-address'] ?? '') : undefined
  const address = address4 ?? address6
  return {
    ...(address === undefined ? {} : { address }),
    ...(address4 === undefined ? {} : { address4 }),
    ...(address6 === undefined ? {} : { address6 }),
  }
}

/** A port with its bridge: `ether5,bridge`. */
function interfaceOf(router: RouterState, port: Row): string {
  const bridge = bridgeHolding(router, port['name'] ?? '')
  return bridge === undefined ? (port['name'] ?? '') : `${port['name']},${bridge}`
}

const nameOf = (router: RouterState): string => router.single('/system/identity')['name'] ?? ''

const describe = (peer: RouterState): string =>
  `MikroTik RouterOS ${peer.version.text} (${peer.version.major < 7 ? 'long-term' : 'stable'}) ${peer.board}`

/** `/ip/neighbor`: the routers at the other ends of its cables. */
export function neighbourRows(router: RouterState): Row[] {
  return discovered(router).map((cable, index): Row => {
    const { peer, port, peerPort } = cable
    const bridge = bridgeHolding(peer, peerPort['name'] ?? '')
    const software = peer.rows('/system/license')[0]?.['software-id']
    return {
      '.id': `*${(index + 1).toString(16).toUpperCase()}`,
      interface: interfaceOf(router, port),
      ...addressesOf(cable),
      'mac-address': peerPort['mac-address'] ?? '',
      identity: nameOf(peer),
      platform: 'MikroTik',
      version: `${peer.version.text} (${peer.version.major < 7 ? 'long-term' : 'stable'})`,
      unpack: 'none',
      // Announcements are sent every 30 seconds.
      age: formatDuration(Math.floor((router.monotonic() / 1000 + index * 7) % 30) * 1000),
      uptime: formatDuration(Math.floor(peer.uptime() / 1000) * 1000),
      ...(software === undefined ? {} : { 'software-id': software }),
      board: peer.board,
      ipv6: String(peer.has('/ipv6/address')),
      'interface-name': bridge === undefined ? (peerPort['name'] ?? '') : `${bridge}/${peerPort['name']}`,
      'system-description': describe(peer),
      'system-caps': 'bridge,router',
      'system-caps-enabled': 'bridge,router',
      ...(router.version.major >= 7 && router.version.includes('7.7') ? { 'discovered-by': 'cdp,lldp,mndp' } : {}),
    }
  })
}

/** `/ip/neighbor/lldp`. */
export function lldpRows(router: RouterState): Row[] {
  return discovered(router).map((cable, index): Row => {
    const { peer, port, peerPort } = cable
    return {
      '.id': `*${(index + 1).toString(16).toUpperCase()}`,
      interface: interfaceOf(router, port),
      ...addressesOf(cable),
      'mac-address': peerPort['mac-address'] ?? '',
      'lldp-chassis-id-subtype': 'mac-address',
      // Of the first port: it may differ from the MAC address of this one.
      'lldp-chassis-id': peer.table('/interface/ethernet').rows[0]?.['mac-address'] ?? '',
      'lldp-port-id-subtype': 'interface-name',
      'lldp-port-id': peerPort['name'] ?? '',
      'lldp-port-description': peerPort['comment'] ?? '',
      'lldp-system-name': nameOf(peer),
      'lldp-system-description': describe(peer),
      'lldp-ttl': '2m1s',
      'lldp-system-caps': 'bridge,router',
      'lldp-system-caps-enabled': 'bridge,router',
    }
  })
}
