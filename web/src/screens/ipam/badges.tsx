import type { SubnetNode } from '@trunkline/contract/resources/subnet-shapes'
import type { HoldingState } from '@trunkline/contract/resources/subnet-enums'
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

/** A category in its colour, which only repeats what the name says. */
export function CategoryBadge({ name, colour }: { name: string; colour: string | null }) {
  return (
    <span className={classes.category} data-colour={colour ?? 'grey'}>
      <span className={classes.swatch} aria-hidden="true" />
      <span className={classes.text}>{name}</span>
    </span>
  )
}

/** The colour of a category by itself, beside a text that names it. */
export function ColourDot({ colour }: { colour: string | null }) {
  return <span className={classes.dot} data-colour={colour ?? 'grey'} aria-hidden="true" />
}

/** What a subnet or address is used by; nothing where it is not. */
export function UsedBy({ of }: { of: SubnetNode['used_by'] }) {
  const { t } = useTranslation()
  if (!of) return null
  return (
    <span>
      {t(`ipam:value.used_by.${of.kind}`)}: {of.label}
    </span>
  )
}
