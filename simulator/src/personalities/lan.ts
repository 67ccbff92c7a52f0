import type { RouterState } from '../router/router-state.ts'
import { between, macOf } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import { baseTables } from './base.ts'
import { hex, numbered, type Maker } from './rows.ts'

/** Front-panel ports: copper first, then SFP. */
export function ethernetPorts(copper: number, sfp: number, sfpName = 'sfp'): Maker {
  return (router) =>
    Array.from({ length: copper + sfp }, (_, index) => {
      const isSfp = index >= copper
      const name = isSfp ? `${sfpName}${index - copper + 1}` : `ether${index + 1}`
      // The first ports and every third after them have a link.
      const isUp = isSfp ? index === copper : index < 3 || index % 3 === 0
      const mac = macOf(router.seed, `port ${index}`)
      return {
        '.id': hex(index + 1),
        name,
        'default-name': name,
        mtu: '1500',
        l2mtu: '1598',
        'mac-address': mac,
        'orig-mac-address': mac,
        arp: 'enabled',
        'arp-timeout': 'auto',
        'loop-protect': 'default',
        'loop-protect-status': 'off',
        'loop-protect-send-interval': '5s',
        'loop-protect-disable-time': '5m',
        'disable-running-check': 'true',
        'auto-negotiation': 'true',
        advertise: isSfp
          ? '1G-baseX,2.5G-baseX,10G-baseSR-LR'
          : '10M-baseT-half,10M-baseT-full,100M-baseT-half,100M-baseT-full,1G-baseT-half,1G-baseT-full',
        'tx-flow-control': 'off',
        'rx-flow-control': 'off',
        bandwidth: 'unlimited/unlimited',
        ...(isSfp ? { 'sfp-rate-select': 'high', 'sfp-shutdown-temperature': '95' } : {}),
        running: String(isUp),
        disabled: 'false',
      }
    })
}

const bridgeId = 0x30

export const bridge: Maker = (router) => [
  {
    '.id': hex(bridgeId),
    name: 'bridge',
    mtu: 'auto',
    'actual-mtu': '1500',
    l2mtu: '1598',
    arp: 'enabled',
    'arp-timeout': 'auto',
    'mac-address': macOf(router.seed, 'port 1'),
    'protocol-mode': 'rstp',
    'fast-forward': 'true',
    'igmp-snooping': 'false',
    'auto-mac': 'false',
    'admin-mac': macOf(router.seed, 'port 1'),
    'ageing-time': '5m',
    priority: '0x8000',
    'max-message-age': '20s',
    'forward-delay': '15s',
    'transmit-hold-count': '6',
    'vlan-filtering': 'false',
    'dhcp-snooping': 'false',
    running: 'true',
    disabled: 'false',
    comment: 'defconf',
  },
]

/** @param pvids VLANs of untagged incoming frames, by port; 1 by default */
export function bridgePorts(names: readonly string[], pvids: Readonly<Record<string, string>> = {}): Maker {
  return () =>
    numbered(
      names.map((name) => ({
        interface: name,
        bridge: 'bridge',
        priority: '0x80',
        'path-cost': '10',
        'internal-path-cost': '10',
        edge: 'auto',
        'point-to-point': 'auto',
        learn: 'auto',
        horizon: 'none',
        hw: 'true',
        'auto-isolate': 'false',
        'restricted-role': 'false',
        'restricted-tcn': 'false',
        pvid: pvids[name] ?? '1',
        'frame-types': 'admit-all',
        'ingress-filtering': 'true',
        'unknown-unicast-flood': 'true',
        'unknown-multicast-flood': 'true',
        'broadcast-flood': 'true',
        'tag-stacking': 'false',
        'bpdu-guard': 'false',
        trusted: 'false',
        'multicast-router': 'temporary-query',
        'fast-leave': 'false',
        status: 'in-bridge',
        role: 'designated-port',
        'hw-offload': 'true',
        inactive: 'false',
        dynamic: 'false',
        disabled: 'false',
        comment: 'defconf',
      })),
    )
}

const address = (text: string, network: string, name: string, rest: Row = {}): Row => ({
  address: text,
  network,
  interface: name,
  'actual-interface': name,
  invalid: 'false',
  dynamic: 'false',
  disabled: 'false',
  ...rest,
})

/** The LAN of a router is 10.<seed>.0.0/24, so that the LANs of two routers rarely overlap. */
const lanOf = (router: RouterState): string => `10.${1 + (router.seed % 250)}.0`

/** Its own address on the uplink, assigned by the provider's DHCP server. */
const wanOf = (router: RouterState): string => `100.64.${between(router.seed, 'wan', 0, 255)}`

