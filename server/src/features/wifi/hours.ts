import type { Difference, WifiSetting } from '@trunkline/contract/resources/wifi-shapes'
import { accessCan, lineOf, rowsOfHours, type AccessLine } from '../../devices/wifi/access-lines.ts'
import { hoursLabel } from '../../devices/wifi/access-times.ts'
import type { SeenAccessRow, SeenNetwork } from '../../devices/wifi/shapes.ts'

const keyOf = ({ hours, action, disabled, ssid_regexp, interface: at }: AccessLine) =>
  JSON.stringify([hours, action, disabled, ssid_regexp, at])

const accepted = (lines: readonly AccessLine[]) => {
  const hours = new Set(lines.filter(({ action }) => action === 'accept').map((line) => hoursLabel(line.hours)))
  return hours.size === 0 ? null : [...hours].join('; ')
}

/**
 * Whether the schedule of a guest network on the device, which is stored as access list rows, equals the desired one.
 * @param rows of its access list that implement schedules; null: never read
 */
export function hoursDifference(
  row: Pick<WifiSetting, 'id' | 'ssid' | 'stack' | 'is_guest' | 'is_enabled' | 'schedule'>,
  seen: SeenNetwork | undefined,
  rows: readonly SeenAccessRow[] | null,
): Difference | undefined {
  if (rows === null) return undefined
  const { id, ssid, schedule, stack } = row
  // The access list of the legacy `wireless` package refers to interfaces instead of networks.
  const interfaces = stack === 'local-wireless' ? (seen?.interfaces ?? []) : undefined
  const wanted =
    row.is_guest && row.is_enabled && schedule !== null
      ? rowsOfHours({ id, ssid, schedule }, accessCan(stack), interfaces).map(({ line }) => line)
      : []
  const has = rows.filter(({ mark }) => mark?.kind === 'hours' && mark.id === id).map(lineOf)
  const same = String(wanted.map(keyOf).toSorted()) === String(has.map(keyOf).toSorted())
  return same ? undefined : { field: 'schedule', wanted: accepted(wanted), actual: accepted(has) }
}
