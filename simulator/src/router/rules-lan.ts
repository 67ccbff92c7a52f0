import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Row } from '../tables/table.ts'
import { holdsVlan } from './bridge-vlans.ts'
import type { RouterState } from './router-state.ts'
import type { Rule } from './rule.ts'
import { Trap } from './trap.ts'
import { formatAddress, networkOf, parseAddress, parseDuration, parsePrefix } from './values.ts'

const interfaceReference = { menu: '/interface' }

/** A prefix as given; without a length it is a single address. @throws Trap */
function prefixOf(row: Row, name: string): { address: number; length: number } {
  const prefix = parsePrefix(row[name] ?? '')
  if (!prefix) throw new Trap(`invalid value for argument ${name}`, 1)
  return prefix
}

function lengthOfMask(mask: string): number | undefined {
  if (/^\d{1,2}$/.test(mask)) return Number(mask)
  const value = parseAddress(mask)
  if (value === undefined) return undefined
  const bits = value.toString(2).padStart(32, '0')
  return /^1*0*$/.test(bits) ? bits.lastIndexOf('1') + 1 : undefined
}

function checkRanges(text: string): void {
  for (const part of text.split(',')) {
    const [from = '', to] = part.split('-')
    if (to === undefined) {
      if (!parsePrefix(from)) throw new Trap('invalid value for argument ranges', 1)
      continue
    }
    const [first, last] = [parseAddress(from), parseAddress(to)]
    if (first === undefined || last === undefined) throw new Trap('invalid value for argument ranges', 1)
    if (first > last) throw new Trap('failure: end of range must be greater or equal to start')
  }
}

function countOf(ranges: string): number {
  let total = 0
  for (const part of ranges.split(',')) {
    const [from = '', to] = part.split('-')
    const prefix = parsePrefix(from)
    if (to === undefined) total += prefix ? 2 ** (32 - prefix.length) : 0
    else total += (parseAddress(to) ?? 0) - (parseAddress(from) ?? 0) + 1
  }
  return total
}

/** Total and used addresses of a pool, as recent versions show them. */
export function poolUse(router: RouterState, row: Row): Row {
  const total = countOf(row['ranges'] ?? '')
  const servers = router.table('/ip/dhcp-server').rows.filter((server) => server['address-pool'] === row['name'])
  const names = new Set(servers.map((server) => server['name']))
  const used = router
    .table('/ip/dhcp-server/lease')
    .rows.filter((lease) => lease['status'] === 'bound' && names.has(lease['server'])).length
  return { total: String(total), used: String(used), available: String(Math.max(0, total - used)) }
}

const bridgeDefaults: Row = {
  mtu: 'auto',
  'actual-mtu': '1500',
  l2mtu: '1596',
  arp: 'enabled',
  'arp-timeout': 'auto',
  'protocol-mode': 'rstp',
  'fast-forward': 'true',
  'igmp-snooping': 'false',
  'auto-mac': 'true',
  'ageing-time': '5m',
  priority: '0x8000',
  'max-message-age': '20s',
  'forward-delay': '15s',
  'transmit-hold-count': '6',
  'vlan-filtering': 'false',
  'dhcp-snooping': 'false',
  running: 'true',
  disabled: 'false',
}

function readDns(_router: RouterState, row: Row): void {
  for (const server of (row['servers'] ?? '').split(',')) {
    if (server === '' || server.includes(':') || parseAddress(server) !== undefined) continue
    throw new Trap('invalid value for argument servers', 1)
  }
  if (/^\d+$/.test(row['cache-size'] ?? '')) row['cache-size'] = `${row['cache-size']}KiB`
}

const isLinked = (row: Row | undefined): boolean => row?.['running'] === 'true' && row['disabled'] !== 'true'

