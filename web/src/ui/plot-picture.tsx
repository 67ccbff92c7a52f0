import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import { axisLabels } from './axis-labels.ts'
import { formatMonth } from './time-format.ts'

export interface PlotSeries {
  label: string
  /** One value per entry of `times`; null is a gap. */
  values: readonly (number | null)[]
  /** The highest value within each entry, drawn as a band above the line. */
  highest?: readonly (number | null)[] | undefined
  /** Values of an earlier period, drawn as a dashed line. */
  before?: readonly (number | null)[] | undefined
  /** A value that is drawn as a dotted horizontal line, such as a percentile. */
  mark?: number | undefined
}

/** One line of uPlot. */
interface Line {
  label: string
  values: readonly (number | null)[]
  /** Index of its series, which decides its colour. */
  of: number
  kind: 'values' | 'highest' | 'before'
}

/** The lines of all series, in the order of uPlot's data. */
const linesOf = (series: readonly PlotSeries[]): Line[] =>
  series.flatMap(({ label, values, highest, before }, of) => [
    { label, values, of, kind: 'values' as const },
    ...(highest ? [{ label, values: highest, of, kind: 'highest' as const }] : []),
    ...(before ? [{ label, values: before, of, kind: 'before' as const }] : []),
  ])

/**
 * The range of the y axis: from zero, or around the values where they are negative (signals in dBm) or where zero says
 * nothing (temperatures).
 */
function around(min: number, max: number, fromZero: boolean): [number, number] {
  if (min >= 0 && fromZero) return [0, max === min ? max + 1 : max * 1.08]
  const air = (max - min) * 0.08 || 1
  return [min - air, max + air]
}

/** The range of the x axis in seconds: all entries, or the last `minutes`. */
function spanOf(moments: ArrayLike<number>, minutes: number | undefined, day: number): [number, number] {
  const first = moments[0]
  const last = moments[moments.length - 1]
  if (first === undefined || last === undefined) return [0, day]
  if (minutes !== undefined) return [last - minutes * 60, last]
  // A single entry has no span; the library would show years.
  return first === last ? [first - day / 2, last + day / 2] : [first, last]
}

/** Entries without neighbours are drawn as dots, because they are not part of a line. */
function alone(values: ArrayLike<number | null | undefined>): number[] {
  const known = (at: number) => values[at] !== null && values[at] !== undefined
  return Array.from(values, (_, at) => at).filter((at) => known(at) && !known(at - 1) && !known(at + 1))
}

interface PictureOptions {
  size: { width: number; height: number }
  lines: readonly Pick<Line, 'label' | 'of' | 'kind'>[]
  colors: readonly string[]
  fromZero: boolean
  /** The marks of the series, which may change without a new chart. */
  marks: () => readonly (number | undefined)[]
  /** Charts with the same key show the same time under the pointer. */
  sync: string | undefined
  /** Called with the selected period, milliseconds since 1970; undefined: nothing can be selected. */
  onZoom: ((from: number, to: number) => void) | undefined
  /** Days and months have no time zone. */
  isZoned: boolean
  isMonthly: boolean
  minutes: number | undefined
  zone: string
  language: string
  format: (value: number) => string
  onPoint: (index: number | null) => void
}

/** Pixels that must be selected; less is a click. */
const minSelection = 6

/** Dotted horizontal lines at the marks, within the chart. */
function drawMarks(self: UPlot, marks: readonly (number | undefined)[], colors: readonly string[]): void {
  const { ctx, bbox } = self
  for (const [index, mark] of marks.entries()) {
    if (mark === undefined) continue
    const y = self.valToPos(mark, 'y', true)
    if (!(y >= bbox.top && y <= bbox.top + bbox.height)) continue
    ctx.save()
    ctx.strokeStyle = colors[index % colors.length] as string
    ctx.lineWidth = devicePixelRatio
    ctx.setLineDash([2 * devicePixelRatio, 3 * devicePixelRatio])
    ctx.beginPath()
    ctx.moveTo(bbox.left, y)
    ctx.lineTo(bbox.left + bbox.width, y)
    ctx.stroke()
    ctx.restore()
  }
}

