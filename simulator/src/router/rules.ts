import { ipv6Rules } from './ipv6.ts'
import { serviceRules } from './services.ts'
import { firewallRules } from './rules-firewall.ts'
import { lanRules } from './rules-lan.ts'
import { systemRules } from './rules-system.ts'
import { wirelessRules } from './rules-wireless.ts'
import type { Rule } from './rule.ts'

/** Menus whose rows are interfaces: they share one sequence of ids, and `/interface` lists them all. */
export const interfaceMenus: ReadonlySet<string> = new Set([
  '/interface/ethernet',
  '/interface/bridge',
  '/interface/vlan',
  '/interface/lte',
  '/interface/wifi',
  '/interface/wifiwave2',
  '/interface/wireless',
  '/caps-man/interface',
  '/interface/wireguard',
  '/interface/pppoe-client',
  '/interface/l2tp-client',
  '/interface/sstp-client',
  '/interface/ovpn-client',
  '/interface/veth',
  '/interface/vrrp',
])

export const rules: Readonly<Record<string, Rule>> = {
  ...lanRules,
  ...firewallRules,
  ...systemRules,
  ...wirelessRules,
  ...ipv6Rules,
  ...serviceRules,
}

const none: Rule = {}

export const ruleOf = (path: string): Rule => rules[path] ?? none

/** Properties that are secrets in any menu. */
export const secretNames: ReadonlySet<string> = new Set([
  'password',
  'passphrase',
  'private-passphrase',
  'secret',
  'private-key',
  'preshared-key',
  'ipsec-secret',
  'wpa-pre-shared-key',
  'wpa2-pre-shared-key',
  'security.passphrase',
  'security.eap-password',
  'eap-password',
  'pin',
  'authentication-password',
  'encryption-password',
])
