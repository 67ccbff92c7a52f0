import type { MailRow } from '@trunkline/contract/resources/installation'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'

const tones: Record<MailRow['state'], Tone> = { queued: 'info', sent: 'good', kept: 'neutral', failed: 'bad' }

/** The delivery state of an e-mail. */
export function MailState({ state }: { state: MailRow['state'] }) {
  const { t } = useTranslation()
  return <StatusBadge tone={tones[state]}>{t(`installation:value.state.${state}`)}</StatusBadge>
}

/** The label of a kind of e-mail; the kind itself where there is no label. */
export const useMailKind = (): ((kind: string) => string) => {
  const { t } = useTranslation()
  return (kind) => t(`installation:value.kind.${kind}`, { defaultValue: kind })
}
