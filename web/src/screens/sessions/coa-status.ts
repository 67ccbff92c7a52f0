import type { CoaRow } from '@trunkline/contract/resources/radius-session'
import type { CoaState } from '@trunkline/contract/resources/radius-enums'
import type { TFunction } from '../../i18n/translations.ts'
import { textOf } from '../../i18n/messages.ts'
import type { Tone } from '../../ui/tone.ts'

const tones: Record<CoaState, Tone> = {
  queued: 'neutral',
  sent: 'info',
  ack: 'good',
  nak: 'bad',
  unexpected: 'bad',
  timeout: 'warning',
  gone: 'neutral',
  failed: 'bad',
}
export const toneOfState = (state: CoaState): Tone => tones[state]

/** Whether no further result is expected. */
export const isFinal = (state: CoaState): boolean => state !== 'queued' && state !== 'sent'

/** The answer of the NAS, or why no request was sent; empty where the state is all that is known. Callers `useMessages`. */
export const answerText = ({ detail }: Pick<CoaRow, 'detail'>): string => (detail === null ? '' : textOf(detail))

/** The state of the session after the answer, and what the panel does next. */
export function outcomeText(
  { state, conclusion, attempt }: Pick<CoaRow, 'state' | 'conclusion' | 'attempt'>,
  t: TFunction,
): string {
  if (conclusion !== null) return t(`sessions:value.conclusion.${conclusion}`)
  if (state === 'queued' && attempt > 1) return t('sessions:coa.queuedAgain')
  return t(`sessions:coa.stateText.${state}`)
}

/** Whether the session of a request has ended. */
export const hasEnded = ({ state, conclusion }: Pick<CoaRow, 'state' | 'conclusion'>): boolean =>
  state === 'ack' || state === 'gone' || conclusion === 'closed'

/** Who requested it: `system` is the panel's own scheduler. */
export const requesterText = (requested_by: string, t: TFunction): string =>
  requested_by === '' || requested_by === 'system' ? t('sessions:byPanel') : requested_by
