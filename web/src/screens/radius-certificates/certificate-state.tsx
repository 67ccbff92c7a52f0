import { IconCertificate } from '@tabler/icons-react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'
import classes from './certificates.module.css'

/** A certificate with fewer days left shows as expiring soon. The panel renews generated ones before. */
const soonDays = 30

export type ValidityState = 'valid' | 'soon' | 'expired'

/** @param days whole days left, negative after the end */
export const validityOf = (days: number): ValidityState => (days < 0 ? 'expired' : days < soonDays ? 'soon' : 'valid')

const tones: Record<ValidityState, Tone> = { valid: 'good', soon: 'warning', expired: 'bad' }

export function ValidityBadge({ days }: { days: number }) {
  const { t } = useTranslation()
  const state = validityOf(days)
  return <StatusBadge tone={tones[state]}>{t(`radius-certificates:state.${state}`)}</StatusBadge>
}

/** Hexadecimal digits in pairs, as certificate viewers show them. */
export const inPairs = (hex: string): string => hex.toUpperCase().match(/../g)?.join(':') ?? hex

/** Fingerprints and names are compared by eye and pasted elsewhere: shown in full, with a copy button. */
export function CopiedCode({ value, name }: { value: string; name: string }) {
  return (
    <span>
      <span className={classes.code}>{value}</span> <CopyButton value={value} what={name} />
    </span>
  )
}

/** Shown until the panel has created its certificates. */
export function NoCertificates() {
  const { t } = useTranslation()
  return (
    <Card>
      <EmptyState
        icon={<IconCertificate size={20} />}
        title={t('radius-certificates:empty.title')}
        text={t('radius-certificates:empty.text')}
      />
    </Card>
  )
}
