import { audits } from '@trunkline/contract/resources/audit'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { useCall } from '../../api/query.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import classes from './radius-problems.module.css'

/** Milliseconds between two requests: the log is verified once a night. */
const refreshMs = 300_000

const command = 'node server/dist/main.js verify-audit'

/** That rows of the audit log were changed, added or removed; nothing while it matches its seals. */
export default function AuditProblem() {
  const { t } = useTranslation()
  const { data } = useCall(audits.verification, {}, { every: refreshMs })
  const failed = data?.data.failed
  if (!failed) return null
  return (
    <section className={classes.notice} role="status">
      <h2>
        <IconAlertTriangle size={18} aria-hidden="true" />
        {t('dashboard:audit.failed')}
      </h2>
      <p>
        {t('dashboard:audit.failedText', { first: failed.failed_first_id, last: failed.failed_last_id })}{' '}
        <RelativeTime value={failed.finished_at} />
      </p>
      <p>{t('dashboard:audit.verify')}</p>
      <span className={classes.command}>
        <code>{command}</code>
        <CopyButton value={command} what={t('dashboard:backup.command')} />
      </span>
    </section>
  )
}
