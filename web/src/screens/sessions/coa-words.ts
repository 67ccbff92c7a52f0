import type { CoaRow } from '@trunkline/contract/resources/radius-session'
import type { CoaState } from '@trunkline/contract/resources/radius-enums'
import type { TFunction } from '../../i18n/translations.ts'
import { textOf } from '../../i18n/messages.ts'
import type { Tone } from '../../ui/tone.ts'

type Outcome = Pick<CoaRow, 'state' | 'conclusion' | 'attempt'>

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

/** Nothing more comes after these. */
export const isFinal = (state: CoaState): boolean => state !== 'queued' && state !== 'sent'

/** What the NAS answered, or why it was not asked; empty where there is no more than the state. Callers `useMessages`. */
export const answerText = ({ detail }: Pick<CoaRow, 'detail'>): string => (detail === null ? '' : textOf(detail))

/** What is true of the session after the answer, and what the panel does next. */
export function outcomeText({ state, conclusion, attempt }: Outcome, t: TFunction): string {
  if (conclusion !== null) return t(`sessions:coa.conclusion.${conclusion}`)
  if (state === 'queued' && attempt > 1) return t('sessions:coa.queuedAgain')
  return t(`sessions:coa.stateText.${state}`)
}

/** Whether the session of a request has ended. */
export const hasEnded = ({ state, conclusion }: Pick<CoaRow, 'state' | 'conclusion'>): boolean =>
  state === 'ack' || state === 'gone' || conclusion === 'closed'

/** Who asked, in the log of requests: `system` is the panel's own clock. */
export const askerText = (requested_by: string, t: TFunction): string =>
  requested_by === '' || requested_by === 'system' ? t('sessions:byPanel') : requested_by
