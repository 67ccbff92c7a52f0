const seconds: Record<string, number> = { w: 604_800, d: 86_400, h: 3_600, m: 60, s: 1, ms: 0.001, us: 1e-6 }

/**
 * Seconds of a duration, in both notations of RouterOS, which may occur in one row: `2w1d3h`, `8h19m34s`, `1s150ms`,
 * and `14:40:26` or `1d02:03:04`. Null for the words `never`, `auto` and `none`.
 */
export function duration(value: string | undefined): number | null {
  if (value === undefined || value === '' || value.length > 64) return null
  const clock = /^(?:(\d+)w)?(?:(\d+)d)?(\d{1,3}):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/.exec(value)
  if (clock !== null) {
    const [, weeks = '0', days = '0', hours = '0', minutes = '0', rest = '0'] = clock
    return Number(weeks) * 604_800 + Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(rest)
  }
  if (!/^(?:\d+(?:\.\d+)?(?:w|d|h|ms|us|m|s))+$/.test(value)) return null
  let sum = 0
  for (const [, amount, unit] of value.matchAll(/(\d+(?:\.\d+)?)(ms|us|[wdhms])/g))
    sum += Number(amount) * (seconds[unit ?? ''] ?? 0)
  return Math.round(sum * 1e6) / 1e6
}

/** Seconds in a notation that every version of RouterOS accepts: `5400s`. */
export const writtenDuration = (value: number) => `${Math.round(value)}s`

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * A date with an optional time, in the router's clock and without a time zone: `2024-05-17T17:58:11`. Parses both
 * notations: `2024-05-17 17:58:11` since 7.10, `may/02/2023 05:21:45` before.
 */
export function localTime(value: string | undefined): string | null {
  if (value === undefined) return null
  const [date = '', time = '00:00:00', ...more] = value.trim().split(/[ T]/)
  if (more.length > 0 || !/^\d{2}:\d{2}:\d{2}$/.test(time)) return null
  const iso = /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : isoDate(date)
  return iso === null || Number.isNaN(Date.parse(`${iso}T${time}Z`)) ? null : `${iso}T${time}`
}

function isoDate(date: string): string | null {
  const found = /^([a-z]{3})\/(\d{2})\/(\d{4})$/i.exec(date)
  const month = months.indexOf((found?.[1] ?? '').toLowerCase()) + 1
  return found === null || month === 0 ? null : `${found[3]}-${String(month).padStart(2, '0')}-${found[2]}`
}

/** A date in the notation of `like`: a router accepts the notation that it writes. */
export function writtenDate(iso: string, like: string): string {
  const [year, month, day] = iso.slice(0, 10).split('-')
  return like.includes('/') ? `${months[Number(month) - 1]}/${day}/${year}` : `${year}-${month}-${day}`
}

/** Offset of a clock from UTC in seconds: `+02:00`, or a number, which is unsigned in some versions. */
export function offset(value: string | undefined): number | null {
  if (value === undefined) return null
  const found = /^([+-])(\d{1,2}):(\d{2})$/.exec(value)
  if (found !== null) return (found[1] === '-' ? -1 : 1) * (Number(found[2]) * 3_600 + Number(found[3]) * 60)
  if (!/^-?\d{1,10}$/.test(value)) return null
  return Number(value) >= 2 ** 31 ? Number(value) - 2 ** 32 : Number(value)
}
