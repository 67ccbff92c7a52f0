import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '@trunkline/contract/endpoint'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../access/actor.ts'
import { startSession } from '../access/sessions.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openDatabases } from '../db/databases.ts'
import type { Databases } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { createCompany, createUser } from '../testing/panel.ts'
import { createLimits, networkOf } from './limits.ts'
import { createRequestCounts } from './request-counts.ts'

const endpoint = { name: 'x', method: 'GET', path: '/x', access: 'self', summary: '' } as Endpoint
const actor = (user_id: number, company_id = 1) => ({ user_id, company_id }) as Actor

test('a user over the limit is rejected until the next minute, and other users are not', async () => {
  let now = 0
  const limits = createLimits({ user: 2, company: 100, network: 0 }, { now: () => now })
  await limits.check({ ip: '192.0.2.1' }, actor(1), endpoint)
  await limits.check({ ip: '192.0.2.1' }, actor(1), endpoint)
  await expect(limits.check({ ip: '192.0.2.1' }, actor(1), endpoint)).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfter: 60,
  })
  await limits.check({ ip: '192.0.2.1' }, actor(2), endpoint)
  now = 60_000
  await limits.check({ ip: '192.0.2.1' }, actor(1), endpoint)
})

test('a company has a limit for all its users, and an endpoint its own', async () => {
  const limits = createLimits({ user: 10, company: 3, network: 0 }, { now: () => 0 })
  for (const user of [1, 2, 3]) await limits.check({ ip: '' }, actor(user), endpoint)
  await expect(limits.check({ ip: '' }, actor(4), endpoint)).rejects.toThrow()
  await limits.check({ ip: '' }, actor(5, 2), { ...endpoint, name: 'narrow', perMinute: 1 })
  await expect(limits.check({ ip: '' }, actor(5, 2), { ...endpoint, name: 'narrow', perMinute: 1 })).rejects.toThrow()
})

test('an IPv6 customer counts as its /64', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8::1')).toBe('2001:db8:0:0::/64')
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
})

let database: TestDatabase
const undo: (() => Promise<unknown>)[] = []
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(async () => {
  for (const step of undo.reverse()) await step()
  await database.drop()
})

/** Waits for the first half of a minute of the database's clock, so that no window ends during a test. */
async function startOfWindow(): Promise<void> {
  for (;;) {
    const { rows } = await database.databases.appAll.query<{ second: number }>(
      'select extract(second from clock_timestamp())::float8 as second',
    )
    if (rows[0]!.second < 45) return
    await sleep(1000)
  }
}

/** The current window of the database. */
const minute = async () =>
  (
    await database.databases.appAll.query<{ minute: number }>(
      'select floor(extract(epoch from clock_timestamp()) / 60)::int as minute',
    )
  ).rows[0]!.minute

/** A web process at the HTTP level, with its own pools, on the database of this file. */
async function startApp(limit: number): Promise<{ app: FastifyInstance; databases: Databases }> {
  const databases = await openDatabases({ ownerUrl: database.url, pool: { app: 2, appAll: 4 } })
  const config = readConfig(
    { TRUNKLINE_KEY: Buffer.alloc(32, 7).toString('base64'), RATE_LIMIT: String(limit), PORT: '0' },
    [],
  )
  const app = await buildApp({ config, log: createLog('silent'), databases })
  undo.push(async () => {
    await app.close()
    await databases.close()
  })
  return { app, databases }
}

async function newUser(): Promise<string> {
  return withSystem(database.databases, async (tx) => {
    const provider = await tx.selectFrom('company').select('id').where('type', '=', 'simrush').executeTakeFirst()
    const company_id = provider?.id ?? (await createCompany(tx, { name: 'Provider', type: 'simrush' }))
    const user = await createUser(tx, { company_id, role: 'admin' })
    return (await startSession(tx, user, { ip: '127.0.0.1' })).access.token
  })
}

const get = (app: FastifyInstance, token: string) =>
  app.inject({ method: 'GET', url: '/api/auth/show', headers: { authorization: `Bearer ${token}` } })

test('two web processes share one limit per user, however fast the requests come', async () => {
  const limit = 200
  const apps = [await startApp(limit), await startApp(limit)]
  const statuses: number[] = []
  // On a machine too busy to send all of them within one window they count in two; such a run proves nothing.
  for (let window = -1; window !== (await minute());) {
    await startOfWindow()
    window = await minute()
    const token = await newUser()
    statuses.length = 0
    for (let round = 0; round < 10; round++)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 60 }, (_, i) => get(apps[i % 2]!.app, token)))).map(
          (reply) => reply.statusCode,
        ),
      )
  }
  const admitted = statuses.filter((status) => status !== 429).length
  expect(admitted).toBeGreaterThanOrEqual(limit)
  // 5 % per process, see docs/operations.md.
  expect(admitted).toBeLessThanOrEqual(limit * 1.1)
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
})

