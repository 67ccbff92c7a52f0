import { Button } from '@mantine/core'
import { imports } from '@trunkline/contract/resources/import'
import { IconFileUpload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { ApiError } from '../../api/call.ts'
import { useCall, useCommand } from '../../api/query.ts'
import { textOf, useMessages } from '../../i18n/messages.ts'
import { bytesText } from '../../ui/amounts.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { DetailSkeleton } from '../../ui/skeletons.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import { ColumnStep } from './column-step.tsx'
import { Figures, ReportButton } from './figures.tsx'
import { FaultTable } from './fault-table.tsx'
import { ImportStep } from './import-step.tsx'
import { isRunning } from './job-state.ts'
import type { ImportRoom } from './kinds.ts'
import { Outcome } from './outcome.tsx'
import { JobProgress } from './progress.tsx'
import { stateTone } from './state-tone.ts'
import type { JobState } from './use-job.ts'
import classes from './imports.module.css'

/** A file that has been taken: how it was read, its columns, what a try has shown, and taking it over. */
export function JobSteps({
  namespace,
  job: { data: job, pending, error, refresh },
  onOpen,
}: {
  namespace: ImportRoom
  job: JobState
  onOpen: (id: number | undefined) => void
}) {
  const { t, i18n } = useTranslation()
  useMessages()
  const known = useCall(imports.columns, { query: { kind: namespace.kind } }, { staleTime: 5 * 60_000 })
  const cancel = useCommand(imports.cancel)
  const [changed, setChanged] = useState(false)

  // Another kind's import, or one that is forgotten: the server says the same of both.
  const gone = (error instanceof ApiError && error.status === 404) || (job !== undefined && job.kind !== namespace.kind)
  const another = (
    <Button
      variant="default"
      leftSection={<IconFileUpload size={16} aria-hidden="true" />}
      onClick={() => onOpen(undefined)}
    >
      {t('imports:another')}
    </Button>
  )
  if (gone)
    return (
      <Card title={t('imports:gone.title')}>
        <div className={classes.stack}>
          <p className={classes.text}>{t('imports:gone.text')}</p>
          <div>{another}</div>
        </div>
      </Card>
    )
  if (error) return <ErrorNotice error={error} retry={() => void refresh()} />
  if (pending || !job)
    return (
      <Card>
        <DetailSkeleton />
      </Card>
    )

  const running = isRunning(job)
  const stop = async () => {
    try {
      await cancel.run({ params: { id: job.id } })
      if (running) await refresh()
      else onOpen(undefined)
    } catch {
      // Told beside the button.
    }
  }
  const facts = [
    ['encoding', job.encoding],
    ['separator', job.separator === '\t' ? t('imports:read.tab') : job.separator],
    ['sheet', job.sheet],
    ['size', bytesText(job.size_bytes, regional(i18n.language))],
    ['rows', job.rows_total === null ? '' : job.rows_total.toLocaleString(regional(i18n.language))],
  ] as const
  return (
    <div className={classes.stack}>
      <Card
        title={job.file_name}
        actions={<StatusBadge tone={stateTone(job)}>{t(`imports:state.${job.state}`)}</StatusBadge>}
      >
        <div className={classes.stack}>
          <dl className={classes.read}>
            {facts
              .filter(([, value]) => value !== '')
              .map(([key, value]) => (
                <div key={key}>
                  <dt>{t(`imports:read.${key}`)}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
          </dl>
          {running ? null : (
            <div className={classes.buttons}>
              {job.state === 'done' ? null : (
                <Button
                  variant="subtle"
                  color="gray"
                  leftSection={<IconTrash size={16} aria-hidden="true" />}
                  loading={cancel.pending}
                  onClick={() => void stop()}
                >
                  {t('imports:forget')}
                </Button>
              )}
              {another}
            </div>
          )}
          {cancel.error ? <ErrorNotice error={cancel.error} inline title={t('imports:notCancelled')} /> : null}
        </div>
      </Card>
      {job.failure ? (
        <p className={classes.alarm} role="alert">
          {job.state === 'failed' ? <strong>{t('imports:failed')} </strong> : null}
          {textOf(job.failure)}
        </p>
      ) : null}
      {running ? <JobProgress job={job} stopping={cancel.pending} onStop={() => void stop()} /> : null}
      {job.state === 'done' ? <Outcome namespace={namespace} job={job} /> : null}
      {job.state === 'done' || job.state === 'applying' || job.header.length === 0 ? null : (
        <ColumnStep
          job={job}
          namespace={namespace}
          known={known.data?.data ?? []}
          onChange={setChanged}
          onChecked={() => void refresh()}
        />
      )}
      {job.state === 'checked' ? (
        <Card title={t('imports:step.check')} actions={<ReportButton job={job} />}>
          <div className={classes.stack}>
            <Figures job={job} />
            <FaultTable job={job} />
          </div>
        </Card>
      ) : job.state === 'failed' && job.errors_total > 0 ? (
        <Card title={t('imports:faults.title')} actions={<ReportButton job={job} />}>
          <FaultTable job={job} />
        </Card>
      ) : null}
      {job.state === 'checked' ? (
        <ImportStep
          key={`${job.mode} ${job.finished_at}`}
          job={job}
          namespace={namespace}
          changed={changed}
          onStarted={() => void refresh()}
        />
      ) : null}
    </div>
  )
}
