import { rate, unlessRejected, type Row, type Session } from '@trunkline/routeros'
import { flagOf, macOf, numberOf, secondsOf, textOf, integerOf } from '../readings/values.ts'
import { capOf } from './access-points.ts'
import { bandOfInterface } from './carriers.ts'
import { bandOfWord } from './channel.ts'
import { readRadios, type Dialect, type RawWifi } from './raw.ts'
import { stackOf } from './read-wifi.ts'
import type { SeenRegistration } from './shapes.ts'

interface Table {
  dialect: Dialect
  root: string
  proplist: readonly string[]
}

const all = ['interface', 'mac-address', 'tx-rate', 'rx-rate', 'uptime', 'bytes']
const wifi = [...all, 'ssid', 'signal', 'vlan-id', 'band', 'authorized']
const tables: readonly Table[] = [
  { dialect: 'caps-man', root: 'caps-man', proplist: [...all, 'ssid', 'rx-signal', 'vlan-id'] },
  { dialect: 'wifi', root: 'interface/wifi', proplist: wifi },
  // Its name before 7.13.
  { dialect: 'wifi', root: 'interface/wifiwave2', proplist: wifi },
  { dialect: 'wireless', root: 'interface/wireless', proplist: [...all, 'ap', 'signal-strength'] },
]

/**
 * The clients registered at the access points of a device, for all its Wi-Fi systems.
 * @throws RouterError
 */
export async function readRegistrations(session: Session): Promise<SeenRegistration[]> {
  const found = await Promise.all(tables.map((table) => readTable(session, table)))
  return found.flat()
}

async function readTable(session: Session, { dialect, root, proplist }: Table): Promise<SeenRegistration[]> {
  const rows = (await unlessRejected(session.print(`${root}/registration-table`, { proplist }))) ?? []
  if (rows.length === 0) return []
  const raw = await readRadios(session, dialect, root)
  const places = new Map<string, RegistrationContext>()
  return rows.flatMap((row) => registrationOf(raw, row, placeOf(raw, row['interface'] ?? '', places)))
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

function registrationOf(raw: RawWifi, row: Row, place: RegistrationContext): SeenRegistration[] {
  const mac = macOf(row['mac-address'])
  // If a radio of the device is a client itself, the table contains the access point that it is connected to.
  if (mac === null || flagOf(row['ap'])) return []
  const bytes = (row['bytes'] ?? '').split(/[,/]/)
  return [
    {
      id: row['.id'] ?? '',
      stack: place.stack,
      interface: row['interface'] ?? '',
      cap: place.cap,
      ssid: textOf(row['ssid']) ?? place.ssid,
      mac,
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
    },
  ]
}

/** Mbit/s from bit/s, or from `72.2Mbps-20MHz/1S/SGI`. */
function megabits(text: string | undefined): number | null {
  const bits = rate(text)
  return bits === null ? null : Math.round(bits / 1e5) / 10
}
