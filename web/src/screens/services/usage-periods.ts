/** Upload and download of a day. */
interface DayOfUse {
  day: string
  upload_bytes: number
  download_bytes: number
}

/** What a bar of the usage plot stands for. */
export const usagePeriods = ['day', 'week', 'month'] as const
export type UsagePeriod = (typeof usagePeriods)[number]

const dayMs = 86_400_000

/** The Monday of the week of a day (UTC, ISO 8601). */
const mondayOf = (day: string): string => {
  const at = new Date(day)
  return new Date(at.getTime() - ((at.getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10)
}

/** The days to query: 31 days, or 26 whole weeks up to the present one. Months come with any range. */
export function daysOf(period: UsagePeriod, today: string): { from: string; until: string } {
  const first = period === 'week' ? Date.parse(mondayOf(today)) - 25 * 7 * dayMs : Date.parse(today) - 30 * dayMs
  return { from: new Date(first).toISOString().slice(0, 10), until: today }
}

/** Days summed by week; `day` is the Monday. */
export function byWeek(days: readonly DayOfUse[]): DayOfUse[] {
  const weeks = new Map<string, DayOfUse>()
  for (const { day, upload_bytes, download_bytes } of days) {
    const monday = mondayOf(day)
    const week = weeks.get(monday) ?? { day: monday, upload_bytes: 0, download_bytes: 0 }
    week.upload_bytes += upload_bytes
    week.download_bytes += download_bytes
    weeks.set(monday, week)
  }
  return [...weeks.values()]
}
