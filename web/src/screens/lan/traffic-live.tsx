import type { InterfaceTraffic } from '@trunkline/contract/resources/control-shapes'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { regional } from '../../ui/zone.ts'
import classes from './lan.module.css'
import { LivePlot, useLiveSeries } from './live-plot.tsx'
import { bitsText, trafficLine, trafficValues } from './traffic-values.ts'

/** Traffic of an interface, now and in the last minutes. All interfaces are recorded, so that switching shows their lines. */
export function TrafficLive({
  name,
  traffic,
  at,
  paused,
}: {
  name: string
  traffic: readonly InterfaceTraffic[] | undefined
  /** When it was measured. */
  at: string | undefined
  paused: boolean
}) {
  const { t, i18n } = useTranslation()
  const values = useMemo(() => traffic && trafficValues(traffic), [traffic])
  const series = useLiveSeries(at, values, paused)
  const current = series.points.at(-1)?.values
  const format = (value: number) => bitsText(value, regional(i18n.language))
  const lines = (['rx', 'tx'] as const).map((direction) => ({
    name: trafficLine(name, direction),
    label: t(`lan:traffic.${direction}`),
  }))
  return (
    <>
      <dl className={classes.now}>
        {lines.map((line) => {
          const value = current?.[line.name] ?? null
          return (
            <div key={line.name}>
              <dt>{line.label}</dt>
              <dd>{value === null ? '–' : format(value)}</dd>
            </div>
          )
        })}
      </dl>
      <LivePlot
        title={t('lan:traffic.liveOf', { name })}
        series={series}
        names={lines.map((line) => line.name)}
        labelOf={(key) => lines.find((line) => line.name === key)?.label ?? key}
        format={format}
      />
      <p className={classes.hint}>{t('lan:traffic.recorded')}</p>
    </>
  )
}
