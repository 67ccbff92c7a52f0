import { bulkJobs } from '@trunkline/contract/resources/bulk-job'
import { recentActions, type RecentAction } from '@trunkline/contract/resources/recent-action'
import { useRef, useState } from 'react'
import { followJob } from '../../api/bulk-jobs.ts'
import { call } from '../../api/call.ts'
import { startOwnChange } from '../../api/own-changes.ts'
import { refetchSubject } from '../../api/query.ts'
import { queryClient } from '../../api/query-client.ts'
import { useTranslation } from '../../i18n/use-translation.ts'
import { errorText } from '../../ui/error-text.ts'
import { notify } from '../../ui/notify.ts'
import { reportNotRestored } from '../../ui/report-not-restored.ts'

/** Refetches the list of recent actions where it is shown. */
const refetchRecent = () => queryClient.invalidateQueries({ queryKey: [recentActions.index.name] })

/**
 * Undoes actions, one after the other, and reports the result in a notice. One call runs at a time.
 * @returns `undo` resolves with whether all were undone; `pending` holds while it runs
 */
export function useUndo(): { undo: (actions: readonly RecentAction[]) => Promise<boolean>; pending: boolean } {
  const { t } = useTranslation()
  const [pending, setPending] = useState(false)
  const running = useRef(false)
  const undo = async (actions: readonly RecentAction[]) => {
    if (running.current) return false
    running.current = true
    setPending(true)
    const end = startOwnChange()
    let failed = false
    try {
      let count = 0
      for (const { id, bulk_job_id: job } of actions) count += await undoOne(id, job)
      notify.success(count > 0 ? t('recent-actions:done', { count }) : t('recent-actions:undoing'))
    } catch (error) {
      failed = true
      notify.error(errorText(error, t))
    }
    end(failed)
    await Promise.all([...new Set(actions.map(({ subject }) => subject))].map((subject) => refetchSubject(subject)))
    await refetchRecent()
    running.current = false
    setPending(false)
    return !failed
  }
  return { undo, pending }
}

/** @returns the number of records; 0 for a bulk job, which has only started */
async function undoOne(id: number | null, job: number | null): Promise<number> {
  if (job !== null) {
    const { data } = await call(bulkJobs.undo, { params: { id: job } })
    followJob(data.id, () => void refetchRecent())
    return 0
  }
  const { data } = await call(recentActions.undo, { params: { id: id as number } })
  reportNotRestored(data)
  return data.count
}
