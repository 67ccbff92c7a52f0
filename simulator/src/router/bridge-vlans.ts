import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'

/** Members of a VLAN: ports by name, and the bridge itself by its name. */
export interface Carriers {
  tagged: Set<string>
  untagged: Set<string>
}

const list = (text: string | undefined): string[] => (text ?? '').split(',').filter(Boolean)

/** The bridge that has an interface as a port. */
export const bridgeHolding = (router: RouterState, name: string): string | undefined =>
  router.table('/interface/bridge/port').rows.find((row) => row['interface'] === name && row['disabled'] !== 'true')?.[
    'bridge'
  ]

/** Whether a row's `vlan-ids` (`10`, `20-29,40`) contain a VLAN. */
export function holdsVlan(ids: string | undefined, vlan: number): boolean {
  return list(ids).some((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return vlan >= from && vlan <= to
  })
}

export const isFiltering = (bridge: Row): boolean => bridge['vlan-filtering'] === 'true'

const staticRows = (router: RouterState, bridge: string): Row[] =>
  router
    .table('/interface/bridge/vlan')
    .rows.filter((row) => row['bridge'] === bridge && row['dynamic'] !== 'true' && row['disabled'] !== 'true')

export const portsOf = (router: RouterState, bridge: string): Row[] =>
  router.table('/interface/bridge/port').rows.filter((row) => row['bridge'] === bridge && row['disabled'] !== 'true')

const acceptsUntagged = (row: Row): boolean => row['frame-types'] !== 'admit-only-vlan-tagged'

/**
 * Untagged members of a VLAN by their `pvid`.
 * https://help.mikrotik.com/docs/spaces/ROS/pages/28606465/Bridge+VLAN+Table
 */
function byPvid(router: RouterState, bridge: Row, vlan: number): string[] {
  const name = bridge['name'] ?? ''
  const ports = portsOf(router, name).filter((port) => acceptsUntagged(port) && Number(port['pvid'] ?? '1') === vlan)
  const own = acceptsUntagged(bridge) && Number(bridge['pvid'] ?? '1') === vlan ? [name] : []
  return [...own, ...ports.map((port) => port['interface'] ?? '')]
}

export function carriersOf(router: RouterState, bridge: Row, vlan: number): Carriers {
  const rows = staticRows(router, bridge['name'] ?? '').filter((row) => holdsVlan(row['vlan-ids'], vlan))
  const tagged = new Set(rows.flatMap((row) => list(row['tagged'])))
  const pvid = byPvid(router, bridge, vlan).filter((name) => !tagged.has(name))
  return { tagged, untagged: new Set([...rows.flatMap((row) => list(row['untagged'])), ...pvid]) }
}

const isRunning = (router: RouterState, name: string): boolean => {
  const row = router.interfaceNamed(name)?.row
  return row?.['running'] === 'true' && row['disabled'] !== 'true'
}

/**
 * The VLAN table: current members are listed beside the configured ones, and each `pvid` adds dynamic rows, which are
 * created and removed with it.
 */
export function bridgeVlans(router: RouterState): Row[] {
  const table = router.table('/interface/bridge/vlan')
  const wanted = new Map<string, { bridge: string; vlan: number; names: string[] }>()
  for (const bridge of router.table('/interface/bridge').rows) {
    const name = bridge['name'] ?? ''
    if (!isFiltering(bridge) || bridge['disabled'] === 'true') continue
    const vlans = new Set([bridge, ...portsOf(router, name)].map((row) => Number(row['pvid'] ?? '1')))
    for (const vlan of vlans) {
      const rows = staticRows(router, name).filter((row) => holdsVlan(row['vlan-ids'], vlan))
      const set = new Set(rows.flatMap((row) => [...list(row['tagged']), ...list(row['untagged'])]))
      const names = byPvid(router, bridge, vlan).filter((one) => !set.has(one))
      if (names.length > 0) wanted.set(`${name} ${vlan}`, { bridge: name, vlan, names })
    }
  }
  for (const row of table.rows.slice()) {
    const key = `${row['bridge']} ${row['vlan-ids']}`
    const bridge = router.interfaceNamed(row['bridge'] ?? '')?.row
    if (row['dynamic'] !== 'true') {
      const isLive = bridge !== undefined && isFiltering(bridge) && row['disabled'] !== 'true'
      const live = (names: string | undefined): string =>
        isLive
          ? list(names)
              .filter((name) => isRunning(router, name))
              .join(',')
          : ''
      row['current-tagged'] = live(row['tagged'])
      row['current-untagged'] = live(row['untagged'])
      continue
    }
    const found = wanted.get(key)
    if (!found) table.drop(row['.id'] ?? '')
    else row['current-untagged'] = found.names.filter((name) => isRunning(router, name)).join(',')
    wanted.delete(key)
  }
  for (const { bridge, vlan, names } of wanted.values()) {
    table.insert({
      bridge,
      'vlan-ids': String(vlan),
      tagged: '',
      untagged: '',
      'current-tagged': '',
      'current-untagged': names.filter((name) => isRunning(router, name)).join(','),
      dynamic: 'true',
      disabled: 'false',
      comment: 'added by pvid',
    })
  }
  return table.rows
}

/** How frames of a port reach the router itself: tagged with a VLAN, or untagged. */
export type Way = 'tagged' | 'untagged'

/** How frames of a bridge port reach an interface on the bridge; empty if the VLAN does not pass. */
function waysOf(router: RouterState, bridge: Row, vlan: number, isTagged: boolean, port: Row): Way[] {
  const name = port['interface'] ?? ''
  if (!isFiltering(bridge)) return [isTagged ? 'tagged' : 'untagged']
  const { tagged, untagged } = carriersOf(router, bridge, vlan)
  const own = bridge['name'] ?? ''
  if (isTagged ? !tagged.has(own) : !untagged.has(own)) return []
  if (tagged.has(name)) return ['tagged']
  const isNative = acceptsUntagged(port) && Number(port['pvid'] ?? '1') === vlan
  return untagged.has(name) && isNative ? ['untagged'] : []
}

/**
 * How frames received on a port reach an interface; on any port of its bridge if none is given. Undefined:
 * the interface is on no bridge, and no bridge setting can cut it off.
 */
export function waysTo(router: RouterState, carrier: Row, portName: string | undefined): ReadonlySet<Way> | undefined {
  const found = router.interfaceNamed(carrier['name'] ?? '')
  const isTagged = found?.menu === '/interface/vlan'
  const bridge = isTagged ? router.interfaceNamed(carrier['interface'] ?? '') : found
  if (isTagged && (!bridge || bridge.row['disabled'] === 'true')) return new Set()
  if (bridge?.menu !== '/interface/bridge') return undefined
  if (portName === undefined && !isFiltering(bridge.row)) return undefined
  const vlan = Number(isTagged ? carrier['vlan-id'] : (bridge.row['pvid'] ?? '1'))
  const ports = portsOf(router, bridge.row['name'] ?? '').filter((port) => {
    const row = router.interfaceNamed(port['interface'] ?? '')?.row
    return row !== undefined && row['disabled'] !== 'true' && (portName ?? port['interface']) === port['interface']
  })
  return new Set(ports.flatMap((port) => waysOf(router, bridge.row, vlan, isTagged, port)))
}
