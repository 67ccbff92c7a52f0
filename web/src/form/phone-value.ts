import {
  AsYouType,
  getCountries,
  getCountryCallingCode,
  parsePhoneNumberFromString,
  type CountryCode,
} from 'libphonenumber-js/min'

/** A telephone number as the picker shows it: the country, and the number after the country code. */
export interface PhoneParts {
  country: CountryCode
  number: string
}

export type { CountryCode }

export const phoneCountries = (): CountryCode[] => getCountries()
export const dialCode = (country: CountryCode): string => `+${getCountryCallingCode(country)}`
export const isPhoneCountry = (code: string): code is CountryCode => (getCountries() as string[]).includes(code)

/**
 * Splits a stored value (`+44 20 7946 0958`). Where the number does not determine the country of a shared code (+1, +7,
 * +44), the selected country stays.
 */
export function splitPhone(value: string, before: CountryCode): PhoneParts {
  const compact = value.trim()
  if (!compact.startsWith('+')) return { country: before, number: compact }
  const parsed = parsePhoneNumberFromString(compact)
  const own = dialCode(before)
  if (parsed) {
    const shared = `+${parsed.countryCallingCode}` === own
    const country = parsed.country ?? (shared ? before : (parsed.getPossibleCountries()[0] ?? before))
    return { country, number: parsed.formatInternational().replace(/^\+\d+\s?/, '') }
  }
  const digits = compact.replace(/[^\d+]/g, '')
  if (digits.startsWith(own)) return { country: before, number: digits.slice(own.length) }
  const country = getCountries().find((one) => digits.startsWith(dialCode(one)))
  return country ? { country, number: digits.slice(dialCode(country).length) } : { country: before, number: compact }
}

/**
 * Joins the parts as in the API: plus, country code, number; empty without a number. A national leading 0 is dropped
 * where the country uses one.
 */
export function joinPhone({ country, number }: PhoneParts): string {
  const text = number.trim()
  if (!text) return ''
  if (text.startsWith('+')) return text
  const parsed = parsePhoneNumberFromString(text, country)
  if (parsed?.isPossible()) return parsed.formatInternational()
  return `${dialCode(country)} ${text}`
}

/** The number in national format while it is typed. */
export function formatTyped(number: string, country: CountryCode): string {
  const international = new AsYouType().input(`${dialCode(country)}${number.replace(/\D/g, '')}`)
  const rest = international.slice(dialCode(country).length).trim()
  return number.trim().startsWith('0') ? number : rest
}

/** Whether a stored value is a valid number of its country; empty is valid. */
export const isValidPhone = (value: string): boolean =>
  value.trim() === '' || (parsePhoneNumberFromString(value)?.isValid() ?? false)
