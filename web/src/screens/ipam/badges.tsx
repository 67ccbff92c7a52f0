import type { categoryColours } from '@trunkline/contract/resources/subnet-category'
import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import type { HoldingState } from '@trunkline/contract/resources/subnet-enums'
import type { CSSProperties } from 'react'
import { useTranslation } from '../../i18n/use-translation.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import type { Tone } from '../../ui/tone.ts'
import classes from './badges.module.css'

const tones: Record<HoldingState, Tone> = {
  held: 'warning',
  reserved: 'info',
  assigned: 'good',
  quarantined: 'bad',
  released: 'neutral',
}

export function StateBadge({ state }: { state: HoldingState }) {
  const { t } = useTranslation()
  return <StatusBadge tone={tones[state]}>{t(`ipam:value.state.${state}`)}</StatusBadge>
}

const colours: Record<(typeof categoryColours)[number], string> = {
  grey: '#667080',
  red: '#d63b3b',
  orange: '#d9660f',
  yellow: '#c79a00',
  green: '#2f9e44',
  teal: '#12908a',
  blue: '#2f7fd6',
  indigo: '#4f63d8',
  violet: '#7f52d0',
  pink: '#cf4388',
}
const styleOf = (colour: string | null) =>
  ({ '--category': colours[(colour ?? 'grey') as keyof typeof colours] ?? colours.grey }) as CSSProperties

/** A category in its colour. */
export function CategoryBadge({ name, colour }: { name: string; colour: string | null }) {
  return (
    <span className={classes.category} style={styleOf(colour)}>
      <ColourDot colour={colour} />
      <span className={classes.text}>{name}</span>
    </span>
  )
}

/** The colour of a category, beside a text that names it. */
export function ColourDot({ colour }: { colour: string | null }) {
  return <span className={classes.dot} style={styleOf(colour)} aria-hidden="true" />
}

/** The service, site or device that uses a subnet or address. */
export function UsedBy({ of }: { of: SubnetNode['used_by'] }) {
  const { t } = useTranslation()
  if (!of) return null
  return (
    <span>
      {t(`ipam:value.used_by.${of.kind}`)}: {of.label}
    </span>
  )
}