/** Time of the last link change, and the number of link losses. */
function recordLinkChange(router: RouterState, row: Row | undefined, before: Row | undefined): void {
  if (!row || !before || isLinked(row) === isLinked(before)) return
  router.notes.set(`link ${row['.id']}`, router.monotonic())
  if (!isLinked(row)) router.notes.set(`downs ${row['.id']}`, Number(router.notes.get(`downs ${row['.id']}`) ?? 0) + 1)
  router.log('interface,info', `${row['name']} link ${isLinked(row) ? 'up' : 'down'}`)
}

/** A VLAN may occur once in the table of its bridge, alone or within a range. */
function checkVlan(router: RouterState, row: Row): void {
  const parts = (row['vlan-ids'] ?? '').split(',').map((part) => part.split('-').map(Number))
  if (!parts.flat().every((id) => id >= 1 && id <= 4094)) {
    throw new Trap('value of vlan-ids out of range (1..4094)', 1)
  }
  for (const other of router.table('/interface/bridge/vlan').rows) {
    if (other['.id'] === row['.id'] || other['bridge'] !== row['bridge'] || other['dynamic'] === 'true') continue
    for (const [from = 0, to = from] of parts) {
      for (let vlan = from; vlan <= to; vlan++) {
        if (holdsVlan(other['vlan-ids'], vlan)) throw new Trap('failure: vlan already added')
      }
    }
  }
}

