import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ApiError } from '../../api/call.ts'
import { errorText } from '../../ui/error-text.ts'
import classes from './access.module.css'
import { useSecondsLeft } from './use-submit.ts'

/** The error of a submit, announced once. The countdown of a rate limit is visual only. */
export function FailureNote({
  failure,
  text,
  action,
}: {
  failure: ApiError | null
  /** Replaces the text of the error's code. */ text?: string | undefined
  /** Shown below a rate limit that applies to browsers new to the account. */ action?: ReactNode
}) {
  const { t } = useTranslation('access')
  const left = useSecondsLeft(failure)
  if (!failure) return null
  const wait = failure.code === 'rate_limited' ? failure.retryAfter : undefined
  return (
    <div className={classes.failure} role="alert">
      <IconAlertCircle size={20} aria-hidden="true" />
      <div>
        {wait === undefined ? (
          (text ?? errorText(failure, t))
        ) : (
          <>
            <VisuallyHidden>{t('wait', { count: wait })}</VisuallyHidden>
            <span aria-hidden="true">{left > 0 ? t('wait', { count: left }) : t('waitOver')}</span>
            {action !== undefined && failure.reason === 'sign_in.new_browser_blocked' ? (
              <div className={classes.action}>
                {t('login.newDevice')} {action}
              </div>
            ) : null}
          </>
        )}
        {failure.status >= 500 && failure.requestId ? (
          <span className={classes.request}>
            {t('ui:error.request')} <code>{failure.requestId}</code>
          </span>
        ) : null}
      </div>
    </div>
  )
}
