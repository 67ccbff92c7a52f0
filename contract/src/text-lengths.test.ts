import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'

/** JSON schema of a text, as far as it limits the length. */
interface TextSchema {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  maxLength?: number
  properties?: Record<string, TextSchema>
  items?: TextSchema
  anyOf?: TextSchema[]
  allOf?: TextSchema[]
}

const endpoints = Object.values(contract).flatMap((calls) => Object.values(calls) as Endpoint[])

/** Formats of a bounded length. */
const bounded = new Set(['date', 'date-time', 'uuid'])

/** Whether a pattern from start to end repeats nothing without a limit. */
const limits = (pattern: string) => {
  const plain = pattern.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  return plain.startsWith('^') && plain.endsWith('$') && !/[*+]|\{\d+,\}/.test(plain)
}

function* unlimited(schema: TextSchema, at: string): Generator<string> {
  if (schema.type === 'string') {
    const all = [schema, ...(schema.allOf ?? [])]
    const has = all.some(
      (one) =>
        one.maxLength !== undefined ||
        one.enum !== undefined ||
        one.const !== undefined ||
        bounded.has(one.format ?? '') ||
        (one.pattern !== undefined && limits(one.pattern)),
    )
    if (!has) yield at
  }
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* unlimited(field, `${at}.${name}`)
  if (schema.items !== undefined) yield* unlimited(schema.items, `${at}[]`)
  for (const one of schema.anyOf ?? []) yield* unlimited(one, at)
}

test('every text of a body has a greatest length', () => {
  const found = endpoints.flatMap((endpoint) => {
    // Texts beside an uploaded file are limited by the parser of the form.
    if (endpoint.body === undefined || endpoint.upload !== undefined) return []
    const schema = z.toJSONSchema(endpoint.body, { io: 'input', unrepresentable: 'any' }) as TextSchema
    return [...unlimited(schema, endpoint.name)]
  })
  expect(found).toEqual([])
})
