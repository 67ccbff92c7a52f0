import type { BodyInput } from '@trunkline/contract/endpoint'
import type { Licence, licences } from '@trunkline/contract/resources/licence'
import type { LicenceLevel, LicencePart, LicenceType } from '@trunkline/contract/resources/licence-enums'
import { licenceParts } from '@trunkline/contract/resources/licence-enums'
import { changesBy } from '../../record/changes.ts'

/** Form values of a licence; days are `YYYY-MM-DD`. */
export interface LicenceValues {
  company_id: number | null
  level: LicenceLevel
  category: LicencePart
  type: LicenceType
  /** Modules beside its main one. */
  permissions: LicencePart[]
  quantity: number | null
  starts_on: string | null
  expires_on: string | null
  notes: string
  /** New licences only. */
  active: boolean
  /** How many identical licences are created at once. */
  amount: number | null
  version: number
  [key: string]: unknown
}

/** Licences that one call creates at most. */
export const maxAtOnce = 10_000

/** `day` plus `months`, as `YYYY-MM-DD`; the 31st becomes the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10)
}

/** A new licence runs for a year from `today`. */
export const newLicence = (today: string, company_id: number | null = null): LicenceValues => ({
  company_id,
  level: 'standard',
  category: 'hardware',
  type: 'subscription',
  permissions: ['hardware'],
  quantity: 1,
  starts_on: today,
  expires_on: addMonths(today, 12),
  notes: '',
  active: false,
  amount: 10,
  version: 0,
})

export const licenceValues = (of: Licence): LicenceValues => ({
  company_id: of.company_id,
  level: of.level,
  category: of.category,
  type: of.type,
  permissions: licenceParts.filter((part) => of.permissions.includes(part)),
  quantity: of.quantity,
  starts_on: of.starts_on,
  expires_on: of.expires_on,
  notes: of.notes ?? '',
  active: of.status === 'active',
  amount: 1,
  version: of.version,
})

type Store = BodyInput<typeof licences.store>

const sent = (values: LicenceValues) => ({
  ...(values.company_id !== null && { company_id: values.company_id }),
  level: values.level,
  category: values.category,
  type: values.type,
  permissions: licenceParts.filter((part) => part === values.category || values.permissions.includes(part)),
  quantity: values.quantity ?? 1,
  ...(values.starts_on !== null && { starts_on: values.starts_on }),
  // A perpetual licence has no end date, even if one was entered before the type was changed.
  expires_on: values.type === 'perpetual' ? null : values.expires_on,
  notes: values.notes.trim() || null,
})

export const licenceBody = (values: LicenceValues, bulk: boolean): Store =>
  ({
    ...sent(values),
    status: values.active ? 'active' : 'available',
    ...(bulk && { amount: values.amount ?? 1 }),
  }) as Store

export const licenceChanges = changesBy(sent)

const isCount = (value: number | null, max: number): boolean =>
  value !== null && Number.isInteger(value) && value >= 1 && value <= max

/** What is wrong, by field, as keys of `licences:error`. The server validates the same. */
export function licenceErrors(values: LicenceValues, bulk: boolean): Record<string, string> {
  const errors: Record<string, string> = {}
  if (values.company_id === null) errors.company_id = 'company'
  if (!isCount(values.quantity, 1_000_000)) errors.quantity = 'quantity'
  if (bulk && !isCount(values.amount, maxAtOnce)) errors.amount = 'amount'
  if (values.type !== 'perpetual') {
    if (values.expires_on === null) errors.expires_on = 'end'
    else if (values.starts_on !== null && values.expires_on < values.starts_on) errors.expires_on = 'endBeforeStart'
  }
  return errors
}
