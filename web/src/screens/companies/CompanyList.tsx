import { companies, type CompanyRow } from '@trunkline/contract/resources/company'
import { IconBuildingSkyscraper, IconCircleCheck, IconCircleOff, IconUpload } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { bulkAction } from '../../record/bulk-action.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
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
  const own = useSession()?.user.company
  const status = useCommand(companies.changeStatus, { subjects: ['companies', 'users'] })
  const { actionsOf, mayDestroy, dialog } = useCompanyActions()

  const list = useRecordList<CompanyRow>({
    calls: companies,
    store: companies.store,
    paths: paths.companies,
    page: paths.companies.summary,
    texts: 'companies',
    icon: IconBuildingSkyscraper,
  })

  const bulkStatus = (key: 'activate' | 'deactivate') =>
    bulkAction(t, 'companies', {
      key,
      icon: key === 'activate' ? IconCircleCheck : IconCircleOff,
      can: can(companies.changeStatus),
      run: async (selection) => (await status.run({ body: { ...selection, is_active: key === 'activate' } })).data,
      ...(key === 'activate' ? {} : { tone: 'danger' }),
    })

  const client = own?.type === 'client'
  return (
    <>
      <ListScreen<CompanyRow>
        {...list}
        {...(list.create && { create: { ...list.create, label: t('companies:add') } })}
        columns={recordColumns<CompanyRow>(t, 'companies', [
          { field: 'name', width: 230, card: 'title' },
          {
            field: 'type',
            width: 160,
            card: 'fact',
            render: (row) => <CompanyTypeBadge type={row.type} />,
          },
          {
            field: 'is_active',
            width: 115,
            card: 'status',
            render: (row) => <ActiveBadge of={row} />,
          },
          {
            field: 'parent_name',
            width: 190,
            card: 'fact',
            render: (row) => <CompanyLink id={row.parent_id} name={row.parent_name} cell />,
          },
          { field: 'users_count', width: 80, align: 'end' },
          { field: 'children_count', width: 80, align: 'end' },
          { field: 'city', width: 140 },
          {
            field: 'countyIsoCode',
            width: 150,
            render: (row) =>
              row.countyIsoCode ? countryName(row.countyIsoCode, i18n.language) : <NotSet label={t('ui:notSet')} />,
          },
          {
            field: 'billing_term',
            width: 140,
            render: (row) => t(`companies:value.billing_term.${row.billing_term}`),
          },
          { field: 'created_at', width: 190 },
          { field: 'email', width: 220, hidden: true },
          { field: 'telephone', width: 160, hidden: true },
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
        bulk={[bulkStatus('activate'), bulkStatus('deactivate')]}
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
