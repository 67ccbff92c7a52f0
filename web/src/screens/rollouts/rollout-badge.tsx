import type { RolloutRow, RolloutStatus } from '@trunkline/contract/resources/rollout'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'

const tones: Record<RolloutStatus, Tone> = { planned: 'info', active: 'good', retired: 'neutral' }

export function RolloutBadge({ of }: { of: Pick<RolloutRow, 'status'> }) {
  const { t } = useTranslation()
  return <StatusBadge tone={tones[of.status]}>{t(`rollouts:value.status.${of.status}`)}</StatusBadge>
}
