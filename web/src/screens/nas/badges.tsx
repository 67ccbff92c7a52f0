import type { NasRow } from '@trunkline/contract/resources/nas'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { nasState, stateTone } from './nas-health.ts'

export function HealthBadge({ of }: { of: Pick<NasRow, 'is_active' | 'last_auth_at' | 'last_acct_at'> }) {
  const { t } = useTranslation()
  const state = nasState(of, Date.now())
  return <StatusBadge tone={stateTone[state]}>{t(`nas:state.${state}`)}</StatusBadge>
}

/** Whether the NAS signs its login requests, and whether it must or could be required to. */
export function AuthenticatorBadge({
  of,
}: {
  of: Pick<NasRow, 'authenticator' | 'can_require_authenticator' | 'require_message_authenticator'>
}) {
  const { t } = useTranslation()
  const [tone, key] = of.require_message_authenticator
    ? (['good', 'authenticator.required'] as const)
    : of.can_require_authenticator
      ? (['info', 'authenticator.possible'] as const)
      : (['neutral', `value.authenticator.${of.authenticator}`] as const)
  return (
    <StatusBadge tone={tone} dot={tone !== 'neutral'}>
      {t(`nas:${key}`)}
    </StatusBadge>
  )
}
