import type { BodyInput } from '@trunkline/contract/endpoint'
import type { ExtraAttribute } from '@trunkline/contract/resources/radius-attribute'
import type { QuotaAction, QuotaPeriod } from '@trunkline/contract/resources/radius-enums'
import type { Tariff, tariffs } from '@trunkline/contract/resources/tariff'
import { changesBy } from '../../record/changes.ts'
import { fromGigabytes, isRate, toGigabytes, toKbit, toMbit } from './rates.ts'

/** A tariff as its form holds it. Fields have the server's names, so that what it says finds them; rates are in Mbit/s. */
export interface TariffValues {
  name: string
  description: string
  /** Asked for new ones only. */
  company_id: number | null
  shared_with: 'all' | 'chosen'
  shared_company_ids: number[]
  shared_company_ids_next: null
  price: string
  currency: string
  /** Mbit/s, as all rates here. */
  download_rate: number | null
  upload_rate: number | null
  bursts: boolean
  burst_download_rate: number | null
  burst_upload_rate: number | null
  burst_seconds: number | null
  burst_download_threshold: number | null
  burst_upload_threshold: number | null
  priority: number
  /** Hours. */
  session_timeout: number | null
  /** Minutes, as the next. */
  idle_timeout: number | null
  interim_seconds: number | null
  limited: boolean
  /** Gigabytes. */
  quota_bytes: number | null
  quota_period: QuotaPeriod
  quota_action: QuotaAction
  slow_download_rate: number | null
  slow_upload_rate: number | null
  address_list: string
  cisco_policy_in: string
  cisco_policy_out: string
  extra_attributes: ExtraAttribute[]
  version: number
  [key: string]: unknown
}

const per = (seconds: number | null | undefined, length: number): number | null =>
  seconds === null || seconds === undefined ? null : seconds / length
const times = (count: number | null, length: number): number | null =>
  count === null ? null : Math.round(count * length)

export const tariffValues = (of: Partial<Tariff> & { currency: string }): TariffValues => ({
  name: of.name ?? '',
  description: of.description ?? '',
  company_id: null,
  shared_with: of.shared_with ?? 'all',
  shared_company_ids: (of.offers ?? []).map((offer) => offer.id),
  shared_company_ids_next: null,
  price: of.price ?? '',
  currency: of.currency,
  download_rate: toMbit(of.download_rate),
  upload_rate: toMbit(of.upload_rate),
  bursts: of.burst_seconds !== null && of.burst_seconds !== undefined,
  burst_download_rate: toMbit(of.burst_download_rate),
  burst_upload_rate: toMbit(of.burst_upload_rate),
  burst_seconds: of.burst_seconds ?? null,
  burst_download_threshold: toMbit(of.burst_download_threshold),
  burst_upload_threshold: toMbit(of.burst_upload_threshold),
  priority: of.priority ?? 8,
  session_timeout: per(of.session_timeout, 3600),
  idle_timeout: per(of.idle_timeout, 60),
  interim_seconds: per(of.interim_seconds ?? 300, 60),
  limited: of.quota_bytes !== null && of.quota_bytes !== undefined,
  quota_bytes: toGigabytes(of.quota_bytes),
  quota_period: of.quota_period ?? 'month',
  quota_action: of.quota_action ?? 'slow',
  slow_download_rate: toMbit(of.slow_download_rate),
  slow_upload_rate: toMbit(of.slow_upload_rate),
  address_list: of.address_list ?? '',
  cisco_policy_in: of.cisco_policy_in ?? '',
  cisco_policy_out: of.cisco_policy_out ?? '',
  extra_attributes: (of.extra_attributes ?? []).map((line) => ({ ...line })),
  version: of.version ?? 0,
})

type Store = BodyInput<typeof tariffs.store>

