import { Progress } from '@mantine/core'
import type { BulkJob } from '@trunkline/contract/resources/bulk-job'
import { useTranslation } from '../../i18n/use-translation.ts'
import classes from './bulk-jobs.module.css'
import { endedRows, hasEnded, jobName } from './job-words.ts'

/** How far a job is, in words and as a bar; its result once it has ended. */
export function JobProgress({ job }: { job: BulkJob }) {
  const { t } = useTranslation()
  const ended = endedRows(job)
  const words = hasEnded(job)
    ? `${t(`bulk-jobs:value.state.${job.state}`)}: ${t('bulk-jobs:result', { ...job })}`
    : `${t('bulk-jobs:progress', { ended, total: job.total })} · ${t('bulk-jobs:result', { ...job })}`
  return (
    <span className={classes.progress}>
      <span role="status">{words}</span>
      {hasEnded(job) ? null : (
        <Progress
          component="span"
          value={job.total === 0 ? 0 : (ended / job.total) * 100}
          aria-label={jobName(t, job)}
          className={classes.bar ?? ''}
        />
      )}
    </span>
  )
}
