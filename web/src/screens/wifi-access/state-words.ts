import type { AccessEntry } from '@trunkline/contract/resources/access-control'
import type { WantedState } from '@trunkline/contract/resources/wifi-enums'
import type { Tone } from '../../ui/tone.ts'

const tones: Record<WantedState, Tone> = { same: 'good', differs: 'warning', missing: 'bad', unread: 'neutral' }

export const stateTone = (state: WantedState): Tone => tones[state]

/** Where an entry stands in a word: key below `state`. A site without a controller has nowhere to write to. */
export const stateKey = ({ applied, state }: Pick<AccessEntry, 'applied' | 'state'>): WantedState | 'nowhere' =>
  applied.length === 0 ? 'nowhere' : state
