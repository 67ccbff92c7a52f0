import { weekDays, type WeekDay } from '@trunkline/contract/resources/wifi-enums'

/** A Monday, to format the names of weekdays. */
const monday = Date.UTC(2024, 0, 1)

/** `Mon`, `Mo` */
export const dayName = (day: WeekDay, language: string, length: 'short' | 'long' = 'short'): string =>
  new Intl.DateTimeFormat(language, { weekday: length, timeZone: 'UTC' }).format(
    monday + weekDays.indexOf(day) * 86_400_000,
  )

/** `Mon–Fri, Sun`: three or more days in a row are a range. */
export function daysText(days: readonly WeekDay[], language: string): string {
  const runs: WeekDay[][] = []
  for (const [index, day] of weekDays.entries()) {
    if (!days.includes(day)) continue
    const last = runs.at(-1)
    if (last && weekDays.indexOf(last.at(-1) as WeekDay) === index - 1) last.push(day)
    else runs.push([day])
  }
  return runs
    .map((run) => {
      const names = run.map((day) => dayName(day, language))
      return run.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(', ')
    })
    .join(', ')
}
