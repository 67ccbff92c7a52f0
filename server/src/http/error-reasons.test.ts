import { issue } from '@trunkline/contract/errors'
import { endpoint } from '@trunkline/contract/endpoint'
import { ref } from '@trunkline/contract/fields'
import { tariffs } from '@trunkline/contract/resources/tariff'
import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { replied } from '../testing/messages.ts'
import { replyError } from '../testing/fuzz/replies.ts'
import { reasonCatalogue, reasonsOf } from './error-reasons.ts'
import { openApiDocument } from './openapi.ts'

const call = endpoint({
  name: 'sample.store',
  method: 'POST',
  path: '/sample/{id}',
  access: 'self',
  summary: 'A sample',
  reasons: { 409: ['tariff.in_use'] },
  body: z.object({
    name: z.optional(z.string().check(z.regex(/^x/, issue('field.email')), z.maxLength(5))),
    numbers: z.array(z.nullable(z.int().check(z.minimum(2), z.maximum(9, issue('field.range', { min: 2, max: 9 }))))),
    choice: z.optional(z.union([z.literal('auto'), z.string().check(z.minLength(1))])),
    other: z.optional(ref('tariff')),
    own: z.optional(z.string().register(z.globalRegistry, { 'x-reasons': ['mac.zero'] })),
    version: z.optional(z.int()),
  }),
})

test('the reasons of a call come from its schemas, path and access, and from its declared reasons', () => {
  const found = reasonsOf(call)
  const fields = found.get(422)
  for (const reason of [
    'field.email',
    'field.max_length',
    'field.min',
    'field.range',
    'field.required',
    'mac.zero',
    'row.missing',
  ] as const)
    expect(fields, reason).toContain(reason)
  for (const reason of ['field.min_entries', 'field.url', 'tariff.in_use'] as const)
    expect(fields, reason).not.toContain(reason)
  expect(found.get(409)).toEqual(
    new Set([
      'conflict',
      'request.busy',
      'row.trashed',
      'row.in_trash',
      'stale_version',
      'idempotency_in_flight',
      'idempotency.reply_not_stored',
      'tariff.in_use',
    ]),
  )
  expect(found.get(404)).toEqual(new Set(['not_found']))
  expect(found.get(502)).toBeUndefined()
})

test('the API document names all reasons once, with their texts and parameters, and those of each reply', () => {
  const document = openApiDocument({ version: '1', baseUrl: 'http://localhost' })
  expect(document['x-reasons']).toEqual(reasonCatalogue())
  expect(document['x-reasons']['tariff.in_use']).toEqual({
    text: expect.stringContaining('{services} services'),
    params: ['services'],
  })
  const { responses } = document['paths']['/network/tariff/store'].post
  expect(responses[409]['x-reasons']).toContain('tariff.name_taken')
  expect(responses[422]['x-reasons']).toContain('tariff.burst_below_rate')
  const error = document['components'].schemas.Error.properties.error
  expect(error.required).toEqual(expect.arrayContaining(['reason', 'params', 'message']))
  for (const { responses: all } of Object.values(document['paths']).flatMap((path) => Object.values(path as object)))
    for (const { 'x-reasons': reasons = [] } of Object.values(all as Record<string, { 'x-reasons'?: string[] }>))
      for (const reason of reasons) expect(document['x-reasons']).toHaveProperty([reason])
})

test('a reply with a reason that its call does not declare fails the test, for the request and for a field', () => {
  const reply = (reason: ReturnType<typeof replied>, fields?: object) => ({
    status: 409,
    type: 'application/json',
    text: JSON.stringify({ error: { code: 'conflict', ...reason, ...(fields && { fields }), request_id: 'r' } }),
  })
  expect(replyError(tariffs.destroy, reply(replied('tariff.in_use', { services: 1 })))).toBeUndefined()
  expect(replyError(tariffs.destroy, reply(replied('tariff.name_taken')))).toMatch(
    /undeclared reason tariff.name_taken/,
  )
  expect(replyError(tariffs.store, reply(replied('conflict'), { name: replied('tariff.name_taken') }))).toBeUndefined()
  expect(replyError(tariffs.store, reply(replied('conflict'), { name: replied('nas.address_taken') }))).toMatch(
    /undeclared reason nas.address_taken/,
  )
})
