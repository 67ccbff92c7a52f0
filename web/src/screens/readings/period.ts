import type { Search } from '../../ui/navigation.ts'

/** Periods that end now, with their days. */
export const spanDays = { day: 1, week: 7, month: 30, year: 365 } as const
export type Span = keyof typeof spanDays
export const spans = Object.keys(spanDays) as Span[]

/** The period of graphs. Milliseconds since 1970. */
export interface Period {
  /** Undefined: chosen by its ends. */
  span: Span | undefined
  from: number
  to: number
  /** Whether the week before is drawn beside it. */
  compare: boolean
}

const dayMs = 86_400_000
const minuteMs = 60_000
/** The minimum and maximum length of a period that the server accepts, in milliseconds. */
const minLength = 10 * minuteMs
const maxLength = 1827 * dayMs

const timeOf = (value: unknown): number => (typeof value === 'string' ? Date.parse(value) : Number.NaN)

/**
 * The period in the search parameters of a URL: `period` (day, week, month, year), or `from` and `to` (ISO 8601), and
 * `compare`. Default: the day that ends now. An invalid period is the default.
 * @param now milliseconds since 1970
 */
export function periodOf(search: Search, now: number): Period {
  const compare = search['compare'] === 'week'
  const [from, to] = [timeOf(search['from']), timeOf(search['to'])]
  if (to - from >= minLength && to - from <= maxLength) return { span: undefined, from, to, compare }
  const span = spans.find((one) => one === search['period']) ?? 'day'
  // Whole minutes: the same request, and thus the same reply, within a minute.
  const end = Math.ceil(now / minuteMs) * minuteMs
  return { span, from: end - spanDays[span] * dayMs, to: end, compare }
}

/** Search parameters of a period by its ends. */
export const searchOfEnds = (from: number, to: number): Search => ({
  period: undefined,
  from: new Date(Math.round(from / minuteMs) * minuteMs).toISOString(),
  to: new Date(Math.round(to / minuteMs) * minuteMs).toISOString(),
})

/** Search parameters of a period that ends now; the day is the default. */
export const searchOfSpan = (span: Span): Search => ({
  period: span === 'day' ? undefined : span,
  from: undefined,
  to: undefined,
})

/** The selected part of a chart, widened around its middle to the shortest period. */
export function searchOfSelection(from: number, to: number): Search {
  const missing = Math.max(0, minLength - (to - from)) / 2
  return searchOfEnds(from - missing, to + missing)
}

/** Search parameters of the period before or after, of the same length. One that would end in the future ends now. */
export function searchOfNeighbour({ from, to, span }: Period, direction: -1 | 1, now: number): Search {
  const length = to - from
  if (direction > 0 && to + length >= now)
    return searchOfSpan(span ?? spans.find((one) => spanDays[one] * dayMs >= length) ?? 'year')
  return searchOfEnds(from + direction * length, to + direction * length)
}

/** Whether the period ends now, so that there is none after it. */
export const isCurrent = ({ to }: Period, now: number): boolean => to > now - minuteMs

/** Seconds of a point, by the longest period in days that has it. */
const grains = [
  [0.25, 60],
  [2, 300],
  [10, 900],
  [45, 3600],
  [150, 21_600],
  [Number.POSITIVE_INFINITY, 86_400],
] as const

/**
 * Number of points of a graph: at most two for each pixel, and no more than a reader can distinguish.
 * @param width pixels
 */
export function pointsOf({ from, to }: Pick<Period, 'from' | 'to'>, width: number): number {
  const length = to - from
  const [, seconds] = grains.find(([days]) => length <= days * dayMs) ?? grains[5]
  return Math.max(10, Math.min(Math.ceil(length / 1000 / seconds), Math.round(2 * width), 4000))
}
