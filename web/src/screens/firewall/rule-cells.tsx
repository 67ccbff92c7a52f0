import type { FilterRule } from '@trunkline/contract/resources/firewall'
import { useTranslation } from '../../i18n/use-translation.ts'
import { bytesText } from '../../ui/amounts.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './firewall.module.css'
import { conditionsOf, countedOf } from './rules.ts'

/** What rules have counted: packets, and how much that was. */
export function Counted({ of }: { of: readonly Pick<FilterRule, 'bytes' | 'packets'>[] }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const counted = countedOf(of)
  if (counted === null) return <NotSet label={t('ui:notSet')} />
  return (
    <span className={classes.counted}>
      {t('firewall:hits', { count: counted.packets, packets: counted.packets.toLocaleString(language) })}
      <span className={classes.quiet}>{bytesText(counted.bytes, language)}</span>
    </span>
  )
}

/** A rule in the router's own words. */
export function RouterWords({ of }: { of: FilterRule }) {
  return (
    <code className={classes.words}>
      {of.chain} <strong>{of.action}</strong> {conditionsOf(of).join(' ')}
    </code>
  )
}

/** Whether a rule is in force. */
export function RuleState({ of }: { of: Pick<FilterRule, 'disabled' | 'invalid'> }) {
  const { t } = useTranslation()
  return (
    <StatusBadge tone={of.invalid ? 'bad' : of.disabled ? 'neutral' : 'good'}>
      {t(`lan:state.${of.invalid ? 'invalid' : of.disabled ? 'disabled' : 'active'}`)}
    </StatusBadge>
  )
}

/** Who has made a rule: the panel, the router by itself, or its owner. */
export function MadeBy({ of }: { of: Pick<FilterRule, 'is_ours' | 'dynamic'> }) {
  const { t } = useTranslation()
  const by = of.dynamic ? 'router' : of.is_ours ? 'panel' : 'owner'
  return <StatusBadge tone={by === 'panel' ? 'info' : 'neutral'}>{t(`firewall:by.${by}`)}</StatusBadge>
}
