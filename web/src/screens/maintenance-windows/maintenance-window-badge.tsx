import type { MaintenanceState, MaintenanceWindowRow } from '@trunkline/contract/resources/maintenance-window'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'

const tones: Record<MaintenanceState, Tone> = { running: 'warning', planned: 'info', over: 'neutral' }

export function MaintenanceWindowBadge({ of }: { of: Pick<MaintenanceWindowRow, 'state'> }) {
  const { t } = useTranslation()
  return <StatusBadge tone={tones[of.state]}>{t(`maintenance-windows:value.state.${of.state}`)}</StatusBadge>
}
