import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { everyEndpoint } from '@trunkline/contract/contract'
import { pathNames } from '@trunkline/contract/endpoint'
import { makeGround, type Ground } from '../testing/describe-resource.ts'
import { sampleBody } from '../testing/sample.ts'
import type { ApiCall } from '../testing/panel.ts'

/**
 * Bad input, made from the contract: every endpoint gets bodies, parameters and ids of wrong types, odd characters,
 * enormous numbers and the strings of known attacks. Nothing may end in a 5xx, and no reply may hold SQL or a stack.
 * `FUZZ` says how many requests; 1,000 where it is not set.
 */
const requests = Number(process.env['FUZZ'] ?? 1000)

let ground: Ground
let call: ApiCall
beforeAll(async () => {
  ground = await makeGround()
  call = await ground.as('master')
})
afterAll(() => ground?.panel.stop())

const strings = [
  "' or 1=1 --",
  '"; drop table company; --',
  '\u0000',
  '\ud800',
  '${7*7}',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '%00',
  '\u202e',
  'a'.repeat(5000),
  '=cmd|1',
  '__proto__',
  'constructor',
  '1e308',
  '-0',
  'NaN',
  '٣',
  'İ',
  '\\',
  '%',
  '_',
  ';',
  ':',
  'id:1;id:2',
  "name:';--",
  'true',
]
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...strings) },
  fc.string(),
  fc.integer(),
  fc.double(),
  fc.constantFrom(1e308, -1, 0, 2 ** 53, 2 ** 63, null, true, [], {}, [null], [[]], { a: { b: {} } }, { toString: 1 }),
)
const textOf = (some: unknown) => (typeof some === 'string' ? some : String(JSON.stringify(some)))
const leaks = /\b(select|insert into|syntax error|relation "|constraint "|node_modules|\.ts:\d+|at \w+ \()/i
// Ending sessions would only turn the rest into 401s.
const endpoints = everyEndpoint.filter(
  ({ name }) => !/^auth\.(logout|csrf)|session\.(destroy|end)|^auth\.(login|user\.login|register)$/.test(name),
)

test(`${requests} requests of bad input are refused or done, never broken`, { timeout: 300_000 }, async () => {
  const faults: string[] = []
  let seen = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...endpoints),
      fc.array(value, { minLength: 4, maxLength: 4 }),
      fc.nat(),
      fc.constantFrom('field', 'body', 'query', 'path'),
      async (endpoint, values, pick, where) => {
        const sample = sampleBody(endpoint, () => ground.companies.client, { full: true })
        let body: unknown = sample
        const query = new URLSearchParams()
        let path = endpoint.path.replace(/\{\w+\}/g, String(ground.companies.client))
        if (where === 'field' && sample !== null && typeof sample === 'object') {
          const keys = Object.keys(sample)
          body = { ...sample, [keys[pick % Math.max(1, keys.length)] ?? 'x']: values[0] }
        } else if (where === 'body' && endpoint.body) body = values[1]
        else if (where === 'query')
          for (const [i, name] of [
            'search',
            'searchFields',
            'orderBy',
            'sortedBy',
            'page',
            'perPage',
            'company',
            'trashed',
            'query',
            'list',
          ].entries()) {
            if ((pick >> i) & 1) query.set(name, textOf(values[i % 4]))
          }
        else if (pathNames(endpoint.path).length > 0)
          path = endpoint.path.replace(/\{\w+\}/g, () => encodeURIComponent(wellFormed(textOf(values[2]))))
        const text = body === undefined || endpoint.body === undefined ? undefined : body
        const reply = await call(endpoint.method as 'GET', `${path}${query.size ? `?${query.toString()}` : ''}`, text)
        seen++
        if (
          reply.status >= 500 ||
          (leaks.test(reply.text.replace(/^\uFEFF.*/s, '').slice(0, 2000)) && reply.status >= 400)
        )
          faults.push(
            `${endpoint.name} ${where} ${JSON.stringify({ path, query: String(query), body: text })?.slice(0, 300)}: ${reply.status} ${reply.text.slice(0, 200)}`,
          )
      },
    ),
    { numRuns: requests },
  )
  expect(faults).toEqual([])
  expect(seen).toBe(requests)
})

/** Half of a surrogate pair can't be written into a URL at all. */
const wellFormed = (text: string) => text.replace(/[\ud800-\udfff]/g, '')

test('a body that is no JSON, too large or too deep is told so', async () => {
  const post = (payload: string, headers: Record<string, string> = {}) =>
    ground.panel.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'application/json', cookie: 'XSRF-TOKEN=x', 'x-xsrf-token': 'x', ...headers },
      payload,
    })
  expect((await post('{')).statusCode).toBe(400)
  expect((await post(`"${'x'.repeat(1_100_000)}"`)).statusCode).toBe(413)
  expect((await post('['.repeat(50_000) + ']'.repeat(50_000))).statusCode).toBeLessThan(500)
  expect((await post('a=1', { 'content-type': 'text/csv' })).statusCode).toBe(415)
})
