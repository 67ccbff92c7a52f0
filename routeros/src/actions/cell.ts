import { RouterError } from '../errors.ts'
import { isMissingMenu, unlessRejected } from './missing.ts'
import { lte } from '../menus/interface.ts'
import { proplistOf, readRow, type RowOf } from '../menus/menu.ts'
import type { CallOptions, Row, Session } from '../session.ts'
import { decimal, text, truth } from '../values/plain.ts'
import { duration } from '../values/time.ts'
import { gradeOf, overallGrade, signalNames, type Grade, type SignalName } from './signal.ts'

export interface Carrier {
  /** `B3` of LTE, `n78` of 5G. */
  band: string
  width_mhz: number | null
  earfcn: number | null
  phy_cellid: number | null
}

export interface CellInfo {
  settings: RowOf<typeof lte>
  /** `connected`, `running`, `registered`, `searching` … as the modem reports it. */
  status: string | null
  /** Whether the data session is up: some modems stay `registered` during a session. */
  is_connected: boolean
  registration: string | null
  pin_status: string | null
  manufacturer: string | null
  model: string | null
  revision: string | null
  operator: string | null
  roaming: boolean | null
  /** `Evolved 3G (LTE)`, `5G NSA` … */
  technology: string | null
  session_seconds: number | null
  cell_id: string | null
  enb_id: string | null
  sector_id: string | null
  phy_cellid: string | null
  lac: string | null
  primary: Carrier | null
  carriers: Carrier[]
  uplink_carriers: Carrier[]
  cqi: number | null
  /** Available measurements; they depend on the modem. */
  signals: { name: SignalName; value: number; unit: 'dBm' | 'dB'; grade: Grade }[]
  grade: Grade
  /** Personal data: restrict access to it. */
  imei: string | null
  imsi: string | null
  iccid: string | null
  subscriber_number: string | null
}

/** Carriers of `B3@20Mhz earfcn: 1300 phy-cellid: 100`; several carriers are separated by line breaks or commas. */
export function readCarriers(value: string | undefined): Carrier[] {
  const found = (value ?? '').matchAll(
    /([Bn]\d{1,3})@(\d{1,3}(?:\.\d{1,2})?)\s*Mhz(?:\s+(?:earfcn|arfcn|nrarfcn):\s*(\d{1,7}))?(?:\s+phy-cellid:\s*(\d{1,4}))?/gi,
  )
  return Array.from(found, ([, band = '', width, earfcn, cell]) => ({
    band: band.startsWith('N') ? band.toLowerCase() : band,
    width_mhz: width === undefined ? null : Number(width),
    earfcn: earfcn === undefined ? null : Number(earfcn),
    phy_cellid: cell === undefined ? null : Number(cell),
  }))
}

/** Format of older modems: `1300 (band 3, bandwidth 20Mhz)`. */
function olderCarrier(value: string | undefined): Carrier[] {
  const found = /^(\d{1,7})\s*\(band (\d{1,3})(?:, bandwidth (\d{1,3}(?:\.\d{1,2})?)\s*Mhz)?\)/i.exec(value ?? '')
  if (found === null) return []
  return [
    {
      band: `B${found[2]}`,
      width_mhz: found[3] === undefined ? null : Number(found[3]),
      earfcn: Number(found[1]),
      phy_cellid: null,
    },
  ]
}

/** Parses the values of a modem, in the format of RouterOS 6 or 7. */
export function readCell(settings: Row, row: Row): CellInfo {
  const [primary = olderCarrier(row.earfcn)[0] ?? null] = readCarriers(row['primary-band'])
  const signals = signalNames.flatMap((name) => {
    const value = decimal(row[name.replace('_', '-')])
    return value === null ? [] : [{ name, value, ...gradeOf(name, value) }]
  })
  const session = duration(row['session-uptime'])
  const status = text(row.status)
  const isConnected = status === 'connected' || status === 'running' || (session !== null && session > 0)
  return {
    settings: readRow(lte, settings),
    status,
    is_connected: isConnected,
    registration: text(row['registration-status']),
    pin_status: text(row['pin-status']),
    manufacturer: text(row.manufacturer),
    model: text(row.model),
    revision: text(row.revision),
    operator: text(row['current-operator']),
    roaming: truth(row.roaming),
    technology: text(row['access-technology'] ?? row['data-class']),
    session_seconds: session,
    cell_id: text(row['current-cellid']),
    enb_id: text(row['enb-id']),
    sector_id: text(row['sector-id']),
    phy_cellid: text(row['phy-cellid']),
    lac: text(row.lac),
    primary,
    carriers: readCarriers(row['ca-band']),
    uplink_carriers: readCarriers(row['ul-ca-band']),
    cqi: decimal(row.cqi),
    signals,
    grade: overallGrade(signals),
    imei: text(row.imei),
    imsi: text(row.imsi),
    iccid: text(row.iccid ?? row.uicc),
    subscriber_number: text(row['subscriber-number']),
  }
}

/**
 * Signal and cell of each modem. RouterOS 7 has `monitor`, RouterOS 6 `info`; a device without modems or without the
 * menu returns an empty list.
 * https://help.mikrotik.com/docs/display/ROS/LTE
 */
export async function cellInfo(session: Session, options: CallOptions = {}): Promise<CellInfo[]> {
  let modems: Row[]
  try {
    modems = await session.print(lte.path, { ...options, proplist: proplistOf(lte) })
  } catch (error) {
    if (isMissingMenu(error)) return []
    throw error
  }
  const cells: CellInfo[] = []
  // Sequential: a modem is connected by a serial line, and parallel queries slow it down.
  for (const modem of modems) {
    const off = modem.disabled === 'true' || modem.disabled === 'yes'
    cells.push(readCell(modem, off ? {} : await call(session, modem.name ?? '', options)))
  }
  return cells
}

/** A modem that is not operational rejects the query: it is listed without measurements. */
async function call(session: Session, name: string, options: CallOptions): Promise<Row> {
  try {
    return (await session.run(`${lte.path}/monitor`, { numbers: name, once: '' }, options)).rows[0] ?? {}
  } catch (error) {
    if (!isMissingMenu(error)) return rejectedAs({}, error)
  }
  const reported = await unlessRejected(session.run(`${lte.path}/info`, { number: name, once: '' }, options))
  return reported?.rows[0] ?? {}
}

function rejectedAs<T>(value: T, error: unknown): T {
  if (error instanceof RouterError && error.kind === 'refused') return value
  throw error
}
