import type { NotificationTargetRow } from '@trunkline/contract/resources/notification-target'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** Whether messages are sent to the target, and arrive. */
export function NotificationTargetBadge({ of }: { of: Pick<NotificationTargetRow, 'status' | 'failing_since'> }) {
  const { t } = useTranslation()
  if (of.status === 'off') return <StatusBadge tone="neutral">{t('notification-targets:value.status.off')}</StatusBadge>
  return of.failing_since === null ? (
    <StatusBadge tone="good">{t('notification-targets:value.status.active')}</StatusBadge>
  ) : (
    <StatusBadge tone="bad">{t('notification-targets:failing')}</StatusBadge>
  )
}
