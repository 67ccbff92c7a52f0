import type { ServiceRow, Service } from '@trunkline/contract/resources/service-shapes'
import type { TFunction } from '../../i18n/translations.ts'
import { moneyText } from '../../ui/amounts.ts'
import { formatDay } from '../../ui/time-format.ts'
import { burstSentence, quotaSentence, ratePhrase, type TariffTerms } from '../tariffs/tariff-terms.ts'
import { isStatic, type ServiceValues } from './service-values.ts'

/** The names of what the values of a service reference; empty where nothing is chosen. */
export interface ReferenceNames {
  nas_name: string
  subnet: string
  network_subnet: string
  ipv6_subnet: string
  framed_ipv6_subnet: string
}

export const namesOf = (of: Service | undefined): ReferenceNames => ({
  nas_name: of?.nas_name ?? '',
  subnet: of?.subnet_net ?? '',
  network_subnet: of?.network_subnet_net ?? '',
  ipv6_subnet: of?.ipv6_subnet_net ?? '',
  framed_ipv6_subnet: of?.framed_ipv6_subnet_net ?? '',
})

/** The tariff of a service, as far as the reader may see it. */
export interface KnownTariff {
  tariff?: (TariffTerms & { name: string; price: string; currency: string }) | undefined
  tariff_name?: ServiceRow['tariff_name'] | undefined
}

/** The values of a service without spaces around them, with the names of what they reference. */
export type SummarySource = ServiceValues & ReferenceNames & KnownTariff

export function summarySource(values: ServiceValues, names: ReferenceNames, tariff: KnownTariff): SummarySource {
  const nameOf = (id: number | null, name: string) => (id === null ? '' : name)
  const trimmed = Object.entries(values).map(([field, value]) => [
    field,
    typeof value === 'string' ? value.trim() : value,
  ])
  return {
    ...(Object.fromEntries(trimmed) as ServiceValues),
    ...tariff,
    nas_name: nameOf(values.nas_id, names.nas_name),
    subnet: nameOf(values.subnet_id, names.subnet),
    ip: isStatic(values.ipv4_method) ? values.ip.trim() : '',
    network_subnet: nameOf(values.network_subnet_id, names.network_subnet),
    ipv6_subnet: nameOf(values.ipv6_subnet_id, names.ipv6_subnet),
    framed_ipv6_subnet: nameOf(values.framed_ipv6_subnet_id, names.framed_ipv6_subnet),
  }
}

export const summaryParts = ['speed', 'address', 'login', 'time'] as const
type Summary = Record<(typeof summaryParts)[number], string[]>

const at = 'services:summary'

function speedSentences(of: SummarySource, t: TFunction, language: string): string[] {
  const { tariff } = of
  if (!tariff) return [of.tariff_name ? t(`${at}.onlyName`, { name: of.tariff_name }) : t(`${at}.noTariff`)]
  return [
    t(`${at}.speed`, { name: tariff.name, rates: ratePhrase(tariff, t, language) }),
    burstSentence(tariff, t, language) ?? '',
    quotaSentence(tariff, t, language) ?? t('tariffs:summary.noQuota'),
    Number(tariff.price) === 0
      ? t(`${at}.free`)
      : t(`${at}.costs.${of.payment_period}`, { price: moneyText(tariff.price, tariff.currency, language) }),
  ]
}

function ipv4Sentences(of: SummarySource, t: TFunction): string[] {
  const { ipv4_method: method, subnet, ip } = of
  if (method === 'nas-decides') return [t(`${at}.nasDecides`)]
  if (method === 'pool') return [subnet ? t(`${at}.pool`, { subnet }) : t(`${at}.pools`)]
  const address = ip ? t(`${at}.fixed`, { ip }) : subnet ? t(`${at}.next`, { subnet }) : t(`${at}.noSubnet`)
  if (method === 'static-address') return [address]
  return [address, networkSentence(of, t)]
}

function networkSentence(
  { network, network_subnet: subnet, network_prefix: length }: SummarySource,
  t: TFunction,
): string {
  if (network) return t(`${at}.network`, { network })
  if (!subnet) return t(`${at}.noNetwork`)
  return length === null ? t(`${at}.nextNetwork`, { subnet }) : t(`${at}.nextNetworkOf`, { subnet, length })
}

