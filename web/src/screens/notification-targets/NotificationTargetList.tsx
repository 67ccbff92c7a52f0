import { notificationTargets, type NotificationTargetRow } from '@trunkline/contract/resources/notification-target'
import { IconBellRinging } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { Time } from '../../ui/time.tsx'
import { NotificationTargetBadge } from './notification-target-badge.tsx'

/** Where alerts of the caller's company and of companies below it are sent. */
export default function NotificationTargetList() {
  const { t } = useTranslation()
  const list = useRecordList<NotificationTargetRow>({
    calls: notificationTargets,
    store: notificationTargets.store,
    paths: paths.notificationTargets,
    page: paths.notificationTargets.details,
    texts: 'notification-targets',
    icon: IconBellRinging,
  })
  return (
    <ListScreen<NotificationTargetRow>
      {...list}
      columns={recordColumns<NotificationTargetRow>(t, 'notification-targets', [
        { field: 'name', width: 200, card: 'title' },
        { field: 'status', width: 130, card: 'status', render: (row) => <NotificationTargetBadge of={row} /> },
        {
          field: 'kind',
          width: 130,
          card: 'fact',
          render: (row) => t(`notification-targets:value.kind.${row.kind}`),
        },
        {
          field: 'min_severity',
          width: 175,
          card: 'fact',
          render: (row) => t(`notification-targets:value.min_severity.${row.min_severity}`),
        },
        {
          field: 'last_sent_at',
          width: 170,
          card: 'fact',
          render: (row) =>
            row.last_sent_at === null ? t('notification-targets:never') : <Time value={row.last_sent_at} />,
        },
        { field: 'company_name', width: 200, card: 'fact' },
      ])}
      trash={{
        ...list.trash,
        bulk: {
          destroy: notificationTargets.bulkDestroy,
          recover: notificationTargets.bulkRecover,
          warning: t('notification-targets:confirm.destroyMany'),
        },
      }}
    />
  )
}
