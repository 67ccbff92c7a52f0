/** Any value as text; objects are written as JSON. */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
