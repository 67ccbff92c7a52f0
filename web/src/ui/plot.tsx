import { ActionIcon, Tooltip, useComputedColorScheme } from '@mantine/core'
import { IconChartLine, IconDownload, IconTable } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { loadChunk } from '../api/chunk.ts'
import { formatClock } from './clock-format.ts'
import type { PlotSeries } from './plot-picture.tsx'
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
  /** The plot shows this many minutes up to the last entry, with times of the clock to the second. Default: all entries. */
  minutes?: number
}

/** Colours of the series, in both skins at least 3:1 on the ground (WCAG 2.2, 1.4.11); the key names each as well. */
const colors = {
  light: ['#0b676e', '#9a3a05', '#5b3fb5', '#1d6b2d', '#a61e6d', '#4a5361'],
  dark: ['#70bdc1', '#f2a65a', '#b29bf5', '#7fd39a', '#f08bc0', '#bdc5cf'],
} as const

/** Lines over time, with the same numbers as a table and as a file. The drawing library comes with the first picture. */
export function Plot({ title, times, series, height = 220, format, minutes }: PlotProps) {
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
  // The entry under the pointer: its time and values stand in the key.
  const [pointed, setPointed] = useState<number | null>(null)
  const valueText = (value: number | null | undefined) => (value === null || value === undefined ? '–' : written(value))
  const download = () =>
    saveCsv(
      [
        [t('ui:plot.time'), ...series.map((one) => one.label)],
        ...times.map((time, index) => [time, ...series.map((one) => one.values[index])]),
      ],
      `${title}.csv`,
    )

  return (
    <figure className={classes.plot} aria-label={t('ui:plot.label', { title })} style={{ margin: 0 }}>
      <div className={classes.head}>
        <ul className={classes.legend}>
          {series.map((one, index) => (
            <li key={one.label}>
              <span className={classes.key} style={{ background: colors[scheme][index % 6] }} aria-hidden="true" />
              {one.label}
              {pointed === null ? null : <strong aria-hidden="true">{valueText(one.values[pointed])}</strong>}
            </li>
          ))}
          {pointed !== null && times[pointed] ? (
            <li className={classes.when} aria-hidden="true">
              {when(times[pointed])}
            </li>
          ) : null}
        </ul>
        <span className={classes.tools}>
          <Tooltip label={t(asTable ? 'ui:plot.picture' : 'ui:plot.table')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t(asTable ? 'ui:plot.picture' : 'ui:plot.table')}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? <IconChartLine size={16} /> : <IconTable size={16} />}
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('ui:plot.csv')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={28}
              aria-label={t('ui:plot.csv')}
              disabled={empty}
              onClick={download}
            >
              <IconDownload size={16} />
            </ActionIcon>
          </Tooltip>
        </span>
      </div>
      {empty ? (
        <div className={classes.empty} style={{ blockSize: height }}>
          {t('ui:plot.empty')}
        </div>
      ) : asTable ? (
        <div
          className={classes.tableScroll}
          style={{ maxBlockSize: height }}
          role="region"
          aria-label={title}
          tabIndex={0}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">{t('ui:plot.time')}</th>
                {series.map((one) => (
                  <th key={one.label} scope="col">
                    {one.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((time, index) => (
                <tr key={time}>
                  <th scope="row">{when(time)}</th>
                  {series.map((one) => {
                    const value = one.values[index]
                    return <td key={one.label}>{valueText(value)}</td>
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div className={classes.picture} style={{ blockSize: height }} aria-hidden="true">
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
            />
          </Suspense>
        </div>
      )}
    </figure>
  )
}
