import type {
  AuthMethod,
  DelegatedIpv6Method,
  FramedIpv6Method,
  Ipv4Method,
  PaymentPeriod,
  ServiceStatus,
} from '@trunkline/contract/resources/radius-enums'
import type { TFunction } from '../../i18n/translations.ts'
import { moneyText } from '../../ui/amounts.ts'
import { formatDay } from '../../ui/time-format.ts'
import { burstWords, quotaWords, rateWords, type Line } from '../tariffs/tariff-words.ts'

/** What a customer's line will be, as far as it is known by now. */
export interface Plan {
  /** Undefined: none is chosen, or it is not offered to the reader any more. */
  tariff?: (Line & { name: string; price: string; currency: string }) | undefined
  /** The name alone, where the reader does not see the rest. */
  tariff_name?: string | null | undefined
  payment_period: PaymentPeriod
  auth_method: AuthMethod
  username: string
  mac: string
  circuit_id: string
  remote_id: string
  /** Empty: any NAS that serves the company. */
  nas_name: string
  calling_station: string
  /** Null: any number; undefined: not said yet. */
  simultaneous_use: number | null | undefined
  status: ServiceStatus
  /** Days, `YYYY-MM-DD`. */
  starts_on: string | null
  ends_on: string | null
  ipv4_method: Ipv4Method
  /** The names of the subnets; empty where none is chosen. */
  subnet: string
  /** Empty: the next free one. */
  ip: string
  network_subnet: string
  network: string
  network_prefix: number | null
  delegated_ipv6_method: DelegatedIpv6Method
  ipv6_subnet: string
  ipv6_network: string
  ipv6_prefix: number | null
  delegated_ipv6_pool: string
  framed_ipv6_method: FramedIpv6Method
  framed_ipv6_subnet: string
  /** Empty: the next free one. */
  framed_ipv6: string
  framed_ipv6_prefix: number | null
  framed_ipv6_pool: string
}

/** The parts of the line, in the order in which a customer would ask. */
export const planParts = ['speed', 'address', 'login', 'time'] as const
type PlanWords = Record<(typeof planParts)[number], string[]>

const here = 'services:line'

function speedWords(plan: Plan, t: TFunction, language: string): string[] {
  const { tariff } = plan
  if (!tariff) return [plan.tariff_name ? t(`${here}.onlyName`, { name: plan.tariff_name }) : t(`${here}.noTariff`)]
  return [
    t(`${here}.speed`, { name: tariff.name, rates: rateWords(tariff, t, language) }),
    burstWords(tariff, t, language) ?? '',
    quotaWords(tariff, t, language) ?? t('tariffs:words.noQuota'),
    Number(tariff.price) === 0
      ? t(`${here}.free`)
      : t(`${here}.costs.${plan.payment_period}`, { price: moneyText(tariff.price, tariff.currency, language) }),
  ]
}

function ipv4Words(plan: Plan, t: TFunction): string[] {
  const { ipv4_method: method, subnet, ip } = plan
  if (method === 'nas-decides') return [t(`${here}.nasDecides`)]
  if (method === 'pool') return [subnet ? t(`${here}.pool`, { subnet }) : t(`${here}.pools`)]
  const address = ip ? t(`${here}.fixed`, { ip }) : subnet ? t(`${here}.next`, { subnet }) : t(`${here}.noSubnet`)
  if (method === 'static-address') return [address]
  return [address, networkWords(plan, t)]
}

function networkWords({ network, network_subnet: subnet, network_prefix: length }: Plan, t: TFunction): string {
  if (network) return t(`${here}.network`, { network })
  if (!subnet) return t(`${here}.noNetwork`)
  return length === null ? t(`${here}.nextNetwork`, { subnet }) : t(`${here}.nextNetworkOf`, { subnet, length })
}

