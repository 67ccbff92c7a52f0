import { Text } from '@mantine/core'
import { telemetry, type ReadingAnswer } from '@trunkline/contract/resources/telemetry'
import type { PlotName } from '@trunkline/contract/telemetry'
import { useMemo } from 'react'
import { useCall } from '../../api/query.ts'
import type { TFunction } from '../../i18n/translations.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { Plot } from '../../ui/plot.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { regional, useZone } from '../../ui/zone.ts'
import type { ReadingsProps, ReadingSubject } from './readings-props.ts'
import { PeriodBar } from './period-bar.tsx'
import { pointsOf, searchOfSelection, type Period } from './period.ts'
import { linesOf, seriesName, summaryOf, valueText } from './reading-lines.ts'
import classes from './readings.module.css'
import { usePeriod } from './use-period.ts'

/** Pixels. */
const plotHeight = 180
/** The widest chart, in pixels, for the number of points. */
const widest = 1200

/** Readings of a device, site, NAS, service, pool or company over time, of the period in the URL. */
export function Readings({ of, plots, title, optional = [], below }: ReadingsProps) {
  const { period, now, change } = usePeriod()
  const zone = useZone()
  const content = (
    <div className={layout.stack}>
      <PeriodBar period={period} now={now} change={change} />
      <div className={classes.plots}>
        {plots.map((one) => {
          const choice = typeof one === 'string' ? { plot: one } : one
          return (
            <ReadingPlot
              key={choice.plot}
              of={of}
              {...choice}
              period={period}
              isOptional={optional.includes(choice.plot)}
              onZoom={(from, to) => change(searchOfSelection(from, to))}
            />
          )
        })}
      </div>
      {below?.({ ...rangeOf(period), zone })}
    </div>
  )
  return title === undefined ? content : <Card title={title}>{content}</Card>
}

/** The period of a request, with its number of points. */
const rangeOf = (period: Period) => ({
  from: new Date(period.from).toISOString(),
  to: new Date(period.to).toISOString(),
  points: pointsOf(period, Math.min(window.innerWidth, widest)),
})

function ReadingPlot({
  of,
  plot,
  part,
  period,
  isOptional,
  onZoom,
}: {
  of: ReadingSubject
  plot: PlotName
  part?: string
  period: Period
  isOptional: boolean
  onZoom: (from: number, to: number) => void
}) {
  const { t } = useTranslation()
  const zone = useZone()
  const call = useCall(telemetry[of.kind], {
    params: { id: of.id },
    query: {
      plot,
      ...(part !== undefined && { part }),
      ...rangeOf(period),
      ...(period.compare && { compare: 'week' as const }),
      zone,
    },
  })
  const name = t(`readings:plot.${plot}`)
  if (isOptional && (call.data === undefined || call.data.data.series.length === 0) && !call.error) return null
  return (
    <section className={classes.plot} aria-label={name} aria-busy={call.isFetching}>
      <Text component="h3" fw={550} size="sm">
        {name}
      </Text>
      <Loaded
        of={{ data: call.data?.data, error: call.error, refetch: call.refetch }}
        skeleton={<TableSkeleton rows={5} columns={3} />}
        inline
      >
        {(answer) => <Drawn name={name} answer={answer} onZoom={onZoom} />}
      </Loaded>
    </section>
  )
}

function Drawn({
  name,
  answer,
  onZoom,
}: {
  name: string
  answer: ReadingAnswer
  onZoom: (from: number, to: number) => void
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const series = useMemo(() => linesOf(answer, t), [answer, t])
  const unit = answer.series[0]?.unit ?? 'count'
  const isEmpty = answer.series.every(({ mean }) => mean.every((value) => value === null))
  return (
    <>
      <Plot
        title={name}
        times={isEmpty ? [] : answer.times}
        series={series}
        format={(value) => valueText(value, unit, language, t)}
        height={plotHeight}
        sync="readings"
        onZoom={onZoom}
        fromZero={unit !== 'celsius' && unit !== 'volt'}
        beforeLabel={t('readings:weekBefore')}
      />
      {isEmpty ? null : <Summaries answer={answer} language={language} t={t} />}
      {answer.omitted > 0 ? (
        <p className={layout.smallNote}>{t('readings:omitted', { count: answer.omitted })}</p>
      ) : null}
    </>
  )
}

/** Lines of a graph with a summary; more would be longer than the chart. */
const maxSummaries = 4

/** Last, mean, highest value and 95th percentile of each line. */
function Summaries({ answer, language, t }: { answer: ReadingAnswer; language: string; t: TFunction }) {
  if (answer.series.length > maxSummaries) return null
  const isAlone = new Set(answer.series.map(({ metric }) => metric)).size === 1 && answer.series.length > 1
  return (
    <ul className={classes.summary}>
      {answer.series.map((one) => {
        const summary = summaryOf(one)
        if (summary === undefined) return null
        const text = (value: number) => valueText(value, one.unit, language, t)
        const { percentile } = summary
        // Of a signal or a voltage the lowest value matters.
        const extreme = one.unit === 'dbm' || one.unit === 'volt' ? 'lowest' : 'highest'
        return (
          <li key={`${one.metric} ${one.part}`}>
            <strong>{seriesName(one, isAlone, t)}</strong>{' '}
            {t('readings:summary', { last: text(summary.last), mean: text(summary.mean) })} ·{' '}
            {t(`readings:${extreme}`, { value: text(summary[extreme]) })}
            {percentile
              ? ` · ${t('readings:percentile', { value: text(percentile.value), share: percentile.share.toLocaleString(language, { style: 'percent' }) })}`
              : ''}
          </li>
        )
      })}
    </ul>
  )
}
