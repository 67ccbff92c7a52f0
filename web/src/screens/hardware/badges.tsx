import type { HardwareRow } from '@trunkline/contract/resources/hardware'
import type { OnlineState } from '@trunkline/contract/resources/hardware-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { RelativeTime, Time } from '../../ui/time.tsx'
import type { Tone } from '../../ui/tone.ts'
import classes from './hardware.module.css'
import { today, warrantyState } from './warranty.ts'

const tones: Record<OnlineState, Tone> = { online: 'good', offline: 'bad', unknown: 'neutral' }

/** Online, offline or never contacted, with the time of the last reading. */
export function OnlineState({
  of,
  when = true,
}: {
  of: Pick<HardwareRow, 'online_status' | 'polled_at'>
  when?: boolean
}) {
  const { t } = useTranslation()
  return (
    <span className={classes.state}>
      <StatusBadge tone={tones[of.online_status]}>{t(`hardware:value.online_status.${of.online_status}`)}</StatusBadge>
      {when && of.polled_at ? (
        <span className={layout.quiet}>
          <RelativeTime value={of.polled_at} />
        </span>
      ) : null}
    </span>
  )
}

/** The last day of a warranty, with a badge when it has expired or will soon. */
export function Warranty({ end }: { end: string | null }) {
  const { t } = useTranslation()
  const { state, days } = warrantyState(end, today())
  if (end === null) return <NotSet label={t('ui:notSet')} />
  return (
    <span className={classes.state}>
      <Time value={end} day />
      {state === 'expired' ? (
        <StatusBadge tone="bad">{t('hardware:warranty.expired')}</StatusBadge>
      ) : state === 'expiring' ? (
        <StatusBadge tone="warning">
          {days === 0 ? t('hardware:warranty.today') : t('hardware:warranty.ends', { count: days })}
        </StatusBadge>
      ) : null}
    </span>
  )
}
