import type { CompanyType } from '@trunkline/contract/abilities'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** The type of a company. */
export function CompanyTypeBadge({ type }: { type: CompanyType }) {
  const { t } = useTranslation()
  return (
    <StatusBadge dot={false} tone={type === 'client' ? 'neutral' : 'info'}>
      {t(`shell:companyType.${type}`)}
    </StatusBadge>
  )
}

/** Whether a company or user is active, inactive or in the trash. */
export function ActiveBadge({ of }: { of: { is_active: boolean; deleted_at: string | null } }) {
  const { t } = useTranslation()
  if (of.deleted_at) return <StatusBadge tone="bad">{t('companies:status.deleted')}</StatusBadge>
  return (
    <StatusBadge tone={of.is_active ? 'good' : 'warning'}>
      {t(of.is_active ? 'companies:status.active' : 'companies:status.inactive')}
    </StatusBadge>
  )
}
