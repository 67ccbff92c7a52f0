import { spawn, type ChildProcess } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hostKey, storeReport } from '@trunkline/radius/report'
import { observeRadius } from '@trunkline/radius/observe'
import { examinePrograms, type Programs } from '@trunkline/radius/programs'
import { problemLine, superviseRadius, type SuperviseOptions, type Supervisor } from '@trunkline/radius/supervise'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { noRadius, until } from '../testing/radius-here.ts'
import { freePort, testKey } from '../testing/radius.ts'
import { radiusKey } from './seal.ts'
import { radiusDatabase, startOwnRadius } from './start-radius.ts'

/** FreeRADIUS is started, supervised, adopted and reported; errors that prevent its start are reported. */
const log = createLog('silent')
const installed = () => examinePrograms(process.env.PATH ?? '')
/** Short intervals: the real ones are a minute and 15 seconds. */
const intervals = { retry: 200, backoff: 100, maxBackoff: 400, report: 150 }

let database: TestDatabase
let databaseUrl: string
let authPort: number
let acctPort: number
let folder: string
const supervisors: Supervisor[] = []
const children: ChildProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const radius = {
    authPort: 0,
    acctPort: 0,
    databaseUrl: undefined,
    address: undefined,
    start: true,
    historyMonths: 13,
    path: '',
  }
  databaseUrl = await radiusDatabase({ key: testKey, radius }, database.url)
})
afterAll(() => database.drop())
afterEach(async () => {
  for (const supervisor of supervisors.splice(0)) await supervisor.stop()
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const query = (sql: string, values: unknown[]) => database.databases.appAll.query(sql, values)

async function setUp(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'trunkline-supervise-'))
  authPort = await freePort()
  acctPort = await freePort()
}

function supervise(options: Partial<SuperviseOptions> = {}): Supervisor {
  const supervisor = superviseRadius({
    folder,
    authPort,
    acctPort,
    log,
    examine: installed,
    connect: async () => ({ databaseUrl, key: radiusKey(testKey) }),
    report: (report) => storeReport(query, folder, report),
    intervals,
    ...options,
  })
  supervisors.push(supervisor)
  return supervisor
}

const row = async () => (await query('select * from radius_server where host = $1', [hostKey(folder)])).rows[0]
const alive = (pid: number) => existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''