test('invalid tokens count for their network, and do not affect signed-in users there', async () => {
  await startOfWindow()
  const { app } = await startApp(10)
  const remoteAddress = '127.8.8.8'
  const statuses: number[] = []
  for (let i = 0; i < 60; i++) {
    const guessed = `tlp_${String(i).padStart(43, 'x')}`
    const reply = await app.inject({
      method: 'GET',
      url: '/api/auth/show',
      remoteAddress,
      headers: { authorization: `Bearer ${guessed}` },
    })
    statuses.push(reply.statusCode)
    if (reply.statusCode === 429) expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  }
  // Four times the limit of a user, plus 5 % for hits not yet synchronized.
  expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(42)
  expect(statuses.at(-1)).toBe(429)
  const token = await newUser()
  const own = await app.inject({
    method: 'GET',
    url: '/api/auth/show',
    remoteAddress,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(own.statusCode).toBe(200)
})

test('slow requests are synchronized within a second', async () => {
  await startOfWindow()
  const limit = 60
  const apps = [await startApp(limit), await startApp(limit)]
  const token = await newUser()
  const send = async (app: FastifyInstance, count: number) => {
    const replies = []
    for (let i = 0; i < count; i++) replies.push((await get(app, token)).statusCode)
    return replies
  }
  expect(await send(apps[0]!.app, 60)).not.toContain(429)
  await sleep(1200)
  // The first of them gets the counts of the other processes.
  expect((await send(apps[1]!.app, 10)).filter((status) => status !== 429).length).toBeLessThanOrEqual(3)
})

test('failed password attempts are counted exactly over two web processes', async () => {
  const apps = [await startApp(1000), await startApp(1000)]
  const guess = (app: FastifyInstance) =>
    app.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: {
        cookie: 'XSRF-TOKEN=0123456789abcdef0123456789abcdef',
        'x-xsrf-token': '0123456789abcdef0123456789abcdef',
      },
      payload: { email: 'nobody@panel.example', password: 'violet-tundra-oxide-42' },
    })
  const began = performance.now()
  const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => guess(apps[i % 2]!.app)))
  const codes = replies.map((reply) => reply.json<{ error: { code: string } }>().error.code)
  expect(new Set(codes)).toEqual(new Set(['wrong_credentials', 'rate_limited']))
  // Three are free; after the fourth the client must wait two seconds.
  expect(codes.filter((code) => code === 'wrong_credentials').length).toBeLessThanOrEqual(
    performance.now() - began < 2000 ? 4 : 6,
  )
})

test('a low limit is exact over several processes, even for concurrent requests', async () => {
  await startOfWindow()
  const stores = [1, 2, 3].map(() => createRequestCounts(database.databases))
  // A slow machine must not make a process count separately.
  const processes = stores.map((share) =>
    createLimits({ user: 1000, company: 0, network: 0 }, { share, maxWait: 30_000 }),
  )
  const narrow = { ...endpoint, name: 'narrow', perMinute: 10 }
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, i) => processes[i % 3]!.check({ ip: '' }, actor(77), narrow)),
  )
  for (const limits of processes) limits.stop()
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(10)
})

test('a process that only reads its own count writes nothing to the database', async () => {
  await startOfWindow()
  let statements = 0
  const share = createRequestCounts(database.databases)
  const limits = createLimits(
    { user: 1000, company: 0, network: 0 },
    { share: async (hits) => (statements++, share(hits)), interval: 100 },
  )
  const began = performance.now()
  for (let i = 0; i < 49; i++) await limits.check({ ip: '' }, actor(78), endpoint)
  // One statement per interval, however many requests.
  expect(statements).toBeLessThanOrEqual(1 + Math.floor((performance.now() - began) / 100))
  await sleep(400)
  const after = statements
  await sleep(400)
  limits.stop()
  expect(after).toBeGreaterThan(0)
  expect(statements).toBe(after)
})

test('while the database is unavailable each process counts separately, without waiting for it', async () => {
  const away = await openDatabases({ ownerUrl: database.url, pool: { app: 1, appAll: 1 } })
  await away.close()
  const limits = createLimits({ user: 40, company: 0, network: 0 }, { share: createRequestCounts(away) })
  const began = performance.now()
  for (let i = 0; i < 40; i++) await limits.check({ ip: '' }, actor(79), endpoint)
  expect(performance.now() - began).toBeLessThan(1000)
  await expect(limits.check({ ip: '' }, actor(79), endpoint)).rejects.toMatchObject({ code: 'rate_limited' })
  limits.stop()
})

test('a database that hangs delays one request by a quarter of a second, and the next ones not', async () => {
  const hangs = 3000
  const limits = createLimits(
    { user: 1000, company: 0, network: 0 },
    {
      share: () =>
        new Promise((_, reject) => setTimeout(() => reject(new Error('The database did not answer.')), hangs)),
    },
  )
  const began = performance.now()
  const narrow = { ...endpoint, name: 'narrow', perMinute: 10 }
  await limits.check({ ip: '' }, actor(80), narrow)
  expect(performance.now() - began).toBeLessThan(hangs)
  await sleep(hangs)
  const second = performance.now()
  for (let i = 0; i < 9; i++) await limits.check({ ip: '' }, actor(80), narrow)
  // Waiting nine times would take 2,250 ms.
  expect(performance.now() - second).toBeLessThan(1500)
  await expect(limits.check({ ip: '' }, actor(80), narrow)).rejects.toMatchObject({ code: 'rate_limited' })
  limits.stop()
})

test('the table of counts contains no address, and rows older than a window are deleted', async () => {
  await startOfWindow()
  const share = createRequestCounts(database.databases)
  await database.databases.appAll.query(`insert into request_count values ('old', 1, 5)`)
  await share(new Map([['network 203.0.113.9', 2]]))
  const { totals } = await share(new Map([['network 203.0.113.9', 3]]))
  expect(totals.get('network 203.0.113.9')).toBe(5)
  await sleep(200)
  const { rows } = await database.databases.appAll.query<{ key: string }>('select key from request_count')
  expect(rows.map(({ key }) => key)).not.toContain('old')
  expect(rows.map(({ key }) => key).join(' ')).not.toContain('203.0.113')
})
