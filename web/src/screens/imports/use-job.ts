import { imports } from '@trunkline/contract/resources/import'
import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { useEffect, useState } from 'react'
import { invalidateSubject, useCall } from '../../api/query.ts'
import { isRunning } from './job-state.ts'
import type { ImportRoom } from './kinds.ts'

/** No live message tells how far an import has come. Milliseconds. */
const lookEvery = 1000

export interface JobState {
  data: ImportJob | undefined
  pending: boolean
  error: unknown
  /** Asks again now. */
  refresh: () => Promise<unknown>
}

/** An import as it stands, asked for again and again while it runs. What it wrote makes lists ask again. */
export function useJob(id: number | undefined, namespace: ImportRoom): JobState {
  const [running, setRunning] = useState(false)
  const read = useCall(
    imports.show,
    { params: { id: id ?? 0 } },
    { enabled: id !== undefined, staleTime: 0, ...(running ? { every: lookEvery } : {}) },
  )
  const job = read.data?.data
  const runs = job !== undefined && isRunning(job)
  useEffect(() => setRunning(runs), [runs])
  const written = job?.state === 'applying' || (job && !job.dry_run) ? `${job.state} ${job.finished_at ?? ''}` : ''
  useEffect(() => {
    if (written !== '') for (const subject of namespace.subjects) invalidateSubject(subject)
  }, [written, namespace])
  return { data: job, pending: read.isPending, error: read.error, refresh: read.refetch }
}
