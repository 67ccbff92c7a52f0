import type { OnlineState, SiteStatus } from '@trunkline/contract/resources/hardware-enums'
import { useTranslation } from '../../i18n/use-translation.ts'
import type { MarkerState } from '../../map/marker.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** The tone of a status on badges and the map. */
export const statusTone: Record<SiteStatus, MarkerState> = {
  online: 'good',
  partial: 'warning',
  offline: 'bad',
  unknown: 'neutral',
}

export function SiteBadge({ of }: { of: { status: SiteStatus; deleted_at?: string | null } }) {
  const { t } = useTranslation()
  if (of.deleted_at) return <StatusBadge tone="bad">{t('sites:inTrash')}</StatusBadge>
  return <StatusBadge tone={statusTone[of.status]}>{t(`sites:value.status.${of.status}`)}</StatusBadge>
}

export function DeviceBadge({ status }: { status: OnlineState }) {
  const { t } = useTranslation()
  return <StatusBadge tone={statusTone[status]}>{t(`sites:device.${status}`)}</StatusBadge>
}
