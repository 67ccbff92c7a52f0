import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { everyEndpoint } from '@trunkline/contract/contract'
import type { Endpoint } from '@trunkline/contract/endpoint'
import { openDatabases } from '../db/databases.ts'
import { startDatabaseProxy, type DatabaseProxy } from '../testing/database-proxy.ts'
import { setupFixture, type Fixture } from '../testing/describe-resource.ts'
import { formOf } from '../testing/multipart.ts'
import type { ApiCall, ApiReply } from '../testing/panel.ts'
import { sampleBody } from '../testing/sample.ts'
import { toAppError } from './error-reply.ts'

/**
 * Generated from the contract: the reply of every call while the database is unavailable, or fails in the middle of the
 * call.
 */

let proxy: DatabaseProxy
let fixture: Fixture

beforeAll(async () => {
  fixture = await setupFixture({
    async open(url) {
      proxy = await startDatabaseProxy(url)
      return openDatabases({ ownerUrl: proxy.url, pool: { app: 4, appAll: 4 } })
    },
  })
})
afterEach(() => proxy.restore())
afterAll(async () => {
  proxy?.restore()
  await fixture?.panel.stop()
  proxy?.close()
})

const request = (call: ApiCall, endpoint: Endpoint): Promise<ApiReply> => {
  const path = endpoint.path.replace(/\{\w+\}/g, String(fixture.companies.client))
  const sample = sampleBody(endpoint, () => fixture.companies.client, { full: true })
  const body =
    endpoint.upload === undefined ? sample : formOf((sample ?? {}) as object, { name: 'a.csv', bytes: 'name\na\n' })
  return call(
    endpoint.method as 'GET',
    path,
    endpoint.body === undefined && endpoint.upload === undefined ? undefined : body,
    {
      // Calls that start or end sessions require it.
      cookie: 'XSRF-TOKEN=x; refresh=y',
      'x-xsrf-token': 'x',
    },
  )
}

const problem = (endpoint: Endpoint, { status, text, headers }: ApiReply) =>
  status < 500 ||
  (status === 503 && JSON.parse(text).error.code === 'unavailable' && Number(headers['retry-after']) > 0)
    ? []
    : [`${endpoint.method} ${endpoint.path}: ${status} ${text.slice(0, 200)}`]

test(
  'every call of the contract answers 503 with Retry-After while the database is away',
  { timeout: 120_000 },
  async () => {
    const call = await fixture.as('provider')
    proxy.cut()
    const errors: string[] = []
    const others: string[] = []
    for (const endpoint of everyEndpoint) {
      const reply = await request(call, endpoint)
      errors.push(...problem(endpoint, reply))
      if (reply.status !== 503) others.push(`${endpoint.name} ${reply.status}`)
    }
    expect(errors).toEqual([])
    // These do not query the database: the test sends no valid token, or the reply is static.
    expect(others).toEqual([
      'auth.csrf-cookie 204',
      'auth.refresh-token 401',
      'auth.check-token.register-invite 404',
      'currency.list 200',
      'hardware.call-home 404',
      'dpk.fetch 404',
      'address-history.public-key 200',
      'routeros-package.fetch 404',
      'device-setup.fetch 404',
    ])
  },
)

for (const answers of [0, 1, 2, 4])
  test(`no call answers 500 if its connection breaks after ${answers} packets`, { timeout: 120_000 }, async () => {
    const errors: string[] = []
    let unavailable = 0
    for (const endpoint of everyEndpoint) {
      const call = await fixture.as('provider')
      // From here on the process has cached the caller, so that the failure hits the call's own work.
      await call('GET', '/auth/session/index')
      proxy.cutAfter(answers)
      const reply = await request(call, endpoint)
      proxy.restore()
      errors.push(...problem(endpoint, reply))
      if (reply.status === 503) unavailable++
    }
    expect(errors).toEqual([])
    expect(unavailable).toBeGreaterThan(0)
  })

test('once the database is back, calls work without a restart', async () => {
  const call = await fixture.as('provider')
  proxy.cut()
  expect((await call('GET', '/auth/session/index')).status).toBe(503)
  proxy.restore()
  expect((await call('GET', '/auth/session/index')).status).toBe(200)
})

test('every way in which a database closes or rejects a connection is unavailable, and an error in a statement is not', () => {
  const withCode = (code: string, message = 'x') => Object.assign(new Error(message), { code })
  for (const error of [
    withCode('57P01', 'terminating connection due to administrator command'),
    withCode('57P02'),
    withCode('57P03', 'the database system is starting up'),
    withCode('53300', 'sorry, too many clients already'),
    withCode('08006'),
    withCode('ECONNREFUSED'),
    withCode('ECONNRESET'),
    withCode('EPIPE', 'write EPIPE'),
    new Error('Connection terminated unexpectedly'),
    new Error('Connection terminated due to connection timeout'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Client has encountered a connection error and is not queryable'),
    new Error('outer', { cause: withCode('57P01') }),
  ]) {
    const { code, retryAfter } = toAppError(error)
    expect([error.message, code, retryAfter]).toEqual([error.message, 'unavailable', 2])
  }
  for (const error of [withCode('42601'), withCode('42P01'), new Error('x'), withCode('22P02')])
    expect(toAppError(error).code).toBe('internal')
})
