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

/** Points come every five minutes at most. */
const lookEvery = 60_000

/** What went through an interface over time. */
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
  const shown = useCall(
    hardwareLive.history,
    { params: { id: hardwareId }, query: { span, interface: name } },
    { every: lookEvery },
  )
  const history = shown.data?.data
  const times = useMemo(() => history?.points.map(({ at }) => at) ?? [], [history])
  const series = useMemo(
    () => [
      { label: t('lan:traffic.rx'), values: history?.points.map(({ rx_bps }) => rx_bps) ?? [] },
      { label: t('lan:traffic.tx'), values: history?.points.map(({ tx_bps }) => tx_bps) ?? [] },
    ],
    [history, t],
  )
  if (shown.error) return <ErrorNotice error={shown.error} inline retry={() => void shown.refetch()} />
  if (!history) return <DetailSkeleton />
  return (
    <>
      <Plot
        title={t('lan:traffic.historyOf', { name })}
        times={times}
        series={series}
        format={(value) => bitsText(value, language)}
      />
      <p className={classes.hint}>{t('lan:traffic.grain', { count: Math.round(history.seconds / 60) })}</p>
    </>
  )
}
