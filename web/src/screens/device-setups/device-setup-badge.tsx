import type { DeviceSetupState } from '@trunkline/contract/resources/device-setup'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'

const tones: Record<DeviceSetupState, Tone> = {
  waiting: 'info',
  script: 'info',
  connecting: 'info',
  unreachable: 'bad',
  done: 'good',
  expired: 'warning',
  cancelled: 'neutral',
}

export function DeviceSetupBadge({ state }: { state: DeviceSetupState }) {
  const { t } = useTranslation()
  return <StatusBadge tone={tones[state]}>{t(`device-setups:value.state.${state}`)}</StatusBadge>
}
