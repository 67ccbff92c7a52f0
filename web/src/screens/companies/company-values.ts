import type { CompanyType } from '@trunkline/contract/abilities'
import { companyDetails, type billingTerms, type Company } from '@trunkline/contract/resources/company'
import { formOf, type FormValues } from '../../record/form-of.ts'

const form = formOf(companyDetails)

/** Form values of a company's details: an empty text is '', an empty select null. */
export type DetailValues = Omit<FormValues<typeof companyDetails>, 'version' | keyof Choices> & Choices

interface Choices {
  countyIsoCode: string | null
  currency: string | null
  locale: 'en' | 'de' | null
  time_zone: string | null
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
  version: number
  [key: string]: unknown
}

/** Initial form values of a company's details. */
export function detailsOf(company: Partial<Company>): DetailValues {
  const { version: _version, ...details } = form.values(company)
  const { countyIsoCode = null, currency = null, locale = null, time_zone = null, logo = null } = company
  return { ...details, countyIsoCode, currency, locale, time_zone, logo }
}
