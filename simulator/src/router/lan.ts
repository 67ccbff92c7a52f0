import { between, chance, macOf } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import { clientMacs } from './registration.ts'
import type { RouterState } from './router-state.ts'
import { leaseTime } from './rules-lan.ts'
import { formatAddress, formatClock, formatDuration, parseAddress } from './values.ts'

const names = ['iPhone', 'Galaxy-S23', 'LAPTOP', 'android', 'ESP', 'PC', 'amazon', 'HP', 'Chromecast', 'shelly1', '']

interface Host {
  mac: string
  name: string
  address: string
  server: string
}

/** Average time that a host stays, or stays away. */
const stay = 3 * 3_600_000

/** Whether a host is present: it comes and goes every few hours, and is present two thirds of the time. */
function isPresent(router: RouterState, host: Host): boolean {
  const shift = chance(router.seed, `shift ${host.mac}`) * stay
  const slot = Math.floor((router.momentOfPresence() + shift) / stay)
  return chance(router.seed, `here ${host.mac} ${slot}`) < 0.67
}

/** Possible hosts of a DHCP server: the addresses at the end of its pool. */
function hostsOf(router: RouterState, server: Row): Host[] {
  const pool = router.table('/ip/pool').rows.find((row) => row['name'] === server['address-pool'])
  const [range = ''] = (pool?.['ranges'] ?? '').split(',')
  const [from = '', to = ''] = range.split('-')
  const [first, last] = [parseAddress(from), parseAddress(to)]
  if (first === undefined || last === undefined) return []
  const size = Math.min(last - first + 1, 14)
  // Most hosts are wireless.
  const { stacks } = router
  const root = stacks.includes('wifi') ? '/interface/wifi' : stacks.includes('wireless') ? '/caps-man' : undefined
  const isFirst = router.table('/ip/dhcp-server').rows[0] === server
  const radio = root === undefined || !isFirst ? [] : clientMacs(router, root).slice(0, 8)
  return Array.from({ length: size }, (_, index) => {
    const key = `${server['name']} host ${index}`
    const kind = names[between(router.seed, `${key} name`, 0, names.length - 1)] ?? ''
    const mac = radio[index] ?? macOf(router.seed, key, ['B8:88:E3', '28:D2:44', 'C0:F5:35', 'F0:2F:4B'][index % 4])
    return {
      mac,
      name: kind === '' ? '' : `${kind}-${mac.slice(-5).replace(':', '')}`,
      address: formatAddress(last - index),
      server: server['name'] ?? '',
    }
  })
}

const clientId = (mac: string): string =>
  `1:${mac
    .split(':')
    .map((part) => Number.parseInt(part, 16).toString(16))
    .join(':')}`

/** Computed values of a bound lease. */
function bound(router: RouterState, host: Host, now: number): Row {
  const full = leaseTime(router, host.server)
  // A client renews at half of the lease time.
  const age = Math.floor((now + chance(router.seed, `renew ${host.mac}`) * full) % (full / 2))
  const isSix = router.version.major < 7
  return {
    status: 'bound',
    'expires-after': isSix ? formatClock(full - age) : formatDuration(Math.floor((full - age) / 1000) * 1000),
    'last-seen': formatDuration(Math.floor(age / 1000) * 1000),
    ...(router.version.has('fileRead') ? { age: formatDuration(Math.floor((now % stay) / 1000) * 1000) } : {}),
    'active-address': host.address,
    'active-mac-address': host.mac,
    'active-client-id': clientId(host.mac),
    'active-server': host.server,
    ...(host.name === '' ? {} : { 'host-name': host.name }),
  }
}

const liveNames = [
  'expires-after',
  'age',
  'active-address',
  'active-mac-address',
  'active-client-id',
  'active-server',
  'host-name',
]

export function idle(row: Row): void {
  for (const name of liveNames) delete row[name]
  row['status'] = 'waiting'
  row['last-seen'] ??= 'never'
}

/** Hosts come, renew and expire: dynamic rows are added and removed, static ones are bound or waiting. */
export function refreshLeases(router: RouterState): Row[] {
  const table = router.table('/ip/dhcp-server/lease')
  const now = router.monotonic()
  const last = router.notes.get('leases')
  if (typeof last === 'number' && now - last < 1000 && now >= last) return table.rows
  router.notes.set('leases', now)
  const byMac = new Map(table.rows.map((row) => [row['mac-address'], row]))
  const used = new Set(table.rows.map((row) => row['address']))
  for (const server of router.table('/ip/dhcp-server').rows) {
    const isServing = server['disabled'] !== 'true'
    for (const host of hostsOf(router, server)) {
      const row = byMac.get(host.mac)
      const isHere = isServing && isPresent(router, host)
      if (row) {
        byMac.delete(host.mac)
        if (isHere && row['disabled'] !== 'true' && row['block-access'] !== 'true') {
          const address = parseAddress(row['address'] ?? '') === undefined ? host.address : (row['address'] ?? '')
          const before = row['status']
          Object.assign(row, bound(router, { ...host, address }, now))
          if (before !== 'bound') table.announce(row)
        } else if (row['dynamic'] === 'true') table.drop(row['.id'] ?? '')
        else if (row['status'] === 'bound') {
          idle(row)
          table.announce(row)
        }
      } else if (isHere && !used.has(host.address)) {
        table.insert({
          address: host.address,
          'mac-address': host.mac,
          'client-id': clientId(host.mac),
          'address-lists': '',
          server: host.server,
          'dhcp-option': '',
          ...bound(router, host, now),
          radius: 'false',
          dynamic: 'true',
          blocked: 'false',
          disabled: 'false',
        })
      }
    }
  }
  // Dynamic rows of removed servers.
  const servers = new Set(router.table('/ip/dhcp-server').rows.map((server) => server['name']))
  for (const row of byMac.values()) {
    if (row['dynamic'] === 'true' && !servers.has(row['server'])) table.drop(row['.id'] ?? '')
  }
  return table.rows
}

/** Removes entries whose timeout has expired. */
export function refreshAddressLists(router: RouterState): Row[] {
  const table = router.table('/ip/firewall/address-list')
  const now = router.monotonic()
  for (const row of table.rows.slice()) {
    if (row['timeout'] === undefined) continue
    const until = router.notes.get(`timeout ${row['list']} ${row['address']}`)
    if (typeof until !== 'number') continue
    if (until <= now) table.drop(row['.id'] ?? '')
    else row['timeout'] = formatDuration(Math.floor((until - now) / 1000) * 1000)
  }
  return table.rows
}
