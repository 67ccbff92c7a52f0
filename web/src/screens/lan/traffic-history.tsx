import { hardwareLive } from '@trunkline/contract/resources/hardware-live'
import type { readingSpans } from '@trunkline/contract/resources/device-enums'
import { useMemo } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Plot } from '../../ui/plot.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './lan.module.css'
import { bitsText } from './traffic-values.ts'

/** Milliseconds. New points come at most every five minutes. */
const REFRESH_INTERVAL = 60_000

/** Recorded traffic of an interface. */
export function TrafficHistory({
  hardwareId,
  name,
  span,
}: {
  hardwareId: number
  name: string
  span: (typeof readingSpans)[number]
}) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const call = useCall(
    hardwareLive.history,
    { params: { id: hardwareId }, query: { span, interface: name } },
    { every: REFRESH_INTERVAL },
  )
  const history = call.data?.data
  const times = useMemo(() => history?.points.map(({ at }) => at) ?? [], [history])
  const series = useMemo(
    () => [
      { label: t('lan:traffic.rx'), values: history?.points.map(({ rx_bps }) => rx_bps) ?? [] },
      { label: t('lan:traffic.tx'), values: history?.points.map(({ tx_bps }) => tx_bps) ?? [] },
    ],
    [history, t],
  )
  if (call.error) return <ErrorNotice error={call.error} inline retry={() => void call.refetch()} />
  if (!history) return <DetailSkeleton />
  return (
    <>
      <Plot
        title={t('lan:traffic.of', { name })}
        times={times}
        series={series}
        format={(value) => bitsText(value, language)}
      />
      <p className={classes.hint}>{t('lan:traffic.grain', { count: Math.round(history.seconds / 60) })}</p>
    </>
  )
}
