import type { InviteRow } from '@trunkline/contract/resources/invite'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'

const tones: Record<InviteRow['status'], Tone> = {
  pending: 'info',
  accepted: 'good',
  expired: 'warning',
  cancelled: 'neutral',
}

export function InviteStatusBadge({ status }: { status: InviteRow['status'] }) {
  const { t } = useTranslation()
  return <StatusBadge tone={tones[status]}>{t(`invites:value.status.${status}`)}</StatusBadge>
}
