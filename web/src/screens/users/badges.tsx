import type { UserRole } from '@trunkline/contract/abilities'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** The role of a user in its company. */
export function RoleBadge({ role }: { role: UserRole }) {
  const { t } = useTranslation()
  return (
    <StatusBadge dot={false} tone={role === 'primary-admin' ? 'info' : 'neutral'}>
      {t(`shell:userRole.${role}`)}
    </StatusBadge>
  )
}

export function TwoFactorBadge({ on }: { on: boolean }) {
  const { t } = useTranslation()
  return (
    <StatusBadge tone={on ? 'good' : 'neutral'}>{t(on ? 'users:twoFactor.on' : 'users:twoFactor.off')}</StatusBadge>
  )
}
