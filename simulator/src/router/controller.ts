import { chance, macOf } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import { radioOf, channelOf, type Band } from './radio.ts'
import type { RouterState } from './router-state.ts'
import { formatDateTime, formatDuration } from './values.ts'

/** Menus of a controller: `/interface/wifi` of the new system, `/caps-man` of the legacy one. */
export interface Stack {
  root: '/interface/wifi' | '/caps-man'
  interfaces: string
  remote: string
  radio: string
  registration: string
  provisioning: string
}

export const newStack: Stack = {
  root: '/interface/wifi',
  interfaces: '/interface/wifi',
  remote: '/interface/wifi/capsman/remote-cap',
  radio: '/interface/wifi/radio',
  registration: '/interface/wifi/registration-table',
  provisioning: '/interface/wifi/provisioning',
}

export const oldStack: Stack = {
  root: '/caps-man',
  interfaces: '/caps-man/interface',
  remote: '/caps-man/remote-cap',
  radio: '/caps-man/radio',
  registration: '/caps-man/registration-table',
  provisioning: '/caps-man/provisioning',
}

/** A managed access point. */
export interface Cap {
  identity: string
  address: string
  baseMac: string
  serial: string
  board: string
  radios: { mac: string; band: Band }[]
}

const places = ['lobby', 'office', 'hall', 'yard']

const known = new WeakMap<RouterState, Cap[]>()

/** The access points of a router's controller: the configured number. */
export function capsOf(router: RouterState): Cap[] {
  let caps = known.get(router)
  if (!caps)
    known.set(router, (caps = Array.from({ length: router.caps ?? 3 }, (_, index) => capNumber(router, index))))
  return caps
}

function capNumber(router: RouterState, index: number): Cap {
  const key = `cap ${index}`
  const baseMac = macOf(router.seed, key, '48:A9:8A')
  const tail = Number.parseInt(baseMac.slice(-2), 16)
  const mac = (step: number): string =>
    `${baseMac.slice(0, -2)}${((tail + step) % 256).toString(16).padStart(2, '0').toUpperCase()}`
  return {
    identity: `ap-${places[index] ?? index}`,
    address: `10.${1 + (router.seed % 250)}.${Math.floor(index / 200)}.${30 + (index % 200)}`,
    baseMac,
    serial: `HE${(0x8000000 + router.seed * 131 + index).toString(16).toUpperCase().slice(-7)}`,
    board: router.stacks.includes('wifi') ? 'cAPGi-5HaxD2HaxD' : 'RBcAPGi-5acD2nD',
    radios: [
      { mac: mac(1), band: '2ghz' },
      { mac: mac(2), band: '5ghz' },
    ],
  }
}

const slot = 7_200_000

/** The first is always connected, the others disconnect for two hours now and then. */
function isJoined(router: RouterState, cap: Cap, index: number): boolean {
  if (index === 0 || router.caps !== undefined) return true
  return chance(router.seed, `joined ${cap.baseMac} ${Math.floor(router.momentOfPresence() / slot)}`) > 0.06
}

export function isManaging(router: RouterState, stack: Stack): boolean {
  if (!router.has(stack.remote)) return false
  const manager = stack === newStack ? '/interface/wifi/capsman' : '/caps-man/manager'
  const { enabled } = router.single(manager)
  return enabled === 'yes' || enabled === 'true'
}

function remoteRow(router: RouterState, stack: Stack, cap: Cap, since: number): Row {
  const version = router.version.text
  if (stack === oldStack) {
    return {
      state: 'Run',
      name: `[${cap.baseMac}]`,
      radios: String(cap.radios.length),
      address: `${cap.address}/5246`,
      board: cap.board,
      serial: cap.serial,
      'base-mac': cap.baseMac,
      version,
      identity: cap.identity,
    }
  }
  return {
    address: `${cap.address}/5246`,
    identity: cap.identity,
    'board-name': cap.board,
    serial: cap.serial,
    version,
    'base-mac': cap.baseMac,
    'common-name': `CAP-${cap.baseMac.replace(/:/g, '')}`,
    state: 'Ok',
    'connected-time': formatDateTime(router.version, since),
    uptime: formatDuration(Math.floor((router.monotonic() - since) / 1000) * 1000),
  }
}

