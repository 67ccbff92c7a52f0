import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { bufferOf, startRadius, type Radius } from '@trunkline/radius/launch'
import { findPrograms } from '@trunkline/radius/programs'
import { loadRecords } from '@trunkline/radius/records'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { prepareJobs } from '../../server/src/jobs/prepare.ts'
import { createLog } from '../../server/src/log.ts'
import { radiusKey } from '../../server/src/sessions/seal.ts'
import { radiusDatabase } from '../../server/src/sessions/start-radius.ts'
import { noPgbouncer, startPgbouncer, type Pgbouncer } from '../../server/src/testing/pgbouncer.ts'
import { accountOn, kinds, logInOn, newLedger, openRadius, writeOn } from './cluster-ledger.ts'
import { compareLedger } from './cluster-compare.ts'
import { seedCluster } from './cluster-seed.ts'
import { startRouters } from './simulated-routers.ts'

/**
 * Three web processes, three workers, three FreeRADIUS servers and PgBouncer (session mode) on one PostgreSQL, all on
 * 127.0.0.1. Clients write over HTTP, log in and account over UDP, and keep a ledger of acknowledged operations.
 * Meanwhile processes are killed at random (SIGKILL) and restarted after a second, as by a service manager. At the
 * end the ledger is compared with the database. Exits with status 1 if an acknowledged write was lost or executed
 * twice, a process ended unexpectedly, or the routers of a killed worker were not read within 30 seconds of being
 * due. `MINUTES` (10), `EVERY` (seconds between two kills, 4), `ROUTERS` (150).
 */
const number = (name: string, usual: number) => Number(process.env[name] ?? usual)
const minutes = number('MINUTES', 10)
const every = number('EVERY', 4)
const routers = number('ROUTERS', 150)
const targetSeconds = 30

const programs = findPrograms(process.env['PATH'] ?? '')
const missing = typeof programs === 'string' ? programs : noPgbouncer()
if (typeof programs === 'string' || missing !== undefined) throw new Error(missing)
const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))
if (!existsSync(main)) throw new Error('The server is not built. Run: npm run build')

const key = Buffer.alloc(32, 3)
const secret = 'bench-secret'
const routerPassword = 'bench-password'
const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-cluster-'))
const log = createLog('silent')
const bearer = 'tla_bench-cluster'.padEnd(47, 'x')
const basePort = 18_100
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T

const embedded = await startEmbedded({
  dataDir: folder,
  log,
  settings: { max_connections: '300', shared_buffers: '256MB' },
})

/** Statements of the benchmark itself, not through PgBouncer. Retried while the database restarts. */
const observer = new pg.Pool({ connectionString: embedded.url, max: 2, connectionTimeoutMillis: 5000 })
observer.on('error', () => {})
async function query<R extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<R[]> {
  for (let tries = 0; ; tries++) {
    try {
      return (await observer.query<R>(sql, values)).rows
    } catch (error) {
      if (tries >= 100) throw error
      await sleep(200)
    }
  }
}

/** A process that is restarted a second after it ended, for whatever reason. */
interface Member {
  name: string
  role: 'web' | 'worker'
  child: ChildProcess
  /** Set while the benchmark kills it. */
  killed: boolean
  /** Whether its last start has completed. */
  ready: boolean
}
let over = false
/** Exits of running processes that the benchmark did not cause. */
const ownEnds: string[] = []
/** Starts that failed because the database became unavailable. */
let failedStarts = 0

function startMember(role: Member['role'], index: number, databaseUrl: string): Member {
  const name = `${role} ${index + 1}`
  const data = join(folder, name.replace(' ', '-'))
  mkdirSync(data, { recursive: true })
  const logFile = openSync(join(folder, `${name.replace(' ', '-')}.log`), 'a')
  const port = basePort + (role === 'web' ? 0 : 10) + index
  const begin = () => {
    const child = spawn(process.execPath, ['--enable-source-maps', '--max-semi-space-size=4', main, `--role=${role}`], {
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATABASE_POOL: '6',
        DATABASE_POOL_ALL: '4',
        PORT: String(port),
        WORKER_PORT: String(port),
        HOST: '127.0.0.1',
        TRUNKLINE_BASE_URL: 'http://127.0.0.1',
        TRUNKLINE_DATA: data,
        TRUNKLINE_KEY: key.toString('base64'),
        // Workers of a demo connect to routers of 127.77.0.0/16; the demo is not seeded if there are companies.
        TRUNKLINE_DEMO: role === 'worker' ? 'on' : 'off',
        RATE_LIMIT: '600000',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', logFile, 'inherit'],
    })
    Object.assign(member, { child, ready: false })
    const untilUp = setInterval(
      () => void isReady(port - basePort).then((ready) => (member.ready ||= ready && member.child === child)),
      200,
    )
    child.once('exit', (code, signal) => {
      clearInterval(untilUp)
      if (over) return
      if (!member.killed && member.ready) ownEnds.push(`${name} ended by itself: ${signal ?? `status ${code}`}`)
      if (!member.killed && !member.ready) failedStarts++
      member.killed = false
      setTimeout(() => over || begin(), 1000)
    })
  }
  const member = { name, role, killed: false, ready: false } as Member
  begin()
  return member
}

