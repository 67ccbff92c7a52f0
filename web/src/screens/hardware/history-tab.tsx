import { SegmentedControl } from '@mantine/core'
import { readingSpans } from '@trunkline/contract/resources/device-enums'
import { hardwareLive, type Reading } from '@trunkline/contract/resources/hardware-live'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { durationText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Plot } from '../../ui/plot.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { bitsText } from '../lan/traffic-values.ts'
import classes from './live.module.css'
import { knownPoints, onlinePart, outagesOf, stretchesOf } from './history-values.ts'

type Span = (typeof readingSpans)[number]

/** Outages that are named one by one. */
const named = 10
/** A point is written every five minutes. */
const lookEvery = 60_000

/** When the device answered and when it did not: as a line, and in words. */
function Availability({ points: all }: { points: readonly Reading[] }) {
  const { t, i18n } = useTranslation()
  const points = knownPoints(all)
  const language = regional(i18n.language)
  const part = onlinePart(points)
  if (part === undefined) return <p className={classes.quiet}>{t('ui:plot.empty')}</p>
  const outages = outagesOf(points)
  return (
    <>
      <p className={classes.share}>
        {t('hardware:history.share', {
          part: (part * 100).toLocaleString(language, { maximumFractionDigits: part > 0.99 && part < 1 ? 2 : 1 }),
        })}
      </p>
      <div className={classes.strip} aria-hidden="true">
        {stretchesOf(points).map((stretch, at) => (
          <span key={at} data-online={stretch.online} style={{ flexGrow: stretch.part }} />
        ))}
      </div>
      {outages.length === 0 ? (
        <p className={classes.quiet}>{t('hardware:history.noOutage')}</p>
      ) : (
        <>
          <h3 className={classes.heading}>{t('hardware:history.outages', { count: outages.length })}</h3>
          <ul className={classes.outages}>
            {outages.slice(0, named).map((outage) => (
              <li key={outage.from}>
                <Time value={new Date(outage.from).toISOString()} />{' '}
                <span className={classes.quiet}>
                  {outage.to === null
                    ? t('hardware:history.lasts')
                    : t('hardware:history.for', { length: durationText((outage.to - outage.from) / 1000, language) })}
                </span>
              </li>
            ))}
          </ul>
          {outages.length > named ? (
            <p className={classes.quiet}>{t('hardware:history.more', { count: outages.length - named })}</p>
          ) : null}
        </>
      )}
    </>
  )
}

/** Online, traffic and load of a device over an hour up to a year. */
export function HistoryTab({ id }: { id: number }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const [span, setSpan] = useState<Span>('day')
  const shown = useCall(hardwareLive.history, { params: { id }, query: { span } }, { row: id, every: lookEvery })
  const points = shown.data?.data.points
  /** Nothing is drawn of what nobody has read. */
  const timesOf = (value: (point: Reading) => number | null) =>
    points?.some((point) => value(point) !== null) ? points.map(({ at }) => at) : []
  const minutes = span === 'hour' ? 60 : undefined
  return (
    <div className={classes.stack} aria-busy={shown.isFetching}>
      <div className={classes.spans}>
        <SegmentedControl
          aria-label={t('hardware:history.span')}
          value={span}
          onChange={(value) => setSpan(value as Span)}
          data={readingSpans.map((one) => ({ value: one, label: t(`hardware:history.spans.${one}`) }))}
        />
      </div>
      {shown.error ? (
        <Card>
          <ErrorNotice error={shown.error} retry={() => void shown.refetch()} />
        </Card>
      ) : !points ? (
        <Card>
          <TableSkeleton rows={6} columns={4} />
        </Card>
      ) : (
        <>
          <Card title={t('hardware:history.online')}>
            <Availability points={points} />
          </Card>
          <Card title={t('hardware:live.traffic')}>
            <Plot
              title={t('hardware:live.traffic')}
              times={timesOf(({ rx_bps }) => rx_bps)}
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
              times={timesOf(({ cpu_load }) => cpu_load)}
              minutes={minutes}
              series={[{ label: t('hardware:live.cpu'), values: points.map(({ cpu_load }) => cpu_load) }]}
              format={(value) => `${value.toLocaleString(language, { maximumFractionDigits: 0 })} %`}
              height={160}
            />
          </Card>
        </>
      )}
    </div>
  )
}
