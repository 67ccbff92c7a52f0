import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSlowChunk } from '../api/chunk.ts'
import styles from './progress.module.css'

/** The line at the top while a page is on its way; after ten seconds it says so in words. */
export function Progress() {
  const { t } = useTranslation('shell')
  const loading = useRouterState({ select: (state) => state.isLoading })
  const slow = useSlowChunk()
  return (
    <>
      {loading && <div className={styles.line} aria-hidden="true" />}
      <div className={slow ? styles.slow : styles.silent} role="status">
        {slow ? t('chunk.stillLoading') : ''}
      </div>
    </>
  )
}