/** A program called `name` with these arguments that occupies a UDP port. */
async function listenOn(port: number, name: string, ...args: string[]): Promise<ChildProcess> {
  const script = `require('node:dgram').createSocket('udp4').bind(${port}, '0.0.0.0', () => console.log('bound'))`
  const child = spawn(process.execPath, ['-e', script, '--', ...args], {
    argv0: name,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout!, 'data')
  return child
}

describe('without FreeRADIUS', () => {
  test('the state reports it with the command to install it', async () => {
    await setUp()
    const bin = join(folder, 'bin')
    const supervisor = supervise({ examine: () => examinePrograms(bin, { servers: [], modules: [] }) })
    await supervisor.ready
    expect(supervisor.status().state).toBe('missing')
    const line = problemLine(supervisor.status())
    expect(line).toMatch(/^RADIUS is not running: FreeRADIUS is not installed\. Install it with: /)
    expect(line).toMatch(/apt-get install freeradius freeradius-postgresql freeradius-utils$/)
    await until(async () => (await row())?.state === 'missing')
    expect((await row()).detail).toMatchObject({ reason: 'not-installed' })
  })

  test('a missing driver and an outdated version are reported', async () => {
    await setUp()
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    for (const name of ['freeradius', 'radmin']) {
      writeFileSync(join(bin, name), '#!/bin/sh\necho "radiusd: FreeRADIUS Version 3.0.26, for host x"\n')
      chmodSync(join(bin, name), 0o755)
    }
    expect(examinePrograms(bin, { servers: [], modules: [] })).toMatchObject({
      state: 'no-driver',
      detail: { command: expect.stringMatching(/apt-get install freeradius-postgresql$/) },
    })
    writeFileSync(join(bin, 'rlm_sql_postgresql.so'), '')
    expect(examinePrograms(bin, { servers: [], modules: [bin] })).toEqual({
      state: 'wrong-version',
      detail: { reason: 'wrong-version', version: '3.0.26' },
    })
  })

  test('an error of the database role or of the programs is a state, not an exception', async () => {
    await setUp()
    const rejected = supervise({
      examine: () => ({ freeradius: '/none', radmin: '/none', modules: '/none', version: '3.2.1' }) satisfies Programs,
      connect: () => Promise.reject(new Error('permission denied')),
    })
    await rejected.ready
    expect(rejected.status()).toEqual({
      state: 'failed',
      detail: { reason: 'database-role', text: 'permission denied' },
    })
    await rejected.stop()
    const broken = supervise({
      examine: () => {
        throw new Error('can not run freeradius -v')
      },
    })
    await broken.ready
    expect(broken.status()).toEqual({ state: 'failed', detail: { reason: 'start', text: 'can not run freeradius -v' } })
  })
})

describe.skipIf(noRadius !== undefined)('with FreeRADIUS', () => {
  test('it is started once it is installed, reported, and stopped cleanly', async () => {
    await setUp()
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    const supervisor = supervise({
      examine: () => examinePrograms(bin, { servers: [], modules: ['/usr/lib/freeradius'] }),
    })
    await supervisor.ready
    expect(supervisor.status().state).toBe('missing')
    const { freeradius, radmin } = installed() as Programs
    symlinkSync(radmin, join(bin, 'radmin'))
    symlinkSync(freeradius, join(bin, 'freeradius'))
    await until(() => supervisor.status().state === 'running', 20_000)
    const pid = supervisor.radius()!.pid()
    await until(async () => (await row())?.state === 'running')
    expect(await row()).toMatchObject({ detail: {}, auth_port: authPort, acct_port: acctPort, buffer_since: null })
    expect((await row()).version).toMatch(/^3\.\d/)
    const before = await row()
    await until(async () => (await row()).checked_at !== before.checked_at)
    expect((await row()).since).toBe(before.since)
    await supervisor.stop()
    expect(alive(pid)).toBe(false)
    expect((await row()).state).toBe('stopped')
  })

  test('buffered accounting is reported with its size and age', async () => {
    await setUp()
    const supervisor = supervise()
    await supervisor.ready
    const buffer = join(folder, 'log', 'radacct', 'buffer')
    writeFileSync(join(buffer, 'waiting'), 'x'.repeat(700))
    await until(async () => (await row())?.buffer_bytes === 700)
    expect(Date.now() - Date.parse((await row()).buffer_since)).toBeLessThan(10_000)
    rmSync(join(buffer, 'waiting'))
    await until(async () => (await row()).buffer_since === null)
  })

  test('a port in use is reported with the program that uses it, and used once it is free', async () => {
    await setUp()
    const socket = createSocket('udp4')
    await new Promise<void>((done) => socket.bind(acctPort, '0.0.0.0', done))
    const supervisor = supervise()
    await supervisor.ready
    const { detail, state } = supervisor.status()
    expect(state).toBe('ports-taken')
    expect(detail).toMatchObject({ reason: 'port-program', port: acctPort, pid: process.pid })
    expect(problemLine(supervisor.status())).toContain(`UDP port ${acctPort} is in use by ${detail.program} (process`)
    expect(problemLine(supervisor.status())).toContain('RADIUS_ACCT_PORT')
    socket.close()
    await until(() => supervisor.status().state === 'running', 20_000)
  })

  test('a system FreeRADIUS that uses a port is distinguished from one with its own configuration', async () => {
    await setUp()
    const service = await listenOn(authPort, 'freeradius')
    const first = supervise()
    await first.ready
    expect(first.status().detail).toMatchObject({ reason: 'port-service', port: authPort, pid: service.pid })
    expect(first.status().detail.command).toMatch(/systemctl disable --now freeradius|service freeradius stop/)
    await first.stop()
    service.kill('SIGKILL')
    await once(service, 'exit')
    const other = await listenOn(authPort, 'freeradius', '-d', '/srv/radius')
    const second = supervise()
    await second.ready
    expect(second.status().detail).toMatchObject({ reason: 'port-program', program: 'freeradius', pid: other.pid })
  })

  test('a killed one is restarted', async () => {
    await setUp()
    const seen: string[] = []
    const supervisor = supervise({
      report: async ({ state, detail }) => void seen.push(`${state} ${detail.reason ?? ''}`.trim()),
    })
    await supervisor.ready
    const pid = supervisor.radius()!.pid()
    process.kill(pid, 'SIGKILL')
    await until(() => supervisor.radius() !== undefined && supervisor.radius()!.pid() !== pid, 20_000)
    await until(() => seen.at(-1) === 'running')
    expect(seen).toContain('failed ended')
  })

  test('one killed while the database is unavailable is restarted too', async () => {
    await setUp()
    const own = await createTestDatabase()
    const radius = {
      authPort,
      acctPort,
      databaseUrl: undefined,
      address: undefined,
      start: true,
      historyMonths: 13,
      path: process.env.PATH ?? '',
    }
    const supervisor = startOwnRadius({ key: testKey, dataDir: folder, radius }, own.url, own.databases, log)
    supervisors.push(supervisor)
    await supervisor.ready
    expect(supervisor.status().state).toBe('running')
    const pid = supervisor.radius()!.pid()
    await own.drop()
    process.kill(pid, 'SIGKILL')
    await until(() => supervisor.radius() !== undefined && supervisor.radius()!.pid() !== pid, 20_000)
  })

  test('a hanging one is reported, and its recovery too', async () => {
    await setUp()
    const supervisor = supervise()
    await supervisor.ready
    const pid = supervisor.radius()!.pid()
    process.kill(pid, 'SIGSTOP')
    try {
      await until(() => supervisor.status().detail.reason === 'no-answer', 30_000)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await until(() => supervisor.status().state === 'running')
    expect(supervisor.radius()!.pid()).toBe(pid)
  })

  /**
   * A process with a supervisor.
   * @returns the process, and the process id of its FreeRADIUS
   */
  async function startProcess(): Promise<{ child: ChildProcess; pid: number }> {
    const script = fileURLToPath(new URL('../testing/radius-supervisor.ts', import.meta.url))
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', script, folder, databaseUrl, String(authPort), String(acctPort)],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    children.push(child)
    const [printed] = (await once(child.stdout!, 'data')) as [Buffer]
    return { child, pid: Number(printed.toString()) }
  }

  test('the supervisor is killed: FreeRADIUS keeps running and the next supervisor adopts it', async () => {
    await setUp()
    const { child, pid } = await startProcess()
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    expect(alive(pid)).toBe(true)
    const next = supervise()
    await next.ready
    expect(next.status().state).toBe('running')
    expect(next.radius()).toMatchObject({ adopted: true })
    expect(next.radius()!.pid()).toBe(pid)
    // An adopted one is supervised like any other.
    process.kill(pid, 'SIGKILL')
    await until(() => next.radius() !== undefined && next.radius()!.pid() !== pid, 20_000)
    await until(() => next.status().state === 'running')
    await next.stop()
    expect(existsSync(join(folder, 'process.json'))).toBe(false)
  })

  test('one left with another configuration is restarted', async () => {
    await setUp()
    const { child, pid } = await startProcess()
    child.kill('SIGKILL')
    acctPort = await freePort()
    const next = supervise()
    await next.ready
    expect(next.status().state).toBe('running')
    expect(next.radius()).toMatchObject({ adopted: false })
    expect(alive(pid)).toBe(false)
  })

  test('a supervisor that exits does not stop it', async () => {
    await setUp()
    const first = supervise()
    await first.ready
    const pid = first.radius()!.pid()
    await first.leave()
    expect(alive(pid)).toBe(true)
    const next = supervise()
    await next.ready
    expect(next.radius()!.pid()).toBe(pid)
    supervisors.shift()
  })

  test('npm run radius -- run starts it, reports it and stops it, without the panel', async () => {
    await setUp()
    const script = fileURLToPath(new URL('../../../radius/src/main.ts', import.meta.url))
    const args = ['run', '--folder', folder, '--auth-port', String(authPort), '--acct-port', String(acctPort)]
    const env = { PATH: process.env.PATH ?? '', DATABASE_RADIUS_URL: databaseUrl }
    const start = (more: NodeJS.ProcessEnv) => {
      const child = spawn(process.execPath, ['--import', 'tsx', script, ...args], {
        env: { ...env, ...more },
        stdio: 'ignore',
      })
      children.push(child)
      return child
    }
    expect((await once(start({}), 'exit'))[0]).toBe(64)
    const child = start({ TRUNKLINE_RADIUS_KEY: radiusKey(testKey).toString('hex') })
    await until(async () => (await row())?.state === 'running', 30_000)
    const { pid } = JSON.parse(readFileSync(join(folder, 'process.json'), 'utf8')) as { pid: number }
    expect(alive(pid)).toBe(true)
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect(alive(pid)).toBe(false)
    expect((await row()).state).toBe('stopped')
  })

  test('a host whose service runs FreeRADIUS reports with only the rights of FreeRADIUS', async () => {
    await setUp()
    const running = supervise({ report: async () => {} })
    await running.ready
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    const observer = observeRadius({
      layout: { raddb: join(folder, 'raddb'), log: join(folder, 'log'), run: join(folder, 'run') },
      authPort,
      acctPort,
      databaseUrl,
      log,
      examine: installed,
      report: (report) => storeReport((sql, values) => client.query(sql, values), folder, report),
      everyMs: 150,
    })
    try {
      await until(async () => (await row())?.state === 'running')
      await running.stop()
      await until(async () => (await row()).state === 'failed')
      expect((await row()).detail.command).toMatch(/systemctl restart freeradius$/)
      await expect(client.query('select * from radius_server')).rejects.toThrow(/permission denied/)
    } finally {
      await observer.stop()
      await client.end()
    }
  })
})
