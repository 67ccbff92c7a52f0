import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * A phone number as stored in the tables: `44` and `2079460958`. The column `telephone` joins them with a plus sign.
 */
export interface Telephone {
  phone_country_code: string | null
  phone_number: string | null
}

/** Parses `+44 20 7946 0958`; empty parts for an empty text, undefined for an invalid number. */
export function parseTelephone(text: string | null): Telephone | undefined {
  if (text === null || text === '') return { phone_country_code: null, phone_number: null }
  const found = parsePhoneNumberFromString(text)
  if (found === undefined || !found.isValid()) return undefined
  return { phone_country_code: found.countryCallingCode, phone_number: found.nationalNumber }
}
