import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from '../i18n/use-translation.ts'
import { useSlowChunk } from '../api/chunk.ts'
import styles from './progress.module.css'

/** The progress line during navigation, with a text after ten seconds. */
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