function radioRow(
  router: RouterState,
  stack: Stack,
  cap: Cap | undefined,
  radio: Cap['radios'][number],
  name: string,
): Row {
  if (stack === oldStack) {
    return {
      'radio-mac': radio.mac,
      'remote-cap-name': cap ? `[${cap.baseMac}]` : '',
      'remote-cap-identity': cap?.identity ?? router.identity,
      interface: name,
      local: String(!cap),
      provisioned: String(name !== 'none'),
    }
  }
  const isLow = radio.band === '2ghz'
  return {
    ...(cap ? { cap: `${cap.identity}@${cap.address}` } : {}),
    local: String(!cap),
    'radio-mac': radio.mac,
    'tx-chains': '0,1',
    'rx-chains': '0,1',
    bands: isLow
      ? '2ghz-g:20mhz,2ghz-n:20mhz,20/40mhz,2ghz-ax:20mhz,20/40mhz'
      : '5ghz-a:20mhz,5ghz-n:20mhz,20/40mhz,5ghz-ac:20mhz,20/40mhz,20/40/80mhz,5ghz-ax:20mhz,20/40mhz,20/40/80mhz',
    ciphers: 'tkip,ccmp,gcmp,ccmp-256,gcmp-256,cmac,gmac,cmac-256,gmac-256',
    countries: 'all',
    '2g-channels': isLow ? '2412,2417,2422,2427,2432,2437,2442,2447,2452,2457,2462' : '',
    '5g-channels': isLow ? '' : '5180,5200,5220,5240,5260,5280,5300,5320,5500,5520',
    'max-vlans': '128',
    'max-interfaces': '16',
    'max-station-interfaces': '3',
    'max-peers': '120',
    'hw-type': 'QCA6000',
    'hw-caps': 'sniffer',
    interface: name,
    'current-country': 'Germany',
    'current-channels': isLow ? '2412/ax' : '5180/ax/Ceee',
  }
}

/** The interface row of a radio: its master. */
export const masterOf = (router: RouterState, stack: Stack, mac: string): Row | undefined =>
  router
    .table(stack.interfaces)
    .rows.find((row) => row['radio-mac'] === mac && (row['master-interface'] ?? 'none') === 'none')

/** The radio interface under a virtual one. */
export function rootOf(router: RouterState, stack: Stack, row: Row): Row {
  const master = row['master-interface'] ?? 'none'
  if (master === 'none') return row
  return router.table(stack.interfaces).rows.find((one) => one['name'] === master) ?? row
}

/** The band of the radio under an interface. */
export function bandOf(router: RouterState, stack: Stack, row: Row): Band {
  const root = rootOf(router, stack, row)
  // The first local radio is the faster one, as on most boards with the new system.
  if (root['default-name'] !== undefined) return root['default-name'] === 'wifi1' ? '5ghz' : '2ghz'
  const mac = root['radio-mac']
  return bandsOf(router).get(mac ?? '') ?? '5ghz'
}

const bands = new WeakMap<RouterState, Map<string, Band>>()
function bandsOf(router: RouterState): Map<string, Band> {
  let of = bands.get(router)
  if (!of) {
    of = new Map(capsOf(router).flatMap((cap) => cap.radios.map(({ mac, band }) => [mac, band] as const)))
    bands.set(router, of)
  }
  return of
}

interface Wiring {
  /** By the MAC address of their radio. */
  masters: Map<string, Row>
  /** By the name of their master. */
  slaves: Map<string, Row[]>
}

function wiringOf(router: RouterState, stack: Stack): Wiring {
  const masters = new Map<string, Row>()
  const slaves = new Map<string, Row[]>()
  for (const row of router.table(stack.interfaces).rows) {
    const master = row['master-interface'] ?? 'none'
    const mac = row['radio-mac'] ?? ''
    if (master === 'none') {
      if (!masters.has(mac)) masters.set(mac, row)
    } else slaves.set(master, [...(slaves.get(master) ?? []), row])
  }
  return { masters, slaves }
}

/** Why a bound and enabled interface of the new system is inactive, as the router reports it. */
function inactiveReason(stack: Stack, ssid: string, channel: string | undefined): string | undefined {
  if (stack === newStack && ssid === '') return 'SSID not set'
  return channel === undefined ? 'no supported channels' : undefined
}

