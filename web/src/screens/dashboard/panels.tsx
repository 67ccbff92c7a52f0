import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { z } from 'zod/mini'
import type { dashboardPlot } from '@trunkline/contract/resources/dashboard'
import { sites } from '@trunkline/contract/resources/site'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { rateText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { Plot } from '../../ui/plot.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { integerLabel } from '../companies/company-statistics.tsx'
import classes from './dashboard.module.css'

const SiteMapCard = lazy(() => loadChunk(() => import('./site-map-card.tsx')))

type DashboardPlot = z.infer<typeof dashboardPlot>

/** A chart; without any value a note instead. */
function PlotCard({ plot, height = 220 }: { plot: DashboardPlot; /** Pixels. */ height?: number }) {
  const { t, i18n } = useTranslation()
  const title = t(`dashboard:plot.${plot.key}`, { defaultValue: plot.key })
  const hasValues = plot.series.some((series) => series.values.some((value) => (value ?? 0) > 0))
  return (
    <Card title={title}>
      {hasValues ? (
        <Plot
          title={title}
          times={plot.days}
          series={plot.series.map((series) => ({
            label: t(`dashboard:series.${series.key}`, { defaultValue: series.key }),
            values: series.values,
          }))}
          height={height}
          format={
            plot.unit === 'bps' ? (bps) => rateText(Math.round(bps / 1000), i18n.language) : integerLabel(i18n.language)
          }
        />
      ) : (
        <p className={layout.note}>{t('dashboard:quiet')}</p>
      )}
    </Card>
  )
}

const map = 'map'

const loading = (
  <Card>
    <DetailSkeleton facts={6} />
  </Card>
)

/** The map of sites, which is loaded when it is shown. */
const LateMap = () => (
  <Suspense fallback={loading}>
    <SiteMapCard />
  </Suspense>
)

/**
 * Problems, charts and the map of sites. On a phone the charts and the map are shown one at a time, so that the counts
 * below them are near.
 */
export function Panels({
  plots,
  problems,
}: {
  /** Undefined while loading or on an error. */
  plots: readonly DashboardPlot[] | undefined
  problems: ReactNode
}) {
  const { t } = useTranslation()
  const may = useCan()
  const hasMap = may(sites.map)
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<string>()
  if (!narrow)
    return (
      <>
        <div className={hasMap ? classes.wide : undefined}>
          {problems}
          {hasMap ? <LateMap /> : null}
        </div>
        <div className={classes.panels}>
          {plots ? plots.map((plot) => <PlotCard key={plot.key} plot={plot} />) : loading}
        </div>
      </>
    )
  const keys = [...(plots ?? []).map(({ key }) => key), ...(hasMap ? [map] : [])]
  const shown = chosen ?? keys[0] ?? map
  const plot = plots?.find(({ key }) => key === shown)
  return (
    <>
      {problems}
      {plots === undefined ? (
        loading
      ) : keys.length === 0 ? null : (
        <div className={classes.phonePanels}>
          <SegmentedControl
            fullWidth
            aria-label={t('dashboard:panels.label')}
            data={keys.map((key) => ({ value: key, label: t(`dashboard:panels.${key}`, { defaultValue: key }) }))}
            value={shown}
            onChange={setChosen}
          />
          {plot ? <PlotCard plot={plot} height={120} /> : <LateMap />}
        </div>
      )}
    </>
  )
}
