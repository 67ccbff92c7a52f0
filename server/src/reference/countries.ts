import { createRequire } from 'node:module'
import library from 'i18n-iso-countries/index.js'
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min'
import type { Choice, Locale } from './labels.ts'

// Only the two languages of the panel: the package's own entry loads all eighty.
const require = createRequire(import.meta.url)
for (const locale of ['en', 'de']) library.registerLocale(require(`i18n-iso-countries/langs/${locale}.json`))

const byName = (locale: Locale) => (a: Choice, b: Choice) => a.name.localeCompare(b.name, locale)

const choices = (locale: Locale): Choice[] =>
  Object.entries(library.getNames(locale, { select: 'official' }))
    .map(([id, name]) => ({ id, name }))
    .sort(byName(locale))

/** Countries of ISO 3166-1 by alpha-2 code, in the order of their names in the language. */
export const countryChoices: Record<Locale, Choice[]> = { en: choices('en'), de: choices('de') }

const codes = new Set(countryChoices.en.map(({ id }) => id))

/** Whether ISO 3166-1 knows the alpha-2 code. */
export const isCountry = (code: string): boolean => codes.has(code)

/** The dialling code with its plus (`+44`), or null for a country without telephones (Antarctica …). */
export const dialCode = (country: string): string | null =>
  isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : null
