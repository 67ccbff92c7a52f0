import { Group } from '@mantine/core'
import { imports } from '@trunkline/contract/resources/import'
import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { IconFileUpload, IconTrash } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ApiError } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { bytesText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useNumber } from '../../ui/use-number.ts'
import { regional } from '../../ui/zone.ts'
import { ColumnStep } from './column-step.tsx'
import { ErrorTable } from './error-table.tsx'
import type { ImportTarget } from './import-targets.ts'
import { isRunning, stateTone } from './job-state.ts'
import { Outcome } from './outcome.tsx'
import { JobProgress } from './progress.tsx'
import { ReportButton, RowCounts } from './row-counts.tsx'
import { RunStep } from './run-step.tsx'
import type { JobQuery } from './use-job.ts'
import classes from './imports.module.css'

/** The uploaded file and how it was read. */
function FileCard({ job, children }: { job: ImportJob; children: ReactNode }) {
  const { t, i18n } = useTranslation()
  const number = useNumber()
  const facts = {
    encoding: job.encoding,
    separator: job.separator === '\t' ? t('imports:file.tab') : job.separator,
    sheet: job.sheet,
    size: bytesText(job.size_bytes, regional(i18n.language)),
    rows: job.rows_total === null ? '' : number(job.rows_total),
  }
  return (
    <Card
      title={job.file_name}
      actions={<StatusBadge tone={stateTone(job)}>{t(`imports:state.${job.state}`)}</StatusBadge>}
    >
      <div className={layout.stack}>
        <FactList
          facts={Object.entries(facts)
            .filter(([, value]) => value !== '')
            .map(([key, value]) => ({ label: t(`imports:file.${key}`), value }))}
        />
        {children}
      </div>
    </Card>
  )
}

/** The steps after the upload: how the file was read, its columns, the check and the import. */
export function ImportJobSteps({
  target,
  job: { data: job, error, refetch },
  onOpen,
}: {
  target: ImportTarget
  job: JobQuery
  onOpen: (id: number | undefined) => void
}) {
  const { t } = useTranslation()
  useMessages()
  const fields = useCall(imports.columns, { query: { kind: target.kind } }, { staleTime: 5 * 60_000 }).data?.data ?? []
  const cancel = useCommand(imports.cancel)
  const [columnsChanged, setColumnsChanged] = useState(false)

  const another = (
    <ActionButton icon={IconFileUpload} onClick={() => onOpen(undefined)}>
      {t('imports:another')}
    </ActionButton>
  )
  // The server replies the same for a discarded import and for one of another user.
  if ((error instanceof ApiError && error.status === 404) || (job !== undefined && job.kind !== target.kind))
    return (
      <Card>
        <EmptyState title={t('imports:gone.title')} text={t('imports:gone.text')}>
          {another}
        </EmptyState>
      </Card>
    )
  if (error) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (!job)
    return (
      <Card>
        <DetailSkeleton />
      </Card>
    )

  const running = isRunning(job)
  const done = job.state === 'done'
  const stop = async () => {
    try {
      await cancel.run({ params: { id: job.id } })
      if (running) await refetch()
      else onOpen(undefined)
    } catch {
      // The error is shown below the buttons.
    }
  }
  return (
    <div className={layout.stack}>
      <FileCard job={job}>
        {running ? null : (
          <Group justify="flex-end" gap="xs">
            {done ? null : (
              <ActionButton
                icon={IconTrash}
                variant="subtle"
                color="gray"
                loading={cancel.pending}
                onClick={() => void stop()}
              >
                {t('imports:discard')}
              </ActionButton>
            )}
            {another}
          </Group>
        )}
        {cancel.error ? <ErrorNotice error={cancel.error} inline title={t('imports:notCancelled')} /> : null}
      </FileCard>
      {job.failure ? (
        <p className={classes.alarm} role="alert">
          {job.state === 'failed' ? <strong>{t('imports:failed')} </strong> : null}
          {textOf(job.failure)}
        </p>
      ) : null}
      {running ? <JobProgress job={job} stopping={cancel.pending} onStop={() => void stop()} /> : null}
      {done ? <Outcome target={target} job={job} /> : null}
      {done || job.state === 'applying' || job.header.length === 0 ? null : (
        <ColumnStep
          job={job}
          target={target}
          fields={fields}
          onChange={setColumnsChanged}
          onChecked={() => void refetch()}
        />
      )}
      {job.state === 'checked' ? (
        <>
          <Card title={t('imports:step.check')} actions={<ReportButton job={job} />}>
            <div className={layout.stack}>
              <RowCounts job={job} />
              <ErrorTable job={job} />
            </div>
          </Card>
          <RunStep
            key={`${job.mode} ${job.finished_at}`}
            job={job}
            target={target}
            columnsChanged={columnsChanged}
            onStarted={() => void refetch()}
          />
        </>
      ) : job.state === 'failed' && job.errors_total > 0 ? (
        <Card title={t('imports:errors.title')} actions={<ReportButton job={job} />}>
          <ErrorTable job={job} />
        </Card>
      ) : null}
    </div>
  )
}
