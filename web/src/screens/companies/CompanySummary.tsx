import { companies } from '@trunkline/contract/resources/company'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { loadChunk } from '../../api/chunk.ts'
import { loadTexts } from '../../i18n/language.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCall } from '../../api/query.ts'
import { DetailScreen } from '../../detail/detail-screen.tsx'
import { paths } from '../../paths.ts'
import { RecordButtons } from '../../record/use-record-actions.tsx'
import { ActiveBadge, CompanyTypeBadge } from './badges.tsx'
import { CompanyCards } from './company-cards.tsx'
import { companyCrumbs } from './company-crumbs.ts'
import { CompanyTitle, useCompanyFacts } from './company-facts.tsx'
import { CompanyState } from './company-state.tsx'
import { CompanyCharts } from './company-statistics.tsx'
import { useCompanyTabs } from './company-tabs.tsx'
import { useCompanyActions } from './use-company-actions.tsx'

/** Milliseconds. Sessions and logins have no live messages. */
const refreshInterval = 30_000

const VariablesCard = lazy(async () => {
  const [chunk] = await Promise.all([
    loadChunk(() => import('../device-templates/variables-card.tsx')),
    loadTexts(['device-templates']),
  ])
  return { default: chunk.VariablesCard }
})

/** One company with all that it and those below it have: its state, and a tab for each kind of record. */
export default function CompanySummary() {
  const { t } = useTranslation()
  const can = useCan()
  const id = Number((useParams({ strict: false }) as { id?: string }).id)
  const shown = useCall(companies.summary, { params: { id } }, { subjects: 'any', every: refreshInterval })
  const { actionsOf, dialog } = useCompanyActions({ trash: true })

  const summary = shown.data?.data
  const company = summary?.company
  const facts = useCompanyFacts(company)
  const tabs = useCompanyTabs(summary)
  const list = can(companies.index) ? [{ label: t('companies:title'), to: paths.companies.list }] : []

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
        deleted={company && { at: company.deleted_at, actions: actionsOf(company) }}
        loading={shown.isPending}
        error={summary ? null : shown.error}
        retry={() => void shown.refetch()}
        state={summary ? <CompanyState summary={summary} /> : null}
        facts={facts}
        below={
          summary ? (
            <>
              <CompanyCards summary={summary} />
              <CompanyCharts company={summary.company} statistics={summary.statistics} />
              {summary.company.deleted_at ? null : (
                <Suspense fallback={null}>
                  <VariablesCard of={{ company_id: summary.company.id }} />
                </Suspense>
              )}
            </>
          ) : null
        }
        tabs={tabs}
        labels={summary && { kind: 'company', record: summary.company }}
      />
      {dialog}
    </>
  )
}
