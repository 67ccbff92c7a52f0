const day = 86_400_000

/** Today as the server counts days: in UTC. `YYYY-MM-DD` */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** The day `months` after another; where the month is too short, its last day. Days are `YYYY-MM-DD`. */
export function addMonths(from: string, months: number): string {
  const [year = 0, month = 1, date = 1] = from.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** Whole days from one calendar day to another; negative where it is past. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / day)

/** Days before its end in which a warranty counts as ending. */
const soonDays = 90

/** How a warranty stands, with the days that are left. */
export function warrantyState(
  end: string | null,
  on: string,
): { state: 'none' | 'over' | 'soon' | 'runs'; days: number } {
  if (end === null) return { state: 'none', days: 0 }
  const days = daysBetween(on, end)
  return { state: days < 0 ? 'over' : days <= soonDays ? 'soon' : 'runs', days }
}

/**
 * The last day that may be chosen: the provider any, others the model's months from today. Undefined is no limit; it
 * is the model's rule, so without a model there is none yet.
 */
export const latestWarranty = (anyDay: boolean, months: number | undefined, on: string): string | undefined =>
  anyDay || months === undefined ? undefined : addMonths(on, months)
