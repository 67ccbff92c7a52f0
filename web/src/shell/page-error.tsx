import { Button, Group } from '@mantine/core'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'
import { ChunkLoadError } from '../api/chunk.ts'
import { ApiError } from '../api/request.ts'
import { pageVersion } from '../api/version.ts'
import styles from './page-error.module.css'

/** Details for support: nothing that the user does not see. */
function detailsOf(error: unknown): string {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const request = error instanceof ApiError && error.requestId ? [`Request: ${error.requestId}`] : []
  return [
    `Trunkline ${pageVersion}`,
    new Date().toISOString(),
    location.pathname,
    ...request,
    `${name}: ${message}`,
    stack ?? '',
  ].join('\n')
}

/** Replaces a page that threw an error or whose chunk is missing. Reloading is offered, not automatic. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('shell')
  const router = useRouter()
  const [copied, setCopied] = useState(false)
  const chunk = error instanceof ChunkLoadError
  const requestId = error instanceof ApiError ? error.requestId : undefined

  const retry = () => {
    reset()
    void router.invalidate()
  }
  const copy = async () => {
    await navigator.clipboard.writeText(detailsOf(error)).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <div className={styles.page} role="alert">
      <h1 className={styles.title}>{t(chunk ? 'chunk.title' : 'broken.title')}</h1>
      <p>{t(chunk ? 'chunk.text' : 'broken.text')}</p>
      {requestId && (
        <p>
          {t('broken.request')} <code>{requestId}</code>
        </p>
      )}
      <Group gap="sm">
        {chunk ? (
          <Button onClick={() => location.reload()}>{t('chunk.reload')}</Button>
        ) : (
          <Button onClick={retry}>{t('broken.retry')}</Button>
        )}
        {!chunk && (
          <Button variant="default" onClick={() => void copy()}>
            {t(copied ? 'broken.copied' : 'broken.copy')}
          </Button>
        )}
      </Group>
    </div>
  )
}
