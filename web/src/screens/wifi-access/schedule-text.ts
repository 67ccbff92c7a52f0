import type { Schedule } from '@trunkline/contract/resources/wifi-shapes'
import type { TFunction } from '../../i18n/translations.ts'
import { hoursText } from '../wifi/hours.ts'

/** When an entry holds: `Mon–Fri 08:00–18:00`, or always. The router's own clock counts. */
export function scheduleText(schedule: Schedule | null, t: TFunction, language: string): string {
  if (!schedule) return t('wifi-access:hours.always')
  // The end of the day, not the beginning of the next one.
  const until = schedule.until === '00:00' && schedule.from !== '00:00' ? '24:00' : schedule.until
  return hoursText({ ...schedule, until }, t, language)
}

/** What hours come to that need a word: they end on the next day, or go round the clock. */
export function hoursKind({ from, until }: Pick<Schedule, 'from' | 'until'>): 'day' | 'overnight' | 'round' {
  if (from === until) return 'round'
  // Until midnight is the end of the day.
  return from > until && until !== '00:00' ? 'overnight' : 'day'
}
