import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startSession } from './access/sessions.ts'
import { clusterOf } from './db/embedded/cluster.ts'
import { startEmbedded, type Embedded } from './db/embedded/launcher.ts'
import { queryOnce, readPostmaster } from './db/embedded/postmaster.ts'
import { openDatabases } from './db/databases.ts'
import type { Databases } from './db/pool.ts'
import { withSystem } from './db/system-transaction.ts'
import { addJob } from './jobs/queue.ts'
import { createLog } from './log.ts'
import { startDatabaseProxy, type DatabaseProxy } from './testing/database-proxy.ts'
import { createCompany, createUser } from './testing/panel.ts'
import { freePort, testKey } from './testing/radius.ts'

/**
 * Three web processes and three workers on their own PostgreSQL, behind a proxy, under mixed load: writes and reads
 * over HTTP, and jobs. 200 times something between them and their data is killed, and after each batch all six must be
 * ready again within ten seconds after PostgreSQL accepts connections.
 *
 * A batch kills simultaneously: 5 backends by `pg_terminate_backend`, 5 connections by the proxy, 1 backend by SIGKILL
 * (upon which PostgreSQL ends all others and recovers), or the postmaster by SIGKILL or SIGQUIT, 1 kill each. That is
 * 48 batches, about one and a half minutes on two cores.
 */
const batches = [
  { kind: 'terminate', kills: 5, times: 30 },
  { kind: 'cut', kills: 5, times: 8 },
  { kind: 'crash', kills: 1, times: 6 },
  { kind: 'postmaster', kills: 1, times: 4 },
] as const
type Kind = (typeof batches)[number]['kind']

const readyMs = 10_000
/**
 * A lease of 30 s, the ten seconds between two checks for expired leases, and the same again: a process may take over a
 * job and then lose its fetch.
 */
const leaseMs = 80_000

interface Member {
  name: string
  child: ChildProcess
  address: string
}

let folder: string
let server: Embedded
let proxy: DatabaseProxy
let databases: Databases
const members: Member[] = []
const errors: string[] = []
let ending = false

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trunkline-failures-'))
  // Its watch restarts the postmaster, as a service manager does.
  server = await startEmbedded({ dataDir: folder, log: createLog('silent') })
  proxy = await startDatabaseProxy(server.url)
  // The first process migrates; the others find the schema up to date.
  members.push(await startMember('web-1', 0))
  const rest = ['web-2', 'web-3', 'worker-1', 'worker-2', 'worker-3']
  members.push(...(await Promise.all(rest.map((name, index) => startMember(name, index + 1)))))
  databases = await openDatabases({ ownerUrl: server.url, pool: { app: 1, appAll: 4 } })
}, 240_000)

afterAll(async () => {
  ending = true
  for (const { child } of members) child.kill('SIGKILL')
  await databases?.close()
  proxy?.close()
  await server?.stop()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** @param host a separate one, where no outgoing connection can occupy a free port in the meantime */
async function startMember(name: string, index: number): Promise<Member> {
  const role = name.split('-')[0] as string
  const host = `127.0.1.${index + 1}`
  const port = await freePort()
  const child = spawn(process.execPath, [...inject('panelArguments'), `--role=${role}`], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: proxy.url,
      DATABASE_POOL: '6',
      DATABASE_POOL_ALL: '6',
      TRUNKLINE_KEY: testKey.toString('base64'),
      TRUNKLINE_DATA: join(folder, name),
      TRUNKLINE_DEMO: 'off',
      TRUNKLINE_RADIUS: 'off',
      HOST: host,
      PORT: String(port),
      WORKER_PORT: String(port),
      RATE_LIMIT: '0',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(join(folder, `${name}.log`))
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed = (printed + String(chunk)).slice(-10_000)
    log.write(chunk)
  })
  child.stderr.pipe(log)
  child.on('exit', (code, signal) => {
    if (!ending) errors.push(`${name} ended: ${code ?? signal}\n${tailOf(name)}`)
  })
  for (const end = Date.now() + 120_000; !printed.includes(' is ready after '); await sleep(50))
    if (Date.now() > end || child.exitCode !== null) throw new Error(`${name} did not start:\n${tailOf(name)}`)
  return { name, child, address: `http://${host}:${port}` }
}

const tailOf = (name: string): string => {
  const file = join(folder, `${name}.log`)
  return existsSync(file) ? readFileSync(file, 'utf8').slice(-3000) : ''
}

async function isReady({ address }: Member): Promise<string | undefined> {
  try {
    const reply = await fetch(`${address}/health/ready`, { signal: AbortSignal.timeout(5000) })
    return reply.status === 200 ? undefined : await reply.text()
  } catch (error) {
    return String(error)
  }
}

/** Runs SQL of the test itself, with retries while the database is unavailable. */
async function certainly<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= 200) throw error
      await sleep(100)
    }
  }
}

