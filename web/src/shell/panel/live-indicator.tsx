import { Tooltip, UnstyledButton } from '@mantine/core'
import { useTranslation } from '../../i18n/use-translation.ts'
import { pauseLive, resumeLive, useLive } from '../../api/live.ts'
import styles from './live-indicator.module.css'

/** Whether the page is updated live; pressing it pauses and resumes. */
export function LiveIndicator() {
  const { t } = useTranslation('panel')
  const { status, waiting } = useLive()
  const paused = status === 'paused'
  const label = paused
    ? waiting > 0
      ? t('live.resumeWaiting', { count: waiting })
      : t('live.resume')
    : status === 'live'
      ? t('live.pause')
      : t('live.away')
  const text = t(`live.${status}`) + (paused && waiting > 0 ? ` · ${waiting}` : '')
  return (
    <Tooltip label={label} multiline maw={280} withArrow>
      <UnstyledButton
        className={styles.indicator ?? ''}
        data-status={status}
        onClick={paused ? resumeLive : pauseLive}
        aria-label={`${text}. ${label}`}
      >
        <span className={styles.dot} aria-hidden="true" />
        <span className={styles.text}>{text}</span>
      </UnstyledButton>
    </Tooltip>
  )
}
