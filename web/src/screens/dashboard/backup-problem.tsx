import { backups } from '@trunkline/contract/resources/backup'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import classes from './radius-problems.module.css'

/** Milliseconds between two requests: backups are made once a day or so. */
const refreshMs = 300_000

const command = 'npm run backup -- /path/to/backups'

/** That the last good backup is too old, missing, or followed by a failure; nothing while backups are good. */
export default function BackupProblem() {
  const { t } = useTranslation()
  const { data } = useCall(backups.status, {}, { every: refreshMs })
  const status = data?.data
  if (!status || (!status.overdue && status.last_failed === null)) return null
  const { last_good, last_failed, overdue, max_age_hours } = status
  const kind = !overdue ? 'failed' : last_good === null ? 'none' : 'overdue'
  return (
    <section className={classes.notice} role="status">
      <h2>
        <IconAlertTriangle size={18} aria-hidden="true" />
        {t(`dashboard:backup.${kind}`)}
      </h2>
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
          <span className={classes.command}>
            <code>{command}</code>
            <CopyButton value={command} what={t('dashboard:backup.command')} />
          </span>
        </>
      )}
    </section>
  )
}
