import type { CompanyType } from '@trunkline/contract/abilities'
import type { billingTerms, Company } from '@trunkline/contract/resources/company'
import { sameValues } from '../../form/normalise.ts'

/** What a company tells about itself, as forms hold it: nothing is empty text, or null in selects. */
export interface DetailValues {
  name: string
  legal_name: string
  registration_number: string
  vat_number: string
  email: string
  telephone: string
  address_line_1: string
  address_line_2: string
  city: string
  region: string
  postcode: string
  countyIsoCode: string | null
  currency: string | null
  locale: 'en' | 'de' | null
  time_zone: string | null
  notes: string
  logo: string | null
}

export interface CompanyValues extends DetailValues {
  billing_term: (typeof billingTerms)[number]
  is_active: boolean
}

export interface CreateValues extends CompanyValues {
  type: Exclude<CompanyType, 'simrush'>
  parent_level: CompanyType
  parent_id: number | null
  [key: string]: unknown
}

/** What a form of the company's details starts from. */
export const detailsOf = (company: Partial<Company>): DetailValues => ({
  name: company.name ?? '',
  legal_name: company.legal_name ?? '',
  registration_number: company.registration_number ?? '',
  vat_number: company.vat_number ?? '',
  email: company.email ?? '',
  telephone: company.telephone ?? '',
  address_line_1: company.address_line_1 ?? '',
  address_line_2: company.address_line_2 ?? '',
  city: company.city ?? '',
  region: company.region ?? '',
  postcode: company.postcode ?? '',
  countyIsoCode: company.countyIsoCode ?? null,
  currency: company.currency ?? null,
  locale: company.locale ?? null,
  time_zone: company.time_zone ?? null,
  notes: company.notes ?? '',
  logo: company.logo ?? null,
})

/** Empty text is sent as null, and so is a choice that was taken back. */
const sent = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? null : (value ?? null))

/**
 * The fields in which `after` differs from `before`, as a body takes them. An update names only what changes: a field
 * that the caller may not change is not sent at all, and two people who edit different fields do not undo each other.
 */
export function changedFields<V extends object>(before: V, after: V): Partial<V> {
  const changed = Object.entries(after).filter(([key, value]) => !sameValues(value, before[key as keyof V]))
  return Object.fromEntries(changed.map(([key, value]) => [key, sent(value)])) as Partial<V>
}

/** The fields of a new record that hold something. */
export const filledFields = <V extends object>(values: V): Partial<V> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => sent(value) !== null)) as Partial<V>
