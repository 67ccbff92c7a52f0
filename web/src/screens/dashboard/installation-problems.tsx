import { audits } from '@trunkline/contract/resources/audit'
import { backups } from '@trunkline/contract/resources/backup'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { RelativeTime } from '../../ui/time.tsx'
import { HostCommand, ProblemNotice } from './problem-notice.tsx'

/** Milliseconds between two requests: backups and verifications of the audit log run about once a day. */
const refreshMs = 300_000

/** Shown while the last valid backup is too old, missing, or followed by a failed one. */
export function BackupProblem() {
  const { t } = useTranslation()
  const { data } = useCall(backups.status, {}, { every: refreshMs })
  const status = data?.data
  if (!status || (!status.overdue && status.last_failed === null)) return null
  const { last_good, last_failed, overdue, max_age_hours } = status
  const kind = !overdue ? 'failed' : last_good === null ? 'none' : 'overdue'
  return (
    <ProblemNotice title={t(`dashboard:backup.${kind}`)}>
      {kind === 'overdue' ? <p>{t('dashboard:backup.overdueText', { hours: max_age_hours })}</p> : null}
      {last_failed ? (
        <p>
          {t('dashboard:backup.failedText', { host: last_failed.host })} {last_failed.reason}{' '}
          <RelativeTime value={last_failed.finished_at} />
        </p>
      ) : null}
      {last_good ? (
        <p>
          {t('dashboard:backup.lastGood')} <RelativeTime value={last_good.finished_at} /> · {last_good.file}
        </p>
      ) : (
        <>
          <p>{t('dashboard:backup.noneText')}</p>
          <HostCommand command="npm run backup -- /path/to/backups" />
        </>
      )}
    </ProblemNotice>
  )
}

/** Shown while rows of the audit log do not match its seals: changed, added or removed. */
export function AuditProblem() {
  const { t } = useTranslation()
  const { data } = useCall(audits.verification, {}, { every: refreshMs })
  const failed = data?.data.failed
  if (!failed) return null
  return (
    <ProblemNotice title={t('dashboard:audit.failed')}>
      <p>
        {t('dashboard:audit.failedText', { first: failed.failed_first_id, last: failed.failed_last_id })}{' '}
        <RelativeTime value={failed.finished_at} />
      </p>
      <p>{t('dashboard:audit.verify')}</p>
      <HostCommand command="node server/dist/main.js verify-audit" />
    </ProblemNotice>
  )
}
