import { Text } from '@mantine/core'
import { telemetry } from '@trunkline/contract/resources/telemetry'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { durationText } from '../../ui/amounts.ts'
import layout from '../../ui/layout.module.css'
import { Loaded } from '../../ui/loaded.tsx'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { Time } from '../../ui/time.tsx'
import { regional } from '../../ui/zone.ts'
import { Readings } from '../readings/lazy-readings.tsx'
import type { ReadingsPeriod } from '../readings/readings-props.ts'
import classes from './hardware.module.css'
import { onlinePoints, onlineShare, outagesOf, percentText, stretchesOf, type OnlinePoint } from './history-values.ts'

/** The number of outages that are listed. */
const MAX_OUTAGES = 10
/** When the device responded: share, timeline and list of outages. */
function Availability({ points }: { points: readonly OnlinePoint[] }) {
  const { t, i18n } = useTranslation()
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

/** Graphs that only devices with the sensor, radio or modem have. */
const optional = [
  'temperature',
  'voltage',
  'ping-loss',
  'ping-rtt',
  'wifi-clients',
  'wifi-signal',
  'lte-signal',
  'lte-band',
] as const

/** Traffic, load, sensors, signals and availability of a device over the period in the URL. */
export function DevicePlots({ id }: { id: number }) {
  const { t } = useTranslation()
  return (
    <Readings
      of={{ kind: 'device', id }}
      title={t('hardware:history.tab')}
      plots={['traffic', 'load', ...optional]}
      optional={optional}
      below={(query) => (
        <div>
          <Text component="h3" fw={550} size="sm" mb={4}>
            {t('hardware:history.online')}
          </Text>
          <OnlineReadings id={id} query={query} />
        </div>
      )}
    />
  )
}

function OnlineReadings({ id, query }: { id: number; query: ReadingsPeriod }) {
  const call = useCall(telemetry.device, { params: { id }, query: { plot: 'online', ...query } })
  return (
    <Loaded
      of={{ data: call.data?.data, error: call.error, refetch: call.refetch }}
      skeleton={<TableSkeleton rows={2} columns={4} />}
      inline
    >
      {({ times, series }) => <Availability points={onlinePoints(times, series[0]?.mean ?? [])} />}
    </Loaded>
  )
}
