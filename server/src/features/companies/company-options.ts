import type { CompanyType } from '@trunkline/contract/abilities'
import { billingTerms } from '@trunkline/contract/resources/company'
import { countryChoices } from '../../reference/countries.ts'
import { currencyChoices } from '../../reference/currencies.ts'
import { billingTermLabels, choicesOf, companyTypeLabels, localeChoices, type Locale } from '../../reference/labels.ts'
import { timeZoneChoices } from '../../reference/time-zones.ts'

/** Options of the company form in the caller's language. `types` are those that the caller may create. */
export const companyOptions = (locale: Locale, types: readonly CompanyType[], default_iso: string) => ({
  types: choicesOf(companyTypeLabels, types, locale),
  billing_terms: choicesOf(billingTermLabels, billingTerms, locale),
  countries: countryChoices[locale],
  currencies: currencyChoices[locale],
  locales: localeChoices,
  time_zones: timeZoneChoices,
  default_iso,
})
