import type { FilterRule } from '@trunkline/contract/resources/firewall'
import { useTranslation } from '../../i18n/use-translation.ts'
import { bytesText } from '../../ui/amounts.ts'
import { NotSet } from '../../ui/fact-list.tsx'
import layout from '../../ui/layout.module.css'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { regional } from '../../ui/zone.ts'
import classes from './firewall.module.css'
import { conditionsOf, countersOf } from './rules.ts'

/** Packets and bytes that rules have matched. */
export function RuleCounters({ of }: { of: readonly Pick<FilterRule, 'bytes' | 'packets'>[] }) {
  const { t, i18n } = useTranslation()
  const language = regional(i18n.language)
  const total = countersOf(of)
  if (total === null) return <NotSet label={t('ui:notSet')} />
  return (
    <span className={classes.counters}>
      {t('firewall:packets', { count: total.packets, packets: total.packets.toLocaleString(language) })}
      <span className={layout.hint}>{bytesText(total.bytes, language)}</span>
    </span>
  )
}

/** A rule in the syntax of RouterOS. */
export function RuleText({ of }: { of: FilterRule }) {
  return (
    <code className={classes.ruleText}>
      {of.chain} <strong>{of.action}</strong> {conditionsOf(of).join(' ')}
    </code>
  )
}

/** Who created a rule: the panel, the router, or its owner. */
export function RuleOrigin({ of }: { of: Pick<FilterRule, 'is_ours' | 'dynamic'> }) {
  const { t } = useTranslation()
  const origin = of.dynamic ? 'router' : of.is_ours ? 'panel' : 'owner'
  return <StatusBadge tone={origin === 'panel' ? 'info' : 'neutral'}>{t(`firewall:origin.${origin}`)}</StatusBadge>
}