/** @throws Error if one of them is not ready within a minute */
async function untilReady(): Promise<void> {
  for (const end = performance.now() + 60_000; ; await sleep(200)) {
    const ready = await Promise.all([0, 1, 2, 10, 11, 12].map(isReady))
    if (!ready.includes(false)) return
    if (performance.now() > end) throw new Error(`Not all processes became ready. ${ownEnds.join('; ')}`)
  }
}

const isReady = (index: number) =>
  fetch(`http://127.0.0.1:${basePort + index}/health/ready`).then(
    (reply) => reply.ok,
    () => false,
  )

/** Waits until all routers of a killed worker are read again. Seconds since the kill, and since they were due. */
async function watchRouters(ids: readonly number[], at: Date): Promise<{ sinceKill: number; sinceDue: number }> {
  const pending = new Map<number, number>()
  for (const row of await query<{ id: string; due: number }>(
    `select hardware_id as id, extract(epoch from greatest(next_at, $2) - $2)::float8 as due from hardware_poll where hardware_id = any($1)`,
    [ids, at],
  ))
    pending.set(Number(row.id), row.due)
  const result = { sinceKill: 0, sinceDue: 0 }
  while (pending.size > 0 && !over) {
    for (const row of await query<{ id: string; after: number }>(
      `select hardware_id as id, extract(epoch from polled_at - $2)::float8 as after from hardware_state where hardware_id = any($1) and polled_at > $2`,
      [[...pending.keys()], at],
    )) {
      const due = pending.get(Number(row.id)) ?? 0
      result.sinceKill = Math.max(result.sinceKill, row.after)
      result.sinceDue = Math.max(result.sinceDue, row.after - due)
      pending.delete(Number(row.id))
    }
    await sleep(500)
  }
  return result
}

