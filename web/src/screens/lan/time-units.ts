/** Seconds of the units of a time field, longest first. */
export const timeUnits = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 } as const
export type TimeUnit = keyof typeof timeUnits

export interface TimeSpan {
  count: number | null
  unit: TimeUnit
}

/** Seconds in the longest unit that gives a whole number; 0 and null as an empty number of hours. */
export function toTimeSpan(seconds: number | null): TimeSpan {
  if (!seconds) return { count: null, unit: 'hours' }
  const unit = (Object.keys(timeUnits) as TimeUnit[]).find((one) => seconds % timeUnits[one] === 0) ?? 'seconds'
  return { count: seconds / timeUnits[unit], unit }
}

export const toSeconds = ({ count, unit }: TimeSpan): number | null =>
  count === null ? null : Math.round(count * timeUnits[unit])
