/** Measured values of one moment, by the name of their line. */
export interface Point {
  /** Milliseconds since 1970. */
  at: number
  values: Readonly<Record<string, number | null>>
}

export interface TimeSeries {
  /** Oldest first. */
  points: readonly Point[]
  /** Milliseconds before the latest point. */
  span: number
}

export const emptySeries = (span: number): TimeSeries => ({ points: [], span })

/** Adds a point and drops those older than the span. A point that is not newer than the last one is ignored. */
export function addPoint(series: TimeSeries, point: Point): TimeSeries {
  const last = series.points.at(-1)
  if (last && point.at <= last.at) return series
  return { ...series, points: [...series.points, point].filter((one) => one.at >= point.at - series.span) }
}

export interface PlotData {
  /** UTC ISO 8601. */
  times: string[]
  lines: Record<string, (number | null)[]>
}

/**
 * The points as lines, oldest first. If two points are further apart than `gap` milliseconds, an empty point between
 * them interrupts the lines.
 */
export function plotData(series: TimeSeries, names: readonly string[], gap: number): PlotData {
  const times: string[] = []
  const lines: Record<string, (number | null)[]> = Object.fromEntries(names.map((name) => [name, []]))
  let before: number | undefined
  for (const point of series.points) {
    if (before !== undefined && point.at - before > gap) {
      times.push(new Date(before + 1).toISOString())
      for (const name of names) lines[name]?.push(null)
    }
    times.push(new Date(point.at).toISOString())
    for (const name of names) lines[name]?.push(point.values[name] ?? null)
    before = point.at
  }
  return { times, lines }
}
