import { SegmentedControl } from '@mantine/core'
import type { LiveSession } from '@trunkline/contract/resources/radius-session'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { useMemo, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { bytesText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { Plot } from '../../ui/plot.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { regional } from '../../ui/zone.ts'
import { Readings } from '../readings/lazy-readings.tsx'
import { QuotaBar } from './quota-bar.tsx'
import { rangeOf, ranges, type Range } from './quota-period.ts'
import type { ServiceVariant } from './variants.ts'

type Volume = Pick<LiveSession, 'upload_bytes' | 'download_bytes'>

/** Usage by day and by month, and the quota. */
export function UsageTab({ variant, of }: { variant: ServiceVariant; of: Service }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const [range, setRange] = useState<Range>(31)
  const today = new Date().toISOString().slice(0, 10)
  const shown = useCall(variant.calls.usage, { params: { id: of.id }, query: rangeOf(range, today) })
  const usage = shown.data?.data
  const series = (rows: readonly Volume[]) => [
    { label: t('sessions:field.download_bytes'), values: rows.map((row) => row.download_bytes) },
    { label: t('sessions:field.upload_bytes'), values: rows.map((row) => row.upload_bytes) },
  ]
  const days = useMemo(() => usage?.days ?? [], [usage])
  const months = useMemo(() => usage?.months ?? [], [usage])
  const format = (value: number) => bytesText(value, language)
  const total = (rows: readonly Volume[]) =>
    t('services:usage.total', {
      down: format(rows.reduce((sum, row) => sum + row.download_bytes, 0)),
      up: format(rows.reduce((sum, row) => sum + row.upload_bytes, 0)),
    })

  if (shown.error || !usage)
    return (
      <Card>
        {shown.error ? <ErrorNotice error={shown.error} retry={() => void shown.refetch()} /> : <DetailSkeleton />}
      </Card>
    )
  return (
    <div className={layout.stack}>
      <Card title={t('services:field.quota_state')}>
        <QuotaBar quota={usage.quota} state={of.quota_state} />
      </Card>
      {/* Of VPN dial-ups no readings are stored. */}
      {variant.kind === 'service' ? (
        <Readings of={{ kind: 'service', id: of.id }} title={t('common:graphs')} plots={['traffic', 'sessions']} />
      ) : null}
      <Card
        title={t('services:usage.days')}
        actions={
          <SegmentedControl
            size="xs"
            aria-label={t('services:usage.range')}
            value={String(range)}
            onChange={(value) => setRange(Number(value) as Range)}
            data={ranges.map((count) => ({ value: String(count), label: t(`services:usage.last.${count}`) }))}
          />
        }
      >
        <p className={layout.note}>
          {total(days)} {t('services:usage.utc')}
        </p>
        <Plot
          title={t('services:usage.days')}
          times={days.map((row) => row.day)}
          series={series(days)}
          format={format}
        />
      </Card>
      <Card title={t('services:usage.months')}>
        <p className={layout.note}>{total(months)}</p>
        <Plot
          title={t('services:usage.months')}
          times={months.map((row) => row.month)}
          series={series(months)}
          format={format}
        />
      </Card>
    </div>
  )
}
