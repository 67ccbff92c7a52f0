import type { CellInfo } from '@trunkline/contract/resources/control-shapes'
import { cellInfo, type Session, type SignalName } from '@trunkline/routeros'
import { textOf } from './values.ts'

type Read = Awaited<ReturnType<typeof cellInfo>>[number]

/** LTE and 5G modems with their signal, stored as `interface/lte`; empty for a device without one. */
export const readCells = async (session: Session): Promise<CellInfo[]> => (await cellInfo(session)).map(cellOf)

function cellOf(read: Read): CellInfo {
  const { settings, primary, carriers } = read
  const signal = (name: SignalName) => {
    const found = read.signals.find((one) => one.name === name)
    return found === undefined ? null : { value: found.value, grade: found.grade }
  }
  return {
    name: settings.name ?? '',
    running: settings.running,
    disabled: settings.disabled,
    status: read.status,
    registration: read.registration,
    operator: read.operator,
    roaming: read.roaming,
    technology: read.technology,
    bands: [...(primary === null ? [] : [primary]), ...carriers].map(({ band, width_mhz, earfcn, phy_cellid }) => ({
      band,
      width_mhz,
      channel: earfcn,
      cell: phy_cellid,
    })),
    cell_id: read.cell_id,
    enb_id: read.enb_id,
    sector_id: read.sector_id,
    physical_cell_id: read.phy_cellid,
    session_seconds: read.session_seconds === null ? null : Math.round(read.session_seconds),
    rssi: signal('rssi'),
    rsrp: signal('rsrp'),
    rsrq: signal('rsrq'),
    sinr: signal('sinr'),
    nr_rsrp: signal('nr_rsrp'),
    nr_rsrq: signal('nr_rsrq'),
    nr_sinr: signal('nr_sinr'),
    cqi: read.cqi === null ? null : Math.round(read.cqi),
    grade: read.grade,
    modem: textOf([read.manufacturer, read.model].filter(Boolean).join(' ').replaceAll('"', '')),
    revision: read.revision,
    imei: read.imei,
    imsi: read.imsi,
    iccid: read.iccid,
    subscriber_number: read.subscriber_number,
  }
}
