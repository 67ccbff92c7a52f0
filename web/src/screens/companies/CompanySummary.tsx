import { companies } from '@trunkline/contract/resources/company'
import { users } from '@trunkline/contract/resources/user'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen, type DetailTab } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { RecordButtons } from '../../record/use-record-actions.tsx'
import { ActiveBadge, CompanyTypeBadge } from './badges.tsx'
import { companyCrumbs } from './company-crumbs.ts'
import { CompanyTitle, useCompanyFacts } from './company-facts.tsx'
import { CompaniesBelow, CompanyUsers } from './company-parts.tsx'
import { CompanyCharts, CompanyFigures } from './company-statistics.tsx'
import { useCompanyActions } from './use-company-actions.tsx'

/** One company: statistics, facts, companies below it, users and activity. */
export default function CompanySummary() {
  const { t } = useTranslation()
  const can = useCan()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(companies.summary, { params: { id } }, { subjects: ['users', 'user-invites'] })
  const { actionsOf, dialog } = useCompanyActions({ trash: true })

  const summary = shown.data?.data
  const company = summary?.company
  const facts = useCompanyFacts(company)
  const list = can(companies.index) ? [{ label: t('companies:title'), to: paths.companies.list }] : []
  const tabs: DetailTab[] = []
  if (company && company.type !== 'client' && can(companies.index))
    tabs.push({
      key: 'below',
      label: t('companies:summary.below'),
      count: company.children_count,
      content: () => <CompaniesBelow company={company} />,
    })
  if (company && can(users.index))
    tabs.push({
      key: 'users',
      label: t('companies:field.users_count'),
      count: company.users_count,
      content: () => <CompanyUsers company={company} />,
    })

  return (
    <>
      <DetailScreen
        title={company ? <CompanyTitle company={company} /> : t('panel:title.companySummary')}
        status={
          company ? (
            <>
              <CompanyTypeBadge type={company.type} /> <ActiveBadge of={company} />
            </>
          ) : null
        }
        crumbs={company ? [...list, ...companyCrumbs(company.path.slice(0, -1), true), { label: company.name }] : list}
        actions={<RecordButtons texts="companies" actions={company ? actionsOf(company) : []} />}
        loading={shown.isPending}
        error={shown.error}
        retry={() => void shown.refetch()}
        above={summary ? <CompanyFigures company={summary.company} statistics={summary.statistics} /> : null}
        facts={facts}
        below={summary ? <CompanyCharts company={summary.company} statistics={summary.statistics} /> : null}
        tabs={tabs}
        activity={{ subject: 'companies', objectId: id, namespace: 'companies' }}
      />
      {dialog}
    </>
  )
}