let pooler: Pgbouncer | undefined
const stops: (() => Promise<unknown> | void)[] = []
try {
  console.log('seeding …')
  await prepareDatabase(embedded.url, log)
  await prepareJobs(embedded.url)
  const seeded = await seedCluster(query, { url: embedded.url, key, secret, routers, routerPassword, bearer })
  const databaseUrl = await radiusDatabase({ key, radius: { databaseUrl: undefined } as never }, embedded.url)
  const startPooler = () =>
    startPgbouncer({
      url: embedded.url,
      mode: 'session',
      port: basePort + 50,
      settings: { default_pool_size: 200, max_client_conn: 500, server_login_retry: 1 },
    })
  pooler = await startPooler()
  stops.push(() => pooler?.stop())
  const simulators = await startRouters('127.77.0.1', routers, routerPassword)
  stops.push(() => void simulators.kill('SIGTERM'))
  const servers: { authPort: number; acctPort: number; folder: string; radius: Radius }[] = []
  for (let i = 0; i < 3; i++) {
    const ports = { authPort: basePort + 60 + 2 * i, acctPort: basePort + 61 + 2 * i }
    const place = join(folder, `radius-${i + 1}`)
    const radius = await startRadius({
      folder: place,
      programs,
      databaseUrl,
      key: radiusKey(key),
      ...ports,
      log,
    })
    const records = loadRecords({ databaseUrl, folder: radius.records, log })
    servers.push({ ...ports, radius, folder: place })
    stops.push(async () => {
      await radius.stop()
      await records.stop()
    })
  }
  const members = (['web', 'worker'] as const).flatMap((role) =>
    [0, 1, 2].map((index) => startMember(role, index, (pooler as Pgbouncer).url)),
  )
  stops.push(async () => {
    over = true
    for (const { child } of members) if (child.exitCode === null && child.kill('SIGTERM')) await once(child, 'exit')
  })
  await untilReady()
  // Each router has been read once, so that each is assigned to a worker.
  for (let read = 0; read < routers; await sleep(500))
    read = (
      await query<{ read: number }>('select count(*)::int as read from hardware_state where polled_at is not null')
    )[0]!.read

  console.log(
    `3 web, 3 workers, 3 FreeRADIUS, PgBouncer, ${routers} routers; ${minutes} minutes, a kill every ${every} s`,
  )
  const load = loadavg()[0]
  const ledger = newLedger()
  const ended = new AbortController()
  const target = await openRadius(servers, secret)
  stops.push(() => target.close())
  const range = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + 2 * i)
  const clients = [
    ...[0, 1, 2, 3].map((i) =>
      writeOn(
        ledger,
        {
          ...seeded,
          ports: [basePort, basePort + 1, basePort + 2],
          bearer,
          own: seeded.plain.slice(i * 50, i * 50 + 50),
        },
        ended.signal,
      ),
    ),
    // Odd numbers: users without a session limit.
    ...[0, 1, 2, 3].map((i) => logInOn(ledger, target, range(1 + i * 100, 50), ended.signal)),
    ...[0, 1, 2, 3, 4, 5].map((i) => accountOn(ledger, target, range(401 + i * 100, 50), ended.signal)),
  ]

  const kills: Record<string, number> = {}
  const takeovers: Promise<{ sinceKill: number; sinceDue: number }>[] = []
  const victims = ['web', 'worker', 'FreeRADIUS', 'PgBouncer', 'connection', 'backend'] as const
  for (const end = performance.now() + minutes * 60_000; performance.now() < end;) {
    await sleep(every * (500 + Math.random() * 1000))
    // A killed backend restarts PostgreSQL: do so rarely, so that the other processes are tested too.
    const victim = Math.random() < 0.04 ? 'backend' : pick(victims.slice(0, -1))
    if (victim === 'web' || victim === 'worker') {
      const member = pick(
        members.filter(({ role, child, killed }) => role === victim && !killed && child.exitCode === null),
      )
      if (member === undefined) continue
      const at = new Date()
      const held =
        victim === 'worker'
          ? await query<{ id: string }>('select hardware_id as id from hardware_poll where worker like $1', [
              `${member.child.pid}:%`,
            ])
          : []
      member.killed = true
      member.child.kill('SIGKILL')
      if (held.length > 0)
        takeovers.push(
          watchRouters(
            held.map(({ id }) => Number(id)),
            at,
          ),
        )
    } else if (victim === 'FreeRADIUS') {
      try {
        process.kill(pick(servers).radius.pid(), 'SIGKILL')
      } catch {
        // It is starting.
        continue
      }
    } else if (victim === 'PgBouncer') {
      await pooler.stop()
      await sleep(1000)
      pooler = await startPooler()
    } else {
      const rows = await query<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend' and application_name like 'trunkline%' order by random() limit 1`,
      )
      const pid = rows[0]?.pid
      if (pid === undefined) continue
      if (victim === 'connection') await query('select pg_terminate_backend($1)', [pid])
      else process.kill(pid, 'SIGKILL')
    }
    kills[victim] = (kills[victim] ?? 0) + 1
  }

  console.log('no more kills; waiting for pending work')
  ended.abort()
  await Promise.all(clients)
  const began = performance.now()
  await untilReady()
  const readyAfter = performance.now() - began
  const times = await Promise.race([Promise.all(takeovers), sleep(120_000, undefined)])
  const errors = [...ownEnds]
  if (times === undefined) errors.push('routers of a dead worker were not read again within two minutes')
  const sinceKill = Math.max(0, ...(times ?? []).map((each) => each.sinceKill))
  const sinceDue = Math.max(0, ...(times ?? []).map((each) => each.sinceDue))
  if (sinceDue > targetSeconds)
    errors.push(`routers of a dead worker were read ${sinceDue.toFixed(1)} s after they were due`)

  const compared = await compareLedger(ledger, query, () =>
    servers.reduce((sum, { folder: of, radius }) => sum + bufferOf(of).bytes + readdirSync(radius.records).length, 0),
  )
  console.log(
    `\nkills: ${Object.entries(kills)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')}`,
  )
  console.log(
    `load of the machine at the start: ${load?.toFixed(2)}; all ready ${(readyAfter / 1000).toFixed(1)} s after the last kill\n`,
  )
  console.table(
    Object.fromEntries(
      kinds.map((kind) => {
        const { acknowledged, unanswered, expired, gapMs } = ledger.counts[kind]
        return [
          kind,
          {
            acknowledged,
            lost: compared[kind].lost,
            duplicated: compared[kind].duplicated,
            'unanswered requests': unanswered,
            'given up': expired,
            'longest gap (s)': Math.round(gapMs / 100) / 10,
          },
        ]
      }),
    ),
  )
  console.log(`starts that failed because the database was unavailable, and were retried: ${failedStarts}`)
  console.log(`jobs run: ${compared.jobs.run}; waiting ${compared.jobs.waiting}, parked ${compared.jobs.parked}`)
  console.log(`device commands: ${compared.commands.ended} of ${ledger.commands.size} accepted have ended`)
  console.log(
    `routers of ${takeovers.length} killed workers: read again at most ${sinceDue.toFixed(1)} s after they were due, ${sinceKill.toFixed(1)} s after the kill (they are read every 60 s)`,
  )
  for (const kind of kinds)
    if (compared[kind].lost + compared[kind].duplicated > 0) errors.push(`${kind}: lost or duplicated`)
  for (const [what, count] of ledger.unexpected) errors.push(`${count} × ${what}`)
  errors.push(...compared.details)
  console.log(errors.length === 0 ? '\nno errors' : `\nerrors:\n  ${errors.join('\n  ')}`)
  process.exitCode = errors.length === 0 ? 0 : 1
} finally {
  over = true
  for (const stop of stops.toReversed()) await stop()
  await observer.end()
  await embedded.stop()
  if (process.exitCode === 1) console.log(`kept for inspection: ${folder}`)
  else rmSync(folder, { recursive: true, force: true })
}
process.exit()
