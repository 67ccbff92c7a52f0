import { Button } from '@mantine/core'
import { bulkJobs, type BulkJob, type BulkJobRow } from '@trunkline/contract/resources/bulk-job'
import { IconListCheck, IconPlayerStop, IconRefresh } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { paths, recordPath } from '../../paths.ts'
import { fieldColumns } from '../../record/record-columns.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { errorText } from '../../ui/error-text.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LinkButton, TextLink } from '../../ui/link.tsx'
import { notify } from '../../ui/notify.ts'
import { TableSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { JobProgress } from './job-progress.tsx'
import { hasEnded, jobName, stateTones } from './job-words.ts'
import { subjectOfRows } from './job-subjects.ts'

/** Milliseconds between two readings of a running job, in case a live message was lost. */
const refreshInterval = 3000

/** One bulk job: its progress, and the result of each record. */
export default function BulkJobDetail() {
  const { id: given } = useParams({ strict: false }) as { id: string }
  const id = Number(given)
  const [running, setRunning] = useState(true)
  const result = useCall(bulkJobs.show, { params: { id } }, running ? { every: refreshInterval } : {})
  const job = result.data?.data
  if (job !== undefined && running === hasEnded(job)) setRunning(!hasEnded(job))
  if (job !== undefined) return <JobReport job={job} />
  return result.error ? <ErrorNotice error={result.error} retry={() => void result.refetch()} /> : <TableSkeleton />
}

function JobReport({ job }: { job: BulkJob }) {
  const { t } = useTranslation()
  useMessages()
  const [asking, setAsking] = useState(false)
  const cancel = useCommand(bulkJobs.cancel)
  const retry = useCommand(bulkJobs.retry)
  const ended = hasEnded(job)
  const subject = subjectOfRows(job.object)
  const runRetry = () =>
    retry.run({ params: { id: job.id } }).catch((error: unknown) => notify.error(errorText(error, t)))
  return (
    <>
      <ListScreen<BulkJobRow>
        endpoint={bulkJobs.report}
        params={{ id: job.id }}
        name="bulk-job-rows"
        namespace="bulk-jobs"
        title={jobName(t, job)}
        subtitle={<JobProgress job={job} />}
        rowName={(row) => row.name}
        rowLink={(row) => (subject === undefined ? undefined : recordPath(subject, row.row_id))}
        columns={fieldColumns<BulkJobRow>(t, 'bulk-jobs', [
          { field: 'name', width: 240, card: 'title' },
          {
            field: 'state',
            width: 190,
            card: 'status',
            render: ({ state }) => (
              <StatusBadge tone={stateTones[state]}>{t(`bulk-jobs:value.state.${state}`)}</StatusBadge>
            ),
          },
          {
            field: 'message',
            width: 420,
            sort: false,
            card: 'fact',
            render: ({ message }) => (message === null ? null : <span title={textOf(message)}>{textOf(message)}</span>),
          },
          ...(job.object === 'hardware'
            ? [
                {
                  field: 'command_id' as const,
                  width: 150,
                  sort: false,
                  render: ({ command_id }: BulkJobRow) =>
                    command_id === null ? null : (
                      <TextLink
                        to={paths.hardware.commands}
                        search={{ search: `id:${command_id}`, searchFields: 'id:=' }}
                      >
                        {t('bulk-jobs:command')}
                      </TextLink>
                    ),
                },
              ]
            : []),
          { field: 'finished_at', width: 170, card: 'fact', render: (row) => <RelativeTime value={row.finished_at} /> },
          { field: 'row_id', width: 120, align: 'end', hidden: true },
          { field: 'code', width: 140, sort: false, hidden: true },
        ])}
        actions={
          <>
            <LinkButton to={paths.bulkJobs.list} variant="default">
              {t('bulk-jobs:all')}
            </LinkButton>
            {ended ? null : (
              <Button
                variant="default"
                leftSection={<IconPlayerStop size={16} aria-hidden="true" />}
                onClick={() => setAsking(true)}
              >
                {t('bulk-jobs:cancel')}
              </Button>
            )}
            {ended && job.failed > 0 ? (
              <Button
                leftSection={<IconRefresh size={16} aria-hidden="true" />}
                loading={retry.pending}
                onClick={() => void runRetry()}
              >
                {t('bulk-jobs:retry', { count: job.failed })}
              </Button>
            ) : null}
          </>
        }
        withoutFilter={['id', 'row_id', 'code']}
        empty={{
          title: t('bulk-jobs:noRows.title'),
          text: t('bulk-jobs:noRows.text'),
          icon: <IconListCheck size={20} />,
        }}
      />
      <ConfirmDialog
        opened={asking}
        title={t('bulk-jobs:cancelTitle')}
        confirmLabel={t('bulk-jobs:cancel')}
        cancelLabel={t('ui:close')}
        onClose={() => setAsking(false)}
        pending={cancel.pending}
        error={cancel.error}
        onConfirm={() =>
          void cancel
            .run({ params: { id: job.id } })
            .then(() => {
              setAsking(false)
              notify.success(t('bulk-jobs:cancelled'))
            })
            // The dialog shows it.
            .catch(() => {})
        }
      >
        {t('bulk-jobs:cancelText')}
      </ConfirmDialog>
    </>
  )
}
