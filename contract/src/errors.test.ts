import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { everyEndpoint } from './contract.ts'
import { issue, message, messageOfIssue } from './errors.ts'
import { fieldErrors } from './issues.ts'
import german from './messages/de.ts'
import english from './messages/en.ts'
import { messageText, type Text } from './messages/texts.ts'

const names = (text: Text): string[] =>
  (typeof text === 'string' ? [text] : [text.one, text.other]).flatMap((form) =>
    [...form.matchAll(/\{(\w+)/g)].map((match) => match[1] as string),
  )

describe('the catalogues', () => {
  it('contain the same reasons, none with an empty text', () => {
    expect(Object.keys(german.texts).sort()).toEqual(Object.keys(english.texts).sort())
    for (const { texts } of [english, german])
      for (const [reason, text] of Object.entries(texts))
        for (const form of typeof text === 'string' ? [text] : [text.one, text.other])
          expect(form.trim(), reason).not.toBe('')
  })

  it('use the same parameters of a reason in both languages', () => {
    for (const [reason, text] of Object.entries(english.texts))
      expect([...new Set(names((german.texts as Record<string, Text>)[reason] as Text))].sort(), reason).toEqual(
        [...new Set(names(text))].sort(),
      )
  })

  it('render plurals, labels, lists and messages inside of messages', () => {
    expect(messageText(english, message('field.min_entries', { min: 1 }))).toBe('Select at least one.')
    expect(messageText(english, message('field.min_entries', { min: 3 }))).toBe('Must have at least 3 entries.')
    expect(messageText(german, message('row.missing', { kind: 'company' }))).toBe('Firma nicht gefunden.')
    expect(messageText(english, message('field.type', { expected: ['text', 'integer'] }))).toBe(
      'Must be text or a whole number.',
    )
    expect(messageText(english, message('text', { text: message('field.required') as never }))).toBe('Required.')
  })

  it('show the name of an unknown reason, and braces in a parameter unchanged', () => {
    expect(messageText(english, { reason: 'of.a_newer_server', params: {} })).toBe('of.a_newer_server')
    expect(messageText(english, message('text', { text: '{text} $& {x}' }))).toBe('{text} $& {x}')
  })
})

describe('messages in issues of schemas', () => {
  it('are decoded unchanged, and texts of zod are not mistaken for them', () => {
    expect(messageOfIssue(issue('field.email'))).toEqual({ reason: 'field.email', params: {} })
    expect(messageOfIssue(issue('field.max_length', { max: 3 }))).toEqual({
      reason: 'field.max_length',
      params: { max: 3 },
    })
    for (const text of ['Invalid input', 'Required', '', 'At most 3 characters.', 'a.b c'])
      expect(messageOfIssue(text), text).toBeUndefined()
  })
})

describe('errors of a schema', () => {
  const schema = z.strictObject({
    name: z.string().check(z.minLength(1), z.maxLength(3)),
    port: z.int().check(z.minimum(1), z.maximum(99)),
    rate: z.optional(z.number().check(z.gt(0.5))),
    tags: z.array(z.string()).check(z.maxLength(1)),
    kind: z.enum(['a', 'b']),
    email: z.optional(z.string().check(z.regex(/@/, issue('field.email')))),
    when: z.optional(z.union([z.string(), z.int()])),
  })
  const errorsOf = (value: unknown) => {
    const { error } = schema.safeParse(value)
    return error === undefined ? {} : { ...fieldErrors(error, value) }
  }
  const good = { name: 'abc', port: 5, tags: [], kind: 'a' }

  it('report required for an absent value and type for a value of a wrong type', () => {
    expect(errorsOf({ ...good, name: undefined, port: 'x' })).toEqual({
      name: message('field.required'),
      port: message('field.type', { expected: ['number'] }),
    })
    expect(errorsOf({ ...good, name: null }).name).toEqual(message('field.required'))
    expect(errorsOf({ ...good, when: true }).when).toEqual(message('field.type', { expected: ['text', 'number'] }))
  })

  it('report the minimum of whole numbers: no schema of the contract has exclusive bounds for them', () => {
    const found: string[] = []
    const walk = (schema: unknown, path: string): void => {
      if (typeof schema !== 'object' || schema === null) return
      const { type, exclusiveMinimum, exclusiveMaximum } = schema as Record<string, unknown>
      if (type === 'integer' && (exclusiveMinimum !== undefined || exclusiveMaximum !== undefined)) found.push(path)
      for (const [key, child] of Object.entries(schema)) walk(child, `${path}.${key}`)
    }
    for (const { name, body, query } of everyEndpoint)
      for (const of of [body, query])
        if (of !== undefined) walk(z.toJSONSchema(of, { io: 'input', unrepresentable: 'any' }), name)
    expect(found).toEqual([])
  })

  it('report the minimum and the maximum', () => {
    expect(errorsOf({ ...good, port: 0 }).port).toEqual(message('field.min', { min: 1 }))
    expect(errorsOf({ ...good, port: 100 }).port).toEqual(message('field.max', { max: 99 }))
    expect(errorsOf({ ...good, rate: 0.5 }).rate).toEqual(message('field.above', { min: 0.5 }))
  })

  it('report lengths, choices, unknown fields and the reason of a rule', () => {
    expect(errorsOf({ ...good, name: '', extra: 1, kind: 'c', tags: ['a', 'b'], email: 'x' })).toEqual({
      name: message('field.required'),
      extra: message('field.unknown'),
      kind: message('field.allowed', { values: ['a', 'b'] }),
      tags: message('field.max_entries', { max: 1 }),
      email: message('field.email'),
    })
    expect(errorsOf({ ...good, name: 'abcd' }).name).toEqual(message('field.max_length', { max: 3 }))
  })
})
