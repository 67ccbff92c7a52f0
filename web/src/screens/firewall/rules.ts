import type { FilterRule, NatRule, PortForward } from '@trunkline/contract/resources/firewall'
import type { TFunction } from '../../i18n/translations.ts'

/** The two rules of a forward for TCP and UDP as one, or a single rule. */
export interface RuleGroup {
  /** Of the first rule. */
  id: string
  first: NatRule
  rules: NatRule[]
}

/** Rules in their order. The second rule of a pair is in the group of the first, wherever it is. */
export function groupRules(rules: readonly NatRule[]): RuleGroup[] {
  const groups: RuleGroup[] = []
  for (const rule of rules) {
    const other =
      rule.mark && rule.forward?.protocol === 'tcp-udp'
        ? groups.find(
            ({ first, rules: own }) =>
              own.length === 1 &&
              first.mark === rule.mark &&
              first.forward?.protocol === 'tcp-udp' &&
              first.protocol !== rule.protocol,
          )
        : undefined
    if (other === undefined) groups.push({ id: rule.id, first: rule, rules: [rule] })
    else other.rules.push(rule)
  }
  return groups
}

/**
 * The rule that a rule has to be placed before to move by one in its chain; null for the end, undefined if it can't be
 * moved.
 */
export function neighbourOf(groups: readonly RuleGroup[], id: string, by: -1 | 1): string | null | undefined {
  const at = groups.findIndex((group) => group.id === id)
  const chain = groups[at]?.first.chain
  for (let index = at + by; index >= 0 && index < groups.length; index += by) {
    const next = groups[index]?.first
    if (next?.chain !== chain) continue
    if (next === undefined || next.dynamic) return undefined
    if (by === -1) return next.id
    const after = groups[index + 1]?.first
    return after === undefined ? null : after.dynamic ? undefined : after.id
  }
  return undefined
}

/** Target of a forward: `192.168.88.10:443`. */
export const targetText = ({ to_address, to_ports, outside }: PortForward): string =>
  `${to_address}:${to_ports ?? outside}`

/** A port forward as a sentence: `TCP 8443 from anywhere → 192.168.88.10:443`. */
export function forwardText(of: PortForward, t: TFunction): string {
  const from = of.from === null ? t('firewall:forward.anywhere') : t('firewall:forward.from', { from: of.from })
  const at = of.dst_address
    ? t('firewall:forward.at', { at: of.dst_address })
    : of.in_interface
      ? t('firewall:forward.in', { in: of.in_interface })
      : ''
  return [t(`firewall:protocol.${of.protocol}`), of.outside, at, from, '→', targetText(of)]
    .filter((part) => part !== '')
    .join(' ')
}

const properties = [
  ['protocol', 'protocol'],
  ['src_address', 'src-address'],
  ['src_address_list', 'src-address-list'],
  ['src_port', 'src-port'],
  ['dst_address', 'dst-address'],
  ['dst_address_list', 'dst-address-list'],
  ['dst_port', 'dst-port'],
  ['in_interface', 'in-interface'],
  ['out_interface', 'out-interface'],
] as const

/** Conditions and targets of a rule in the syntax of RouterOS, without chain and action. */
export function conditionsOf(rule: FilterRule | NatRule): string[] {
  const own = properties.flatMap(([field, property]) => (rule[field] === null ? [] : [`${property}=${rule[field]}`]))
  const target =
    'to_addresses' in rule
      ? [
          ...(rule.to_addresses === null ? [] : [`to-addresses=${rule.to_addresses}`]),
          ...(rule.to_ports === null ? [] : [`to-ports=${rule.to_ports}`]),
        ]
      : []
  return [...own, ...Object.entries(rule.more).map(([name, value]) => `${name}=${value}`), ...target]
}

/** Name of a rule in a sentence: its comment, its forward, or its position. */
export const ruleTitle = (rule: FilterRule | NatRule, t: TFunction): string =>
  rule.comment ??
  ('forward' in rule && rule.forward !== null
    ? forwardText(rule.forward, t)
    : t('firewall:rule', { position: rule.position }))

/** Sum of the counters of several rules; null if the router does not report them. */
export const countersOf = (
  rules: readonly Pick<FilterRule, 'bytes' | 'packets'>[],
): { bytes: number; packets: number } | null =>
  rules.some(({ packets }) => packets === null)
    ? null
    : {
        bytes: rules.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
        packets: rules.reduce((sum, { packets }) => sum + (packets ?? 0), 0),
      }
