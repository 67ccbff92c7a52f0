import { between, chance, macOf } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import { radioOf, channelOf, type Radio, type Band } from './radio.ts'
import type { Handler } from './handler.ts'
import { interfacesNamed } from './commands-interface.ts'
import { bandOf, newStack, oldStack, refreshCaps, rootOf, type Stack } from './controller.ts'
import { permissionOf, blocks } from './permissions.ts'
import { monitor } from './monitor.ts'
import type { RouterState } from './router-state.ts'
import { driftOf, phaseOf } from './system.ts'
import { formatDateTime, formatDuration } from './values.ts'

/** Number of devices that come and go by default. */
const usual = 14
const slot = 1_200_000
/** Time until a disconnected client reconnects. */
const away = 30_000

interface Client {
  guest: Guest
  mac: string
  since: number
  interface: Row
  radio: Radio
  band: Band | undefined
  signal: number
  rule: Row | undefined
}

const seconds = (milliseconds: number): string => formatDuration(Math.floor(milliseconds / 1000) * 1000)

const makers = ['F0:2F:4B', '9C:B6:D0', '3C:06:30']

const isOn = (row: Row): boolean => row['running'] === 'true' && row['disabled'] !== 'true'

/** A client that may connect to the access points of a Wi-Fi system. */
interface Guest {
  mac: string
  /** Its share of the download traffic. */
  greed: number
  idle: string
  signal: number
  pull: number
  push: number
}

const guests = new WeakMap<RouterState, Map<string, Guest[]>>()

/** The router's own radios have a few clients, regardless of its controller. */
const countOf = (router: RouterState, root: string): number =>
  root === '/interface/wireless' ? Math.min(usual, router.clients ?? usual) : (router.clients ?? usual)

function guestsOf(router: RouterState, root: string): Guest[] {
  let of = guests.get(router)
  if (!of) guests.set(router, (of = new Map<string, Guest[]>()))
  let list = of.get(root)
  if (!list) {
    list = Array.from({ length: countOf(router, root) }, (_, index) => {
      const mac = macOf(router.seed, `client ${root} ${index}`, makers[index % 3])
      return {
        mac,
        greed: 0.2 + chance(router.seed, `greed ${mac}`),
        idle: `${between(router.seed, `idle ${mac}`, 0, 900)}ms`,
        signal: phaseOf(router, `signal ${mac}`),
        pull: phaseOf(router, `pull ${mac}`),
        push: phaseOf(router, `push ${mac}`),
      }
    })
    of.set(root, list)
  }
  return list
}

/** MAC addresses of the clients of a Wi-Fi system. */
export const clientMacs = (router: RouterState, root: string): string[] => guestsOf(router, root).map(({ mac }) => mac)

/** Time at which a client connected; undefined while it is absent. Each comes and goes about every twenty minutes. */
function since(router: RouterState, mac: string, index: number): number | undefined {
  const kicked = router.notes.get(`kicked ${mac}`)
  const back = typeof kicked === 'number' ? kicked + away : 0
  if (router.still ? back > router.booted : router.monotonic() < back) return undefined
  if (router.clients !== undefined) return Math.max(router.booted + 30_000 + index, back)
  const shift = Math.floor(chance(router.seed, `client shift ${index}`) * slot)
  const number = Math.floor((router.momentOfPresence() + shift) / slot)
  if (chance(router.seed, `client here ${index} ${number}`) > 0.7) return undefined
  return Math.max(number * slot - shift, router.booted + 30_000, back)
}

/**
 * Connected clients at any enabled access point that accepts them: the nearest access point first, then the others in
 * order.
 */
function present(router: RouterState, root: string, menu: string, interfaces: readonly Row[]): Client[] {
  const found: Client[] = []
  if (!interfaces.some(isOn)) return found
  const permission = permissionOf(router, `${root}/access-list`)
  const airs = new Map<Row, { radio: Radio; band: Band | undefined }>()
  const radioAt = (row: Row): { radio: Radio; band: Band | undefined } => {
    let known = airs.get(row)
    if (!known) {
      const band = root === newStack.root ? bandOf(router, newStack, row) : undefined
      airs.set(row, (known = { radio: radioOf(router, root, row), band }))
    }
    return known
  }
  const placed = new Map(router.table(menu).rows.map((row) => [row['mac-address'], row['interface']]))
  const places = new Map(interfaces.map((row, place) => [row['name'], place]))
  for (const [index, guest] of guestsOf(router, root).entries()) {
    const { mac } = guest
    const came = since(router, mac, index)
    if (came === undefined) continue
    const number = router.clients === undefined ? Math.floor((router.momentOfPresence() + index) / slot) : 0
    const near =
      places.get(placed.get(mac) ?? '') ??
      between(router.seed, `client at ${index} ${number}`, 0, interfaces.length - 1)
    const signal = Math.round(driftOf(router, guest.signal, -78, -47))
    let tries = 4
    for (let step = 0; step < interfaces.length && tries > 0; step++) {
      const row = interfaces[(near + step) % interfaces.length]
      if (!row || !isOn(row)) continue
      tries -= 1
      const { radio, band } = radioAt(row)
      const rule = permission.ruleFor({ mac, interface: row['name'] ?? '', ssid: radio.ssid, signal })
      if (blocks(rule) || (rule === undefined && row['default-authentication'] === 'false')) continue
      found.push({ guest, mac, since: came, interface: row, radio, band, signal, rule })
      break
    }
  }
  return found
}

/** Security mode of a client: the best available one. */
function authenticationOf(security: Row): string {
  const offered = (security['authentication-types'] ?? '').split(',').filter(Boolean)
  for (const best of ['wpa3-eap', 'wpa3-psk', 'wpa2-eap', 'wpa2-psk-sha2', 'wpa2-psk', 'owe']) {
    if (offered.includes(best)) return best
  }
  return offered[0] ?? ''
}

