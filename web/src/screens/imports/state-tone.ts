import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import type { Tone } from '../../ui/tone.ts'

/** The colour of an import's state. */
export function stateTone({ state, bad }: Pick<ImportJob, 'state' | 'bad'>): Tone {
  if (state === 'failed') return 'bad'
  if (state === 'done') return bad > 0 ? 'warning' : 'good'
  return state === 'checking' || state === 'applying' ? 'info' : 'neutral'
}
