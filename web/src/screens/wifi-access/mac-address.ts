import type { TFunction } from '../../i18n/translations.ts'

const pairs = (digits: string) => (digits.toUpperCase().match(/../g) ?? []).join(':')

/** A MAC address in any notation as `4C:5E:0C:01:02:03`; undefined if it is none. */
export function macText(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s:.-]/g, '')
  return /^[0-9A-Fa-f]{12}$/.test(digits) ? pairs(digits) : undefined
}

/** A search text: the beginning of a MAC address in the notation of the lists, other text as it was typed. */
export function macSearch(typed: string): string {
  const digits = typed.trim().replaceAll(/[:.-]/g, '')
  // At least two pairs, so that a name such as "Abe" is searched as a name.
  if (!/^[0-9A-Fa-f]{4,12}$/.test(digits)) return typed.trim()
  return digits.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:')
}

/** The vendor of a device by its MAC prefix; `random` is a private address, which has none. */
export const vendorText = (vendor: string | null, t: TFunction): string | undefined =>
  vendor === 'random' ? t('wifi-access:privateAddress') : (vendor ?? undefined)
