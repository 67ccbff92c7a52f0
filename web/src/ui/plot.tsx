import { Tooltip, useComputedColorScheme } from '@mantine/core'
import { IconChartLine, IconDownload, IconTable } from '@tabler/icons-react'
import { lazy, Suspense, useState, type CSSProperties } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { loadChunk } from '../api/chunk.ts'
import { formatClock } from './clock-format.ts'
import type { PlotSeries } from './plot-picture.tsx'
import { IconAction } from './icon-action.tsx'
import { SimpleTable } from './simple-table.tsx'
import { saveCsv } from './save-csv.ts'
import classes from './plot.module.css'
import { formatDay, formatMonth, formatTime } from './time-format.ts'
import { regional, useZone } from './zone.ts'

const PlotPicture = lazy(() => loadChunk(() => import('./plot-picture.tsx')))

export interface PlotProps {
  title: string
  /** UTC ISO 8601 instants, bare days (`2026-02-04`) or months (`2026-02`), oldest first. */
  times: readonly string[]
  series: readonly PlotSeries[]
  /** Pixels. */
  height?: number
  /** `3 users`, `1.2 Mbit/s`. Default: the number by locale. */
  format?: (value: number) => string
  /** Shows this many minutes up to the last entry, with seconds. Default: all entries. */
  minutes?: number | undefined
  /** Charts with the same key show the same time under the pointer. */
  sync?: string | undefined
  /** Called with a period that was selected with the mouse, milliseconds since 1970. */
  onZoom?: ((from: number, to: number) => void) | undefined
  /** Whether the y axis begins at zero; otherwise it shows the range of the values. Default: true. */
  fromZero?: boolean
  /** What `before` of the series is: “the week before”. */
  beforeLabel?: string | undefined
}

/** Columns of the table and the file: of each series its values, and where it has them its highest and earlier ones. */
function columnsOf(series: readonly PlotSeries[], words: { highest: string; before: string }) {
  return series.flatMap(({ label, values, highest, before }) => [
    { label, values },
    ...(highest ? [{ label: `${label}, ${words.highest}`, values: highest }] : []),
    ...(before ? [{ label: `${label}, ${words.before}`, values: before }] : []),
  ])
}

/**
 * Colours of the series with a contrast of at least 3:1 in both themes (WCAG 2.2, 1.4.11); the legend names each as
 * well.
 */
const colors = {
  light: ['#0b676e', '#9a3a05', '#5b3fb5', '#1d6b2d', '#a61e6d', '#4a5361'],
  dark: ['#70bdc1', '#f2a65a', '#b29bf5', '#7fd39a', '#f08bc0', '#bdc5cf'],
} as const

const heightStyle = (height: number) => ({ '--plot-height': `${height}px` }) as CSSProperties

/** A line chart over time, also as a table and a CSV file. The chart library is loaded with the first chart. */
export function Plot({
  title,
  times,
  series,
  height = 220,
  format,
  minutes,
  sync,
  onZoom,
  fromZero = true,
  beforeLabel = '',
}: PlotProps) {
  const { t, i18n } = useTranslation()
  const zone = useZone()
  const language = regional(i18n.language)
  const [asTable, setAsTable] = useState(false)
  const written = format ?? ((value: number) => value.toLocaleString(language))
  const when = (time: string) =>
    time.length === 7
      ? formatMonth(time, language)
      : (time.length === 10 ? formatDay : minutes ? formatClock : formatTime)(time, language, zone)
  const empty = times.length === 0
  const scheme = useComputedColorScheme('light')
  // The entry under the pointer, whose values the legend shows.
  const [pointed, setPointed] = useState<number | null>(null)
  const valueText = (value: number | null | undefined) => (value === null || value === undefined ? '–' : written(value))
  const columns = columnsOf(series, { highest: t('ui:plot.highest'), before: beforeLabel })
  const download = () =>
    saveCsv(
      [
        [t('ui:plot.time'), ...columns.map((one) => one.label)],
        ...times.map((time, index) => [time, ...columns.map((one) => one.values[index])]),
      ],
      `${title}.csv`,
    )

  return (
    <figure className={classes.plot} aria-label={t('ui:plot.label', { title })} style={heightStyle(height)}>
      <div className={classes.head}>
        <ul className={classes.legend}>
          {series.map((one, index) => (
            <li key={one.label}>
              <span className={classes.key} style={{ background: colors[scheme][index % 6] }} aria-hidden="true" />
              {one.label}
              {pointed === null ? null : <strong aria-hidden="true">{valueText(one.values[pointed])}</strong>}
            </li>
          ))}
          {series.some(({ before }) => before) ? (
            <li>
              <span className={classes.dashed} aria-hidden="true" />
              {beforeLabel}
              {pointed === null ? null : (
                <strong aria-hidden="true">
                  {series.map(({ before }) => valueText(before?.[pointed])).join(' · ')}
                </strong>
              )}
            </li>
          ) : null}
          {pointed !== null && times[pointed] ? (
            <li className={classes.when} aria-hidden="true">
              {when(times[pointed])}
            </li>
          ) : null}
        </ul>
        <span className={classes.tools}>
          <Tooltip label={t(asTable ? 'ui:plot.picture' : 'ui:plot.table')}>
            <IconAction
              icon={asTable ? IconChartLine : IconTable}
              label={t(asTable ? 'ui:plot.picture' : 'ui:plot.table')}
              onClick={() => setAsTable(!asTable)}
            />
          </Tooltip>
          <Tooltip label={t('ui:plot.csv')}>
            <IconAction icon={IconDownload} label={t('ui:plot.csv')} disabled={empty} onClick={download} />
          </Tooltip>
        </span>
      </div>
      {empty ? (
        <div className={classes.empty}>{t('ui:plot.empty')}</div>
      ) : asTable ? (
        <SimpleTable
          label={title}
          className={classes.tableScroll}
          tableClassName={classes.table}
          rows={times.map((time, index) => ({ time, index }))}
          rowKey={({ time }) => time}
          columns={[
            { key: 'time', header: t('ui:plot.time'), cell: ({ time }) => when(time) },
            ...columns.map(({ label, values }) => ({
              key: label,
              header: label,
              cell: ({ index }: { index: number }) => valueText(values[index]),
            })),
          ]}
        />
      ) : (
        <div className={classes.picture} data-zoom={onZoom ? true : undefined} aria-hidden="true">
          <Suspense fallback={null}>
            <PlotPicture
              times={times}
              series={series}
              height={height}
              colors={colors}
              onPoint={setPointed}
              format={written}
              minutes={minutes}
              zone={zone}
              language={language}
              sync={sync}
              onZoom={onZoom}
              fromZero={fromZero}
            />
          </Suspense>
        </div>
      )}
    </figure>
  )
}
