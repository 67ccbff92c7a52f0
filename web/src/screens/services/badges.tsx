import type { QuotaState, ServiceStatus } from '@trunkline/contract/resources/radius-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'
import layout from '../../ui/layout.module.css'

const tones: Record<ServiceStatus, Tone> = {
  pending: 'info',
  active: 'good',
  suspended: 'warning',
  terminated: 'neutral',
}

/** Whether it may go online: its status, or that it is in the trash. */
export function ServiceStatusBadge({ of }: { of: { status: ServiceStatus; deleted_at: string | null } }) {
  const { t } = useTranslation()
  if (of.deleted_at) return <StatusBadge tone="bad">{t('services:deleted')}</StatusBadge>
  return <StatusBadge tone={tones[of.status]}>{t(`services:value.status.${of.status}`)}</StatusBadge>
}

/** Whether it is online now. */
export function OnlineBadge({ online }: { online: boolean }) {
  const { t } = useTranslation()
  return (
    <StatusBadge tone={online ? 'good' : 'neutral'}>{t(online ? 'services:online' : 'services:offline')}</StatusBadge>
  )
}

/** What the quota of its tariff has led to; quiet while it is not used up. */
export function QuotaBadge({ state }: { state: QuotaState }) {
  const { t } = useTranslation()
  const text = t(`services:value.quota_state.${state}`)
  if (state === 'within') return <span className={layout.quiet}>{text}</span>
  return <StatusBadge tone={state === 'slowed' ? 'warning' : 'bad'}>{text}</StatusBadge>
}
