import { licences, type LicenceRow } from '@trunkline/contract/resources/licence'
import { IconCalendarPlus, IconKey, IconMail, IconStack2 } from '@tabler/icons-react'
import { lazy } from 'react'
import { usePlaceOf } from '../../record/use-place-of.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCan } from '../../access/can.ts'
import { loadChunk } from '../../api/chunk.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { jobAction } from '../../record/bulk-action.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { LinkButton } from '../../ui/link.tsx'
import { ImportLink } from '../imports/import-link.tsx'
import { LicenceBadge, LicenceEnd } from './badges.tsx'
import classes from './licences.module.css'
import { useLicenceActions, verbIcons, verbs, type ManualStatus } from './use-licence-actions.tsx'

// Loaded with the first confirmation.
const MonthsField = lazy(() => loadChunk(() => import('./months-field.tsx')))

/** Licences of the company in view and those below it. */
export default function LicenceList() {
  const { t } = useTranslation()
  const placeOf = usePlaceOf()
  const can = useCan()
  const { actionsOf, statusesOf, dialog } = useLicenceActions()

  const list = useRecordList<LicenceRow>({
    calls: licences,
    store: licences.store,
    paths: paths.licences,
    page: paths.licences.details,
    texts: 'licences',
    icon: IconKey,
    nameOf: (row) => row.key,
    inline: { status: { actions: statusesOf } },
  })

  const bulkStatus = (next: ManualStatus) =>
    jobAction(t, 'licences', {
      key: verbs[next],
      icon: verbIcons[next],
      can: can(licences.bulkStatus),
      job: licences.bulkStatus,
      values: { status: next },
      ...(next === 'active' ? {} : { tone: 'danger' }),
    })
  const renew = jobAction(t, 'licences', {
    key: 'renew',
    icon: IconCalendarPlus,
    can: can(licences.bulkRenew),
    job: licences.bulkRenew,
    fields: {
      initial: { months: 12 },
      inputs: <MonthsField />,
    },
  })
  const remind = jobAction(t, 'licences', {
    key: 'remind',
    icon: IconMail,
    can: can(licences.bulkRemind),
    job: licences.bulkRemind,
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
            width: 235,
            card: 'title',
            below: placeOf,
            render: (row) => <span className={classes.key}>{row.key}</span>,
          },
          { field: 'company_name', width: 190, hidden: true },
          {
            field: 'status',
            width: 130,
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
            width: 110,
            card: 'fact',
            render: (row) => t(`licences:value.category.${row.category}`),
          },
          { field: 'quantity', width: 100, align: 'end' },
          { field: 'level', width: 100 },
          { field: 'type', width: 130, hidden: true },
          { field: 'starts_on', width: 130, hidden: true },
        ])}
        actions={
          mayCreate ? (
            <>
              <LinkButton
                to={paths.licences.bulk}
                variant="default"
                leftSection={<IconStack2 size={16} aria-hidden="true" />}
              >
                {t('licences:addBulk')}
              </LinkButton>
              <ImportLink kind="licences" title="licenceImport" subject="licences" />
            </>
          ) : null
        }
        bulk={[renew, remind, bulkStatus('active'), bulkStatus('suspended'), bulkStatus('cancelled')]}
        rowActions={actionsOf}
        trash={{
          ...list.trash,
          bulk: {
            destroy: licences.bulkDestroy,
            recover: licences.bulkRecover,
            warning: t('licences:confirm.destroyMany'),
          },
        }}
        empty={{ ...list.empty, text: t(mayCreate ? 'licences:empty.text' : 'licences:empty.textOwn') }}
      />
      {dialog}
    </>
  )
}
