import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { queryOnce } from '../db/embedded/postmaster.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { health } from './health.ts'
import { metrics } from './metrics.ts'

/** The request of a collector on this machine. */
const local = { url: '/metrics', headers: { host: '127.0.0.1' } }
let own: TestDatabase
let app: FastifyInstance

async function serve(token?: string, version?: string): Promise<FastifyInstance> {
  const server = fastify()
  // As the real server does: the hooks of `metrics` must see every route, so it is not encapsulated in a plugin.
  await metrics(server, { databases: own.databases, token, maxBackupAgeHours: 0 })
  await health(server, { databases: own.databases, version })
  server.get('/things/:id', async () => ({ ok: true }))
  await server.ready()
  return server
}

beforeAll(async () => {
  own = await createTestDatabase()
  app = await serve()
})
afterAll(async () => {
  await app.close()
  await own.drop()
})

test('a process with its database is live and ready', async () => {
  expect((await app.inject('/health/live')).json()).toEqual({ status: 'live' })
  const ready = await app.inject('/health/ready')
  expect(ready.statusCode).toBe(200)
  expect(ready.json()).toEqual({ status: 'ready' })
})

test('readiness reports the state of FreeRADIUS and does not depend on it', async () => {
  const server = fastify()
  let state = 'missing'
  await health(server, { databases: own.databases, radius: () => state })
  const ready = await server.inject('/health/ready')
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', radius: 'missing' }])
  state = 'running'
  expect((await server.inject('/health/ready')).json()).toEqual({ status: 'ready', radius: 'running' })
  await server.close()
})

test('readiness depends on runner, poller and listener, and reports FreeRADIUS without depending on it', async () => {
  const components = { runner: true, poller: true, listener: true, radius: false }
  const server = fastify()
  await metrics(server, {
    databases: own.databases,
    token: undefined,
    maxBackupAgeHours: 0,
    components: () => components,
  })
  await health(server, { databases: own.databases, components: () => components })
  const up = { database: 'up', runner: 'up', poller: 'up', listener: 'up', radius: 'down' }
  const ready = await server.inject('/health/ready')
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', components: up }])
  for (const name of ['runner', 'poller', 'listener'] as const) {
    components[name] = false
    const reply = await server.inject('/health/ready')
    expect([reply.statusCode, reply.json()]).toEqual([
      503,
      { status: 'not ready', components: { ...up, [name]: 'down' } },
    ])
    expect((await server.inject(local)).body).toContain(`trunkline_component_up{component="${name}"} 0`)
    components[name] = true
  }
  const { body } = await server.inject(local)
  for (const [name, state] of Object.entries(up))
    expect(body).toContain(`trunkline_component_up{component="${name}"} ${state === 'up' ? 1 : 0}`)
  await server.close()
})

test('another schema version is not ready, and anonymous callers get no details', async () => {
  const newer = await serve(undefined, '9999_later')
  const ready = await newer.inject('/health/ready')
  expect(ready.statusCode).toBe(503)
  expect(ready.json()).toEqual({ status: 'not ready' })
  expect((await newer.inject('/health/live')).statusCode).toBe(200)
  await newer.close()
})

test('a stopping process is not ready', async () => {
  const server = fastify()
  await health(server, { databases: own.databases })
  let inside: number | undefined
  // After the hook of `health`: the reply to a probe while running requests finish.
  server.addHook('preClose', async () => {
    inside = (await fetch(`${address}/health/ready`)).status
  })
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`${address}/health/ready`)).status).toBe(200)
  await server.close()
  expect(inside).toBe(503)
})

test('an unavailable database makes it not ready, without an error', async () => {
  const other = await createTestDatabase()
  const server = fastify()
  await health(server, { databases: other.databases })
  await other.drop()
  expect((await server.inject('/health/ready')).statusCode).toBe(503)
  await server.close()
})

test('metrics count requests by route and contain no path', async () => {
  await app.inject('/things/4711')
  await app.inject('/nowhere/4712')
  const { body, statusCode } = await app.inject(local)
  expect(statusCode).toBe(200)
  expect(body).toContain('route="/things/:id",status="200"')
  expect(body).toContain('route="none",status="404"')
  expect(body).not.toMatch(/(things|nowhere)\/471[12]/)
  expect(body).toContain('trunkline_database_connections{pool="app",state="waiting"} 0')
  expect(body).toContain('trunkline_nodejs_eventloop_lag_seconds')
})

