import type { Schedule } from '@trunkline/contract/resources/wifi-shapes'
import { weekDays } from '@trunkline/contract/resources/wifi-enums'
import type { TFunction } from '../../i18n/translations.ts'
import { daysText } from '../../ui/week-days.ts'

/** A schedule in a form. */
export interface ScheduleValues {
  /** Whether `schedule` applies. */
  scheduled: boolean
  schedule: Schedule
}

/** The values of a form; without a schedule the fields propose every day from 08:00 to 20:00. */
export const scheduleValues = (schedule: Schedule | null | undefined): ScheduleValues => ({
  scheduled: Boolean(schedule),
  schedule: schedule ?? { days: [...weekDays], from: '08:00', until: '20:00' },
})

/** Whether a schedule ends on the same day, ends on the next day, or covers 24 hours. */
export function scheduleKind({ from, until }: Pick<Schedule, 'from' | 'until'>): 'day' | 'overnight' | 'fullDay' {
  if (from === until) return 'fullDay'
  // 00:00 is the end of the day.
  return from > until && until !== '00:00' ? 'overnight' : 'day'
}

/** `Mon–Fri 08:00–18:00`, or always. The clock of the router applies. */
export function scheduleText(of: Schedule | null, t: TFunction, language: string): string {
  if (!of) return t('wifi:hours.always')
  const until = of.until === '00:00' && of.from !== '00:00' ? '24:00' : of.until
  const hours = `${of.from}–${until}`
  const days = of.days.length === weekDays.length ? t('wifi:hours.everyDay') : daysText(of.days, language)
  return scheduleKind(of) === 'overnight' ? t('wifi:hours.overnight', { days, hours }) : `${days} ${hours}`
}
