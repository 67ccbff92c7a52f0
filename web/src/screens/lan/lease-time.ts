/** Units that people give a lease's time in, longest first, with their seconds. */
export const timeUnits = { days: 86_400, hours: 3600, minutes: 60, seconds: 1 } as const
export type TimeUnit = keyof typeof timeUnits

export interface LeaseTime {
  count: number | null
  unit: TimeUnit
}

/** Seconds in the longest unit that says them in a whole number; 0 and null as nothing, in hours. */
export function toLeaseTime(seconds: number | null): LeaseTime {
  if (!seconds) return { count: null, unit: 'hours' }
  const unit = (Object.keys(timeUnits) as TimeUnit[]).find((one) => seconds % timeUnits[one] === 0) ?? 'seconds'
  return { count: seconds / timeUnits[unit], unit }
}

export const fromLeaseTime = ({ count, unit }: LeaseTime): number | null =>
  count === null ? null : Math.round(count * timeUnits[unit])
