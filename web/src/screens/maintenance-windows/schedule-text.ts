import type { MaintenanceWindow } from '@trunkline/contract/resources/maintenance-window'
import { weekDays } from '@trunkline/contract/resources/wifi-enums'
import type { TFunction } from '../../i18n/translations.ts'
import { formatDay } from '../../ui/time-format.ts'
import { daysText } from '../../ui/week-days.ts'

/** `2 h 30 min`. */
export function lengthText(t: TFunction, minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  if (hours === 0) return t('maintenance-windows:length.minutes', { minutes: rest })
  return rest === 0
    ? t('maintenance-windows:length.hours', { hours })
    : t('maintenance-windows:length.both', { hours, minutes: rest })
}

/** A calendar day, which has no time zone. */
const dayText = (day: string, language: string) => formatDay(`${day}T00:00:00.000Z`, language, 'UTC')

/** The wall times of a window, in its own time zone. */
export function scheduleText(t: TFunction, window: MaintenanceWindow, language: string): string {
  const { repeats, starts_on, starts_at, ends_on, ends_at, weekdays, minutes, until } = window
  if (repeats === 'once')
    return ends_on === starts_on
      ? `${dayText(starts_on, language)}, ${starts_at}–${ends_at}`
      : `${dayText(starts_on, language)}, ${starts_at} – ${ends_on === null ? '' : dayText(ends_on, language)}, ${ends_at}`
  const weekly = t('maintenance-windows:weekly', {
    days: daysText(
      weekDays.filter((_, index) => weekdays.includes(index + 1)),
      language,
    ),
    at: starts_at,
    length: lengthText(t, minutes ?? 0),
  })
  return until === null ? weekly : `${weekly}, ${t('maintenance-windows:lastDay', { day: dayText(until, language) })}`
}