/** Derives the state of a radio's interface and of its virtual ones from their settings. */
function follow(router: RouterState, stack: Stack, wiring: Wiring, master: Row, isBound: boolean): void {
  const radioState = radioOf(router, stack.root, master)
  const channel = channelOf(stack.root, radioState, bandOf(router, stack, master))
  for (const row of [master, ...(wiring.slaves.get(master['name'] ?? '') ?? [])]) {
    const own = row === master ? radioState : radioOf(router, stack.root, row)
    const isEnabled = isBound && row['disabled'] !== 'true' && (row === master || master['disabled'] !== 'true')
    const about = isEnabled ? inactiveReason(stack, own.ssid, channel) : undefined
    const isRunning = isEnabled && about === undefined
    const values: Row = {
      bound: String(isBound),
      inactive: String(!isBound || about !== undefined),
      running: String(isRunning),
    }
    if (stack === newStack) values['.about'] = about ?? ''
    else {
      values['current-state'] = isRunning ? 'running-ap' : about ? 'no-supported-channel' : isBound ? 'disabled' : ''
      if (channel !== undefined) values['current-channel'] = channel
    }
    if (Object.entries(values).every(([name, value]) => (row[name] ?? '') === value)) continue
    Object.assign(row, values)
    if (row['.about'] === '') delete row['.about']
    router.table(stack.interfaces).announce(row)
  }
}

/**
 * Access points connect and disconnect: their rows and their radios' are added and removed; interfaces of
 * disconnected ones stay, inactive. A radio that reconnects is bound to the interface with its MAC address.
 */
export function refreshCaps(router: RouterState, stack: Stack): void {
  const remote = router.table(stack.remote)
  const radios = router.table(stack.radio)
  const isOn = isManaging(router, stack)
  const wiring = wiringOf(router, stack)
  const joinedBefore = new Map(remote.rows.map((row) => [row['base-mac'], row]))
  const radiosBefore = new Map(radios.rows.map((row) => [row['radio-mac'], row]))
  for (const [index, cap] of capsOf(router).entries()) {
    const joined = isOn && isJoined(router, cap, index)
    const row = joinedBefore.get(cap.baseMac)
    if (joined && !row) {
      router.notes.set(
        `joined ${cap.baseMac}`,
        Math.max(router.booted + 20_000, Math.floor(router.monotonic() / slot) * slot),
      )
    }
    const since = Number(router.notes.get(`joined ${cap.baseMac}`) ?? router.monotonic())
    const values = remoteRow(router, stack, cap, since)
    if (joined && !row) {
      remote.insert(values)
      router.log('caps,info', `${cap.identity} joined`)
    } else if (joined && row) Object.assign(row, values)
    else if (row) remote.drop(row['.id'] ?? '')
    for (const radio of cap.radios) {
      const master = wiring.masters.get(radio.mac)
      if (master) follow(router, stack, wiring, master, joined)
      const name = master?.['name'] ?? 'none'
      const known = radiosBefore.get(radio.mac)
      if (joined && !known) radios.insert(radioRow(router, stack, cap, radio, name))
      else if (joined && known) known['interface'] = name
      else if (known) radios.drop(known['.id'] ?? '')
    }
  }
  if (stack === newStack) localRadios(router, wiring)
}

/** Whether a remote controller manages the router's own radio. */
export const isManagedElsewhere = (router: RouterState, row: Row): boolean =>
  (row['configuration.manager'] ?? '').startsWith('capsman') &&
  router.single('/interface/wifi/cap')['enabled'] === 'yes'

/** The table also contains the router's own radios. */
function localRadios(router: RouterState, wiring: Wiring): void {
  const radios = router.table(newStack.radio)
  const before = new Set(radios.rows.map((row) => row['radio-mac']))
  for (const row of router.table(newStack.interfaces).rows) {
    if (row['default-name'] === undefined) continue
    if (isManagedElsewhere(router, row)) {
      const isOn = row['disabled'] !== 'true'
      const about = 'managed by CAPsMAN, traffic processing on CAP'
      Object.assign(row, { bound: 'true', inactive: 'false', running: String(isOn), '.about': about })
    } else follow(router, newStack, wiring, row, true)
    const mac = row['radio-mac'] ?? ''
    if (before.has(mac)) continue
    const band = bandOf(router, newStack, row)
    radios.insert(radioRow(router, newStack, undefined, { mac, band }, row['name'] ?? ''))
  }
}

export const refreshed =
  (stack: Stack, menu: 'remote' | 'radio' | 'interfaces') =>
  (router: RouterState): Row[] => {
    refreshCaps(router, stack)
    return router.table(stack[menu]).rows
  }
