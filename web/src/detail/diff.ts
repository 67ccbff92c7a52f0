import { plainText } from '../ui/plain-text.ts'

/** A field of an audit entry; a missing side is undefined. */
export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

const plain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The fields of an audit entry with both sides, nested objects as `path.to.field`. The entry has only changed fields; a
 * creation has no `before` and a removal no `after`.
 */
export function changesOf(before: unknown, after: unknown, prefix = ''): FieldChange[] {
  const left = plain(before) ? before : {}
  const right = plain(after) ? after : {}
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) => {
    const field = prefix ? `${prefix}.${key}` : key
    const a = left[key]
    const b = right[key]
    if (plain(a) || plain(b)) return changesOf(a, b, field)
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [{ field, before: a, after: b }]
  })
}

export function valueText(value: unknown, words: { yes: string; no: string; empty: string }): string {
  if (value === null || value === undefined || value === '') return words.empty
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (Array.isArray(value)) return value.map((item) => valueText(item, words)).join(', ')
  const text = plainText(value)
  if (text.startsWith('data:image/')) return `${text.slice(0, 22)}…`
  return text.length > 400 ? `${text.slice(0, 400)} …` : text
}
