import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'

/** Days before its end from which a certificate is shown as ending soon; the panel has renewed a generated one by then. */
const soonDays = 30

export type ValidityState = 'valid' | 'soon' | 'expired'

/** @param days whole days left, negative after the end */
export const validityOf = (days: number): ValidityState => (days < 0 ? 'expired' : days < soonDays ? 'soon' : 'valid')

const tones: Record<ValidityState, Tone> = { valid: 'good', soon: 'warning', expired: 'bad' }

/** Whether a certificate is valid, in a word. */
export function ValidityBadge({ days }: { days: number }) {
  const { t } = useTranslation()
  const state = validityOf(days)
  return <StatusBadge tone={tones[state]}>{t(`radius-certificates:state.${state}`)}</StatusBadge>
}

/** Hexadecimal digits in pairs, as certificate viewers show them. */
export const inPairs = (hex: string): string => hex.toUpperCase().match(/../g)?.join(':') ?? hex
