import { companies, type CompanyRow } from '@trunkline/contract/resources/company'
import { IconBuildingSkyscraper, IconCircleCheck, IconCircleOff, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../access/can.ts'
import { useSession } from '../../access/session.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { BulkAction, ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { ActiveBadge, CompanyTypeBadge } from './badges.tsx'
import classes from './companies.module.css'
import { countryName } from './country.ts'
import { useCompanyActions } from './use-company-actions.tsx'
import './refusals.ts'

/** All companies that the caller sees: its own and those below, or those of the company that it works in. */
export default function CompanyList() {
  const { t, i18n } = useTranslation()
  const can = useCan()
  const own = useSession()?.user.company
  const status = useCommand(companies.changeStatus, { subjects: ['companies', 'users'] })
  const { actionsOf, mayDestroy, dialog } = useCompanyActions()

  const columns: ListColumn<CompanyRow>[] = [
    { field: 'name', header: t('companies:field.name'), width: 230, card: 'title' },
    {
      field: 'type',
      header: t('companies:field.type'),
      width: 160,
      card: 'fact',
      render: (row) => <CompanyTypeBadge type={row.type} />,
    },
    {
      field: 'is_active',
      header: t('companies:field.is_active'),
      width: 115,
      card: 'status',
      render: (row) => <ActiveBadge of={row} />,
    },
    {
      field: 'parent_name',
      header: t('companies:field.parent_name'),
      width: 190,
      card: 'fact',
      render: (row) =>
        row.parent_id && row.parent_name ? (
          <TextLink to={paths.companies.summary(row.parent_id)} inherit className={classes.quiet}>
            {row.parent_name}
          </TextLink>
        ) : (
          <NotSet label={t('ui:notSet')} />
        ),
    },
    { field: 'users_count', header: t('companies:field.users_count'), width: 80, align: 'end' },
    { field: 'children_count', header: t('companies:field.children_count'), width: 80, align: 'end' },
    { field: 'city', header: t('companies:field.city'), width: 140 },
    {
      field: 'countyIsoCode',
      header: t('companies:field.countyIsoCode'),
      width: 150,
      render: (row) =>
        row.countyIsoCode ? countryName(row.countyIsoCode, i18n.language) : <NotSet label={t('ui:notSet')} />,
    },
    {
      field: 'billing_term',
      header: t('companies:field.billing_term'),
      width: 140,
      render: (row) => t(`companies:value.billing_term.${row.billing_term}`),
    },
    { field: 'created_at', header: t('companies:field.created_at'), width: 190 },
    { field: 'email', header: t('companies:field.email'), width: 220, hidden: true },
    { field: 'telephone', header: t('companies:field.telephone'), width: 160, hidden: true },
    { field: 'updated_at', header: t('companies:field.updated_at'), width: 190, hidden: true },
  ]

  const bulkStatus = (key: 'activate' | 'deactivate', is_active: boolean): BulkAction => ({
    key,
    label: t(`companies:action.${key}`),
    icon: is_active ? <IconCircleCheck size={16} aria-hidden="true" /> : <IconCircleOff size={16} aria-hidden="true" />,
    can: can(companies.changeStatus),
    confirm: { title: t(`companies:bulk.${key}Title`), text: (count) => t(`companies:bulk.${key}Text`, { count }) },
    run: async (selection) => (await status.run({ body: { ...selection, is_active } })).data,
    ...(is_active ? {} : { tone: 'danger' }),
  })

  const client = own?.type === 'client'
  return (
    <>
      <ListScreen<CompanyRow>
        endpoint={companies.index}
        name="companies"
        title={t('companies:title')}
        subtitle={t('companies:subtitle')}
        columns={columns}
        rowLink={(row) => paths.companies.summary(row.id)}
        rowName={(row) => row.name}
        create={{ to: paths.companies.create, can: can(companies.store), label: t('companies:create') }}
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
        bulk={[bulkStatus('activate', true), bulkStatus('deactivate', false)]}
        rowActions={actionsOf}
        trash={{
          destroy: companies.destroy,
          recover: companies.recover,
          may: mayDestroy,
          warning: () => t('companies:confirm.destroy'),
        }}
        valueLabel={(field, value) =>
          field === 'type'
            ? t(`shell:companyType.${value}`)
            : t(`companies:value.${field}.${value}`, { defaultValue: value })
        }
        withoutFilter={['parent_id']}
        empty={{
          title: t(client ? 'companies:emptyClient.title' : 'companies:empty.title'),
          text: t(client ? 'companies:emptyClient.text' : 'companies:empty.text'),
          icon: <IconBuildingSkyscraper size={20} />,
          action: can(companies.store) ? (
            <LinkButton to={paths.invites.create}>{t('invites:create')}</LinkButton>
          ) : undefined,
        }}
      />
      {dialog}
    </>
  )
}
