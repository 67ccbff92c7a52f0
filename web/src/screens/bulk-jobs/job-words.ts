import type { BulkJob, BulkJobState, BulkRowState } from '@trunkline/contract/resources/bulk-job'
import type { TFunction } from '../../i18n/translations.ts'
import type { Tone } from '../../ui/tone.ts'

/** The action of a job as a verb: "Reboot". */
export const actionLabel = (t: TFunction, action: string): string =>
  action === 'invite.bulk-destroy'
    ? t('bulk-jobs:inviteCancel')
    : t(`bulk-jobs:action.${action.slice(action.indexOf('.') + 1)}`, { defaultValue: action })

/** "Reboot: 60 devices" */
export const jobName = (
  t: TFunction,
  { action, object, total }: Pick<BulkJob, 'action' | 'object' | 'total'>,
): string =>
  t('bulk-jobs:name', {
    action: actionLabel(t, action),
    rows: t(`bulk-jobs:rows.${object}`, { count: total, defaultValue: String(total) }),
  })

export const hasEnded = (job: Pick<BulkJob, 'finished_at'>): boolean => job.finished_at !== null

/** The number of rows with a result. */
export const endedRows = ({ done, skipped, failed }: Pick<BulkJob, 'done' | 'skipped' | 'failed'>): number =>
  done + skipped + failed

export const stateTones: Record<BulkJobState | BulkRowState, Tone> = {
  queued: 'neutral',
  running: 'info',
  waiting: 'info',
  done: 'good',
  skipped: 'neutral',
  failed: 'bad',
  cancelled: 'warning',
}
