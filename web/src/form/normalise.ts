/**
 * Normalises a value for comparison: values that look the same to the user are equal. Empty text, null, undefined and a
 * missing key are one; surrounding spaces are trimmed; line ends are unified.
 */
export function normalise(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n').trim() || undefined
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map((item) => normalise(item) ?? null)
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    const entries = Object.entries(value)
      .map(([key, item]) => [key, normalise(item)] as const)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
    return entries.length === 0 ? undefined : Object.fromEntries(entries)
  }
  return value
}

function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  return keys.every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}

/** Whether two sets of form values are equal after normalisation. */
export const sameValues = (a: unknown, b: unknown): boolean => same(normalise(a), normalise(b))

/** The value at a path such as `company.name` or `ids.3`. */
export function valueAt(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
      values,
    )
}

/**
 * The paths of leaves in which two sets of values differ; plain objects are traversed, lists are compared as a whole.
 */
export function differences(a: unknown, b: unknown, prefix = ''): string[] {
  if (sameValues(a, b)) return []
  const plain = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.getPrototypeOf(value) === Object.prototype
  if (!plain(a) || !plain(b)) return [prefix]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
    differences(a[key], b[key], prefix ? `${prefix}.${key}` : key),
  )
}
