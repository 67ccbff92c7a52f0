import { SegmentedControl, Text } from '@mantine/core'
import { readingSpans } from '@trunkline/contract/resources/device-enums'
import { hardwareLive, type Reading } from '@trunkline/contract/resources/hardware-live'
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
      <Text fw={550} mb={8}>
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
        <p className={layout.note}>{t('hardware:history.noOutage')}</p>
      ) : (
        <>
          <Text component="h3" fw={600} size="sm" mb={4}>
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

/** The times of a chart; none where no reading has the value, so that no empty chart is drawn. */
const timesOf = (readings: readonly Reading[], field: 'rx_bps' | 'cpu_load') =>
  readings.some((reading) => reading[field] !== null) ? readings.map(({ at }) => at) : []

/** Availability, traffic and CPU load of a device over the last hour, day, week, month or year. */
export function HistoryTab({ id }: { id: number }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const [span, setSpan] = useState<Span>('day')
  const shown = useCall(hardwareLive.history, { params: { id }, query: { span } }, { row: id, every: refreshInterval })
  const minutes = span === 'hour' ? 60 : undefined
  return (
    <div className={layout.stack} aria-busy={shown.isFetching}>
      <div className={layout.scroll}>
        <SegmentedControl
          aria-label={t('hardware:history.span')}
          value={span}
          onChange={(value) => setSpan(value as Span)}
          data={readingSpans.map((one) => ({ value: one, label: t(`hardware:history.spans.${one}`) }))}
        />
      </div>
      <Loaded
        of={{ ...shown, data: shown.data?.data.points }}
        skeleton={
          <Card>
            <TableSkeleton rows={6} columns={4} />
          </Card>
        }
      >
        {(points) => (
          <>
            <Card title={t('hardware:history.online')}>
              <Availability readings={points} />
            </Card>
            <Card title={t('hardware:live.traffic')}>
              <Plot
                title={t('hardware:live.traffic')}
                times={timesOf(points, 'rx_bps')}
                minutes={minutes}
                series={[
                  { label: t('hardware:history.rx'), values: points.map(({ rx_bps }) => rx_bps) },
                  { label: t('hardware:history.tx'), values: points.map(({ tx_bps }) => tx_bps) },
                ]}
                format={(value) => bitsText(value, language)}
              />
            </Card>
            <Card title={t('hardware:live.cpu')}>
              <Plot
                title={t('hardware:live.cpu')}
                times={timesOf(points, 'cpu_load')}
                minutes={minutes}
                series={[{ label: t('hardware:live.cpu'), values: points.map(({ cpu_load }) => cpu_load) }]}
                format={(value) => percentText(value / 100, language)}
                height={160}
              />
            </Card>
          </>
        )}
      </Loaded>
    </div>
  )
}
