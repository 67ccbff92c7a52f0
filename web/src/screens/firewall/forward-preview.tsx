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
import classes from './firewall.module.css'
import { draftForward, type ForwardValues } from './forward-shape.ts'
import { forwardText, ruleTitle } from './rules.ts'

/** What the forward is weighed against; undefined where it was never read. */
export interface Surroundings {
  nat: readonly NatRule[] | undefined
  filters: readonly FilterRule[] | undefined
  /** The router's own, with their lengths. */
  addresses: readonly string[]
}

/** Ids of the rules that are being changed themselves. */
type Own = ReadonlySet<string>

interface Warning {
  key: string
  tone: 'bad' | 'note'
  /** The rule that it is about. */
  rule?: NatRule | FilterRule
}

/** What stands in the way of a forward, or looks odd about it; the server refuses what is `bad`. */
export function warningsOf(weighed: Weighed, { nat, filters, addresses }: Surroundings, own: Own): Warning[] {
  const { forward } = weighed
  const others = (nat ?? []).filter(({ id }) => !own.has(id))
  const same = conflictOf(weighed, others)
  const blocking = blockedBy(weighed, filters ?? [])
  const shifts = forward.to_ports !== null && forward.to_ports !== forward.outside && /[-,]/.test(forward.outside)
  return [
    ...(same ? [{ key: 'conflict', tone: 'bad' as const, rule: same }] : []),
    ...(blocking ? [{ key: 'blocked', tone: 'note' as const, rule: blocking }] : []),
    ...(isReachable(forward.to_address, addresses) ? [] : [{ key: 'outside', tone: 'note' as const }]),
    ...(shifts ? [{ key: 'shifts', tone: 'note' as const }] : []),
  ]
}

/** What is typed as a sentence and as the rules that the router gets, with what stands in the way. */
export function ForwardPreview({
  draft,
  around,
  own,
}: {
  draft: ForwardValues
  around: Surroundings
  /** Rows of the rule that is changed; none: a new one. */
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
        <p className={classes.quiet}>{t('firewall:preview.wait')}</p>
      </section>
    )
  const outside = outsideOf(around.nat ?? [], undefined)
  const [first] = own
  // A rule keeps where it comes in as long as nothing else is named.
  const stored: Incoming | undefined =
    first && first.in_interface === forward.in_interface && (first.forward?.dst_address ?? null) === forward.dst_address
      ? {
          in_interface: first.in_interface,
          dst_address: forward.dst_address,
          list: first.more['in-interface-list'] ?? null,
        }
      : undefined
  const incoming = stored ?? incomingOf(forward, outside)
  const shown = incoming ?? { in_interface: t('firewall:preview.uplink'), dst_address: null, list: null }
  const weighed: Weighed = { forward, incoming: shown, outside }
  const before = first ? undefined : placeOf(weighed, around.nat ?? [])
  const comment = `trunkline:f…${draft.comment ? ` ${draft.comment}` : ''}`
  const commands = protocolsOf(forward.protocol).map((protocol) =>
    commandOf(
      { ...ruleOf(forward, protocol, shown), comment, ...(draft.disabled ? { disabled: 'yes' } : {}) },
      before?.id,
    ),
  )
  const warnings = warningsOf(weighed, around, new Set(own.map(({ id }) => id))).filter(
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
      <p className={classes.quiet}>
        {first
          ? t('firewall:preview.stays', { position: first.position })
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
