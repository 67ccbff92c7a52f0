import type { AuditEntry } from '@trunkline/contract/resources/audit'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'

const tones: Partial<Record<AuditEntry['action'], Tone>> = {
  create: 'good',
  recover: 'good',
  accept: 'good',
  update: 'info',
  move: 'info',
  send: 'info',
  query: 'info',
  destroy: 'warning',
  'login-as': 'warning',
  'two-factor-off': 'warning',
  'sign-in-failed': 'bad',
  'refresh-reuse': 'bad',
  refused: 'bad',
}

export function ActionBadge({ action }: { action: AuditEntry['action'] }) {
  const { t } = useTranslation()
  return <StatusBadge tone={tones[action] ?? 'neutral'}>{t(`audit:value.action.${action}`)}</StatusBadge>
}
