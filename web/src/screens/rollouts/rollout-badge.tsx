import type { RolloutDeviceState, RolloutState } from '@trunkline/contract/resources/rollout'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'

const tones: Record<RolloutState, Tone> = {
  planning: 'info',
  planned: 'info',
  running: 'info',
  paused: 'warning',
  stopped: 'bad',
  finished: 'good',
  cancelled: 'neutral',
}

export function RolloutBadge({ state }: { state: RolloutState }) {
  const { t } = useTranslation()
  return <StatusBadge tone={tones[state]}>{t(`rollouts:value.state.${state}`)}</StatusBadge>
}

const deviceTones: Partial<Record<RolloutDeviceState, Tone>> = {
  planned: 'neutral',
  offline: 'warning',
  lost: 'bad',
  held: 'warning',
  current: 'good',
  upgraded: 'good',
  changed: 'good',
  degraded: 'bad',
  failed: 'bad',
  skipped: 'neutral',
  cancelled: 'neutral',
}

/** The state of a device; one that works has the tone of information. */
export function DeviceStateBadge({ state }: { state: RolloutDeviceState }) {
  const { t } = useTranslation()
  return <StatusBadge tone={deviceTones[state] ?? 'info'}>{t(`rollouts:deviceState.${state}`)}</StatusBadge>
}
