import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { CopyButton } from './copy-button.tsx'
import classes from './error-notice.module.css'
import { errorFacts, errorText } from './error-text.ts'

/** Replaces a part that could not be loaded: the reason, a retry button, and the request ID for support. */
export function ErrorNotice({
  error,
  title,
  retry,
  inline = false,
  children,
}: {
  error: unknown
  title?: string
  retry?: (() => void) | undefined
  inline?: boolean
  /** Further actions, beside the retry button. */ children?: ReactNode
}) {
  const { t } = useTranslation()
  const { requestId, fields } = errorFacts(error)
  return (
    <div className={clsx(classes.notice, inline && classes.inline)} role="alert">
      {inline ? null : <IconAlertTriangle size={24} color="var(--mantine-color-error)" aria-hidden="true" />}
      <p className={classes.title}>{title ?? t('ui:error.title')}</p>
      <p className={classes.reason}>{errorText(error, t)}</p>
      {fields ? (
        <ul className={classes.fields}>
          {Object.entries(fields).map(([field, message]) => (
            <li key={field}>
              {field}: {message}
            </li>
          ))}
        </ul>
      ) : null}
      {requestId ? (
        <span className={classes.request}>
          {t('ui:error.request')} <code>{requestId}</code> <CopyButton value={requestId} what={t('ui:error.request')} />
        </span>
      ) : null}
      {retry ? (
        <Button variant="default" size="sm" leftSection={<IconRefresh size={16} />} onClick={retry}>
          {t('ui:error.retry')}
        </Button>
      ) : null}
      {children}
    </div>
  )
}