const tagOf = (client: Client): Row => {
  const vlan = client.rule?.['vlan-id'] ?? client.radio.datapath['vlan-id']
  return vlan === undefined || vlan === '' ? {} : { 'vlan-id': vlan }
}

function rowOf(router: RouterState, root: string, client: Client): Row {
  const { guest, mac, since: came, signal, radio } = client
  const up = router.monotonic() - came
  const bytes = Math.floor((up / 1000) * 18_000 * guest.greed)
  const pair = `${bytes},${Math.floor(bytes / 9)}`
  const packets = `${Math.floor(bytes / 900)},${Math.floor(bytes / 5000)}`
  const base: Row = { interface: client.interface['name'] ?? '', ssid: radio.ssid, 'mac-address': mac }
  if (root === '/interface/wifi') {
    const band = client.band ?? '5ghz'
    const isLow = band === '2ghz'
    return {
      ...base,
      uptime: seconds(up),
      'last-activity': guest.idle,
      signal: String(signal),
      'auth-type': authenticationOf(radio.security),
      band: `${band}-ax`,
      'tx-rate': isLow ? '229400000' : '1200900000',
      'rx-rate': isLow ? '206500000' : '960700000',
      packets,
      bytes: pair,
      'tx-bits-per-second': String(Math.round(driftOf(router, guest.pull, 0, 4_000_000, 40_000))),
      'rx-bits-per-second': String(Math.round(driftOf(router, guest.push, 0, 300_000, 30_000))),
      ...tagOf(client),
      authorized: 'true',
    }
  }
  if (root === '/caps-man') {
    return {
      ...base,
      'tx-rate': '130Mbps-20MHz/2S/SGI',
      'rx-rate': '117Mbps-20MHz/2S',
      'tx-signal': '0',
      'rx-signal': String(signal),
      uptime: formatDuration(up - (up % 10)),
      packets,
      bytes: pair,
      'tx-rate-set': 'OFDM:6-54 BW:1x SGI:1x HT:0-15',
      ...tagOf(client),
    }
  }
  return {
    interface: base['interface'] ?? '',
    'mac-address': mac,
    ap: 'false',
    wds: 'false',
    bridge: 'false',
    'rx-rate': '65Mbps-20MHz/1S',
    'tx-rate': '72.2Mbps-20MHz/1S/SGI',
    packets,
    bytes: pair,
    uptime: seconds(up),
    'last-activity': '1s20ms',
    'signal-strength': `${signal}@65Mbps-20MHz/1S`,
    'authentication-type': authenticationOf(radio.security),
    encryption: 'aes-ccm',
  }
}

function refresh(router: RouterState, root: string, menu: string, interfaces: readonly Row[]): Row[] {
  const table = router.table(menu)
  const now = new Map(present(router, root, menu, interfaces).map((client) => [client.mac, client]))
  const there = new Map<string, Row>()
  for (const row of table.rows.slice()) {
    const client = now.get(row['mac-address'] ?? '')
    if (!client || client.interface['name'] !== row['interface']) table.drop(row['.id'] ?? '')
    else there.set(client.mac, row)
  }
  for (const client of now.values()) {
    const row = there.get(client.mac)
    const values = rowOf(router, root, client)
    if (row) {
      if (!('vlan-id' in values)) delete row['vlan-id']
      Object.assign(row, values)
    } else {
      table.insert(values)
      if (client.rule) admitted(router, root, client.rule)
    }
  }
  return table.rows
}

/** Recent versions count the matches of a rule. */
function admitted(router: RouterState, root: string, rule: Row): void {
  if (root !== '/interface/wifi' || !router.version.includes('7.20')) return
  rule['match-count'] = String(Number(rule['match-count'] ?? '0') + 1)
  rule['last-logged-in'] = formatDateTime(router.version, router.now())
}

const managed =
  (stack: Stack) =>
  (router: RouterState): Row[] => {
    refreshCaps(router, stack)
    return refresh(router, stack.root, stack.registration, router.table(stack.interfaces).rows)
  }

export const registrationViews: Readonly<Record<string, (router: RouterState) => Row[]>> = {
  '/interface/wifi/registration-table': managed(newStack),
  '/caps-man/registration-table': managed(oldStack),
  '/interface/wireless/registration-table': (router) => {
    const rows = router.rows('/interface/wireless').filter((row) => (row['mode'] ?? '') === 'ap-bridge')
    return refresh(router, '/interface/wireless', '/interface/wireless/registration-table', rows)
  },
}

/** Number of clients per access point. */
export function countsOf(rows: readonly Row[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { interface: name = '' } of rows) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const monitorWifi: Handler = (router, _caller, args) => {
  const found = interfacesNamed(router, args)
  return monitor(router, args, () => {
    const counts = countsOf(registrationViews['/interface/wifi/registration-table']?.(router) ?? [])
    return found.map(({ row }): Row => {
      const peers = String(counts.get(row['name'] ?? '') ?? 0)
      if (!isOn(row)) return { state: row['disabled'] === 'true' ? 'disabled' : 'inactive' }
      const band = bandOf(router, newStack, row)
      return {
        state: 'running',
        channel: channelOf(newStack.root, radioOf(router, newStack.root, rootOf(router, newStack, row)), band) ?? '',
        'registered-peers': peers,
        'authorized-peers': peers,
        'tx-power': '20',
      }
    })
  })
}

export const registrationHandlers: Readonly<Record<string, Handler>> = {
  '/interface/wifi/monitor': monitorWifi,
}
