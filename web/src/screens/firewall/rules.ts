import type { FilterRule, NatRule, PortForward } from '@trunkline/contract/resources/firewall'
import type { TFunction } from '../../i18n/translations.ts'

/** Rules that belong together, as one: both of a forward for TCP and UDP, else a rule by itself. */
export interface RuleGroup {
  /** Of the first. */
  id: string
  first: NatRule
  rules: NatRule[]
}

/** Rules in their order. The second of a pair stands with the first, wherever it is. */
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

/** Before which rule one has to stand to have moved by one among those of its chain; undefined: it can't be moved so. */
export function neighbourOf(groups: readonly RuleGroup[], id: string, by: -1 | 1): string | null | undefined {
  const at = groups.findIndex((group) => group.id === id)
  const chain = groups[at]?.first.chain
  const same = (place: number) => groups[place]?.first.chain === chain
  for (let place = at + by; place >= 0 && place < groups.length; place += by) {
    if (!same(place)) continue
    const next = groups[place]?.first
    if (next === undefined || next.dynamic) return undefined
    if (by === -1) return next.id
    const behind = groups[place + 1]?.first
    return behind === undefined ? null : behind.dynamic ? undefined : behind.id
  }
  return undefined
}

/** Where a forward leads: `192.168.88.10:443`. */
export const targetText = ({ to_address, to_ports, outside }: PortForward): string =>
  `${to_address}:${to_ports ?? outside}`

/** A port forward in plain words: `TCP 8443 from anywhere → 192.168.88.10:443`. */
export function forwardText(of: PortForward, t: TFunction): string {
  const from = of.from === null ? t('firewall:words.anywhere') : t('firewall:words.from', { from: of.from })
  const at = of.dst_address
    ? t('firewall:words.at', { at: of.dst_address })
    : of.in_interface
      ? t('firewall:words.in', { in: of.in_interface })
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

/** What a rule asks for and does, as the router writes it, without chain and action. */
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

/** How a rule is called in a sentence: its comment, else its plain words, else its place. */
export const ruleTitle = (rule: FilterRule | NatRule, t: TFunction): string =>
  rule.comment ??
  ('forward' in rule && rule.forward !== null
    ? forwardText(rule.forward, t)
    : t('firewall:rule', { position: rule.position }))

/** What several rules have counted together; null where the router says nothing. */
export const countedOf = (
  rules: readonly Pick<FilterRule, 'bytes' | 'packets'>[],
): { bytes: number; packets: number } | null =>
  rules.some(({ packets }) => packets === null)
    ? null
    : {
        bytes: rules.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
        packets: rules.reduce((sum, { packets }) => sum + (packets ?? 0), 0),
      }
