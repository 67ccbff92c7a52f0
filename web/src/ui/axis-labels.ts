import { dayIn, formatter } from './time-format.ts'

/**
 * Labels of a time axis: the time, with the day below the first label and below each one that starts a day; only the
 * day where the labels are a day or more apart.
 * @param times UTC ISO 8601, oldest first
 * @param zone `UTC` for bare days and months, which have no time zone
 */
export function axisLabels(times: readonly string[], language: string, zone: string): string[] {
  const [first, second] = times
  const step = first !== undefined && second !== undefined ? Date.parse(second) - Date.parse(first) : 0
  const day = formatter(language, { timeZone: zone, day: 'numeric', month: 'short' })
  // The day of a clock change has 23 hours.
  if (step >= 23 * 3_600_000) return times.map((time) => day.format(new Date(time)))
  const clock = formatter(language, {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    ...(step > 0 && step < 60_000 && { second: '2-digit' }),
  })
  return times.map((time, index) => {
    const previous = times[index - 1]
    const label = clock.format(new Date(time))
    const isNewDay = previous === undefined || dayIn(previous, zone) !== dayIn(time, zone)
    return isNewDay ? `${label}\n${day.format(new Date(time))}` : label
  })
}
