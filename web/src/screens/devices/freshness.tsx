import { Button, Group } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { actionIcon } from '../../record/use-record-actions.tsx'
import { formatTime } from '../../ui/time-format.ts'
import { regional, useZone } from '../../ui/zone.ts'
import layout from '../../ui/layout.module.css'
import { relativeAge, useNow } from './relative-age.ts'
import classes from './devices.module.css'
import type { ReadingError } from './use-reading.ts'

/** "12 seconds ago", updated as time passes. */
export function Ago({ at }: { /** UTC ISO 8601 */ at: string }) {
  const { i18n } = useTranslation()
  const zone = useZone()
  const then = Date.parse(at)
  const now = useNow(then)
  const language = regional(i18n.language)
  return (
    <time dateTime={at} title={`${formatTime(at, language, zone)} · ${at}`}>
      {relativeAge(then, now, i18n.language)}
    </time>
  )
}

/** The age of a reading of a device, or why the last attempt failed. The last reading stays on the page. */
export function Freshness({
  readAt,
  readingError: error,
  reading = false,
  onRead,
}: {
  /** UTC ISO 8601; undefined: no reading yet. */
  readAt: string | null | undefined
  readingError?: ReadingError | null | undefined
  /** A reading is running. */
  reading?: boolean
  /** Reads the device now; undefined without the permission. */
  onRead?: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const button = onRead ? (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={actionIcon(IconRefresh)}
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
            <strong>{t(`devices:error.${error.error}`)}</strong>{' '}
            {readAt ? (
              <>
                {t('devices:fresh.last')} <Ago at={readAt} />.
              </>
            ) : (
              t('devices:fresh.never')
            )}
          </p>
          <p className={layout.smallNote}>{t(`devices:help.${error.error}`)}</p>
          {error.message ? (
            <p className={layout.smallNote}>
              {t('devices:fresh.words')} <q>{error.message}</q>
            </p>
          ) : null}
        </div>
        {button}
      </div>
    )
  return (
    <Group gap="4px 12px">
      <span className={layout.smallNote}>
        {readAt ? (
          <>
            {t('devices:fresh.at')} <Ago at={readAt} />
          </>
        ) : (
          t(reading ? 'devices:fresh.reading' : 'devices:fresh.never')
        )}
      </span>
      {button}
    </Group>
  )
}
