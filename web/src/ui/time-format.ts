/** Formats dates and times from UTC ISO 8601, in the given zone and language. */

const cache = new Map<string, Intl.DateTimeFormat>()
/** A cached formatter. */
export function formatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`
  let found = cache.get(key)
  if (!found) cache.set(key, (found = new Intl.DateTimeFormat(language, options)))
  return found
}

/** `4 Feb 2026, 14:05` */
export const formatTime = (iso: string, language: string, timeZone: string): string =>
  formatter(language, {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(iso))

/** `4 Feb 2026`. A bare day (`2026-02-04`) has no time zone and is never shifted. */
export const formatDay = (iso: string, language: string, timeZone: string): string =>
  formatter(language, {
    timeZone: iso.length === 10 ? 'UTC' : timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
  }).format(new Date(iso))

/** `Feb 2026`, of a month (`2026-02`), which has no time zone. */
export const formatMonth = (month: string, language: string): string =>
  formatter(language, { timeZone: 'UTC', year: 'numeric', month: 'short' }).format(new Date(month))

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

/** `3 minutes ago`, `in 2 days`; within a minute "now". Times are milliseconds since 1970. */
export function formatRelative(then: number, now: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const seconds = (then - now) / 1000
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return format.format(Math.trunc(seconds / length), unit)
  return format.format(0, 'second')
}

/** Offset of `timeZone` at `at`, in milliseconds east of UTC. */
function offsetAt(at: number, timeZone: string): number {
  const parts = formatter('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(new Date(at))
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value)
  return (
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) -
    Math.floor(at / 1000) * 1000
  )
}

/**
 * The first instant of a calendar day in a zone, as UTC ISO 8601, for time filters. Where summer time starts at
 * midnight, the day starts an hour later.
 */
export function startOfDay(day: string, timeZone: string): string {
  const naive = Date.parse(`${day}T00:00:00Z`)
  const first = naive - offsetAt(naive, timeZone)
  const second = naive - offsetAt(first, timeZone)
  // Around a clock change the two differ; the earlier one of that day is its start.
  const at =
    [first, second].sort((a, b) => a - b).find((one) => dayIn(new Date(one).toISOString(), timeZone) === day) ?? first
  return new Date(at).toISOString()
}

/** The last millisecond of a calendar day in a zone, as UTC ISO 8601. */
export function endOfDay(day: string, timeZone: string): string {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)
  return new Date(Date.parse(startOfDay(next, timeZone)) - 1).toISOString()
}

/** The instant (UTC ISO 8601) of a local time (`2026-02-04T14:05`) in a zone. */
export function instantOf(reading: string, timeZone: string): string {
  const naive = Date.parse(`${reading}Z`)
  return new Date(naive - offsetAt(naive - offsetAt(naive, timeZone), timeZone)).toISOString()
}

/** The calendar day (`YYYY-MM-DD`) of an instant in a zone. */
export const dayIn = (iso: string, timeZone: string): string =>
  formatter('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(iso))
