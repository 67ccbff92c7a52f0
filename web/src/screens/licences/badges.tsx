import type { LicenceRow } from '@trunkline/contract/resources/licence'
import type { LicenceStatus } from '@trunkline/contract/resources/licence-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Time } from '../../ui/time.tsx'
import type { Tone } from '../../ui/tone.ts'
import classes from './licences.module.css'

const tones: Record<LicenceStatus, Tone> = {
  available: 'info',
  active: 'good',
  suspended: 'warning',
  expired: 'bad',
  cancelled: 'neutral',
}

/** The status of a licence. */
export function LicenceBadge({ of }: { of: Pick<LicenceRow, 'status' | 'deleted_at'> }) {
  const { t } = useTranslation()
  if (of.deleted_at) return <StatusBadge tone="bad">{t('licences:inTrash')}</StatusBadge>
  return <StatusBadge tone={tones[of.status]}>{t(`licences:value.status.${of.status}`)}</StatusBadge>
}

/** The end date and the days left; coloured within the last thirty days, when reminders are sent. */
export function LicenceEnd({ of }: { of: Pick<LicenceRow, 'expires_on' | 'days_left' | 'status'> }) {
  const { t } = useTranslation()
  if (of.expires_on === null || of.days_left === null) return <>{t('licences:noEnd')}</>
  const days = of.days_left
  const counts = of.status === 'active' || of.status === 'available'
  const tone = !counts ? undefined : days <= 7 ? 'bad' : days <= 30 ? 'warning' : undefined
  return (
    <span className={classes.end}>
      <Time value={of.expires_on} day />
      <span className={classes.left} data-tone={tone}>
        {days < 0
          ? t('licences:over', { count: -days })
          : days === 0
            ? t('licences:lastDay')
            : t('licences:left', { count: days })}
      </span>
    </span>
  )
}
