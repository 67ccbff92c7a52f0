import type { Schedule } from '@trunkline/contract/resources/wifi-shapes'
import { weekDays, type WeekDay } from '@trunkline/contract/resources/wifi-enums'
import type { TFunction } from '../../i18n/translations.ts'

/** A Monday, from which the names of the days are told. */
const monday = Date.UTC(2024, 0, 1)

/** `Mon`, `Mo` */
export const dayName = (day: WeekDay, language: string, length: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' }).format(
    monday + weekDays.indexOf(day) * 86_400_000,
  )

/** `Mon–Fri, Sun`: days that follow each other are one run from three on. */
export function daysText(days: readonly WeekDay[], language: string): string {
  const runs: WeekDay[][] = []
  for (const [at, day] of weekDays.entries()) {
    if (!days.includes(day)) continue
    const last = runs.at(-1)
    if (last && weekDays.indexOf(last.at(-1) as WeekDay) === at - 1) last.push(day)
    else runs.push([day])
  }
  return runs
    .map((run) => {
      const names = run.map((day) => dayName(day, language))
      return run.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(', ')
    })
    .join(', ')
}

/** Whether the hours begin on one day and end on the next. */
export const isOverMidnight = ({ from, until }: Pick<Schedule, 'from' | 'until'>): boolean => from > until

/** `Mon–Fri 08:00–18:00`; hours that end on the next day say so. */
export function hoursText(of: Schedule, t: TFunction, language: string): string {
  const hours = `${of.from}–${of.until}`
  const days = of.days.length === weekDays.length ? t('wifi:hours.everyDay') : daysText(of.days, language)
  return isOverMidnight(of) ? t('wifi:hours.overnight', { days, hours }) : `${days} ${hours}`
}