/** The axes, scales and lines of a chart. */
function optionsOf(of: PictureOptions): UPlot.Options {
  const style = getComputedStyle(document.documentElement)
  const ink = style.getPropertyValue('--mantine-color-dimmed').trim()
  const line = style.getPropertyValue('--tk-line').trim()
  const axis = {
    stroke: ink,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1, size: 4 },
    font: '12px system-ui, sans-serif',
  }
  const colorOf = (index: number) => of.colors[index % of.colors.length] as string
  const labelsOf = (times: string[]) =>
    of.isMonthly
      ? times.map((time) => formatMonth(time.slice(0, 7), of.language))
      : axisLabels(times, of.language, of.isZoned ? of.zone : 'UTC')
  return {
    ...of.size,
    legend: { show: false },
    // The last label is wider than the space after the last entry.
    padding: [null, 28, null, null],
    hooks: {
      setCursor: [(self) => of.onPoint(self.cursor.idx ?? null)],
      draw: [(self) => drawMarks(self, of.marks(), of.colors)],
      setSelect: [
        (self) => {
          const { left, width } = self.select
          if (width < minSelection) return
          self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          of.onZoom?.(self.posToVal(left, 'x') * 1000, self.posToVal(left + width, 'x') * 1000)
        },
      ],
    },
    cursor: {
      points: { size: 7 },
      drag: { x: of.onZoom !== undefined, y: false, setScale: false },
      ...(of.sync !== undefined && {
        // A selection stays in its own chart, whose handler is called once.
        sync: { key: of.sync, filters: { pub: (type) => type === 'mousemove' || type === 'mouseleave' } },
      }),
    },
    bands: of.lines.flatMap(({ kind, of: own }, index) =>
      kind === 'highest' ? [{ series: [index + 1, index] as [number, number], fill: `${colorOf(own)}2b` }] : [],
    ),
    scales: {
      x: { time: true, range: (self) => spanOf(self.data[0], of.minutes, 86_400) },
      y: { range: (_, min, max) => around(min, max, of.fromZero) },
    },
    tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), of.isZoned ? of.zone : 'Etc/UTC'),
    axes: [
      {
        ...axis,
        size: 44,
        lineGap: 1.3,
        values: (_, splits) => labelsOf(splits.map((second) => new Date(second * 1000).toISOString())),
        space: 72,
      },
      {
        ...axis,
        // Labels of rates are longer than those of counts.
        size: (_, texts) => Math.max(56, ...(texts ?? []).map((text) => text.length * 6.6 + 18)),
        values: (_, splits) =>
          splits.map((value) =>
            Number.isInteger(value) || Math.abs(value) < 10 ? of.format(value) : of.format(Math.round(value)),
          ),
      },
    ],
    series: [
      {},
      ...of.lines.map(({ label, of: own, kind }) => ({
        label,
        stroke: kind === 'highest' ? 'transparent' : colorOf(own),
        width: kind === 'values' ? 2 : 1,
        ...(kind === 'before' && { dash: [5, 4] }),
        points: {
          show: false,
          size: 5,
          filter: (self: UPlot, at: number) => (kind === 'highest' ? [] : alone(self.data[at] ?? [])),
        },
      })),
    ],
  }
}

/** The chart. It is not redrawn while the page is hidden. */
export default function PlotPicture({
  times,
  series,
  height,
  colors,
  format,
  minutes,
  onPoint,
  zone,
  language,
  sync,
  onZoom,
  fromZero,
}: {
  times: readonly string[]
  series: readonly PlotSeries[]
  height: number
  colors: Record<'light' | 'dark', readonly string[]>
  format: (value: number) => string
  /** As in `Plot`. */
  minutes: number | undefined
  /** Called with the entry under the pointer, or null. */
  onPoint: (index: number | null) => void
  zone: string
  language: string
  /** As in `Plot`. */
  sync?: string | undefined
  onZoom?: ((from: number, to: number) => void) | undefined
  fromZero: boolean
}) {
  const scheme = useComputedColorScheme('light')
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<UPlot | null>(null)
  const data = useRef<UPlot.AlignedData>([[]])
  const shape = JSON.stringify(linesOf(series).map(({ label, of, kind }) => ({ label, of, kind })))
  const isZoomable = onZoom !== undefined
  const grain = times[0]?.length
  const formatRef = useRef(format)
  const pointRef = useRef(onPoint)
  const zoomRef = useRef(onZoom)
  const marks = useRef<readonly (number | undefined)[]>([])

  useEffect(() => {
    formatRef.current = format
    pointRef.current = onPoint
    zoomRef.current = onZoom
  }, [format, onPoint, onZoom])

  useEffect(() => {
    const box = place.current
    // A browser may refuse a canvas; the table has the same numbers.
    if (!box || document.createElement('canvas').getContext('2d') === null) return
    const created = new UPlot(
      optionsOf({
        size: { width: box.clientWidth || 300, height },
        lines: JSON.parse(shape) as Line[],
        colors: colors[scheme],
        marks: () => marks.current,
        fromZero,
        sync,
        onZoom: isZoomable ? (from, to) => zoomRef.current?.(from, to) : undefined,
        isZoned: grain !== 7 && grain !== 10,
        isMonthly: grain === 7,
        minutes,
        zone,
        language,
        format: (value) => formatRef.current(value),
        onPoint: (index) => pointRef.current(index),
      }),
      data.current,
      box,
    )
    plot.current = created
    const resize = new ResizeObserver(() => created.setSize({ width: box.clientWidth, height }))
    resize.observe(box)
    const wake = () => document.hidden || created.setData(data.current)
    document.addEventListener('visibilitychange', wake)
    return () => {
      document.removeEventListener('visibilitychange', wake)
      resize.disconnect()
      created.destroy()
      plot.current = null
    }
  }, [scheme, shape, height, grain, zone, language, colors, minutes, sync, isZoomable, fromZero])

  useEffect(() => {
    marks.current = series.map(({ mark }) => mark)
    data.current = [
      times.map((time) => Date.parse(time) / 1000),
      ...linesOf(series).map(({ values }) => [...values]),
    ] as UPlot.AlignedData
    if (!document.hidden) plot.current?.setData(data.current)
  }, [times, series])

  return <div ref={place} />
}
