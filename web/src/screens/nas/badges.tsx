import type { NasRow } from '@trunkline/contract/resources/nas'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { nasState, stateTone } from './nas-health.ts'

/** How the NAS is, in a word. */
export function HealthBadge({ of }: { of: Pick<NasRow, 'is_active' | 'last_auth_at' | 'last_acct_at'> }) {
  const { t } = useTranslation()
  const state = nasState(of, Date.now())
  return <StatusBadge tone={stateTone[state]}>{t(`nas:state.${state}`)}</StatusBadge>
}
