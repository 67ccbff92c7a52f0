import {
  blockedBy,
  commandOf,
  conflictOf,
  incomingOf,
  isReachable,
  outsideOf,
  placeOf,
  portsError,
  protocolsOf,
  ruleOf,
  toPortsError,
  type Incoming,
  type Weighed,
} from '@trunkline/contract/port-forward'
import { tryAddress } from '@trunkline/contract/net'
import type { FilterRule, NatRule } from '@trunkline/contract/resources/firewall'
import { useTranslation } from '../../i18n/use-translation.ts'
import layout from '../../ui/layout.module.css'
import classes from './firewall.module.css'
import { draftForward, type ForwardValues } from './forward-shape.ts'
import { forwardText, ruleTitle } from './rules.ts'

/** The configuration that a forward is checked against; undefined if it was never read. */
export interface RouterConfig {
  nat: readonly NatRule[] | undefined
  filters: readonly FilterRule[] | undefined
  /** Addresses of the router, with prefix lengths. */
  addresses: readonly string[]
}

interface Warning {
  key: string
  tone: 'bad' | 'note'
  rule?: NatRule | FilterRule
}

/**
 * Conflicts and warnings of a forward; the server rejects those with the tone `bad`.
 * @param own ids of the rules that are being edited
 */
export function warningsOf(
  weighed: Weighed,
  { nat, filters, addresses }: RouterConfig,
  own: ReadonlySet<string>,
): Warning[] {
  const { forward } = weighed
  const others = (nat ?? []).filter(({ id }) => !own.has(id))
  const same = conflictOf(weighed, others)
  const blocking = blockedBy(weighed, filters ?? [])
  const reordered = forward.to_ports !== null && forward.to_ports !== forward.outside && /[-,]/.test(forward.outside)
  return [
    ...(same ? [{ key: 'conflict', tone: 'bad' as const, rule: same }] : []),
    ...(blocking ? [{ key: 'blocked', tone: 'note' as const, rule: blocking }] : []),
    ...(isReachable(forward.to_address, addresses) ? [] : [{ key: 'unreachable', tone: 'note' as const }]),
    ...(reordered ? [{ key: 'portOrder', tone: 'note' as const }] : []),
  ]
}

/** A forward as a sentence and as RouterOS commands, with its warnings. */
export function ForwardPreview({
  draft,
  config,
  own,
}: {
  draft: ForwardValues
  config: RouterConfig
  /** The rules that are being edited; none for a new forward. */
  own: readonly NatRule[]
}) {
  const { t } = useTranslation()
  const forward = draftForward(draft)
  const whole =
    portsError(forward.outside) === undefined &&
    (forward.to_ports === null || toPortsError(forward.outside, forward.to_ports) === undefined) &&
    tryAddress(forward.to_address)?.family === 4
  if (!whole)
    return (
      <section className={classes.preview} aria-label={t('firewall:preview.title')}>
        <h2>{t('firewall:preview.title')}</h2>
        <p className={layout.hint}>{t('firewall:preview.incomplete')}</p>
      </section>
    )
  const outside = outsideOf(config.nat ?? [], undefined)
  const [first] = own
  // An existing rule keeps its incoming interface unless the form changes it.
  const current: Incoming | undefined =
    first && first.in_interface === forward.in_interface && (first.forward?.dst_address ?? null) === forward.dst_address
      ? {
          in_interface: first.in_interface,
          dst_address: forward.dst_address,
          list: first.more['in-interface-list'] ?? null,
        }
      : undefined
  const incoming = current ?? incomingOf(forward, outside)
  const assumed = incoming ?? { in_interface: t('firewall:preview.uplink'), dst_address: null, list: null }
  const weighed: Weighed = { forward, incoming: assumed, outside }
  const before = first ? undefined : placeOf(weighed, config.nat ?? [])
  const comment = `trunkline:f…${draft.comment ? ` ${draft.comment}` : ''}`
  const commands = protocolsOf(forward.protocol).map((protocol) =>
    commandOf(
      { ...ruleOf(forward, protocol, assumed), comment, ...(draft.disabled ? { disabled: 'yes' } : {}) },
      before?.id,
    ),
  )
  const warnings = warningsOf(weighed, config, new Set(own.map(({ id }) => id))).filter(
    ({ key }) => key !== 'conflict' || !draft.disabled,
  )
  return (
    <section className={classes.preview} aria-label={t('firewall:preview.title')}>
      <h2>{t('firewall:preview.title')}</h2>
      <p>
        <strong>{forwardText(forward, t)}</strong>
        {draft.comment ? ` (${draft.comment})` : ''}
      </p>
      <code className={classes.commands}>{commands.join('\n')}</code>
      <p className={layout.hint}>
        {first
          ? t('firewall:preview.unchanged', { position: first.position })
          : before
            ? t('firewall:preview.before', { position: before.position, name: ruleTitle(before, t) })
            : t('firewall:preview.last')}
      </p>
      {warnings.length > 0 ? (
        <ul className={classes.warnings} aria-label={t('firewall:warning.label')}>
          {warnings.map(({ key, tone, rule }) => (
            <li key={key} data-tone={tone}>
              {rule
                ? t(`firewall:warning.${key}`, { position: rule.position, name: ruleTitle(rule, t) })
                : t(`firewall:warning.${key}`)}
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}
