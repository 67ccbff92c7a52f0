import type { AuditEntry } from '@trunkline/contract/resources/audit'
import type { Tone } from '../../ui/tone.ts'

const tones: Partial<Record<AuditEntry['action'], Tone>> = {
  create: 'good',
  recover: 'good',
  accept: 'good',
  update: 'info',
  move: 'info',
  send: 'info',
  query: 'info',
  destroy: 'warning',
  'login-as': 'warning',
  'two-factor-off': 'warning',
  'sign-in-failed': 'bad',
  'refresh-reuse': 'bad',
  refused: 'bad',
}

/** How much an action wants to be looked at. */
export const toneOf = (action: AuditEntry['action']): Tone => tones[action] ?? 'neutral'
