import { SegmentedControl, Text } from '@mantine/core'
import { readingSpans } from '@trunkline/contract/resources/device-enums'
import { hardwareLive, type LiveState, type Reading } from '@trunkline/contract/resources/hardware-live'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { Plot } from '../../ui/plot.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { bitsText } from '../lan/traffic-values.ts'
import classes from './hardware.module.css'
import { knownPoints, onlineShare, outagesOf, percentText, stretchesOf } from './history-values.ts'

type Span = (typeof readingSpans)[number]

/** The number of outages that are listed. */
const MAX_OUTAGES = 10
/** Milliseconds. The server adds a point every five minutes. */
const refreshInterval = 60_000

/** When the device responded: share, timeline and list of outages. */
function Availability({ readings }: { readings: readonly Reading[] }) {
  const { t, i18n } = useTranslation()
  const points = knownPoints(readings)
  const language = regional(i18n.language)
  const share = onlineShare(points)
  if (share === undefined) return <p className={layout.note}>{t('ui:plot.empty')}</p>
  const outages = outagesOf(points)
  return (
    <>
      <Text size="sm" mb={8}>
        {t('hardware:history.share', {
          percent: percentText(share, language, share > 0.99 && share < 1 ? 2 : 1),
        })}
      </Text>
      <div className={classes.strip} aria-hidden="true">
        {stretchesOf(points).map(({ online, share: width }, index) => (
          <span key={index} data-online={online} style={{ flexGrow: width }} />
        ))}
      </div>
      {outages.length === 0 ? (
        <p className={layout.smallNote}>{t('hardware:history.noOutage')}</p>
      ) : (
        <>
          <Text component="h4" fw={550} size="sm" mb={4}>
            {t('hardware:history.outages', { count: outages.length })}
          </Text>
          <ul className={classes.names}>
            {outages.slice(0, MAX_OUTAGES).map((outage) => (
              <li key={outage.from}>
                <Time value={new Date(outage.from).toISOString()} />{' '}
                <span className={layout.note}>
                  {outage.to === null
                    ? t('hardware:history.lasts')
                    : t('hardware:history.for', { length: durationText((outage.to - outage.from) / 1000, language) })}
                </span>
              </li>
            ))}
          </ul>
          {outages.length > MAX_OUTAGES ? (
            <p className={layout.note}>{t('hardware:history.more', { count: outages.length - MAX_OUTAGES })}</p>
          ) : null}
        </>
      )}
    </>
  )
}

/** The times of a chart; none where no reading has one of the values, so that no empty chart is drawn. */
const timesOf = (readings: readonly Reading[], ...fields: readonly PlotField[]) =>
  readings.some((reading) => fields.some((field) => reading[field] !== null)) ? readings.map(({ at }) => at) : []

type PlotField = 'rx_bps' | 'tx_bps' | 'cpu_load' | 'memory_load' | 'lte_rsrp' | 'wifi_clients' | 'wifi_signal'

/** Pixels. */
const HEIGHT = 150

/** The plots of the readings of a device. Signals are shown of devices that have a modem or Wi-Fi. */
function Plots({ points, span, state }: { points: readonly Reading[]; span: Span; state: LiveState | undefined }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const valuesOf = (field: PlotField) => points.map((point) => point[field])
  const signal = (value: number) => `${value.toLocaleString(language)} dBm`
  const plot = (
    name: 'traffic' | 'load' | 'lte' | 'wifi' | 'clients',
    series: Partial<Record<PlotField, string>>,
    format: (value: number) => string,
  ) => (
    <div className={classes.plot}>
      <Text component="h3" fw={550} size="sm">
        {t(`hardware:plot.${name}`)}
      </Text>
      <Plot
        title={t(`hardware:plot.${name}`)}
        times={timesOf(points, ...(Object.keys(series) as PlotField[]))}
        minutes={span === 'hour' ? 60 : undefined}
        series={Object.entries(series).map(([field, label]) => ({ label, values: valuesOf(field as PlotField) }))}
        format={format}
        height={HEIGHT}
      />
    </div>
  )
  const hasValues = (field: PlotField) => points.some((point) => point[field] !== null)
  const hasWifi = (state?.wifi_stacks.length ?? 0) > 0 || hasValues('wifi_clients')
  return (
    <div className={classes.plots}>
      {plot('traffic', { rx_bps: t('hardware:history.rx'), tx_bps: t('hardware:history.tx') }, (value) =>
        bitsText(value, language),
      )}
      {plot('load', { cpu_load: t('hardware:live.cpu'), memory_load: t('hardware:live.memory') }, (value) =>
        percentText(value / 100, language),
      )}
      {state?.has_lte || hasValues('lte_rsrp') ? plot('lte', { lte_rsrp: 'RSRP' }, signal) : null}
      {hasWifi ? plot('wifi', { wifi_signal: t('hardware:plot.meanSignal') }, signal) : null}
      {hasWifi
        ? plot('clients', { wifi_clients: t('hardware:plot.clients') }, (value) => value.toLocaleString(language))
        : null}
    </div>
  )
}

/** Traffic, load, signals and availability of a device over the last hour, day, week, month or year. */
export function DevicePlots({ id, state }: { id: number; state: LiveState | undefined }) {
  const { t } = useTranslation()
  const [span, setSpan] = useState<Span>('day')
  const shown = useCall(hardwareLive.history, { params: { id }, query: { span } }, { row: id, every: refreshInterval })
  const reply = { ...shown, data: shown.data?.data.points }
  return (
    <Card
      title={t('hardware:history.tab')}
      actions={
        <SegmentedControl
          size="xs"
          maw="100%"
          className={layout.scroll ?? ''}
          aria-label={t('hardware:history.span')}
          value={span}
          onChange={(value) => setSpan(value as Span)}
          data={readingSpans.map((one) => ({ value: one, label: t(`hardware:history.spans.${one}`) }))}
        />
      }
    >
      <div className={layout.stack} aria-busy={shown.isFetching}>
        <Loaded of={reply} skeleton={<TableSkeleton rows={8} columns={4} />}>
          {(points) => (
            <>
              <Plots points={points} span={span} state={state} />
              <div>
                <Text component="h3" fw={550} size="sm" mb={4}>
                  {t('hardware:history.online')}
                </Text>
                <Availability readings={points} />
              </div>
            </>
          )}
        </Loaded>
      </div>
    </Card>
  )
}