/** The router's own IPv6: a prefix or an address. */
function framedWords(plan: Plan, t: TFunction): string {
  const { framed_ipv6_method: method, framed_ipv6_subnet: subnet, framed_ipv6: net, framed_ipv6_prefix: length } = plan
  const framed = `${here}.framed`
  if (method === 'none') return ''
  if (method === 'nas-pool')
    return plan.framed_ipv6_pool ? t(`${framed}.nasPool`, { pool: plan.framed_ipv6_pool }) : t(`${framed}.noPool`)
  if (net && method !== 'pool') return t(`${framed}.${method}`, { net })
  if (!subnet) return t(`${framed}.noSubnet`)
  if (method === 'static-prefix' && length !== null) return t(`${framed}.next-prefix-of`, { subnet, length })
  return t(`${framed}.next.${method}`, { subnet })
}

function delegatedWords(plan: Plan, t: TFunction): string {
  const { delegated_ipv6_method: method, ipv6_network, ipv6_subnet: subnet, ipv6_prefix: length } = plan
  if (method === 'none') return t(`${here}.noIpv6`)
  if (method === 'nas-pool')
    return plan.delegated_ipv6_pool
      ? t(`${here}.ipv6NasPool`, { pool: plan.delegated_ipv6_pool })
      : t(`${here}.ipv6NoPool`)
  if (method === 'pool') return subnet ? t(`${here}.ipv6Pool`, { subnet }) : t(`${here}.ipv6NoSubnet`)
  if (ipv6_network) return t(`${here}.ipv6`, { network: ipv6_network })
  if (!subnet) return t(`${here}.ipv6NoSubnet`)
  return length === null ? t(`${here}.nextIpv6`, { subnet }) : t(`${here}.nextIpv6Of`, { subnet, length })
}

/** What identifies it, and where. */
function identityWords(plan: Plan, at: string, t: TFunction): string {
  const { auth_method, username, mac, circuit_id: circuit, remote_id: remote } = plan
  if (auth_method === 'mac') return mac ? t(`${here}.byMac`, { mac, at }) : t(`${here}.noMac`, { at })
  if (auth_method === 'option82') {
    const which = circuit && remote ? 'both' : circuit ? 'circuit' : remote ? 'remote' : undefined
    return which ? t(`${here}.byOption82.${which}`, { circuit, remote, at }) : t(`${here}.noOption82`, { at })
  }
  return username ? t(`${here}.login`, { username, at }) : t(`${here}.noUsername`, { at })
}

function loginWords(plan: Plan, t: TFunction): string[] {
  const { auth_method, nas_name, calling_station: calling, simultaneous_use: count } = plan
  const at = nas_name ? t(`${here}.atNas`, { nas: nas_name }) : t(`${here}.anyNas`)
  return [
    identityWords(plan, at, t),
    calling && auth_method === 'password' ? t(`${here}.station`, { calling }) : '',
    count === undefined ? '' : count === null ? t(`${here}.anyUses`) : t(`${here}.uses`, { count }),
  ]
}

function timeWords(plan: Plan, today: string, t: TFunction, language: string): string[] {
  const { status, starts_on, ends_on } = plan
  const day = (iso: string) => formatDay(iso, language, 'UTC')
  if (status === 'terminated') return [t(`${here}.terminated`)]
  const from = starts_on ? day(starts_on) : ''
  const until = ends_on ? day(ends_on) : ''
  const begins = !starts_on ? 'now' : starts_on > today ? 'from' : 'since'
  const days =
    ends_on !== null && ends_on < today
      ? t(`${here}.over`, { until })
      : t(`${here}.${begins}.${until ? 'until' : 'always'}`, { from, until })
  return status === 'active' ? [days] : [t(`${here}.${status}`), days]
}

/**
 * The line in sentences, as somebody would tell the customer: how fast, at which address, how it logs in, until when.
 * @param today the day that it is, `YYYY-MM-DD` in UTC, as logins are judged by
 */
export function planWords(plan: Plan, today: string, t: TFunction, language: string): PlanWords {
  const stated = (sentences: string[]) => sentences.filter((sentence) => sentence !== '')
  return {
    speed: stated(speedWords(plan, t, language)),
    address: stated([...ipv4Words(plan, t), framedWords(plan, t), delegatedWords(plan, t)]),
    login: stated(loginWords(plan, t)),
    time: stated(timeWords(plan, today, t, language)),
  }
}
