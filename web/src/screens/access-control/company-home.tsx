import { companies } from '@trunkline/contract/resources/company'
import { invites } from '@trunkline/contract/resources/invite'
import { users } from '@trunkline/contract/resources/user'
import { IconMailForward } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import type { SignedIn } from '../../access/session.ts'
import { useCall } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { CompanyUsers } from '../companies/company-parts.tsx'
import { CompanyFigures } from '../companies/company-statistics.tsx'
import { Onboarding } from '../dashboard/onboarding.tsx'
import { RecentActivity } from '../dashboard/recent-activity.tsx'
import { OwnSites } from '../sites/own-sites.tsx'
import layout from '../../ui/layout.module.css'
import classes from './access-control.module.css'
import { OpenInvitations, OwnCompany, OwnSessions } from './own-cards.tsx'

/** Users, invitations and activity of the user's company. */
export default function CompanyHome({ own, tabs }: { own: SignedIn['user']['company']; tabs: ReactNode }) {
  const { t } = useTranslation()
  const can = useCan()
  const shown = useCall(
    companies.summary,
    { params: { id: own.id } },
    { enabled: can(companies.summary), subjects: ['users', 'user-invites'] },
  )
  const summary = shown.data?.data
  return (
    <>
      <PageHeader
        title={t('access-control:title')}
        subtitle={t('access-control:subtitle', { name: own.name })}
        actions={
          can(invites.store) ? (
            <LinkButton to={paths.invites.create} leftSection={actionIcon(IconMailForward)}>
              {t('access-control:invite')}
            </LinkButton>
          ) : null
        }
      />
      <div className={layout.stack}>
        {tabs}
        <Onboarding />
        {shown.error ? (
          <Card>
            <ErrorNotice error={shown.error} retry={() => void shown.refetch()} />
          </Card>
        ) : summary ? (
          <CompanyFigures company={summary.company} statistics={summary.statistics} />
        ) : (
          <Card>
            <DetailSkeleton facts={3} />
          </Card>
        )}
        <div className={classes.columns}>
          <div className={layout.stack}>
            <OwnSites />
            {can(users.index) ? <CompanyUsers company={own} all={t('access-control:members')} search={{}} /> : null}
            <OpenInvitations />
            <RecentActivity count={5} />
          </div>
          <div className={layout.stack}>
            {summary ? <OwnCompany company={summary.company} /> : null}
            <OwnSessions />
          </div>
        </div>
      </div>
    </>
  )
}
