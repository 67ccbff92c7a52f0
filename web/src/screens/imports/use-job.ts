import { imports } from '@trunkline/contract/resources/import'
import { useEffect, useState } from 'react'
import { invalidateSubject, useCall } from '../../api/query.ts'
import type { ImportTarget } from './import-targets.ts'
import { isRunning } from './job-state.ts'

/** Interval for reading a running import, whose progress is not announced on the live channel. Milliseconds. */
const interval = 1000

export type JobQuery = ReturnType<typeof useJob>

/** Reads an import, repeatedly while it runs. Queries of the imported subjects become stale when it has written rows. */
export function useJob(id: number | undefined, target: ImportTarget) {
  const [polls, setPolls] = useState(false)
  const query = useCall(
    imports.show,
    { params: { id: id ?? 0 } },
    { enabled: id !== undefined, staleTime: 0, ...(polls ? { every: interval } : {}) },
  )
  const job = query.data?.data
  const running = job !== undefined && isRunning(job)
  useEffect(() => setPolls(running), [running])
  const written = job?.state === 'applying' || (job && !job.dry_run) ? `${job.state} ${job.finished_at ?? ''}` : ''
  useEffect(() => {
    if (written !== '') for (const subject of target.subjects) invalidateSubject(subject)
  }, [written, target])
  return { ...query, data: job }
}
