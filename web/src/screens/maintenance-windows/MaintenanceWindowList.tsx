import { maintenanceWindows, type MaintenanceWindowRow } from '@trunkline/contract/resources/maintenance-window'
import { IconTool } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { Time } from '../../ui/time.tsx'
import { MaintenanceWindowBadge } from './maintenance-window-badge.tsx'

/** Maintenance windows of the caller's company and of companies below it: those that run or come next first. */
export default function MaintenanceWindowList() {
  const { t } = useTranslation()
  const list = useRecordList<MaintenanceWindowRow>({
    calls: maintenanceWindows,
    store: maintenanceWindows.store,
    paths: paths.maintenanceWindows,
    page: paths.maintenanceWindows.details,
    texts: 'maintenance-windows',
    icon: IconTool,
  })
  return (
    <ListScreen<MaintenanceWindowRow>
      {...list}
      every={60_000}
      columns={recordColumns<MaintenanceWindowRow>(t, 'maintenance-windows', [
        { field: 'name', width: 210, card: 'title' },
        { field: 'state', width: 120, card: 'status', render: (row) => <MaintenanceWindowBadge of={row} /> },
        {
          field: 'scope',
          width: 210,
          card: 'fact',
          render: ({ scope, scope_name }) => {
            const kind = t(`maintenance-windows:value.scope.${scope}`)
            return scope_name === null ? kind : `${kind}: ${scope_name}`
          },
        },
        {
          field: 'next_from',
          width: 165,
          card: 'fact',
          render: ({ next_from }) => <Time value={next_from} />,
        },
        {
          field: 'next_until',
          width: 165,
          sort: false,
          card: 'fact',
          render: ({ next_until }) => <Time value={next_until} />,
        },
        {
          field: 'repeats',
          width: 105,
          sort: false,
          render: ({ repeats }) => t(`maintenance-windows:value.repeats.${repeats}`),
        },
        { field: 'company_name', width: 180, hidden: true },
      ])}
      withoutFilter={['id', 'company_id', 'site_id', 'hardware_id', 'rollout_id']}
      trash={{
        ...list.trash,
        bulk: {
          destroy: maintenanceWindows.bulkDestroy,
          recover: maintenanceWindows.bulkRecover,
          warning: t('maintenance-windows:confirm.destroyMany'),
        },
      }}
    />
  )
}
