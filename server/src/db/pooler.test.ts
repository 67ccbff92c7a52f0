import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import pg from 'pg'
import { listen } from '../live/listen.ts'
import { startWorkers } from '../jobs/workers.ts'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { radiusDatabase } from '../sessions/start-radius.ts'
import { noPgbouncer, startPgbouncer, type PgbouncerSettings } from '../testing/pgbouncer.ts'
import { until } from '../testing/radius-here.ts'
import { openDatabases } from './databases.ts'
import { findPooling, poolingError } from './pooler.ts'
import { SessionClient } from './session-client.ts'

let database: TestDatabase
const undo: (() => Promise<unknown>)[] = []
beforeAll(async () => void (database = await createTestDatabase()))
afterAll(async () => {
  for (const step of undo.reverse()) await step()
  await database.drop()
})

test('a direct connection keeps its session', async () => {
  expect(await findPooling(database.url)).toBe(undefined)
})

test('settings apply from the first statement of a connection, and a connection whose settings fail is not used', async () => {
  const client = new SessionClient({
    connectionString: database.url,
    options: '-c role=trunkline_app -c timezone=UTC -c trunkline.word=a.b:c',
  })
  await client.connect()
  const { rows } = await client.query(
    `select current_user::text as name, current_setting('timezone') as zone, current_setting('trunkline.word') as word`,
  )
  expect(rows).toEqual([{ name: 'trunkline_app', zone: 'UTC', word: 'a.b:c' }])
  await client.end()
  const rejected = new SessionClient({ connectionString: database.url, options: '-c role=no_such_role' })
  await expect(rejected.connect()).rejects.toThrow(/no_such_role/)
  const pool = new pg.Pool({
    Client: SessionClient,
    connectionString: database.url,
    options: '-c role=no_such_role',
    max: 1,
  })
  for (let i = 0; i < 3; i++) await expect(pool.query('select 1')).rejects.toThrow(/no_such_role/)
  await pool.end()
})

test('a connection that is lost while its settings are sent fails only its caller', async () => {
  const { hostname, port } = new URL(database.url)
  // Forwards all data and cuts the connection at the first statement: a simple query begins with Q (PostgreSQL, 55.7).
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => {})
      from.on('close', () => to.destroy())
      from.on('data', (chunk: Buffer) =>
        from === client && chunk[0] === 0x51 ? client.resetAndDestroy() : to.write(chunk),
      )
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(database.url)
  url.port = String((proxy.address() as AddressInfo).port)
  url.hostname = '127.0.0.1'
  const pool = new pg.Pool({
    Client: SessionClient,
    connectionString: url.href,
    options: '-c role=trunkline_app',
    max: 2,
  })
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => pool.query('select 1')))
  expect(results.map(({ status }) => status)).toEqual(Array(6).fill('rejected'))
  await pool.end()
  proxy.close()
})

describe.skipIf(noPgbouncer() !== undefined)('PgBouncer', () => {
  const start = async (settings: Omit<PgbouncerSettings, 'url'>) => {
    const pooler = await startPgbouncer({ url: database.url, ...settings })
    undo.push(() => pooler.stop())
    return pooler
  }

  test('works with pool_mode = session: roles, notifications, jobs', async () => {
    const { url } = await start({ mode: 'session', settings: { default_pool_size: 30 } })
    expect(await findPooling(url)).toBe(undefined)
    const databases = await openDatabases({ ownerUrl: url, pool: { app: 2, appAll: 4 } })
    undo.push(() => databases.close())
    const received: string[] = []
    const listener = await listen({
      databases,
      log: createLog('silent'),
      channels: ['trunkline_pooler_test'],
      onMessage: (_channel, payload) => void received.push(payload),
      onReturn: () => {},
    })
    undo.push(() => listener.close())
    await databases.appAll.query(`select pg_notify('trunkline_pooler_test', 'through')`)
    await until(() => received.includes('through'))
    let ran = 0
    const workers = await startWorkers({
      databases,
      log: createLog('silent'),
      tasks: { pooled: { payload: { parse: (value: unknown) => value } as never, run: async () => void ran++ } },
    })
    undo.push(() => workers.stop(1000))
    await databases.appAll.query(`select graphile_worker.add_job('pooled', '{}')`)
    await until(() => ran === 1)
  })

  test('pool_mode = transaction is detected, also with many idle sessions', async () => {
    const { url } = await start({ mode: 'transaction' })
    expect(await findPooling(url)).toBe('gave two clients the same session')
    const turns = await start({
      mode: 'transaction',
      settings: { server_round_robin: 1, default_pool_size: 10, min_pool_size: 10 },
    })
    // Sessions are opened in advance, so that two clients get different ones.
    const clients = Array.from({ length: 6 }, () => new pg.Client({ connectionString: turns.url }))
    await Promise.all(clients.map((client) => client.connect()))
    await Promise.all(clients.map((client) => client.query('select pg_sleep(0.5)')))
    expect(await findPooling(turns.url, 1000)).toMatch(/same session|does not deliver notifications/)
    for (const client of clients) await client.end()
  })

  test('pool_mode = statement is detected', async () => {
    const { url } = await start({ mode: 'statement' })
    expect(await findPooling(url)).toBe('lends a session for one statement')
  })

  test('FreeRADIUS is not started behind PgBouncer, whether that rejects or drops startup options', async () => {
    for (const settings of [{}, { ignore_startup_parameters: 'options' }] as Record<string, string>[]) {
      const { url } = await start({ mode: 'session', settings })
      const config = { key: Buffer.alloc(32, 7), radius: { databaseUrl: url } as never }
      await expect(radiusDatabase(config, database.url)).rejects.toThrow(/set DATABASE_RADIUS_URL/)
    }
    const config = { key: Buffer.alloc(32, 7), radius: { databaseUrl: database.url } as never }
    expect(await radiusDatabase(config, database.url)).toBe(database.url)
  })

  test('the panel exits with status 78 and names the setting', { timeout: 60_000 }, async () => {
    const { url } = await start({ mode: 'transaction' })
    const folder = mkdtempSync(join(tmpdir(), 'trunkline-pooler-'))
    undo.push(async () => rmSync(folder, { recursive: true, force: true }))
    const child = spawn(process.execPath, [...inject('panelArguments'), '--role=worker'], {
      env: { ...process.env, DATABASE_URL: url, TRUNKLINE_DATA: folder, TRUNKLINE_DEMO: 'off', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let printed = ''
    child.stderr.on('data', (chunk) => (printed += String(chunk)))
    const status = await new Promise((done) => child.once('close', done))
    expect(printed).toContain(poolingError('DATABASE_URL', 'gave two clients the same session'))
    expect(printed).toContain('pool_mode = session')
    expect(printed).not.toContain(new URL(url).password)
    expect(status).toBe(78)
  })
})