const strike: Record<Kind, (count: number) => Promise<number>> = {
  terminate: (count) =>
    certainly(async () => {
      const rows = await queryOnce(
        server.url,
        `select pg_terminate_backend(pid) from (
           select pid from pg_stat_activity where application_name like 'trunkline%' and client_port is not null
           order by random() limit $1) victim`,
        [count],
      )
      return rows.length
    }),
  cut: async (count) => proxy.cutSome(count),
  crash: () =>
    certainly(async () => {
      const [victim] = await queryOnce<{ pid: number }>(
        server.url,
        `select pid from pg_stat_activity where application_name like 'trunkline%' order by random() limit 1`,
      )
      process.kill(victim!.pid, 'SIGKILL')
      return 1
    }),
  async postmaster() {
    const before = await certainly(async () => readPostmaster(clusterOf(folder))!.pid)
    process.kill(before, Math.random() < 0.5 ? 'SIGKILL' : 'SIGQUIT')
    return 1
  },
}

/** Acknowledged writes, by id. */
const ledger = new Map<number, string>()
const replies = new Map<number, number>()
let unreachable = 0

async function client(address: string, token: string, name: string, over: AbortSignal): Promise<void> {
  const call = async (method: string, path: string, body?: object) => {
    try {
      const reply = await fetch(`${address}/api${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        signal: AbortSignal.timeout(30_000),
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      replies.set(reply.status, (replies.get(reply.status) ?? 0) + 1)
      if (
        reply.status >= 400 &&
        (reply.status !== 503 || !text.includes('"unavailable"') || !reply.headers.get('retry-after'))
      )
        errors.push(`${method} ${path}: ${reply.status} ${text.slice(0, 300)}`)
      return { status: reply.status, text }
    } catch (error) {
      unreachable++
      errors.push(`${method} ${path}: ${String(error)} ${String((error as Error).cause)}`)
      return { status: 0, text: '' }
    }
  }
  for (let n = 0; !over.aborted; n++) {
    const written = `${name} ${n}`
    const { status, text } = await call('POST', '/network/tariff/store', {
      name: written,
      price: '24.90',
      currency: 'EUR',
    })
    if (status === 201) ledger.set((JSON.parse(text) as { data: { id: number } }).data.id, written)
    await call('GET', '/network/tariff/index?perPage=25&orderBy=id&sortedBy=desc')
    await sleep(60)
  }
}

/**
 * Enqueues a job at intervals.
 * @returns the number of acknowledged ones
 */
async function requestJobs(over: AbortSignal): Promise<number> {
  let requested = 0
  while (!over.aborted) {
    const added = await withSystem(databases, (tx) =>
      addJob(tx, 'tell-tariff', { tariff_id: 1, requested_by: 'test' }),
    ).catch(() => undefined)
    if (added !== undefined) requested++
    await sleep(100)
  }
  return requested
}

test(
  '200 kills of backends, connections and the postmaster lose no data and end no process',
  { timeout: 420_000 },
  async () => {
    const token = await certainly(() =>
      withSystem(databases, async (tx) => {
        const provider = await tx.selectFrom('company').select('id').where('parent_id', 'is', null).executeTakeFirst()
        const company_id = provider?.id ?? (await createCompany(tx, { name: 'Provider', type: 'simrush' }))
        const user = await createUser(tx, { company_id, role: 'admin' })
        return (await startSession(tx, user, { ip: '127.0.0.1' })).access.token
      }),
    )
    const over = new AbortController()
    const webs = members.filter(({ name }) => name.startsWith('web'))
    const traffic = webs.flatMap(({ name, address }) =>
      [1, 2].map((n) => client(address, token, `${name} ${n}`, over.signal)),
    )
    const jobs = requestJobs(over.signal)

    const order = batches.flatMap(({ kind, kills, times }) => Array.from({ length: times }, () => ({ kind, kills })))
    let killed = 0
    let maxLength = 0
    let maxOutage = 0
    for (const { kind, kills } of order.toSorted(() => Math.random() - 0.5)) {
      // Fewer connections may be open at the moment: the next loop kills the rest of the batch.
      for (let left = kills; left > 0;) {
        const done = await strike[kind](left)
        left -= done
        killed += done
        if (left > 0) await sleep(50)
      }
      const struck = Date.now()
      await certainly(() => queryOnce(server.url, 'select 1'))
      const began = Date.now()
      maxOutage = Math.max(maxOutage, began - struck)
      // Readiness is cached for a second: an earlier result may be outdated.
      await sleep(1100)
      let waiting: string[] = []
      do {
        const states = await Promise.all(members.map(async (member) => ({ member, reason: await isReady(member) })))
        waiting = states.flatMap(({ member, reason }) => (reason === undefined ? [] : [`${member.name}: ${reason}`]))
        if (waiting.length > 0) await sleep(100)
      } while (waiting.length > 0 && Date.now() - began < readyMs)
      maxLength = Math.max(maxLength, Date.now() - began)
      if (waiting.length > 0) errors.push(`not ready ${readyMs} ms after ${kind}: ${waiting.join('; ')}`)
      if (errors.length > 0) break
    }
    over.abort()
    await Promise.all(traffic)
    const requested = await jobs
    expect(errors.slice(0, 10)).toEqual([])
    expect(killed).toBe(200)

    const stored = await certainly(() =>
      withSystem(databases, (tx) => tx.selectFrom('tariff').select(['id', 'name']).execute()),
    )
    const names = new Map(stored.map(({ id, name }) => [id, name]))
    expect([...ledger].filter(([id, name]) => names.get(id) !== name)).toEqual([])

    // Jobs whose attempt was interrupted are due immediately; those locked by a dead connection are released with its
    // lease.
    const left = async () => {
      const { rows } = await withSystem(databases, (tx) =>
        sql<{ attempts: number; locked: boolean; error: string | null }>`
        with due as (update graphile_worker._private_jobs set run_at = now()
          where locked_at is null and attempts < max_attempts returning id)
        select j.attempts, j.locked_at is not null as locked, j.last_error as error
          from graphile_worker.jobs j left join due on due.id = j.id where j.task_identifier = 'tell-tariff'`.execute(
          tx,
        ),
      )
      return rows
    }
    let stuck = await left()
    const began = Date.now()
    for (; stuck.length > 0 && Date.now() - began < leaseMs; await sleep(500)) stuck = await left()
    expect(stuck).toEqual([])
    expect(ledger.size).toBeGreaterThan(50)
    expect(requested).toBeGreaterThan(50)
    expect(unreachable).toBe(0)
    console.info(
      `${killed} kills; database away for at most ${maxOutage} ms, ready again at most ${maxLength} ms later; ${ledger.size} writes acknowledged and found; ` +
        `${requested} jobs done; replies ${[...replies].map(([status, count]) => `${status}: ${count}`).join(', ')}`,
    )
  },
)
