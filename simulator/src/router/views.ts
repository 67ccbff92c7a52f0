import { bridgeVlans } from './bridge-vlans.ts'
import { refreshAddressLists, refreshLeases } from './lan.ts'
import type { Row } from '../tables/table.ts'
import type { RouterState } from './router-state.ts'
import { lldpRows, neighbourRows } from './discovery.ts'
import { ipv6Addresses, ipv6Routes } from './ipv6.ts'
import { arpTable, bridgeHosts } from './neighbours.ts'
import { routes } from './routes.ts'
import { poolUse } from './rules-lan.ts'
import { ruleOf } from './rules.ts'
import { isManagedElsewhere, newStack, oldStack, refreshed } from './controller.ts'
import { countsOf, registrationViews } from './registration.ts'
import { cloudRows, ntpRows } from './services.ts'
import { systemViews } from './system.ts'
import { countersOf, passedThrough } from './traffic.ts'
import type { Overlay, View } from './view.ts'
import { formatDateTime } from './values.ts'

const typeOf: Readonly<Record<string, string>> = {
  '/interface/ethernet': 'ether',
  '/interface/bridge': 'bridge',
  '/interface/vlan': 'vlan',
  '/interface/lte': 'lte',
  '/interface/wifi': 'wifi',
  '/interface/wifiwave2': 'wifiwave2',
  '/interface/wireless': 'wlan',
  '/caps-man/interface': 'cap',
  '/interface/wireguard': 'wg',
  '/interface/pppoe-client': 'pppoe-out',
  '/interface/l2tp-client': 'l2tp-out',
  '/interface/sstp-client': 'sstp-out',
  '/interface/ovpn-client': 'ovpn-out',
  '/interface/veth': 'veth',
  '/interface/vrrp': 'vrrp',
}

const idNumber = (row: Row): number => Number.parseInt((row['.id'] ?? '*0').slice(1), 16)

/** All interfaces of any kind, with their counters. */
function interfaces(router: RouterState): Row[] {
  const ports = new Set(
    router.has('/interface/bridge/port')
      ? router.table('/interface/bridge/port').rows.map((row) => row['interface'])
      : [],
  )
  const rows: Row[] = []
  for (const menu of router.interfaceTables()) {
    for (const row of router.table(menu).rows) {
      const name = row['name'] ?? ''
      const mtu = row['mtu'] ?? '1500'
      const { rx, tx, rxPackets, txPackets } = countersOf(router, row)
      const isDown = row['running'] !== 'true' || row['disabled'] === 'true'
      const linked = router.notes.get(`link ${row['.id']}`)
      const since = typeof linked === 'number' ? linked : router.booted + 21_000
      const drops = Math.floor(rxPackets / 400_000)
      rows.push({
        '.id': row['.id'] ?? '',
        name,
        ...(row['default-name'] === undefined ? {} : { 'default-name': row['default-name'] }),
        type: typeOf[menu] ?? 'ether',
        mtu,
        'actual-mtu': mtu === 'auto' ? '1500' : mtu,
        ...(row['l2mtu'] === undefined ? {} : { l2mtu: row['l2mtu'] }),
        ...(row['mac-address'] === undefined ? {} : { 'mac-address': row['mac-address'] }),
        ...(isDown && linked === undefined ? {} : lastLink(router, isDown, since)),
        'link-downs': String(router.notes.get(`downs ${row['.id']}`) ?? 0),
        'rx-byte': String(rx),
        'tx-byte': String(tx),
        'rx-packet': String(rxPackets),
        'tx-packet': String(txPackets),
        'rx-drop': String(drops),
        'tx-drop': '0',
        'tx-queue-drop': String(Math.floor(drops / 3)),
        'rx-error': '0',
        'tx-error': '0',
        'fp-rx-byte': String(Math.floor(rx * 0.97)),
        'fp-tx-byte': String(Math.floor(tx * 0.97)),
        'fp-rx-packet': String(Math.floor(rxPackets * 0.97)),
        'fp-tx-packet': String(Math.floor(txPackets * 0.97)),
        running: String(!isDown),
        ...(ports.has(name) ? { slave: 'true' } : {}),
        disabled: row['disabled'] ?? 'false',
        ...(row['comment'] === undefined ? {} : { comment: row['comment'] }),
      })
    }
  }
  return rows.sort((one, other) => idNumber(one) - idNumber(other))
}

const lastLink = (router: RouterState, isDown: boolean, since: number): Row => ({
  [isDown ? 'last-link-down-time' : 'last-link-up-time']: formatDateTime(router.version, router.clock.at(since)),
})

function ethernetCounters(router: RouterState, row: Row): Row {
  const { rx, tx, rxPackets, txPackets } = countersOf(router, row)
  return {
    ...(row['disabled'] === 'true' ? { running: 'false' } : {}),
    'rx-bytes': String(rx),
    'tx-bytes': String(tx),
    'rx-packet': String(rxPackets),
    'tx-packet': String(txPackets),
    'rx-broadcast': String(Math.floor(rxPackets / 900)),
    'tx-broadcast': String(Math.floor(txPackets / 1200)),
    'rx-multicast': String(Math.floor(rxPackets / 700)),
    'tx-multicast': String(Math.floor(txPackets / 800)),
  }
}