function framedSentence(of: SummarySource, t: TFunction): string {
  const { framed_ipv6_method: method, framed_ipv6_subnet: subnet, framed_ipv6: net, framed_ipv6_prefix: length } = of
  const framed = `${at}.framed`
  if (method === 'none') return ''
  if (method === 'nas-pool')
    return of.framed_ipv6_pool ? t(`${framed}.nasPool`, { pool: of.framed_ipv6_pool }) : t(`${framed}.noPool`)
  if (net && method !== 'pool') return t(`${framed}.${method}`, { net })
  if (!subnet) return t(`${framed}.noSubnet`)
  if (method === 'static-prefix' && length !== null) return t(`${framed}.next-prefix-of`, { subnet, length })
  return t(`${framed}.next.${method}`, { subnet })
}

function delegatedSentence(of: SummarySource, t: TFunction): string {
  const { delegated_ipv6_method: method, ipv6_network, ipv6_subnet: subnet, ipv6_prefix: length } = of
  if (method === 'none') return t(`${at}.noIpv6`)
  if (method === 'nas-pool')
    return of.delegated_ipv6_pool ? t(`${at}.ipv6NasPool`, { pool: of.delegated_ipv6_pool }) : t(`${at}.ipv6NoPool`)
  if (method === 'pool') return subnet ? t(`${at}.ipv6Pool`, { subnet }) : t(`${at}.ipv6NoSubnet`)
  if (ipv6_network) return t(`${at}.ipv6`, { network: ipv6_network })
  if (!subnet) return t(`${at}.ipv6NoSubnet`)
  return length === null ? t(`${at}.nextIpv6`, { subnet }) : t(`${at}.nextIpv6Of`, { subnet, length })
}

function identitySentence(of: SummarySource, nas: string, t: TFunction): string {
  const { auth_method, username, mac, circuit_id: circuit, remote_id: remote } = of
  if (auth_method === 'mac') return mac ? t(`${at}.byMac`, { mac, nas }) : t(`${at}.noMac`, { nas })
  if (auth_method === 'option82') {
    const which = circuit && remote ? 'both' : circuit ? 'circuit' : remote ? 'remote' : undefined
    return which ? t(`${at}.byOption82.${which}`, { circuit, remote, nas }) : t(`${at}.noOption82`, { nas })
  }
  return username ? t(`${at}.login`, { username, nas }) : t(`${at}.noUsername`, { nas })
}

function loginSentences(of: SummarySource, t: TFunction): string[] {
  const { auth_method, nas_name, calling_station: calling, unlimited_use, simultaneous_use: count } = of
  const nas = nas_name ? t(`${at}.atNas`, { nas: nas_name }) : t(`${at}.anyNas`)
  return [
    identitySentence(of, nas, t),
    calling && auth_method === 'password' ? t(`${at}.station`, { calling }) : '',
    unlimited_use ? t(`${at}.unlimited`) : count === null ? '' : t(`${at}.sessions`, { count }),
  ]
}

function timeSentences(of: SummarySource, today: string, t: TFunction, language: string): string[] {
  const { status, starts_on, ends_on } = of
  const day = (iso: string) => formatDay(iso, language, 'UTC')
  if (status === 'terminated') return [t(`${at}.terminated`)]
  const from = starts_on ? day(starts_on) : ''
  const until = ends_on ? day(ends_on) : ''
  const begins = !starts_on ? 'now' : starts_on > today ? 'from' : 'since'
  const days =
    ends_on && ends_on < today
      ? t(`${at}.over`, { until })
      : t(`${at}.${begins}.${until ? 'until' : 'always'}`, { from, until })
  return status === 'active' ? [days] : [t(`${at}.${status}`), days]
}

/**
 * A service in sentences: speed and price, addresses, login, and for how long.
 * @param today `YYYY-MM-DD` in UTC, the day by which logins are accepted or rejected
 */
export function summarize(of: SummarySource, today: string, t: TFunction, language: string): Summary {
  const filled = (sentences: string[]) => sentences.filter((sentence) => sentence !== '')
  return {
    speed: filled(speedSentences(of, t, language)),
    address: filled([...ipv4Sentences(of, t), framedSentence(of, t), delegatedSentence(of, t)]),
    login: filled(loginSentences(of, t)),
    time: filled(timeSentences(of, today, t, language)),
  }
}
