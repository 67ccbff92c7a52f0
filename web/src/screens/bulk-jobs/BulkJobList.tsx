import { bulkJobs, type BulkJob } from '@trunkline/contract/resources/bulk-job'
import { IconListCheck } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths } from '../../paths.ts'
import { fieldColumns } from '../../record/record-columns.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { hasEnded, jobName, stateTones } from './job-words.ts'

/** Bulk jobs that the user has started. */
export default function BulkJobList() {
  const { t } = useTranslation()
  return (
    <ListScreen<BulkJob>
      endpoint={bulkJobs.index}
      name="bulk-jobs"
      title={t('bulk-jobs:title')}
      subtitle={t('bulk-jobs:subtitle')}
      rowLink={(row) => paths.bulkJobs.detail(row.id)}
      rowName={(row) => jobName(t, row)}
      columns={fieldColumns<BulkJob>(t, 'bulk-jobs', [
        { field: 'action', width: 260, card: 'title', render: (row) => jobName(t, row) },
        {
          field: 'state',
          width: 150,
          card: 'status',
          render: ({ state }) => (
            <StatusBadge tone={stateTones[state]}>{t(`bulk-jobs:value.state.${state}`)}</StatusBadge>
          ),
        },
        {
          field: 'done',
          header: t('bulk-jobs:field.result'),
          width: 280,
          sort: false,
          card: 'fact',
          render: (row) => (hasEnded(row) || row.done + row.failed > 0 ? t('bulk-jobs:result', { ...row }) : null),
        },
        { field: 'created_at', width: 170, card: 'fact', render: (row) => <RelativeTime value={row.created_at} /> },
        { field: 'finished_at', width: 170, render: (row) => <RelativeTime value={row.finished_at} /> },
        { field: 'failed', width: 130, align: 'end', hidden: true },
        { field: 'total', width: 130, align: 'end', hidden: true },
      ])}
      withoutFilter={['id', 'action', 'object']}
      empty={{
        title: t('bulk-jobs:empty.title'),
        text: t('bulk-jobs:empty.text'),
        icon: <IconListCheck size={20} />,
      }}
    />
  )
}
