import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { ApiError } from '../../api/call.ts'
import { errorText } from '../../ui/error-text.ts'
import classes from './access.module.css'
import { useSecondsLeft } from './use-submit.ts'

/** Why a try was refused, read out once. A refusal for a while counts its seconds down for the eye only. */
export function FailureNote({
  failure,
  text,
  way,
}: {
  failure: ApiError | null
  /** In place of the words of the error's code. */ text?: string | undefined
  /** Shown below a wait that holds for browsers that are new to the account: a way out. */ way?: ReactNode
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
            {way !== undefined && failure.reason === 'sign_in.new_browser_blocked' ? (
              <div className={classes.way}>
                {t('login.newDevice')} {way}
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
