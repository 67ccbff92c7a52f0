import { licences, type LicenceRow } from '@trunkline/contract/resources/licence'
import { IconKey, IconStack2 } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { useCommand } from '../../api/query.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { bulkAction } from '../../record/bulk-action.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { LicenceBadge, LicenceEnd } from './badges.tsx'
import classes from './licences.module.css'
import { useLicenceActions, verbIcons, verbs, type ManualStatus } from './use-licence-actions.tsx'

/** Licences of the company in view and those below it. */
export default function LicenceList() {
  const { t } = useTranslation()
  const can = useCan()
  const status = useCommand(licences.changeStatus)
  const { actionsOf, dialog } = useLicenceActions()

  const list = useRecordList<LicenceRow>({
    calls: licences,
    store: licences.store,
    paths: paths.licences,
    page: paths.licences.details,
    texts: 'licences',
    icon: IconKey,
    nameOf: (row) => row.key,
  })

  const bulkStatus = (next: ManualStatus) =>
    bulkAction(t, 'licences', {
      key: verbs[next],
      icon: verbIcons[next],
      can: can(licences.changeStatus),
      run: async (selection) => (await status.run({ body: { ...selection, status: next } })).data,
      ...(next === 'active' ? {} : { tone: 'danger' }),
    })
  const mayCreate = can(licences.store)

  return (
    <>
      <ListScreen<LicenceRow>
        {...list}
        {...(list.create && { create: { ...list.create, label: t('licences:add') } })}
        subtitle={t(mayCreate ? 'licences:subtitle' : 'licences:subtitleOwn')}
        columns={recordColumns<LicenceRow>(t, 'licences', [
          {
            field: 'key',
            width: 245,
            card: 'title',
            render: (row) => <span className={classes.key}>{row.key}</span>,
          },
          { field: 'company_name', width: 190, card: 'fact' },
          {
            field: 'status',
            width: 120,
            card: 'status',
            render: (row) => <LicenceBadge of={row} />,
          },
          {
            field: 'expires_on',
            width: 210,
            card: 'fact',
            render: (row) => <LicenceEnd of={row} />,
          },
          {
            field: 'category',
            width: 120,
            card: 'fact',
            render: (row) => t(`licences:value.category.${row.category}`),
          },
          { field: 'quantity', width: 100, align: 'end' },
          { field: 'level', width: 110 },
          { field: 'type', width: 130 },
          { field: 'starts_on', width: 130, hidden: true },
        ])}
        actions={
          mayCreate ? (
            <LinkButton
              to={paths.licences.bulk}
              variant="default"
              leftSection={<IconStack2 size={16} aria-hidden="true" />}
            >
              {t('licences:addBulk')}
            </LinkButton>
          ) : null
        }
        bulk={[bulkStatus('active'), bulkStatus('suspended'), bulkStatus('cancelled')]}
        rowActions={actionsOf}
        trash={{ ...list.trash, bulk: t('licences:confirm.destroyMany') }}
        empty={{ ...list.empty, text: t(mayCreate ? 'licences:empty.text' : 'licences:empty.textOwn') }}
      />
      {dialog}
    </>
  )
}