/** The values as a body takes them. What a switch hides is taken back: it would still be in force. */
export function sentTariff(values: TariffValues): Omit<Store, 'company_id'> {
  const burst = (value: number | null) => (values.bursts ? value : null)
  const slows = values.limited && values.quota_action === 'slow'
  return {
    name: values.name.trim(),
    description: values.description.trim() || null,
    shared_with: values.shared_with,
    ...(values.shared_with === 'chosen' && { shared_company_ids: values.shared_company_ids }),
    price: values.price.trim().replace(',', '.') || '0',
    currency: values.currency,
    download_rate: toKbit(values.download_rate),
    upload_rate: toKbit(values.upload_rate),
    burst_download_rate: toKbit(burst(values.burst_download_rate)),
    burst_upload_rate: toKbit(burst(values.burst_upload_rate)),
    burst_seconds: burst(values.burst_seconds),
    burst_download_threshold: toKbit(burst(values.burst_download_threshold)),
    burst_upload_threshold: toKbit(burst(values.burst_upload_threshold)),
    priority: values.priority,
    session_timeout: times(values.session_timeout, 3600),
    idle_timeout: times(values.idle_timeout, 60),
    interim_seconds: times(values.interim_seconds, 60) ?? 300,
    quota_bytes: values.limited ? fromGigabytes(values.quota_bytes) : null,
    quota_period: values.quota_period,
    quota_action: values.quota_action,
    slow_download_rate: slows ? toKbit(values.slow_download_rate) : null,
    slow_upload_rate: slows ? toKbit(values.slow_upload_rate) : null,
    address_list: values.address_list.trim() || null,
    cisco_policy_in: values.cisco_policy_in.trim() || null,
    cisco_policy_out: values.cisco_policy_out.trim() || null,
    extra_attributes: values.extra_attributes,
  }
}

export const tariffBody = (values: TariffValues): Store => ({
  ...sentTariff(values),
  ...(values.company_id !== null && { company_id: values.company_id }),
})

export const tariffChanges = changesBy(sentTariff)

const ways = ['download', 'upload'] as const

/** What is wrong with the rates and times, as keys of `tariffs:fault` by field. The server says the same of what it gets. */
export function tariffFaults(values: TariffValues): Record<string, string> {
  const errors: Record<string, string> = {}
  const error = (field: string, key: string) => {
    errors[field] ??= key
  }
  const rate = (field: string) => {
    const value = values[field] as number | null
    if (value !== null && !isRate(value)) error(field, 'rate')
    return value
  }
  if (values.price.trim() !== '' && !/^\d{1,10}([.,]\d{1,2})?$/.test(values.price.trim())) error('price', 'price')
  for (const way of ways) {
    const plain = rate(`${way}_rate`)
    if (values.bursts) {
      const fast = rate(`burst_${way}_rate`)
      const threshold = rate(`burst_${way}_threshold`)
      if (fast === null) error(`burst_${way}_rate`, 'needed')
      if (fast !== null && plain === null) error(`${way}_rate`, 'burstNeedsRate')
      if (fast !== null && plain !== null && fast < plain) error(`burst_${way}_rate`, 'burstSlower')
      if (threshold !== null && fast !== null && threshold > fast) error(`burst_${way}_threshold`, 'thresholdHigh')
    }
    if (values.limited && values.quota_action === 'slow') {
      const slow = rate(`slow_${way}_rate`)
      if (slow === null) error(`slow_${way}_rate`, 'slowNeeded')
      if (slow !== null && plain !== null && slow > plain) error(`slow_${way}_rate`, 'slowFaster')
    }
  }
  const between = (field: string, min: number, max: number, key: string) => {
    const value = values[field] as number | null
    if (value !== null && !(value >= min && value <= max)) error(field, key)
  }
  if (values.bursts && values.burst_seconds === null) error('burst_seconds', 'needed')
  if (values.bursts) between('burst_seconds', 1, 3600, 'burstSeconds')
  if (values.bursts && values.burst_seconds !== null && !Number.isInteger(values.burst_seconds))
    error('burst_seconds', 'burstSeconds')
  if (values.limited && !((values.quota_bytes ?? 0) > 0)) error('quota_bytes', 'quota')
  between('session_timeout', 1 / 60, 8760, 'sessionTimeout')
  between('idle_timeout', 0.5, 1440, 'idleTimeout')
  between('interim_seconds', 1, 60, 'interim')
  return errors
}
