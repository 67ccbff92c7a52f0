import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { everyEndpoint } from './contract.ts'
import { paramsSchema } from './endpoint.ts'
import { secretProblem, textProblem, withoutProblems } from './text-rules.ts'

interface Schema {
  type?: string
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  [key: string]: unknown
}

function* parts(schema: unknown): Generator<Schema> {
  if (typeof schema !== 'object' || schema === null) return
  yield schema as Schema
  for (const child of Object.values(schema)) yield* parts(child)
}

const inputs = everyEndpoint.flatMap((endpoint) =>
  [paramsSchema(endpoint), endpoint.query, endpoint.body].flatMap((schema) =>
    schema === undefined ? [] : [{ endpoint, schema: z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) }],
  ),
)

test('whole numbers declare a minimum and a maximum', () => {
  const exclusive = inputs.filter(({ schema }) =>
    [...parts(schema)].some(
      (part) => part.type === 'integer' && (part.exclusiveMinimum !== undefined || part.exclusiveMaximum !== undefined),
    ),
  )
  expect(exclusive.map(({ endpoint }) => endpoint.name)).toEqual([])
})

test('numbers in paths and queries accept decimal digits only', () => {
  const errors: string[] = []
  for (const endpoint of everyEndpoint)
    for (const schema of [paramsSchema(endpoint), endpoint.query]) {
      const shape = (schema?.shape ?? {}) as Record<string, z.ZodMiniType>
      for (const [name, field] of Object.entries(shape)) {
        const { type } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' })
        if (type !== 'number' && type !== 'integer') continue
        for (const text of ['', ' 1', '0x1', '1e0', '01', '+1', '1.', '.5', 'Infinity', true, ['1']])
          if (z.safeParse(field, text).success) errors.push(`${endpoint.name} ${name}: ${JSON.stringify(text)}`)
      }
    }
  expect(errors).toEqual([])
})

test('valid text may be right-to-left and contain line breaks and any other character', () => {
  for (const text of ['', 'Müller', 'שלום \u200f!', 'a\r\n\tb', '😀', '\u00a0', '\ufeff', '\ufffd'])
    expect(textProblem(text), JSON.stringify(text)).toBeUndefined()
  for (const text of [
    '\u0000',
    '\u001f',
    '\u007f',
    '\u0080',
    '\u202a',
    '\u202e',
    '\u2066',
    '\u2069',
    '\ud800',
    '😀'[0] as string,
  ]) {
    expect(textProblem(`a${text}b`), JSON.stringify(text)).toBeDefined()
    expect(withoutProblems(`a${text}b`)).toBe('ab')
  }
  expect(secretProblem('\u0007\u202e')).toBeUndefined()
  expect(secretProblem('\udfff')).toEqual({ reason: 'field.unicode', params: {} })
})
