import { dashboard } from '@trunkline/contract/resources/dashboard'
import { IconChartBar } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { useSession } from '../../access/session.ts'
import { useCall } from '../../api/query.ts'
import { rateText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { Plot } from '../../ui/plot.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { integerLabel } from '../companies/company-statistics.tsx'
import classes from './dashboard.module.css'
import { AuditNotice, BackupNotice } from './installation-notices.tsx'
import { Onboarding } from './onboarding.tsx'
import { RadiusNotice } from './radius-notice.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { StatsCard } from './stats-card.tsx'

/** Statistics of the reader's company, or of the one selected in the header, and those below. Parts load and fail separately. */
export default function Dashboard() {
  const { t, i18n } = useTranslation()
  const own = useSession()?.user.company
  const context = useCompanyContext()
  const { id } = context
  const all = useCall(dashboard.summary, {}, { enabled: id === undefined, subjects: 'any' })
  const one = useCall(
    dashboard.companySummary,
    { params: { id: id ?? 0 } },
    { enabled: id !== undefined, subjects: 'any' },
  )
  const shown = id === undefined ? all : one
  const summary = shown.data?.data
  const company = id === undefined ? own : context.path.at(-1)

  const figures = shown.error ? (
    <Card>
      <ErrorNotice error={shown.error} title={t('dashboard:failed')} retry={() => void shown.refetch()} />
    </Card>
  ) : summary?.cards.length === 0 ? (
    <Card>
      <EmptyState icon={<IconChartBar size={20} />} title={t('dashboard:none.title')} text={t('dashboard:none.text')} />
    </Card>
  ) : (
    <div className={classes.cards}>
      {summary?.cards.map((card) => <StatsCard key={card.key} card={card} />) ??
        [0, 1, 2].map((key) => (
          <Card key={key}>
            <DetailSkeleton facts={4} />
          </Card>
        ))}
    </div>
  )

  return (
    <>
      <PageHeader title={t('dashboard:title')} subtitle={company && t('dashboard:all', { name: company.name })} />
      <div className={layout.stack}>
        {id === undefined ? (
          <>
            <RadiusNotice />
            <BackupNotice />
            <AuditNotice />
            <Onboarding />
          </>
        ) : null}
        {figures}
        <div className={classes.wide}>
          <div className={layout.stack}>
            {summary?.plots.map((plot) => {
              const title = t(`dashboard:plot.${plot.key}`, { defaultValue: plot.key })
              const hasValues = plot.series.some((series) => series.values.some((value) => (value ?? 0) > 0))
              return (
                <Card key={plot.key} title={title}>
                  {hasValues ? (
                    <Plot
                      title={title}
                      times={plot.days}
                      series={plot.series.map((series) => ({
                        label: t(`dashboard:series.${series.key}`, { defaultValue: series.key }),
                        values: series.values,
                      }))}
                      height={260}
                      format={
                        plot.unit === 'bps'
                          ? (bps) => rateText(Math.round(bps / 1000), i18n.language)
                          : integerLabel(i18n.language)
                      }
                    />
                  ) : (
                    <p className={layout.note}>{t('dashboard:quiet')}</p>
                  )}
                </Card>
              )
            }) ??
              (shown.error ? null : (
                <Card>
                  <DetailSkeleton facts={6} />
                </Card>
              ))}
          </div>
          <RecentActivity />
        </div>
      </div>
    </>
  )
}
