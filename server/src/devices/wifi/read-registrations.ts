import { rate, type Row, type Session } from '@trunkline/routeros'
import { flagOf, macOf, numberOf, secondsOf, textOf, integerOf } from '../readings/values.ts'
import { capOf } from './access-points.ts'
import { bandOfInterface } from './carriers.ts'
import { bandOfWord } from './channel.ts'
import { readChannels, readRadios, type Dialect, type RawWifi } from './raw.ts'
import { stackOf } from './read-wifi.ts'
import { isOwnRow, readClientRows } from './registration-table.ts'
import type { SeenRegistration } from './shapes.ts'

interface Table {
  dialect: Dialect
  root: string
  proplist: readonly string[]
}

const all = ['tx-rate', 'rx-rate', 'uptime', 'bytes']
const wifi = [...all, 'ssid', 'signal', 'vlan-id', 'band', 'authorized']
const tables: readonly Table[] = [
  { dialect: 'caps-man', root: 'caps-man', proplist: [...all, 'ssid', 'rx-signal', 'vlan-id'] },
  { dialect: 'wifi', root: 'interface/wifi', proplist: wifi },
  // Its name before 7.13.
  { dialect: 'wifi', root: 'interface/wifiwave2', proplist: wifi },
  { dialect: 'wireless', root: 'interface/wireless', proplist: [...all, 'signal-strength'] },
]

/**
 * The clients registered at the access points of a device, for all its Wi-Fi systems.
 * @throws DeviceError refused if the device does not list all of them, RouterError
 */
export async function readRegistrations(session: Session): Promise<SeenRegistration[]> {
  const found = await Promise.all(tables.map((table) => readTable(session, table)))
  return found.flat()
}

async function readTable(session: Session, { dialect, root, proplist }: Table): Promise<SeenRegistration[]> {
  const listed = await readClientRows(session, root, proplist)
  if (listed.length === 0) return []
  const raw = await withBands(session, await readRadios(session, dialect, root), listed)
  const places = new Map<string, RegistrationContext>()
  return listed
    .filter((row) => !isOwnRow(raw.interfaces, row))
    .map((row) => registrationOf(raw, row, placeOf(raw, row['interface'] ?? '', places)))
}

/** Reads the channels of the configurations if an interface with clients does not report its own. */
async function withBands(session: Session, raw: RawWifi, clients: readonly Row[]): Promise<RawWifi> {
  if (raw.dialect !== 'caps-man') return raw
  const used = new Set(clients.map((row) => row['interface']))
  const isUnknown = raw.interfaces.some((row) => used.has(row['name']) && bandOfInterface(raw, row) === null)
  return isUnknown ? readChannels(session, raw) : raw
}

/** Client-independent data of an interface. */
interface RegistrationContext {
  stack: SeenRegistration['stack']
  cap: string | null
  ssid: string | null
  band: SeenRegistration['band']
}

function placeOf(raw: RawWifi, name: string, known: Map<string, RegistrationContext>): RegistrationContext {
  const before = known.get(name)
  if (before !== undefined) return before
  const row = raw.interfaces.find((one) => one['name'] === name) ?? { name }
  const place = {
    stack: stackOf(raw, row, flagOf(raw.manager?.['enabled'])),
    cap: capOf(raw, row),
    ssid: textOf(row['ssid']),
    band: bandOfInterface(raw, row),
  }
  known.set(name, place)
  return place
}

function registrationOf(raw: RawWifi, row: Row, place: RegistrationContext): SeenRegistration {
  const bytes = (row['bytes'] ?? '').split(/[,/]/)
  return {
    id: row['.id'] ?? '',
    stack: place.stack,
    interface: row['interface'] ?? '',
    cap: place.cap,
    ssid: textOf(row['ssid']) ?? place.ssid,
    mac: macOf(row['mac-address']) ?? '',
    signal: integerOf(row['signal'] ?? row['rx-signal'] ?? row['signal-strength']),
    band: bandOfWord(row['band']) ?? place.band,
    rx_rate: megabits(row['rx-rate']),
    tx_rate: megabits(row['tx-rate']),
    // First the rate to the peer, then from the peer.
    rx_bytes: numberOf(bytes[1]),
    tx_bytes: numberOf(bytes[0]),
    uptime_seconds: secondsOf(row['uptime']?.replace(/\d+ms$/, '') || row['uptime']),
    authorized: raw.dialect !== 'wifi' || row['authorized'] === undefined || flagOf(row['authorized']),
    vlan_id: integerOf(row['vlan-id']),
  }
}

/** Mbit/s from bit/s, or from `72.2Mbps-20MHz/1S/SGI`. */
function megabits(text: string | undefined): number | null {
  const bits = rate(text)
  return bits === null ? null : Math.round(bits / 1e5) / 10
}