/** Rows of a router in a home or an office, whatever its radios are. */
export const lanTables: Readonly<Record<string, Maker>> = {
  '/interface/ethernet': ethernetPorts(5, 1),
  '/interface/bridge': bridge,
  '/interface/bridge/port': bridgePorts(['ether2', 'ether3', 'ether4', 'ether5']),
  '/interface/vlan': (router) => [
    {
      '.id': hex(bridgeId + 1),
      name: 'guests',
      mtu: '1500',
      l2mtu: '1594',
      'mac-address': macOf(router.seed, 'port 1'),
      arp: 'enabled',
      'arp-timeout': 'auto',
      'loop-protect': 'default',
      'loop-protect-status': 'off',
      'vlan-id': '20',
      interface: 'bridge',
      'use-service-tag': 'false',
      running: 'true',
      disabled: 'false',
    },
  ],
  '/interface/list': () =>
    numbered(
      ['all', 'none', 'dynamic', 'static', 'WAN', 'LAN'].map((name, index) => ({
        name,
        include: '',
        exclude: '',
        builtin: String(index < 4),
        dynamic: 'false',
        ...(index < 4 ? {} : { comment: 'defconf' }),
      })),
    ),
  '/interface/list/member': () =>
    numbered([
      { list: 'LAN', interface: 'bridge', dynamic: 'false', disabled: 'false', comment: 'defconf' },
      { list: 'WAN', interface: 'ether1', dynamic: 'false', disabled: 'false', comment: 'defconf' },
    ]),
  '/ip/address': (router) =>
    numbered([
      address(`${lanOf(router)}.1/24`, `${lanOf(router)}.0`, 'bridge', { comment: 'defconf' }),
      address('10.255.20.1/24', '10.255.20.0', 'guests'),
      address(`${wanOf(router)}.${between(router.seed, 'host', 2, 250)}/24`, `${wanOf(router)}.0`, 'ether1', {
        dynamic: 'true',
      }),
    ]),
  '/ip/pool': (router) =>
    numbered([
      { name: 'default-dhcp', ranges: `${lanOf(router)}.100-${lanOf(router)}.199` },
      { name: 'guests', ranges: '10.255.20.100-10.255.20.149' },
    ]),
  '/ip/dhcp-server': () =>
    numbered([
      {
        name: 'defconf',
        interface: 'bridge',
        'lease-time': '30m',
        'address-pool': 'default-dhcp',
        authoritative: 'yes',
        'use-radius': 'no',
        'lease-script': '',
        dynamic: 'false',
        invalid: 'false',
        disabled: 'false',
      },
      {
        name: 'guests',
        interface: 'guests',
        'lease-time': '10m',
        'address-pool': 'guests',
        authoritative: 'yes',
        'use-radius': 'no',
        'lease-script': '',
        dynamic: 'false',
        invalid: 'false',
        disabled: 'false',
      },
    ]),
  '/ip/dhcp-server/network': (router) =>
    numbered([
      {
        address: `${lanOf(router)}.0/24`,
        gateway: `${lanOf(router)}.1`,
        'dns-server': `${lanOf(router)}.1`,
        'wins-server': '',
        'ntp-server': '',
        'caps-manager': '',
        'dhcp-option': '',
        dynamic: 'false',
        comment: 'defconf',
      },
      {
        address: '10.255.20.0/24',
        gateway: '10.255.20.1',
        'dns-server': '9.9.9.9',
        'wins-server': '',
        'ntp-server': '',
        'caps-manager': '',
        'dhcp-option': '',
        dynamic: 'false',
      },
    ]),
  '/ip/dhcp-server/lease': (router) =>
    numbered([
      {
        address: `${lanOf(router)}.20`,
        'mac-address': macOf(router.seed, 'printer', '00:80:92'),
        'address-lists': '',
        server: 'defconf',
        'dhcp-option': '',
        status: 'waiting',
        'last-seen': 'never',
        radius: 'false',
        dynamic: 'false',
        blocked: 'false',
        disabled: 'false',
        comment: 'printer',
      },
    ]),
  '/ip/dhcp-client': (router) =>
    numbered([
      {
        interface: 'ether1',
        'add-default-route': 'yes',
        'default-route-distance': '1',
        'use-peer-dns': 'true',
        'use-peer-ntp': 'true',
        status: 'bound',
        address: `${wanOf(router)}.${between(router.seed, 'host', 2, 250)}/24`,
        gateway: `${wanOf(router)}.1`,
        'primary-dns': '9.9.9.9',
        invalid: 'false',
        dynamic: 'false',
        disabled: 'false',
        comment: 'defconf',
      },
    ]),
  '/ip/dns': (router) => [
    {
      '.id': '*0',
      servers: '9.9.9.9,149.112.112.112',
      'dynamic-servers': '',
      'use-doh-server': '',
      'verify-doh-cert': 'false',
      'doh-max-server-connections': '5',
      'doh-max-concurrent-queries': '50',
      'doh-timeout': '5s',
      'allow-remote-requests': 'true',
      'max-udp-packet-size': '4096',
      'query-server-timeout': '2s',
      'query-total-timeout': '10s',
      'max-concurrent-queries': '100',
      'max-concurrent-tcp-sessions': '20',
      'cache-size': '2048KiB',
      'cache-max-ttl': '1w',
      ...(router.version.major >= 7 ? { 'address-list-extra-time': '0s', vrf: 'main' } : {}),
      'cache-used': '61KiB',
    },
  ],
  ...baseTables,
}
