import { dashboard } from '@trunkline/contract/resources/dashboard'
import clsx from 'clsx'
import { useMediaQuery } from '@mantine/hooks'
import { IconChartBar } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCompanyContext } from '../../access/company-context.ts'
import { useSession } from '../../access/session.ts'
import { useCall } from '../../api/query.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import layout from '../../ui/layout.module.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import classes from './dashboard.module.css'
import { AuditNotice, BackupNotice } from './installation-notices.tsx'
import { NeedsAttention } from './needs-attention.tsx'
import { Onboarding } from './onboarding.tsx'
import { Panels } from './panels.tsx'
import { RadiusNotice } from './radius-notice.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { StatsCard } from './stats-card.tsx'

/** Cards of what a company manages. */
const managed: readonly string[] = ['companies', 'sites', 'hardware', 'services', 'vpn-dialups']

/**
 * Problems, charts and counts of the reader's company, or of the one selected in the header, and those below. Parts load
 * and fail separately.
 */
export default function Dashboard() {
  const { t } = useTranslation()
  const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
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

  // Only before there is anything to manage: on a new installation, and for a company that has just been created.
  const isNew =
    id === undefined &&
    summary !== undefined &&
    summary.cards.every(({ key, total }) => total === 0 || !managed.includes(key))

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
      <PageHeader
        title={t('dashboard:title')}
        subtitle={company && !narrow && t('dashboard:all', { name: company.name })}
      />
      <div className={clsx(layout.stack, classes.parts)}>
        {id === undefined ? (
          <>
            <RadiusNotice />
            <BackupNotice />
            <AuditNotice />
          </>
        ) : null}
        {isNew ? <Onboarding /> : null}
        <Panels plots={shown.error ? [] : summary?.plots} problems={<NeedsAttention company={id} compact={narrow} />} />
        {figures}
        <RecentActivity count={narrow ? 1 : 7} />
      </div>
    </>
  )
}
