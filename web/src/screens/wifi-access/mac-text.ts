/** Twelve hexadecimal digits in any notation, as the panel writes them: `4C:5E:0C:01:02:03`. Undefined where it is none. */
export function macText(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s:.-]/g, '')
  return /^[0-9A-Fa-f]{12}$/.test(digits) ? pairs(digits) : undefined
}

const pairs = (digits: string) => (digits.toUpperCase().match(/../g) ?? []).join(':')

/** What to search lists for: the beginning of an address as they write addresses, anything else as it was typed. */
export function macSearch(typed: string): string {
  const digits = typed.trim().replaceAll(/[:.-]/g, '')
  // Two pairs and more, so that a name such as "Abe" stays a name.
  if (!/^[0-9A-Fa-f]{4,12}$/.test(digits)) return typed.trim()
  return digits.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:')
}
