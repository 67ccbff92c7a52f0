import { licences, type LicenceRow } from '@trunkline/contract/resources/licence'
import { IconKey, IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan, useRowCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import type { BulkAction, ListColumn } from '../../list/list-types.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/link.tsx'
import { LicenceBadge, LicenceEnd } from './badges.tsx'
import classes from './licences.module.css'
import './refusals.ts'
import { useLicenceActions, verbIcons, verbs, type GivenStatus } from './use-licence-actions.tsx'

/** What the companies in view may use of the panel, and until when. */
export default function LicenceList() {
  const { t } = useTranslation()
  const can = useCan()
  const canOn = useRowCan()
  const status = useCommand(licences.changeStatus)
  const { actionsOf, dialog } = useLicenceActions()

  const columns: ListColumn<LicenceRow>[] = [
    {
      field: 'key',
      header: t('licences:field.key'),
      width: 245,
      card: 'title',
      render: (row) => <span className={classes.key}>{row.key}</span>,
    },
    { field: 'company_name', header: t('licences:field.company_name'), width: 190, card: 'fact' },
    {
      field: 'status',
      header: t('licences:field.status'),
      width: 120,
      card: 'status',
      render: (row) => <LicenceBadge of={row} />,
    },
    {
      field: 'expires_on',
      header: t('licences:field.expires_on'),
      width: 210,
      card: 'fact',
      render: (row) => <LicenceEnd of={row} />,
    },
    {
      field: 'category',
      header: t('licences:field.category'),
      width: 120,
      card: 'fact',
      render: (row) => t(`licences:value.category.${row.category}`),
    },
    { field: 'quantity', header: t('licences:field.quantity'), width: 100, align: 'end' },
    { field: 'level', header: t('licences:field.level'), width: 110 },
    { field: 'type', header: t('licences:field.type'), width: 130 },
    { field: 'starts_on', header: t('licences:field.starts_on'), width: 130, hidden: true },
    { field: 'created_at', header: t('licences:field.created_at'), width: 190, hidden: true },
    { field: 'updated_at', header: t('licences:field.updated_at'), width: 190, hidden: true },
  ]

  const bulkStatus = (next: GivenStatus): BulkAction => ({
    key: verbs[next],
    label: t(`licences:action.${verbs[next]}`),
    icon: verbIcons[next],
    can: can(licences.changeStatus),
    confirm: { title: t(`licences:bulk.${verbs[next]}Title`), text: () => t(`licences:bulk.${verbs[next]}`) },
    run: async (selection) => (await status.run({ body: { ...selection, status: next } })).data,
    ...(next === 'active' ? {} : { tone: 'danger' as const }),
  })
  const makes = can(licences.store)

  return (
    <>
      <ListScreen<LicenceRow>
        endpoint={licences.index}
        name="licences"
        title={t('licences:title')}
        subtitle={t(makes ? 'licences:subtitle' : 'licences:subtitleOwn')}
        columns={columns}
        rowLink={(row) => paths.licences.details(row.id)}
        rowName={(row) => row.key}
        create={{ to: paths.licences.create, can: makes, label: t('licences:create') }}
        actions={
          makes ? (
            <LinkButton
              to={paths.licences.bulk}
              variant="default"
              leftSection={<IconStack2 size={16} aria-hidden="true" />}
            >
              {t('licences:createBulk')}
            </LinkButton>
          ) : null
        }
        bulk={[bulkStatus('active'), bulkStatus('suspended'), bulkStatus('cancelled')]}
        rowActions={actionsOf}
        trash={{
          destroy: licences.destroy,
          recover: licences.recover,
          may: (row) => canOn(licences.destroy, row),
          warning: () => t('licences:confirm.destroy'),
          bulk: t('licences:confirm.destroyMany'),
        }}
        withoutFilter={['id', 'company_id']}
        empty={{
          title: t('licences:empty.title'),
          text: t(makes ? 'licences:empty.text' : 'licences:empty.textOwn'),
          icon: <IconKey size={20} />,
        }}
      />
      {dialog}
    </>
  )
}