/** Addresses, DNS, DHCP, bridges and VLANs. */
export const lanRules: Readonly<Record<string, Rule>> = {
  '/ip/address': {
    defaults: { disabled: 'false', dynamic: 'false', invalid: 'false' },
    unique: [{ fields: ['address', 'interface'], message: 'failure: already have such address' }],
    references: { interface: interfaceReference, 'actual-interface': interfaceReference },
    check: (_router, row, { given }) => {
      const prefix = prefixOf(row, 'address')
      const { netmask } = row
      if (netmask !== undefined && given.has('netmask') && !(row['address'] ?? '').includes('/')) {
        const length = lengthOfMask(netmask)
        if (length === undefined) throw new Trap('invalid value for argument netmask', 1)
        prefix.length = length
      }
      delete row['netmask']
      row['address'] = `${formatAddress(prefix.address)}/${prefix.length}`
      if (!given.has('network')) row['network'] = formatAddress(networkOf(prefix))
      row['actual-interface'] = row['interface'] ?? ''
    },
  },
  '/ip/dns': {
    defaults: {
      servers: '',
      'dynamic-servers': '',
      'use-doh-server': '',
      'verify-doh-cert': 'false',
      'doh-max-server-connections': '5',
      'doh-max-concurrent-queries': '50',
      'doh-timeout': '5s',
      'allow-remote-requests': 'false',
      'max-udp-packet-size': '4096',
      'query-server-timeout': '2s',
      'query-total-timeout': '10s',
      'max-concurrent-queries': '100',
      'max-concurrent-tcp-sessions': '20',
      'cache-size': '2048KiB',
      'cache-max-ttl': '1w',
      'address-list-extra-time': '0s',
      vrf: 'main',
      'mdns-repeat-ifaces': '',
      'cache-used': '48KiB',
    },
    check: readDns,
  },
  '/ip/dns/static': {
    defaults: { ttl: '1d', disabled: 'false', dynamic: 'false' },
    unique: [{ fields: ['name', 'address', 'type', 'regexp'], message: 'failure: entry already exists' }],
  },
  '/ip/pool': {
    required: ['name', 'ranges'],
    references: { 'next-pool': { menu: '/ip/pool', also: ['none'] } },
    unique: [{ fields: ['name'], message: 'failure: pool with such name exists' }],
    check: (_router, row) => checkRanges(row['ranges'] ?? ''),
  },
  '/ip/dhcp-server': {
    defaults: {
      'address-pool': 'static-only',
      'lease-time': '30m',
      authoritative: 'yes',
      'use-radius': 'no',
      'lease-script': '',
      disabled: 'false',
      dynamic: 'false',
      invalid: 'false',
    },
    yesNo: ['use-radius', 'authoritative'],
    references: { interface: interfaceReference, 'address-pool': { menu: '/ip/pool', also: ['static-only'] } },
    check: (router, row) => {
      if (row['name'] !== undefined) return
      const names = new Set(router.table('/ip/dhcp-server').rows.map((server) => server['name']))
      let number = 1
      while (names.has(`dhcp${number}`)) number += 1
      row['name'] = `dhcp${number}`
    },
  },
  '/ip/dhcp-server/network': {
    defaults: {
      gateway: '',
      'dns-server': '',
      'wins-server': '',
      'ntp-server': '',
      'caps-manager': '',
      'dhcp-option': '',
      dynamic: 'false',
    },
    unique: [{ fields: ['address'], message: 'failure: already have such network' }],
    check: (_router, row) => {
      const prefix = prefixOf(row, 'address')
      row['address'] = `${formatAddress(networkOf(prefix))}/${prefix.length}`
      for (const name of ['gateway', 'dns-server', 'ntp-server']) {
        for (const value of (row[name] ?? '').split(',')) {
          if (value !== '' && parseAddress(value) === undefined) throw new Trap(`invalid value for argument ${name}`, 1)
        }
      }
    },
  },
  '/ip/dhcp-server/lease': {
    defaults: {
      'address-lists': '',
      'dhcp-option': '',
      status: 'waiting',
      'last-seen': 'never',
      radius: 'false',
      dynamic: 'false',
      blocked: 'false',
      disabled: 'false',
    },
    dropsDynamic: true,
    references: { server: { menu: '/ip/dhcp-server', also: ['all'] } },
    unique: [
      { fields: ['address', 'server'], message: 'failure: already have static lease with this IP address' },
      { fields: ['mac-address', 'server'], message: 'failure: already have static lease for this MAC address' },
    ],
    check: (router, row) => {
      const address = row['address'] ?? ''
      if (address !== '' && parseAddress(address) === undefined && !router.isName('/ip/pool', address)) {
        throw new Trap('invalid value for argument address', 1)
      }
      if (row['mac-address'] === undefined && row['client-id'] === undefined) {
        throw new Trap('failure: mac-address or client-id must be set')
      }
      if (row['server'] === 'all') delete row['server']
    },
  },
  '/interface/ethernet': { changed: recordLinkChange },
  '/interface/bridge': { defaults: bridgeDefaults },
  '/interface/bridge/port': {
    defaults: {
      'auto-isolate': 'false',
      'bpdu-guard': 'false',
      'broadcast-flood': 'true',
      edge: 'auto',
      'fast-leave': 'false',
      'frame-types': 'admit-all',
      horizon: 'none',
      hw: 'true',
      'ingress-filtering': 'true',
      learn: 'auto',
      'multicast-router': 'temporary-query',
      'path-cost': '10',
      'point-to-point': 'auto',
      priority: '0x80',
      pvid: '1',
      'restricted-role': 'false',
      'restricted-tcn': 'false',
      'tag-stacking': 'false',
      trusted: 'false',
      'unknown-multicast-flood': 'true',
      'unknown-unicast-flood': 'true',
      status: 'in-bridge',
      role: 'designated-port',
      disabled: 'false',
      dynamic: 'false',
      inactive: 'false',
      'hw-offload': 'true',
    },
    required: ['interface', 'bridge'],
    references: { interface: interfaceReference, bridge: { menu: '/interface' } },
    unique: [{ fields: ['interface'], message: 'failure: device already added as bridge port' }],
    check: (_router, row) => {
      const pvid = Number(row['pvid'])
      if (!(pvid >= 1 && pvid <= 4094)) throw new Trap('value of pvid out of range (1..4094)', 1)
    },
  },
  '/interface/bridge/vlan': {
    defaults: { tagged: '', untagged: '', disabled: 'false', dynamic: 'false' },
    required: ['bridge', 'vlan-ids'],
    references: { bridge: interfaceReference, tagged: interfaceReference, untagged: interfaceReference },
    check: checkVlan,
  },
  '/interface/vlan': {
    defaults: {
      mtu: '1500',
      l2mtu: '1592',
      arp: 'enabled',
      'arp-timeout': 'auto',
      'loop-protect': 'default',
      'loop-protect-status': 'off',
      'use-service-tag': 'false',
      running: 'true',
      disabled: 'false',
    },
    required: ['name', 'interface', 'vlan-id'],
    references: { interface: interfaceReference },
    check: (router, row) => {
      const vlan = Number(row['vlan-id'])
      if (!(vlan >= 1 && vlan <= 4095)) throw new Trap('value of vlan-id out of range (1..4095)', 1)
      const parent = router.interfaceNamed(row['interface'] ?? '')?.row['mac-address']
      if (parent !== undefined) row['mac-address'] = parent
    },
  },
  '/interface/list/member': {
    defaults: { disabled: 'false', dynamic: 'false' },
    references: {
      interface: interfaceReference,
      list: { menu: '/interface/list', also: ['all', 'none', 'dynamic', 'static'] },
    },
  },
  '/interface/list': { defaults: { builtin: 'false', include: '', exclude: '', dynamic: 'false' } },
  '/interface/lte': { references: { 'apn-profiles': { menu: '/interface/lte/apn' } } },
  '/interface/lte/apn': { secrets: ['password'] },
  '/ip/route': {
    defaults: {
      distance: '1',
      scope: '30',
      'target-scope': '10',
      disabled: 'false',
      dynamic: 'false',
      inactive: 'false',
    },
    required: ['dst-address', 'gateway'],
  },
  '/interface/wireguard': {
    defaults: { mtu: '1420', 'listen-port': '13231', running: 'true', disabled: 'false' },
    required: ['name'],
    check: (_router, row, { before, given }) => {
      // RFC 7748: an X25519 key pair, generated by the router if no private key is given.
      if (before !== undefined && !given.has('private-key')) return
      const { privateKey, publicKey } = generateKeyPairSync('x25519')
      const raw = (key: KeyObject, format: 'pkcs8' | 'spki'): string =>
        key
          .export({ type: format as 'spki', format: 'der' })
          .subarray(-32)
          .toString('base64')
      row['private-key'] ??= raw(privateKey, 'pkcs8')
      row['public-key'] = raw(publicKey, 'spki')
    },
  },
  '/interface/wireguard/peers': {
    defaults: { disabled: 'false', dynamic: 'false', rx: '0', tx: '0' },
    required: ['interface', 'public-key'],
    references: { interface: interfaceReference },
  },
  '/ip/dhcp-client': {
    defaults: {
      'add-default-route': 'yes',
      'default-route-distance': '1',
      'use-peer-dns': 'true',
      'use-peer-ntp': 'true',
      disabled: 'false',
      dynamic: 'false',
      invalid: 'false',
    },
    references: { interface: interfaceReference },
  },
  '/queue/simple': {
    defaults: {
      parent: 'none',
      'packet-marks': '',
      priority: '8/8',
      queue: 'default-small/default-small',
      'limit-at': '0/0',
      'max-limit': '0/0',
      'burst-limit': '0/0',
      'burst-threshold': '0/0',
      'burst-time': '0s/0s',
      'bucket-size': '0.1/0.1',
      disabled: 'false',
      invalid: 'false',
      dynamic: 'false',
    },
    check: (_router, row) => {
      const limit = row['max-limit'] ?? '0/0'
      if (!/^\d+[kMG]?\/\d+[kMG]?$/.test(limit)) throw new Trap('invalid value for argument max-limit', 1)
    },
  },
}

/** The lease time of a server in milliseconds. */
export function leaseTime(router: RouterState, server: string | undefined): number {
  const row = router.table('/ip/dhcp-server').rows.find((one) => one['name'] === server)
  return parseDuration(row?.['lease-time'] ?? '30m') ?? 1_800_000
}
