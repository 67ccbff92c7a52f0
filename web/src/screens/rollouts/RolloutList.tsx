import { rollouts, type RolloutRow } from '@trunkline/contract/resources/rollout'
import { IconCircleCheck, IconCircleOff, IconCloudUp } from '@tabler/icons-react'
import { useCan } from '../../access/can.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { jobAction } from '../../record/bulk-action.ts'
import { recordColumns } from '../../record/record-columns.ts'
import { useRecordList } from '../../record/use-record-list.tsx'
import { RolloutBadge } from './rollout-badge.tsx'

/** Upgrades of the caller's company and of companies below it. */
export default function RolloutList() {
  const { t } = useTranslation()
  const can = useCan()
  const list = useRecordList<RolloutRow>({
    calls: rollouts,
    store: rollouts.store,
    paths: paths.rollouts,
    page: paths.rollouts.details,
    texts: 'rollouts',
    icon: IconCloudUp,
  })
  const bulkStatus = (key: 'activate' | 'retire') =>
    jobAction(t, 'rollouts', {
      key,
      icon: key === 'activate' ? IconCircleCheck : IconCircleOff,
      can: can(rollouts.bulkStatus),
      job: rollouts.bulkStatus,
      values: { status: key === 'activate' ? 'active' : 'retired' },
    })
  return (
    <ListScreen<RolloutRow>
      {...list}
      columns={recordColumns<RolloutRow>(t, 'rollouts', [
        { field: 'name', width: 200, card: 'title' },
        { field: 'status', width: 140, card: 'status', render: (row) => <RolloutBadge of={row} /> },
        { field: 'quantity', width: 110, align: 'end', card: 'fact' },
        { field: 'company_name', width: 200, card: 'fact' },
      ])}
      bulk={[bulkStatus('activate'), bulkStatus('retire')]}
      trash={{
        ...list.trash,
        bulk: {
          destroy: rollouts.bulkDestroy,
          recover: rollouts.bulkRecover,
          warning: t('rollouts:confirm.destroyMany'),
        },
      }}
    />
  )
}
