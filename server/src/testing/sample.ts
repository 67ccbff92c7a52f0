import * as z from 'zod/mini'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { ObjectKind } from '@trunkline/contract/object-kind'

interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  pattern?: string
  format?: string
  minLength?: number
  minItems?: number
  'x-ref'?: ObjectKind
  'x-sample'?: unknown
}

/** Texts in the formats of the contracts; the first that matches a pattern is used. */
const texts = [
  'Sample',
  'sample@example.org',
  '123456',
  'users:view',
  '+4930901820',
  'DE',
  'EUR',
  'en',
  'Europe/Berlin',
  'sample',
  '2030-01-31',
  'https://example.org/x.js',
  'a-token-of-enough-length',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'a'.repeat(64),
]

function textFor(schema: Schema): string {
  if (schema.format === 'date') return new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  if (schema.format === 'date-time') return new Date().toISOString()
  const fits = texts.find(
    (text) =>
      (schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text)) &&
      text.length >= (schema.minLength ?? 0),
  )
  return fits ?? 'x'.repeat(Math.max(1, schema.minLength ?? 1))
}

/**
 * A body that the endpoint's schema accepts: required fields, or all of them. `refs` returns the row of a kind to refer
 * to. Generated from the contract, so that a new endpoint needs no sample.
 */
export function sampleBody(endpoint: Endpoint, refs: (kind: ObjectKind) => number, { full = false } = {}): unknown {
  return endpoint.body === undefined ? undefined : sampleOf(endpoint.body, refs, full)
}

/** The query parameters that the endpoint requires, if any. */
export function sampleQuery(endpoint: Endpoint): string {
  if (endpoint.query === undefined) return ''
  const values = sampleOf(endpoint.query, () => 1, false) as Record<string, unknown>
  const pairs = Object.entries(values).map(([name, value]): [string, string] => [name, String(value)])
  return new URLSearchParams(pairs).toString()
}

function sampleOf(of: z.ZodMiniType, refs: (kind: ObjectKind) => number, full: boolean): unknown {
  const make = (schema: Schema): unknown => {
    if (schema['x-ref'] !== undefined) return refs(schema['x-ref'])
    if (schema['x-sample'] !== undefined) return schema['x-sample']
    if (schema.oneOf !== undefined) return make(schema.oneOf[0] ?? {})
    if (schema.const !== undefined) return schema.const
    if (schema.enum !== undefined) return schema.enum.at(-1)
    if (schema.anyOf !== undefined)
      return make(schema.anyOf.find((option) => option.type !== 'null' && option.const !== '') ?? {})
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
    if (type === 'object') {
      const keys = full ? Object.keys(schema.properties ?? {}) : (schema.required ?? [])
      return Object.fromEntries(keys.map((key) => [key, make((schema.properties ?? {})[key] ?? {})]))
    }
    if (type === 'array') return [make(schema.items ?? {})]
    if (type === 'boolean') return true
    if (type === 'integer' || type === 'number') return 1
    if (type === 'string') return textFor(schema)
    return {}
  }
  return make(z.toJSONSchema(of, { io: 'input', unrepresentable: 'any' }) as Schema)
}