test('waiting jobs are counted if the role may read the queue', async () => {
  await queryOnce(own.url, `select graphile_worker.add_job('mail')`)
  await queryOnce(own.url, `select graphile_worker.add_job('mail', max_attempts => 1)`)
  await queryOnce(own.url, 'update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1')
  const { body } = await app.inject(local)
  expect(body).toContain('trunkline_jobs{task="mail",state="waiting"} 1')
  expect(body).toContain('trunkline_jobs{task="mail",state="failed"} 1')
})

test('RADIUS servers have metrics: one without reports is down, buffered accounting has a size and an age', async () => {
  const report = (host: string, state: string, bytes: number, since: string | null) =>
    queryOnce(
      own.url,
      `select panel.radius_status('${host}', 'h', '${state}', '{}', '3.2.1', 1812, 1813, ${bytes}, ${since})`,
    )
  await report('running/1', 'running', 4096, `now() - interval '90 seconds'`)
  await report('silent/2', 'running', 0, 'null')
  await report('missing/3', 'missing', 0, 'null')
  await queryOnce(own.url, `update radius_server set checked_at = now() - interval '4 minutes' where host = 'silent/2'`)
  await queryOnce(own.url, `insert into acct_dead_letter (arguments, error) values ('{}', 'x')`)
  const server = await serve()
  const { body } = await server.inject(local)
  await server.close()
  expect(body).toContain('trunkline_radius_up{host="running/1"} 1')
  expect(body).toContain('trunkline_radius_up{host="silent/2"} 0')
  expect(body).toContain('trunkline_radius_up{host="missing/3"} 0')
  expect(body).toContain('trunkline_radius_buffer_bytes{host="running/1"} 4096')
  expect(body).toMatch(/trunkline_radius_buffer_age_seconds\{host="running\/1"\} 9\d/)
  expect(body).toContain('trunkline_radius_buffer_age_seconds{host="missing/3"} 0')
  expect(body).toContain('trunkline_radius_dead_letters 1')
})

describe('metrics without a token', () => {
  const status = (remoteAddress: string, headers: Record<string, string> = {}) =>
    app
      .inject({ url: '/metrics', remoteAddress, headers: { host: '127.0.0.1:8080', ...headers } })
      .then((reply) => reply.statusCode)

  test.each(['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1', '::1'])('are served to %s', async (address) => {
    expect(await status(address)).toBe(200)
  })

  test.each(['192.0.2.7', '::ffff:192.0.2.7', '10.0.0.1', 'fd00::1'])('are not served to %s', async (address) => {
    expect(await status(address)).toBe(404)
  })

  test.each(['127.0.0.1', '127.0.0.1:9100', 'localhost', 'LOCALHOST:80', '[::1]', '[::1]:8080'])(
    'are served to the host %s',
    async (host) => {
      expect(await status('127.0.0.1', { host })).toBe(200)
    },
  )

  test.each([
    'panel.example',
    'panel.example:8080',
    '192.0.2.7',
    '127.0.0.1.panel.example',
    'localhost.panel.example',
    '127.1',
    '[::2]',
    '::1',
    '127.0.0.1@panel.example',
  ])('are not answered to the host %j', async (host) => {
    expect(await status('127.0.0.1', { host })).toBe(404)
  })

  test.each([
    ['forwarded', 'for=192.0.2.7'],
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-host', 'localhost'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-port', '443'],
    ['x-forwarded-server', 'proxy'],
    ['x-real-ip', '127.0.0.1'],
    ['via', '1.1 proxy'],
    ['X-Forwarded-For', ''],
  ])('are not answered through a proxy that sends %s: %s', async (name, value) => {
    expect(await status('127.0.0.1', { [name]: value })).toBe(404)
  })
})

test('metrics are served to other machines with the token, and to none without it', async () => {
  const server = await serve('correct horse battery')
  const read = (authorization: string, remoteAddress: string) =>
    server.inject({ url: '/metrics', remoteAddress, headers: { authorization } }).then((reply) => reply.statusCode)
  expect(await read('Bearer correct horse battery', '192.0.2.7')).toBe(200)
  expect(await read('Bearer wrong', '192.0.2.7')).toBe(404)
  expect(await read('', '127.0.0.1')).toBe(404)
  await server.close()
})
