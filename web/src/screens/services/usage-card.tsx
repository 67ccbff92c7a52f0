import { SegmentedControl } from '@mantine/core'
import type { Service } from '@trunkline/contract/resources/service-shapes'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { bytesText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { Plot } from '../../ui/plot.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { regional } from '../../ui/zone.ts'
import { QuotaBar } from './quota-bar.tsx'
import { byWeek, daysOf, usagePeriods, type UsagePeriod } from './usage-periods.ts'
import type { ServiceVariant } from './variants.ts'

/** The quota, and the usage by day, week or month. All of the usage is on its tab. */
export function UsageCard({ variant, of }: { variant: ServiceVariant; of: Service }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const [period, setPeriod] = useState<UsagePeriod>('day')
  const today = new Date().toISOString().slice(0, 10)
  const shown = useCall(variant.calls.usage, { params: { id: of.id }, query: daysOf(period, today) })
  const usage = shown.data?.data
  const rows =
    period === 'month'
      ? usage?.months.map(({ month, ...row }) => ({ day: month, ...row }))
      : period === 'week'
        ? usage && byWeek(usage.days)
        : usage?.days
  const title = t(`services:usage.by.${period}`)
  return (
    <Card
      title={t('services:usage.title')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('services:usage.period')}
          value={period}
          onChange={(value) => setPeriod(value as UsagePeriod)}
          data={usagePeriods.map((value) => ({ value, label: t(`services:usage.${value}`) }))}
        />
      }
    >
      <div className={layout.stack}>
        <QuotaBar quota={of.quota} state={of.quota_state} />
        {shown.error ? (
          <ErrorNotice error={shown.error} retry={() => void shown.refetch()} inline />
        ) : !rows ? (
          <DetailSkeleton facts={4} />
        ) : rows.some((row) => row.download_bytes + row.upload_bytes > 0) ? (
          <Plot
            title={title}
            times={rows.map((row) => row.day)}
            series={[
              { label: t('sessions:field.download_bytes'), values: rows.map((row) => row.download_bytes) },
              { label: t('sessions:field.upload_bytes'), values: rows.map((row) => row.upload_bytes) },
            ]}
            height={200}
            format={(value) => bytesText(value, language)}
          />
        ) : (
          <p className={layout.note}>{t(`services:usage.none.${period}`)}</p>
        )}
      </div>
    </Card>
  )
}
