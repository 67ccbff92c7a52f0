import { between, chance } from '../tables/random.ts'
import type { Row } from '../tables/table.ts'
import type { Handler } from './handler.ts'
import { interfacesNamed } from './commands-interface.ts'
import { monitor } from './monitor.ts'
import type { RouterState } from './router-state.ts'
import { drift } from './system.ts'
import { formatDuration } from './values.ts'

/** Digits of a SIM card or modem, with the Luhn check digit if it has one. */
function digits(router: RouterState, name: string, prefix: string, length: number): string {
  let text = prefix
  for (let index = 0; text.length < length; index++) text += String(between(router.seed, `${name} ${index}`, 0, 9))
  return text
}

const seconds = (milliseconds: number): string => formatDuration(Math.floor(milliseconds / 1000) * 1000)

/** The cell changes about every hour, as for a modem between two cells. */
function cellOf(router: RouterState): { id: number; physical: number; band: number; since: number } {
  const hour = 3_600_000
  const slot = Math.floor(router.monotonic() / hour)
  const isOther = chance(router.seed, `cell ${slot}`) < 0.3
  const enb = between(router.seed, 'enb', 40_000, 90_000)
  const sector = isOther ? 2 : 1
  return { id: enb * 256 + sector, physical: isOther ? 217 : 88, band: isOther ? 7 : 3, since: slot * hour }
}

const channels: Readonly<Record<number, number>> = { 3: 1300, 7: 2850, 20: 6300 }

function signals(router: RouterState): Row {
  const rsrp = drift(router, 'rsrp', -104, -88)
  return {
    rssi: String(Math.round(rsrp + 27)),
    rsrp: String(Math.round(rsrp)),
    rsrq: drift(router, 'rsrq', -13, -8).toFixed(1),
    sinr: String(Math.round(drift(router, 'sinr', 3, 17))),
    cqi: String(Math.round(drift(router, 'cqi', 7, 13))),
    ri: '2',
  }
}

/** Values of a modem in version 7, with a second carrier if the cell has one. */
function monitored(router: RouterState, row: Row): Row {
  if (row['disabled'] === 'true') return { status: 'not-attached', 'pin-status': 'ok', functionality: 'minimum' }
  const cell = cellOf(router)
  const channel = channels[cell.band] ?? 1300
  return {
    status: 'connected',
    'pin-status': 'ok',
    'registration-status': 'registered',
    functionality: 'full',
    manufacturer: 'Quectel',
    model: 'EG18-EA',
    revision: 'EG18EAPAR01A12M4G',
    'current-operator': 'Example Mobile',
    'data-class': 'LTE',
    lac: String(between(router.seed, 'lac', 1000, 60_000)),
    'current-cellid': String(cell.id),
    'enb-id': String(Math.floor(cell.id / 256)),
    'sector-id': String(cell.id % 256),
    'phy-cellid': String(cell.physical),
    'access-technology': 'Evolved 3G (LTE)',
    'session-uptime': seconds(Math.min(router.uptime(), router.monotonic() - cell.since)),
    imei: digits(router, 'imei', '86', 15),
    imsi: digits(router, 'imsi', '00101', 15),
    iccid: digits(router, 'iccid', '8900', 20),
    'primary-band': `B${cell.band}@20Mhz earfcn: ${channel} phy-cellid: ${cell.physical}`,
    // A second line, with the padding that modems append.
    'ca-band': `B20@10Mhz earfcn: 6300 phy-cellid: ${cell.physical}\n   B1@15Mhz earfcn: 100 phy-cellid: 301  `,
    'dl-modulation': 'qam256',
    mcs: '22',
    ...signals(router),
  }
}

/** Values of older modems in version 6: fewer properties, and the band beside the channel. */
function reported(router: RouterState, row: Row): Row {
  if (row['disabled'] === 'true') return { 'pin-status': 'ok', functionality: 'minimum' }
  const cell = cellOf(router)
  const { rssi = '', rsrp = '', rsrq = '', sinr = '' } = signals(router)
  return {
    'pin-status': 'ok',
    functionality: 'full',
    manufacturer: 'MikroTik',
    model: 'R11e-LTE6',
    revision: 'R11e-LTE6_V039',
    'current-operator': 'Example Mobile',
    lac: String(between(router.seed, 'lac', 1000, 60_000)),
    'current-cellid': String(cell.id),
    'access-technology': 'Evolved 3G (LTE)',
    'session-uptime': seconds(Math.min(router.uptime(), router.monotonic() - cell.since)),
    imei: digits(router, 'imei', '35', 15),
    imsi: digits(router, 'imsi', '00101', 15),
    uicc: digits(router, 'iccid', '8900', 20),
    earfcn: `${channels[cell.band] ?? 1300} (band ${cell.band}, bandwidth 20Mhz)`,
    rssi: `${rssi}dBm`,
    rsrp: `${rsrp}dBm`,
    rsrq: `${rsrq}dB`,
    sinr: `${sinr}dB`,
  }
}

const reading =
  (of: (router: RouterState, row: Row) => Row): Handler =>
  (router, _caller, args) => {
    const found = interfacesNamed(router, args)
    return monitor(router, args, () => found.map(({ row }) => of(router, row)))
  }

/** Neighbour cells. */
const cellMonitor: Handler = (router, _caller, args) => {
  const cell = cellOf(router)
  return monitor(router, args, () =>
    [0, 1, 2].map((index) => ({
      'phy-cellid': String((cell.physical + index * 113) % 504),
      band: `B${cell.band}`,
      earfcn: String(channels[cell.band] ?? 1300),
      rsrp: `${Math.round(drift(router, `neighbour ${index}`, -118, -97))}dBm`,
      rsrq: `${drift(router, `neighbour q ${index}`, -17, -10).toFixed(1)}dB`,
    })),
  )
}

export const lteHandlers: Readonly<Record<string, Handler>> = {
  '/interface/lte/monitor': reading(monitored),
  '/interface/lte/info': reading(reported),
  '/interface/lte/cell-monitor': cellMonitor,
}
