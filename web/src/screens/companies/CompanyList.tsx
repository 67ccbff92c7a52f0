import { companies, type CompanyRow } from '@trunkline/contract/resources/company'
import { IconBuildingSkyscraper, IconCircleCheck, IconCircleOff, IconUpload } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { phoneLink } from '../../ui/phone-link.tsx'
import { paths } from '../../paths.ts'
import { jobAction } from '../../record/bulk-action.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { useTagJobs } from '../../record/use-tag-jobs.tsx'
import { NotSet } from '../../ui/fact-list.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { ActiveBadge, CompanyTypeBadge } from './badges.tsx'
import { CompanyLink } from './company-link.tsx'
import { countryName } from './country.ts'
import { useCompanyActions } from './use-company-actions.tsx'

/** The caller's company and those below it, or those of the company selected in the header. */
export default function CompanyList() {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const tagJobs = useTagJobs(companies)
  const own = useSession()?.user.company
  const { actionsOf, mayDestroy, dialog } = useCompanyActions()

  const list = useRecordList<CompanyRow>({
    calls: companies,
    store: companies.store,
    paths: paths.companies,
    page: paths.companies.summary,
    texts: 'companies',
    icon: IconBuildingSkyscraper,
    inline: {
      name: {},
      is_active: {
        choices: (['true', 'false'] as const).map((value) => ({
          value,
          label: t(`companies:status.${value === 'true' ? 'active' : 'inactive'}`),
        })),
        valueOf: (choice) => choice === 'true',
      },
    },
  })

  const bulkStatus = (key: 'activate' | 'deactivate') =>
    jobAction(t, 'companies', {
      key,
      icon: key === 'activate' ? IconCircleCheck : IconCircleOff,
      can: can(companies.bulkStatus),
      job: companies.bulkStatus,
      values: { is_active: key === 'activate' },
      subjects: ['companies', 'users'],
      ...(key === 'activate' ? {} : { tone: 'danger' }),
    })

  const client = own?.type === 'client'
  return (
    <>
      <ListScreen<CompanyRow>
        {...list}
        {...(list.create && { create: { ...list.create, label: t('companies:add') } })}
        columns={recordColumns<CompanyRow>(t, 'companies', [
          {
            field: 'name',
            width: 225,
            card: 'title',
            below: (row) => [row.parent_id === own?.id ? null : row.parent_name],
          },
          {
            field: 'type',
            width: 150,
            card: 'fact',
            render: (row) => <CompanyTypeBadge type={row.type} />,
          },
          {
            field: 'is_active',
            width: 140,
            card: 'status',
            render: (row) => <ActiveBadge of={row} />,
          },
          {
            field: 'parent_name',
            width: 190,
            hidden: true,
            render: (row) => <CompanyLink id={row.parent_id} name={row.parent_name} cell />,
          },
          { field: 'users_count', width: 90, align: 'end' },
          { field: 'children_count', width: 108, align: 'end' },
          { field: 'city', width: 122 },
          {
            field: 'countyIsoCode',
            width: 140,
            hiddenWithTags: true,
            render: (row) =>
              row.countyIsoCode ? countryName(row.countyIsoCode, i18n.language) : <NotSet label={t('ui:notSet')} />,
          },
          {
            field: 'billing_term',
            width: 140,
            hidden: true,
            render: (row) => t(`companies:value.billing_term.${row.billing_term}`),
          },
          { field: 'created_at', width: 190, hidden: true },
          { field: 'email', width: 220, hidden: true },
          { field: 'telephone', width: 160, hidden: true, render: (row) => phoneLink(row.telephone) },
        ])}
        actions={
          can(companies.store) ? (
            <LinkButton
              to={paths.imports.companies}
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden="true" />}
            >
              {t('panel:title.companyImport')}
            </LinkButton>
          ) : null
        }
        bulk={[bulkStatus('activate'), bulkStatus('deactivate'), ...tagJobs]}
        rowActions={actionsOf}
        trash={{ ...list.trash, may: mayDestroy }}
        valueLabel={(field, value) =>
          field === 'type'
            ? t(`shell:companyType.${value}`)
            : t(`companies:value.${field}.${value}`, { defaultValue: value })
        }
        withoutFilter={['parent_id']}
        empty={{
          ...list.empty,
          ...(client ? { title: t('companies:emptyClient.title'), text: t('companies:emptyClient.text') } : {}),
          action: can(companies.store) ? (
            <LinkButton to={paths.invites.create}>{t('invites:create')}</LinkButton>
          ) : undefined,
        }}
      />
      {dialog}
    </>
  )
}