const ruleCounters =
  (menu: string): Overlay =>
  (router, row) => {
    const { bytes, packets } = passedThrough(router, menu, row)
    return { bytes: String(bytes), packets: String(packets), ...brokenFlag(menu)(router, row) }
  }

const queueCounters: Overlay = (router, row) => {
  const { bytes, packets } = passedThrough(router, '/queue/simple', row)
  return {
    bytes: `${Math.floor(bytes / 12)}/${bytes}`,
    packets: `${Math.floor(packets / 8)}/${packets}`,
    'total-bytes': '0',
    rate: '0/0',
    'packet-rate': '0/0',
    'queued-bytes': '0/0',
    'queued-packets': '0/0',
    dropped: '0/0',
  }
}

/** Access points of the legacy controller, with their number of clients. */
const capInterfaces: View = (router) => {
  const counts = countsOf(registrationViews['/caps-man/registration-table']?.(router) ?? [])
  return refreshed(
    oldStack,
    'interfaces',
  )(router).map((row): Row => {
    if (row['running'] !== 'true') return row
    const count = String(counts.get(row['name'] ?? '') ?? 0)
    return { ...row, 'current-registered-clients': count, 'current-authorized-clients': count }
  })
}

/** A remotely managed radio shows only its hardware, not its settings. */
const wifiInterfaces: View = (router) =>
  refreshed(
    newStack,
    'interfaces',
  )(router).map((row) => {
    if (!isManagedElsewhere(router, row)) return row
    const reported = /^(configuration|security|channel|datapath|aaa|steering|interworking)(\.|$)/
    return Object.fromEntries(
      Object.entries(row).filter(([name]) => name === 'configuration.manager' || !reported.test(name)),
    )
  })

/** A virtual access point of the legacy system runs while its radio does. */
const wirelessInterfaces: View = (router) => {
  const { rows } = router.table('/interface/wireless')
  for (const row of rows) {
    const master = rows.find((one) => one['name'] === row['master-interface'])
    if (row['master-interface'] === undefined && row['default-name'] !== undefined) {
      row['running'] = String(row['disabled'] !== 'true')
    } else row['running'] = String(row['disabled'] !== 'true' && master !== undefined && master['disabled'] !== 'true')
  }
  return rows
}

/** Fields that reference other rows, and whether one of those was removed. */
const isBroken = (menu: string, row: Row): boolean =>
  Object.keys(ruleOf(menu).references ?? {}).some((name) => /^!?\*[0-9A-F]+$/.test(row[name] ?? ''))

const brokenFlag =
  (menu: string): Overlay =>
  (_router, row): Row =>
    isBroken(menu, row) ? { invalid: 'true' } : {}

const portsByName = (router: RouterState): Map<string | undefined, string> =>
  new Map(router.table('/interface/bridge/port').rows.map((row) => [row['interface'], row['bridge'] ?? '']))

/** A DHCP server on a bridge port, or without an interface, is invalid. */
const dhcpServers: Overlay = (router, row): Row =>
  isBroken('/ip/dhcp-server', row) || portsByName(router).has(row['interface']) ? { invalid: 'true' } : {}

/** An address on a bridge port is active on the bridge. */
const addresses: Overlay = (router, row): Row => {
  const bridge = portsByName(router).get(row['interface'])
  if (bridge === undefined) return isBroken('/ip/address', row) ? { invalid: 'true' } : {}
  return { 'actual-interface': bridge, ...(router.version.major >= 7 ? { slave: 'true' } : {}) }
}

export const views: Readonly<Record<string, View>> = {
  '/interface': interfaces,
  '/interface/wifi': wifiInterfaces,
  '/interface/wireless': wirelessInterfaces,
  '/caps-man/interface': capInterfaces,
  '/interface/bridge/vlan': bridgeVlans,
  '/interface/bridge/host': bridgeHosts,
  '/ip/arp': arpTable,
  '/ip/route': routes,
  '/ip/dhcp-server/lease': refreshLeases,
  '/ip/firewall/address-list': refreshAddressLists,
  '/interface/wifi/radio': refreshed(newStack, 'radio'),
  '/interface/wifi/capsman/remote-cap': refreshed(newStack, 'remote'),
  '/caps-man/radio': refreshed(oldStack, 'radio'),
  '/caps-man/remote-cap': refreshed(oldStack, 'remote'),
  '/ipv6/address': ipv6Addresses,
  '/ipv6/route': ipv6Routes,
  '/ip/neighbor': neighbourRows,
  '/ip/neighbor/lldp': lldpRows,
  '/ip/cloud': cloudRows,
  '/system/ntp/client': ntpRows,
  ...registrationViews,
  ...systemViews,
}

export const overlays: Readonly<Record<string, Overlay>> = {
  '/interface/ethernet': ethernetCounters,
  '/ip/address': addresses,
  '/ip/dhcp-server': dhcpServers,
  '/ip/pool': (router, row) => (router.version.has('restLeak') ? poolUse(router, row) : {}),
  '/ip/firewall/nat': ruleCounters('/ip/firewall/nat'),
  '/ip/firewall/filter': ruleCounters('/ip/firewall/filter'),
  '/ipv6/firewall/filter': ruleCounters('/ipv6/firewall/filter'),
  '/queue/simple': queueCounters,
}
