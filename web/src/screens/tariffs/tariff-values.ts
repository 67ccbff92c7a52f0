import type { BodyInput } from '@trunkline/contract/endpoint'
import { message, type AnyMessage } from '@trunkline/contract/errors'
import { tariffs, type Tariff } from '@trunkline/contract/resources/tariff'
import { changesBy } from '../../record/changes.ts'
import { formOf, type FormValues } from '../../record/form-of.ts'
import { fromGigabytes, isRate, toGigabytes, toKbit, toMbit } from './rates.ts'

const form = formOf(tariffs.store.body)
export const tariffLimits = form.limits

type Body = FormValues<typeof tariffs.store.body>
type Enums = Pick<Tariff, 'shared_with' | 'quota_period' | 'quota_action' | 'priority'>

/**
 * A tariff as its form holds it, by the field names of the contract: rates in Mbit/s, the quota in gigabytes, the session
 * timeout in hours, the idle timeout and the interim update interval in minutes.
 */
export type TariffValues = Omit<Body, keyof Enums> &
  Enums & { bursts: boolean; limited: boolean; shared_company_ids_next: null; [key: string]: unknown }

const directions = ['download', 'upload'] as const
const rateFields = directions.flatMap(
  (way) => [`${way}_rate`, `burst_${way}_rate`, `burst_${way}_threshold`, `slow_${way}_rate`] as const,
)
/** Seconds in the unit of each time. */
const units = { session_timeout: 3600, idle_timeout: 60, interim_seconds: 60 } as const
/** Seconds. */
const defaultInterval = 300

const mapped = <K extends string, V>(keys: readonly K[], value: (key: K) => V) =>
  Object.fromEntries(keys.map((key) => [key, value(key)])) as Record<K, V>
const timeFields = Object.keys(units) as (keyof typeof units)[]

export const tariffValues = (of: Partial<Tariff> & { currency: string }): TariffValues => {
  const seconds = { ...of, interim_seconds: of.interim_seconds ?? defaultInterval }
  return {
    ...form.values(of),
    company_id: null,
    shared_with: of.shared_with ?? 'all',
    shared_company_ids: (of.offers ?? []).map((offer) => offer.id),
    shared_company_ids_next: null,
    ...mapped(rateFields, (field) => toMbit(of[field])),
    ...mapped(timeFields, (field) => {
      const time = seconds[field] ?? null
      return time === null ? null : time / units[field]
    }),
    bursts: (of.burst_seconds ?? null) !== null,
    priority: of.priority ?? 8,
    limited: (of.quota_bytes ?? null) !== null,
    quota_bytes: toGigabytes(of.quota_bytes),
    quota_period: of.quota_period ?? 'month',
    quota_action: of.quota_action ?? 'slow',
    extra_attributes: (of.extra_attributes ?? []).map((line) => ({ ...line })),
  }
}

/** The values as the body of a new tariff. Fields that a switch hides are sent as null: they would still apply. */
export function tariffBody(values: TariffValues): BodyInput<typeof tariffs.store> {
  const slows = values.limited && values.quota_action === 'slow'
  const applies = (field: string) =>
    field.startsWith('burst_') ? values.bursts : field.startsWith('slow_') ? slows : true
  const times = mapped(timeFields, (field) => {
    const time = values[field]
    return time === null ? null : Math.round(time * units[field])
  })
  const { shared_company_ids, ...body } = form.body({
    ...values,
    price: values.price.trim().replace(',', '.') || '0',
    ...mapped(rateFields, (field) => (applies(field) ? toKbit(values[field]) : null)),
    ...times,
    interim_seconds: times.interim_seconds ?? defaultInterval,
    burst_seconds: values.bursts ? values.burst_seconds : null,
    quota_bytes: values.limited ? fromGigabytes(values.quota_bytes) : null,
  })
  return values.shared_with === 'chosen' && shared_company_ids ? { ...body, shared_company_ids } : body
}

export const tariffChanges = changesBy(tariffBody)

/** The errors of rates and times by field, in the units of the form. `rate`: no rate that can be stored. */
export function tariffErrors(values: TariffValues): Record<string, AnyMessage | 'rate'> {
  const errors: Record<string, AnyMessage | 'rate'> = {}
  const error = (field: string, reason: AnyMessage | 'rate') => {
    errors[field] ??= reason
  }
  const rate = (field: (typeof rateFields)[number]) => {
    const value = values[field]
    if (value !== null && !isRate(value)) error(field, 'rate')
    return value
  }
  if (values.price.trim() !== '' && !/^\d{1,10}([.,]\d{1,2})?$/.test(values.price.trim()))
    error('price', message('field.amount', { example: '24.90' }))
  for (const way of directions) {
    const normal = rate(`${way}_rate`)
    if (values.bursts) {
      const burst = rate(`burst_${way}_rate`)
      const threshold = rate(`burst_${way}_threshold`)
      if (burst === null) error(`burst_${way}_rate`, message('field.required'))
      else if (normal === null) error(`${way}_rate`, message('tariff.burst_needs_rate'))
      else if (burst < normal) error(`burst_${way}_rate`, message('tariff.burst_below_rate'))
      if (threshold !== null && burst !== null && threshold > burst)
        error(`burst_${way}_threshold`, message('tariff.threshold_above_burst'))
    }
    if (values.limited && values.quota_action === 'slow') {
      const slow = rate(`slow_${way}_rate`)
      if (slow === null) error(`slow_${way}_rate`, message('tariff.slow_rate_required'))
      else if (normal !== null && slow > normal) error(`slow_${way}_rate`, message('tariff.slow_rate_above_rate'))
    }
  }
  const between = (field: 'burst_seconds' | keyof typeof units, min: number, max: number) => {
    const value = values[field]
    if (value !== null && !(value >= min && value <= max))
      error(field, message('field.range', { min: Math.ceil(min * 100) / 100, max }))
  }
  if (values.bursts) {
    if (values.burst_seconds === null) error('burst_seconds', message('field.required'))
    else if (!Number.isInteger(values.burst_seconds)) error('burst_seconds', message('field.whole_number'))
    between('burst_seconds', 1, 3600)
  }
  if (values.limited && values.quota_bytes === null) error('quota_bytes', message('field.required'))
  else if (values.limited && !((values.quota_bytes ?? 0) > 0)) error('quota_bytes', message('field.above', { min: 0 }))
  between('session_timeout', 1 / 60, 8760)
  between('idle_timeout', 0.5, 1440)
  between('interim_seconds', 1, 60)
  return errors
}
