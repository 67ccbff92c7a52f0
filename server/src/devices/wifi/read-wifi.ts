import type { Row, Session, WifiStack } from '@trunkline/routeros'
import type { Keys } from '../../secrets.ts'
import { flagOf, macOf, textOf } from '../readings/values.ts'
import { accessPointsOf, isLocal } from './access-points.ts'
import { bandsOfRadio, bandOfInterface, rootOf } from './carriers.ts'
import { networksOf, type FoundNetwork } from './networks.ts'
import { dialectOf, readRaw, type Dialect, type RawWifi } from './raw.ts'
import { isOwnRow, readClientRows } from './registration-table.ts'
import { isController as controls, stacksOf } from './stacks.ts'
import type { Radio, RemoteCap, WifiReading, WifiSystem } from './shapes.ts'

/**
 * Reads the Wi-Fi of a device without registrations and access lists; of both systems if it has both. About ten
 * requests per system.
 * @throws DeviceError refused if the device does not list all clients, RouterError
 */
export async function readWifi(session: Session, { keys }: { keys: Keys }): Promise<WifiReading> {
  const stacks = await stacksOf(session)
  const dialects = [...new Set(stacks.map(dialectOf))]
  const found = await Promise.all(
    dialects.map(async (dialect) => {
      const raw = await readRaw(session, dialect)
      return { raw, clients: await clientsOf(session, raw) }
    }),
  )
  return {
    systems: found.flatMap(({ raw, clients }) => systemsOf(raw, networksOf(raw, keys), stacks, clients)),
  }
}

/** Number of clients per interface; of the old controller only if the interfaces do not report it. */
async function clientsOf(session: Session, raw: RawWifi): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  if (raw.dialect === 'caps-man' && raw.interfaces.every((row) => row['current-registered-clients'] !== undefined))
    return counts
  for (const row of await readClientRows(session, raw.root, [])) {
    const name = row['interface'] ?? ''
    if (!isOwnRow(raw.interfaces, row)) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** The stack of the rows of a dialect: the new system has the controller's and the device's own radios. */
export function stackOf(raw: RawWifi, row: Row, isController: boolean): WifiStack {
  if (raw.dialect === 'caps-man') return 'caps-man'
  if (raw.dialect === 'wireless') return 'local-wireless'
  return isController && !isLocal(raw, row) ? 'wifi-capsman' : 'local-wifi'
}

/**
 * Configurations belong to the controller if there is one, because its rules may refer to any of them; those used only
 * by the device's own radios belong to these.
 */
export function networkStack(raw: RawWifi, of: FoundNetwork, isController: boolean): WifiStack {
  const rows = of.carriers.flatMap((one) => one.interfaces)
  if (raw.dialect !== 'wifi' || !isController)
    return raw.dialect === 'caps-man' ? 'caps-man' : raw.dialect === 'wireless' ? 'local-wireless' : 'local-wifi'
  const isRuled = of.carriers.some(
    (one) =>
      !one.isInterface &&
      raw.provisioning.some((rule) =>
        [rule['master-configuration'] ?? '', ...(rule['slave-configurations'] ?? '').split(',')].includes(one.name),
      ),
  )
  return !isRuled && rows.length > 0 && rows.every((row) => isLocal(raw, row)) ? 'local-wifi' : 'wifi-capsman'
}

function systemsOf(
  raw: RawWifi,
  networks: readonly FoundNetwork[],
  stacks: readonly WifiStack[],
  clients: ReadonlyMap<string, number>,
): WifiSystem[] {
  const isController = stacks.some(controls)
  const own = stacks.filter((stack) => dialectOf(stack) === raw.dialect)
  return own.flatMap((stack): WifiSystem[] => {
    const rows = raw.interfaces.filter((row) => stackOf(raw, row, isController) === stack)
    // A controller without radios of its own has the same menu as one with them.
    if (stack === 'local-wifi' && isController && rows.length === 0) return []
    return [
      {
        stack,
        enabled: controls(stack) ? flagOf(raw.manager?.['enabled']) : null,
        remote_caps: controls(stack) ? raw.remoteCaps.map(remoteCapOf) : [],
        radios: radiosOf(raw, rows, stack),
        networks: networks.filter((one) => networkStack(raw, one, isController) === stack).map(({ seen }) => seen),
        access_points: accessPointsOf(raw, rows, networks, clients),
        can: canOf(raw.dialect),
      },
    ]
  })
}

const remoteCapOf = (row: Row): RemoteCap => ({
  id: row['.id'] ?? '',
  identity: row['identity'] ?? '',
  address: textOf(row['address']),
  board: textOf(row['board']) ?? textOf(row['board-name']),
  serial: textOf(row['serial']),
  base_mac: macOf(row['base-mac']),
  version: textOf(row['version']),
  state: textOf(row['state']),
})

function radiosOf(raw: RawWifi, rows: readonly Row[], stack: WifiStack): Radio[] {
  // Old versions, and the radios of the old system, have no menu of radios: the interfaces list them.
  if (raw.radios.length === 0)
    return rows
      .filter((row) => rootOf(raw, row) === row)
      .map((row) => ({
        id: row['.id'] ?? '',
        mac: macOf(row['radio-mac']) ?? macOf(row['mac-address']) ?? '',
        cap: null,
        bands: [bandOfInterface(raw, row)].flatMap((band) => band ?? []),
        interface: row['name'] ?? null,
      }))
  return raw.radios
    .filter((radio) => raw.dialect !== 'wifi' || flagOf(radio['local']) === (stack === 'local-wifi'))
    .map((radio) => {
      const name = textOf(radio['interface'])
      const row = raw.interfaces.find((one) => one['name'] === name)
      const bands = bandsOfRadio(radio)
      const band = row === undefined ? null : bandOfInterface(raw, row)
      const cap = textOf(radio['remote-cap-identity']) ?? textOf(radio['cap'])?.replace(/@[^@]*$/, '') ?? null
      return {
        id: radio['.id'] ?? '',
        mac: macOf(radio['radio-mac']) ?? '',
        cap: flagOf(radio['local']) ? null : cap,
        bands: bands.length > 0 ? bands : band === null ? [] : [band],
        interface: name === 'none' ? null : name,
      }
    })
}

/** The access list of the new system has no rate limits (manual, "WiFi", access list). */
const canOf = (dialect: Dialect): WifiSystem['can'] => ({
  private_passphrase: true,
  rate: dialect !== 'wifi',
  days: true,
})
