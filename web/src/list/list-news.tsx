import { Button } from '@mantine/core'
import { useTranslation } from '../i18n/use-translation.ts'
import { Time } from '../ui/time.tsx'
import classes from './list.module.css'

/** Notices about the age of the rows: the last request failed, or newer rows are waiting. */
export function ListNews({
  stale,
  live,
  onRetry,
}: {
  /** The query whose rows are still shown. */
  stale: { dataUpdatedAt: number } | undefined
  live: { waiting: number; paused: boolean; show: () => void }
  onRetry: () => void
}) {
  const { t } = useTranslation()
  return (
    <>
      {stale ? (
        <div className={classes.stale} role="status">
          {t('list:stale')} <Time value={new Date(stale.dataUpdatedAt).toISOString()} />{' '}
          <Button variant="subtle" size="compact-sm" onClick={onRetry}>
            {t('ui:error.retry')}
          </Button>
        </div>
      ) : null}
      {live.waiting > 0 ? (
        <div className={classes.waiting} role="status">
          <span>{t(live.paused ? 'list:live.pausedWith' : 'list:live.waiting', { count: live.waiting })}</span>{' '}
          <Button variant="subtle" size="compact-sm" onClick={live.show}>
            {t('list:live.show')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
