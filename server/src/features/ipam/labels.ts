import { ipVersions, subnetTypes, usageTypes } from '@trunkline/contract/resources/subnet-enums'
import type { IpVersion, SubnetType, UsageType } from '@trunkline/contract/resources/subnet-enums'
import { choicesOf, type Locale } from '../../reference/labels.ts'

type Labels<T extends string> = Record<T, Record<Locale, string>>

const types: Labels<SubnetType> = {
  container: { en: 'Container', de: 'Container' },
  network: { en: 'Network', de: 'Netz' },
  pool: { en: 'Pool', de: 'Pool' },
}

const usages: Labels<UsageType> = {
  infrastructure: { en: 'Infrastructure', de: 'Infrastruktur' },
  management: { en: 'Management', de: 'Management' },
  loopback: { en: 'Loopback', de: 'Loopback' },
  'point-to-point': { en: 'Point-to-point', de: 'Punkt-zu-Punkt' },
  customer: { en: 'Customer', de: 'Kunde' },
  'cpe-wan': { en: 'CPE WAN', de: 'CPE-WAN' },
  'radius-pool': { en: 'RADIUS pool', de: 'RADIUS-Pool' },
  'prefix-delegation': { en: 'Prefix delegation', de: 'Präfix-Delegation' },
  vpn: { en: 'VPN', de: 'VPN' },
  cgn: { en: 'CGN', de: 'CGN' },
}

const versions: Labels<IpVersion> = { ipv4: { en: 'IPv4', de: 'IPv4' }, ipv6: { en: 'IPv6', de: 'IPv6' } }

export const typeChoices = (locale: Locale) => choicesOf(types, subnetTypes, locale)
export const usageChoices = (locale: Locale) => choicesOf(usages, usageTypes, locale)
export const versionChoices = (locale: Locale) => choicesOf(versions, ipVersions, locale)
