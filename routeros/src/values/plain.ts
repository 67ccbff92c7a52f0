/** Text unchanged; null if the property is not set. */
export const text = (value: string | undefined): string | null => value ?? null

/** Text in which empty and `none` mean unset: a reference, a profile. */
export const name = (value: string | undefined): string | null =>
  value === undefined || value === '' || value === 'none' ? null : value

/** The four notations of a boolean in RouterOS; null for anything else and if it is not set. */
export const truth = (value: string | undefined): boolean | null =>
  value === 'true' || value === 'yes' ? true : value === 'false' || value === 'no' ? false : null

/** A flag of a row (`disabled`, `dynamic`), which many menus omit if it is not set. */
export const flag = (value: string | undefined): boolean => truth(value) === true

/** A whole number, also 64-bit counters, which lose precision above 9 × 10^15. */
export const integer = (value: string | undefined): number | null =>
  value !== undefined && /^-?\d{1,20}$/.test(value) ? Number(value) : null

/** A number with an optional unit: `-71`, `-71dBm`, `24.1V`, `35C`, `-10.5 dB`. */
export function decimal(value: string | undefined): number | null {
  const found = value === undefined ? null : /^\s*([+-]?\d{1,15}(?:\.\d{1,9})?)\s*[A-Za-z%°]*\s*$/.exec(value)
  return found === null ? null : Number(found[1])
}

/** The level of `-67`, `-67dBm` or `-67@6Mbps`, in dBm. */
export const signal = (value: string | undefined): number | null => decimal(value?.split('@')[0])

/** Elements of a comma-separated list. */
export const list = (value: string | undefined): string[] =>
  value === undefined || value === ''
    ? []
    : value.split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))

/** Upper case with colons; null if the text is not an address of six bytes. */
export const mac = (value: string | undefined): string | null =>
  value !== undefined && /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i.test(value) ? value.toUpperCase() : null

/** Two values separated by a slash or a comma: `up/down` of a queue, `to,from` of a registration table. */
export function pair<T>(value: string | undefined, read: (part: string) => T | null): [T, T] | null {
  const parts = value?.split(/[/,]/) ?? []
  if (parts.length !== 2) return null
  const [first, second] = parts.map((part) => read(part.trim()))
  return first === null || first === undefined || second === null || second === undefined ? null : [first, second]
}

/** A range of whole numbers, `-120..120`. */
export function range(value: string | undefined): [number, number] | null {
  const found = value === undefined ? null : /^(-?\d{1,10})\.\.(-?\d{1,10})$/.exec(value)
  return found === null ? null : [Number(found[1]), Number(found[2])]
}
