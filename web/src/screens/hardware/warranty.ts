const day = 86_400_000

/** Today in UTC, as on the server. `YYYY-MM-DD` */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** The day `months` after another, or the last day of a month that is too short. Days are `YYYY-MM-DD`. */
export function addMonths(from: string, months: number): string {
  const [year = 0, month = 1, date = 1] = from.split('-').map(Number)
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** Whole days from one calendar day to another; negative: it is in the past. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / day)

/** A warranty counts as expiring in its last days. */
const EXPIRING_DAYS = 90

/** The state of a warranty, with the remaining days. */
export function warrantyState(
  end: string | null,
  on: string,
): { state: 'none' | 'expired' | 'expiring' | 'active'; days: number } {
  if (end === null) return { state: 'none', days: 0 }
  const days = daysBetween(on, end)
  return { state: days < 0 ? 'expired' : days <= EXPIRING_DAYS ? 'expiring' : 'active', days }
}

/**
 * The last day that may be selected: the warranty months of the model from today. Undefined: no limit, for the provider
 * and while no model is selected.
 */
export const latestWarranty = (anyDay: boolean, months: number | undefined, on: string): string | undefined =>
  anyDay || months === undefined ? undefined : addMonths(on, months)
