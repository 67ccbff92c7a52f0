import { createRequire } from 'node:module'
import library from 'i18n-iso-countries/index.js'
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min'
import type { Choice, Locale } from './labels.ts'

// Only the panel's two languages: the package's main entry loads all eighty.
const require = createRequire(import.meta.url)
for (const locale of ['en', 'de']) library.registerLocale(require(`i18n-iso-countries/langs/${locale}.json`))

const byName = (locale: Locale) => (a: Choice, b: Choice) => a.name.localeCompare(b.name, locale)

const choices = (locale: Locale): Choice[] =>
  Object.entries(library.getNames(locale, { select: 'official' }))
    .map(([id, name]) => ({ id, name }))
    .sort(byName(locale))

/** ISO 3166-1 countries by alpha-2 code, sorted by their names in the language. */
export const countryChoices: Record<Locale, Choice[]> = { en: choices('en'), de: choices('de') }

const codes = new Set(countryChoices.en.map(({ id }) => id))

/** Whether the alpha-2 code exists in ISO 3166-1. */
export const isCountry = (code: string): boolean => codes.has(code)

/** The dialling code with its plus sign (`+44`), or null for a country without one (Antarctica …). */
export const dialCode = (country: string): string | null =>
  isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : null
