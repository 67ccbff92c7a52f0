/** Any value as one text: what is no text or number is written as JSON, never as "[object Object]". */
export function plainText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
