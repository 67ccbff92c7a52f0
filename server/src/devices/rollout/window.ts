import type { Schedule } from '@trunkline/contract/resources/wifi-shapes'

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

/** Weekday and time of day in a time zone: `{ day: 1, time: '02:30' }` on a Monday. */
function localTime(zone: string, at: Date): { day: number; time: string } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const day = days.indexOf(part('weekday').toLowerCase() as (typeof days)[number])
  return { day, time: `${part('hour')}:${part('minute')}` }
}

/**
 * Whether a maintenance window is open. Local times follow daylight saving time: a window in the hour that a change of
 * the clock skips does not open on that day.
 * @param window null: always open; if `from` is later than `until`, it spans midnight and belongs to the day it starts on
 * @param zone IANA time zone of the site
 */
export function isWindowOpen(window: Schedule | null, zone: string, at: Date): boolean {
  if (window === null) return true
  const { day, time } = localTime(zone, at)
  const has = (one: number) => (window.days as readonly string[]).includes(days[(one + 7) % 7] as string)
  const { from, until } = window
  if (from < until) return has(day) && time >= from && time < until
  return (has(day) && time >= from) || (has(day - 1) && time < until)
}
