import { Button } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { formatTime } from '../../ui/time-format.ts'
import { regional, useZone } from '../../ui/zone.ts'
import { agoText, useNow } from './ago.ts'
import classes from './devices.module.css'
import type { ReadingFault } from './use-reading.ts'

/** "12 seconds ago", counted on. */
export function Ago({ at }: { /** UTC ISO 8601 */ at: string }) {
  const { i18n } = useTranslation()
  const zone = useZone()
  const then = Date.parse(at)
  const now = useNow(then)
  const language = regional(i18n.language)
  return (
    <time dateTime={at} title={`${formatTime(at, language, zone)} · ${at}`}>
      {agoText(then, now, i18n.language)}
    </time>
  )
}

/**
 * How old what is shown of a device is. While it does not answer this says so and why; the last reading stays on the
 * page.
 */
export function Freshness({
  readAt,
  readingError: error,
  reading = false,
  onRead,
}: {
  /** UTC ISO 8601; undefined: never read. */
  readAt: string | null | undefined
  readingError?: ReadingFault | null | undefined
  /** The device is being asked. */
  reading?: boolean
  /** Asks it now; left out for those who may not. */
  onRead?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const button = onRead ? (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconRefresh size={16} aria-hidden="true" />}
      loading={reading}
      onClick={onRead}
    >
      {t('devices:fresh.read')}
    </Button>
  ) : null
  if (error)
    return (
      <div className={classes.stale}>
        <IconPlugConnectedX size={20} aria-hidden="true" />
        <div className={classes.staleText}>
          <p className={classes.line} role="status">
            <strong>{t(`devices:fault.${error.readingError}`)}</strong>{' '}
            {readAt ? (
              <>
                {t('devices:fresh.last')} <Ago at={readAt} />.
              </>
            ) : (
              t('devices:fresh.never')
            )}
          </p>
          <p className={classes.quiet}>{t(`devices:help.${error.readingError}`)}</p>
          {error.message ? (
            <p className={classes.quiet}>
              {t('devices:fresh.words')} <q>{error.message}</q>
            </p>
          ) : null}
        </div>
        {button}
      </div>
    )
  return (
    <div className={classes.fresh}>
      <span className={classes.quiet}>
        {readAt ? (
          <>
            {t('devices:fresh.at')} <Ago at={readAt} />
          </>
        ) : (
          t(reading ? 'devices:fresh.reading' : 'devices:fresh.never')
        )}
      </span>
      {button}
    </div>
  )
}
