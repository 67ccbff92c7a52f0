import { createHash } from 'node:crypto'
import type { Row } from '@trunkline/routeros'
import { flagOf, macOf, textOf, integerOf } from '../readings/values.ts'
import {
  bandOfInterface,
  isAccessPoint,
  isControlledElsewhere,
  isVirtual,
  ofInterfaceRow,
  radioOf,
  rootOf,
  type Carrier,
} from './carriers.ts'
import { currentChannel, frequenciesOf, widthOf } from './channel.ts'
import type { FoundNetwork } from './networks.ts'
import type { Dialect, RawWifi } from './raw.ts'
import type { SeenAccessPoint } from './shapes.ts'

/** Identity of the device with the interface; null: the device itself, or one that is currently not connected. */
export function capOf(raw: RawWifi, row: Row): string | null {
  const radio = radioOf(raw, row)
  if (raw.dialect === 'caps-man')
    return radio === undefined || flagOf(radio['local']) ? null : textOf(radio['remote-cap-identity'])
  // `identity@address`, optionally followed by a percent sign and an interface.
  const cap = textOf(radio?.['cap']) ?? textOf(rootOf(raw, row)['cap'])
  if (cap === null || cap === 'local' || flagOf(radio?.['local'])) return null
  return /^(.*)@[^@]*$/.exec(cap)?.[1] ?? cap
}

/** Whether an interface is one of the device's own radios, or a virtual one on top of it. */
export function isLocal(raw: RawWifi, row: Row): boolean {
  const root = rootOf(raw, row)
  if (root['default-name'] !== undefined) return true
  const cap = root['cap'] ?? ''
  if (cap !== '') return cap === 'local'
  return flagOf(radioOf(raw, row)?.['local'])
}

/** Access points, with their clients by interface name. */
export function accessPointsOf(
  raw: RawWifi,
  rows: readonly Row[],
  networks: readonly FoundNetwork[],
  clients: ReadonlyMap<string, number>,
): SeenAccessPoint[] {
  const profiles = new Map(
    networks.flatMap(({ seen, carriers }) =>
      carriers.flatMap((one: Carrier) => one.interfaces.map((row) => [row, seen.profile] as const)),
    ),
  )
  return rows.filter((row) => isAccessPoint(raw, row)).map((row) => accessPointOf(raw, row, profiles.get(row), clients))
}

/** Properties of an access point that the API writes. */
const changeable: Readonly<Record<Dialect, readonly string[]>> = {
  'caps-man': [
    'name',
    'comment',
    'disabled',
    'channel.frequency',
    'channel.control-channel-width',
    'channel.extension-channel',
    'channel.tx-power',
  ],
  wifi: ['name', 'comment', 'disabled', 'channel.frequency', 'channel.width', 'configuration.tx-power'],
  wireless: ['name', 'comment', 'disabled', 'frequency', 'channel-width', 'tx-power-mode', 'tx-power'],
}

function accessPointOf(
  raw: RawWifi,
  row: Row,
  profile: string | undefined,
  clients: ReadonlyMap<string, number>,
): SeenAccessPoint {
  const root = rootOf(raw, row)
  const radio = radioOf(raw, row)
  const values = ofInterfaceRow(raw, row)
  const channel = textOf(root['current-channel']) ?? textOf(radio?.['current-channels'])
  const on = currentChannel(channel ?? undefined)
  const fixed = raw.dialect === 'wireless' ? frequenciesOf(root['frequency'])[0] : undefined
  const name = row['name'] ?? ''
  const elsewhere = isControlledElsewhere(raw, row)
  const settings = Object.fromEntries(changeable[raw.dialect].map((property) => [property, row[property] ?? '']))
  return {
    id: row['.id'] ?? '',
    menu: raw.menu,
    name,
    kind: isVirtual(row) ? 'virtual' : 'radio',
    master: isVirtual(row) ? (row['master-interface'] ?? null) : null,
    profile: profile ?? null,
    ssid: elsewhere ? null : textOf(values['ssid']),
    mac: macOf(row['mac-address']),
    radio_mac: macOf(root['radio-mac']) ?? (raw.dialect === 'wireless' ? macOf(root['mac-address']) : null),
    cap: capOf(raw, row),
    band: bandOfInterface(raw, row),
    channel,
    frequency: on.frequency ?? fixed ?? null,
    channel_width: channel === null ? (raw.dialect === 'wireless' ? widthOf(root, 'wireless') : null) : on.width,
    tx_power: on.txPower,
    clients: integerOf(row['current-registered-clients']) ?? clients.get(name) ?? 0,
    state: stateOf(row),
    detail: detailOf(row),
    is_enabled: !flagOf(row['disabled']),
    dynamic: flagOf(row['dynamic']),
    controlled_elsewhere: elsewhere,
    comment: textOf(row['comment']),
    settings,
    version: createHash('sha256').update(JSON.stringify(settings)).digest('base64url').slice(0, 16),
  }
}

function stateOf(row: Row): SeenAccessPoint['state'] {
  if (flagOf(row['disabled'])) return 'disabled'
  if (flagOf(row['inactive']) || row['bound'] === 'false') return 'inactive'
  if (flagOf(row['running'])) return 'running'
  // Depending on the version an interface is running while it has clients, or while its radio is.
  return row['running'] === undefined && row['bound'] === undefined ? 'unknown' : 'idle'
}

function detailOf(row: Row): string | null {
  const state = row['current-state']
  return textOf(row['.about']) ?? (state === 'running-ap' ? null : textOf(state))
}
