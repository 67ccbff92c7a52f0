import { CloseButton } from '@mantine/core'
import { bulkJobs } from '@trunkline/contract/resources/bulk-job'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { unfollowJob, useFollowedJobs } from '../../api/bulk-jobs.ts'
import { useCall } from '../../api/query.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/link.tsx'
import classes from './bulk-jobs.module.css'
import { JobProgress } from './job-progress.tsx'
import { hasEnded, jobName } from './job-words.ts'

/** Milliseconds between two readings of a running job, in case a live message was lost. */
const refreshInterval = 2000
/** Jobs that the panel shows; the others are in the list. */
const maxShown = 3

/**
 * The progress of bulk jobs above every page: those that this page has started, and those that still run from before a
 * reload. A job that has ended stays until it is hidden.
 */
export default function JobPanel() {
  const { t } = useTranslation()
  const path = useRouterState({ select: (state) => state.location.pathname })
  const followed = useFollowedJobs()
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set())
  const running = useCall(bulkJobs.index, {
    query: { search: 'state:queued,running', searchFields: 'state:in', perPage: 25 },
  })
  const seen = useRef(new Set<number>())
  for (const { id } of running.data?.data ?? []) seen.current.add(id)
  const ids = [...new Set([...followed.map(({ id }) => id), ...seen.current])].filter((id) => !hidden.has(id))
  // The pages of the jobs show the same.
  if (ids.length === 0 || path.startsWith(paths.bulkJobs.list)) return null
  const hide = (id: number) => {
    unfollowJob(id)
    setHidden((before) => new Set([...before, id]))
  }
  return (
    <section className={classes.panel} aria-label={t('bulk-jobs:panel')}>
      {ids.slice(0, maxShown).map((id) => (
        <PanelJob key={id} id={id} onEnd={followed.find((job) => job.id === id)?.onEnd} onHide={() => hide(id)} />
      ))}
      {ids.length > maxShown ? <TextLink to={paths.bulkJobs.list}>{t('bulk-jobs:all')}</TextLink> : null}
    </section>
  )
}

function PanelJob({ id, onEnd, onHide }: { id: number; onEnd: (() => void) | undefined; onHide: () => void }) {
  const { t } = useTranslation()
  const [ended, setEnded] = useState(false)
  const result = useCall(
    bulkJobs.show,
    { params: { id } },
    { staleTime: 0, ...(ended ? {} : { every: refreshInterval }) },
  )
  const job = result.data?.data
  const over = job !== undefined && hasEnded(job)
  const notify = useRef(onEnd)
  notify.current = onEnd
  useEffect(() => {
    setEnded(over)
    if (over) notify.current?.()
  }, [over])
  if (job === undefined) return null
  const name = jobName(t, job)
  return (
    <div className={classes.job}>
      <div className={classes.head}>
        <span>{name}</span>
        <CloseButton size={28} aria-label={t('bulk-jobs:hide', { name })} onClick={onHide} />
      </div>
      <JobProgress job={job} />
      <div className={classes.foot}>
        <TextLink to={paths.bulkJobs.detail(id)}>{t('bulk-jobs:report')}</TextLink>
        <TextLink to={paths.bulkJobs.list}>{t('bulk-jobs:all')}</TextLink>
      </div>
    </div>
  )
}
