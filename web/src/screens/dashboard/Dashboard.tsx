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
import { PageHeader } from '../../ui/page-header.tsx'
import { Plot } from '../../ui/plot.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { wholeOnly } from '../companies/company-statistics.tsx'
import { AuditNotice } from './audit-notice.tsx'
import { BackupNotice } from './backup-notice.tsx'
import classes from './dashboard.module.css'
import { FiguresCard } from './figures.tsx'
import { Onboarding } from './onboarding.tsx'
import { RadiusNotice } from './radius-notice.tsx'
import { RecentActivity } from './recent-activity.tsx'

/** What is the matter in the reader's part of the tree, or in the company that it works in. Parts load and fail apart. */
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
  const place = context.path.at(-1)

  let figures
  if (shown.error)
    figures = (
      <Card>
        <ErrorNotice error={shown.error} title={t('dashboard:failed')} retry={() => void shown.refetch()} />
      </Card>
    )
  else if (!summary)
    figures = (
      <div className={classes.cards}>
        {[0, 1, 2].map((key) => (
          <Card key={key}>
            <DetailSkeleton facts={4} />
          </Card>
        ))}
      </div>
    )
  else if (summary.cards.length === 0)
    figures = (
      <Card>
        <EmptyState
          icon={<IconChartBar size={20} />}
          title={t('dashboard:none.title')}
          text={t('dashboard:none.text')}
        />
      </Card>
    )
  else
    figures = (
      <div className={classes.cards}>
        {summary.cards.map((card) => (
          <FiguresCard key={card.key} card={card} />
        ))}
      </div>
    )

  return (
    <>
      <PageHeader
        title={t('dashboard:title')}
        subtitle={
          id === undefined
            ? t('dashboard:all', { name: own?.name })
            : place
              ? t('dashboard:narrowed', { name: place.name })
              : null
        }
      />
      <div className={classes.stack}>
        {id === undefined ? <RadiusNotice /> : null}
        {id === undefined ? <BackupNotice /> : null}
        {id === undefined ? <AuditNotice /> : null}
        {id === undefined ? <Onboarding /> : null}
        {figures}
        <div className={classes.wide}>
          <div className={classes.stack}>
            {summary?.plots.map((plot) => {
              const title = t(`dashboard:plot.${plot.key}`, { defaultValue: plot.key })
              const some = plot.series.some((series) => series.values.some((value) => (value ?? 0) > 0))
              return (
                <Card key={plot.key} title={title}>
                  {some ? (
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
                          : wholeOnly(i18n.language)
                      }
                    />
                  ) : (
                    <p className={classes.note}>{t('dashboard:quiet')}</p>
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
