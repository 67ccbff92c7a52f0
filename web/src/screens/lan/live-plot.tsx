import { useEffect, useMemo, useState } from 'react'
import { Plot } from '../../ui/plot.tsx'
import { addPoint, emptySeries, plotData, type Point, type TimeSeries } from './time-series.ts'

/** Milliseconds that are recorded while the page is open. */
const SPAN = 5 * 60_000
/** Points further apart than this (milliseconds) are not connected. */
const GAP = 20_000

/**
 * The measured values of the last minutes.
 * @param at when `values` were measured, UTC ISO 8601
 */
export function useLiveSeries(
  at: string | undefined,
  values: Point['values'] | undefined,
  paused: boolean,
): TimeSeries {
  const [series, setSeries] = useState(() => emptySeries(SPAN))
  useEffect(() => {
    // A stored reading from before the page was opened is not live.
    if (!at || !values || paused || Date.parse(at) < Date.now() - SPAN) return
    setSeries((before) => addPoint(before, { at: Date.parse(at), values }))
  }, [at, values, paused])
  return series
}

/** Lines of a live series, by their names. */
export function LivePlot({
  series,
  names,
  labelOf,
  ...plot
}: {
  series: TimeSeries
  names: readonly string[]
  labelOf: (name: string) => string
  title: string
  height?: number
  format: (value: number) => string
}) {
  const key = names.join('\n')
  const { times, lines } = useMemo(() => plotData(series, key.split('\n'), GAP), [series, key])
  return (
    <Plot
      {...plot}
      minutes={SPAN / 60_000}
      times={times}
      series={names.map((name) => ({ label: labelOf(name), values: lines[name] ?? [] }))}
    />
  )
}
