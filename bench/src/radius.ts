import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPrograms } from '@trunkline/radius/programs'
import { defaultThreads } from '@trunkline/radius/files'
import { startRadius } from '@trunkline/radius/launch'
import { loadRecords } from '@trunkline/radius/records'
import { atDatabase, startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { queryOnce } from '../../server/src/db/embedded/postmaster.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { prepareJobs } from '../../server/src/jobs/prepare.ts'
import { createLog } from '../../server/src/log.ts'
import { radiusKey } from '../../server/src/sessions/seal.ts'
import { radiusDatabase } from '../../server/src/sessions/start-radius.ts'
import { loadRadius, type RadiusLoad } from './radius-load.ts'
import { login, sessionRecord, type RadiusRequest, type RecordType } from './radius-sender.ts'
import { seedPanel } from './seed-radius.ts'
import { noStock, seedStock, startStock } from './stock-radius.ts'

/**
 * Logins and accounting under load, in one run beside FreeRADIUS's own tables and queries, on one database server:
 * 100,000 services, 1 M ended and 50,000 running sessions. Equal conditions: the same synchronous_commit for both,
 * once on and once off; the same reply attributes, signed; the same threads and connections; logins without and with
 * a session limit, for which the stock tables have the index that their query needs. The panel's times include
 * storing the records that it wrote to files. 32 requests are in flight; the systems alternate within each round.
 * Compare ratios and CPU per request: absolute rates depend on the machine, which the sender shares. `ROUNDS` (2),
 * `SERVICES`, `CLOSED`, `LIVE`, `PACKETS` (16,000): logins per system and round; `SESSIONS` (8,000), each with a Start,
 * `REPORTS` (24) interim updates and a Stop. The numbers are large enough that the last file of records, which is stored
 * after the last reply, is a small part of the time.
 */
const number = (name: string, usual: number) => Number(process.env[name] ?? usual)
const size = {
  services: number('SERVICES', 100_000),
  closed: number('CLOSED', 1_000_000),
  live: number('LIVE', 50_000),
}
const rounds = number('ROUNDS', 2)
const packets = number('PACKETS', 16_000)
const perRound = number('SESSIONS', 8000)
const missing = noStock()
const programs = findPrograms(process.env['PATH'] ?? '')
if (typeof programs === 'string' || missing !== undefined)
  throw new Error(typeof programs === 'string' ? programs : missing)

const key = Buffer.alloc(32, 3)
const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-radius-'))
const log = createLog('silent')
const secret = 'bench-secret'

type Load = Awaited<ReturnType<typeof loadRadius>>

/** Users without a running session: each is accepted, with either rule. */
const offline = Math.max(2, size.services - size.live - 1)
/** Logins of users with (even numbers) or without (odd numbers) a session limit. */
const logins = (counted: boolean) =>
  Array.from({ length: packets }, () =>
    login(2 * (1 + Math.floor((Math.random() * (offline - 1)) / 2)) - (counted ? 0 : 1)),
  )

/** Stock and panel, each with either synchronous_commit. */
const systemCount = 4
/**
 * One session per user, and users of its own for each system: two systems share a database, and the panel ends the older
 * of two sessions that a user has from one station.
 */
const sessions = Math.min(perRound, Math.floor(offline / systemCount))
/** Reports per session: those of two hours, one every five minutes. */
const reports = number('REPORTS', 24)
/** A session's reports arrive within half a minute here, with times that agree with the clock, as those of a NAS do. */
const secondsAt = (report: number) => Math.ceil(report / 3)
/** Records of all sessions of a round. */
const records = (type: RecordType, round: string, system: number): RadiusRequest[] =>
  (type === 'Interim-Update'
    ? Array.from({ length: reports }, (_, i) => i + 1)
    : [type === 'Start' ? 0 : reports + 1]
  ).flatMap((report) =>
    Array.from({ length: sessions }, (_, i) =>
      sessionRecord(type, {
        session: `${round}-${system}-${i}`,
        user: 1 + system * sessions + i,
        seconds: secondsAt(report),
        octets: report * 500,
      }),
    ),
  )

/** A request in the format of radclient. */
const radclientLines = (request: RadiusRequest) =>
  Object.entries(request)
    .map(([name, value]) => `${name} = "${value}"`)
    .join('\n')

/** Attribute names of the reply to a login, in order. @throws Error if it is not an Access-Accept */
function replyAttributes(port: number, user: number): string[] {
  const args = ['-x', '-r', '3', '-t', '5', `127.0.0.1:${port}`, 'auth', secret]
  const { stdout } = spawnSync('radclient', args, { input: radclientLines(login(user)), encoding: 'utf8' })
  const [, reply] = stdout.split(/^Received Access-Accept.*$/m)
  if (reply === undefined) throw new Error(`A login at port ${port} was not accepted:\n${stdout}`)
  return [...reply.matchAll(/^\t([\w-]+) = /gm)].map((match) => match[1] as string)
}

const settings = { shared_buffers: '512MB', max_wal_size: '4GB' }
const embedded = await startEmbedded({ dataDir: folder, log, settings })
const stops: (() => Promise<unknown>)[] = []
try {
  const server = atDatabase(embedded.url, 'postgres')
  await queryOnce(server, 'create database stock')
  console.log('seeding …')
  await prepareDatabase(embedded.url, log, { durable: false })
  await prepareJobs(embedded.url)
  await seedPanel(embedded.url, size, key, secret)
  const stockUrl = atDatabase(embedded.url, 'stock')
  await seedStock(stockUrl, size)
  await queryOnce(server, 'checkpoint')
  const databaseUrl = await radiusDatabase({ key, radius: { databaseUrl: undefined } as never }, embedded.url)

  type Commit = 'on' | 'off'
  interface System {
    name: string
    commit: Commit
    /** The baseline is the stock system with the same synchronous_commit. */
    stock: boolean
    pid: number
    auth: number
    counted: number
    acct: number
    /** Pending work of answered requests. */
    finish?: () => Promise<unknown>
  }
  const systems: System[] = []
  let port = 28_800
  const stock = async (commit: Commit) => {
    const ports = { auth: (port += 10), counted: port + 1, acct: port + 2 }
    const child = await startStock(join(folder, `stock-${commit}`), stockUrl, ports, commit)
    stops.push(() => new Promise((done) => child.once('exit', done) && child.kill()))
    systems.push({ name: 'stock', commit, stock: true, pid: child.pid as number, ...ports })
  }
  const panel = async (commit: Commit) => {
    const ports = { authPort: (port += 10), acctPort: port + 1 }
    const session = { synchronous_commit: commit, 'panel.deferred_reports': 'off' }
    const name = 'panel'
    const own = await startRadius({
      folder: join(folder, `${name}-${commit}`),
      programs,
      databaseUrl,
      key: radiusKey(key),
      ...ports,
      log,
      session,
    })
    const records = loadRecords({ databaseUrl, folder: own.records, log, session })
    stops.push(async () => {
      await own.stop()
      await records.stop()
    })
    const { authPort: auth, acctPort: acct } = ports
    // Pending records are part of the work.
    const finish = async () => {
      await records.flush()
      await queryOnce(embedded.url, 'set role trunkline_app_all; select panel.process_reports(true)')
    }
    systems.push({ name, commit, stock: false, pid: own.pid(), auth, counted: auth, acct, finish })
  }
  await stock('on')
  await panel('on')
  await stock('off')
  await panel('off')

  const columns = [
    { name: 'logins', requests: () => logins(false), mode: 'auth', port: (of: System) => of.auth },
    { name: 'logins, counted', requests: () => logins(true), mode: 'auth', port: (of: System) => of.counted },
    {
      name: 'Start',
      requests: (round: string, system: number) => records('Start', round, system),
      mode: 'acct',
      port: (of: System) => of.acct,
    },
    {
      name: 'report',
      requests: (round: string, system: number) => records('Interim-Update', round, system),
      mode: 'acct',
      port: (of: System) => of.acct,
    },
    {
      name: 'Stop',
      requests: (round: string, system: number) => records('Stop', round, system),
      mode: 'acct',
      port: (of: System) => of.acct,
    },
  ] as const satisfies {
    name: string
    requests: (round: string, system: number) => RadiusRequest[]
    mode: RadiusLoad['mode']
    port: (of: System) => number
  }[]
  type Column = (typeof columns)[number]['name']

  const replies = new Map(systems.map((system) => [system, replyAttributes(system.auth, 1)]))
  const results = systems.map(
    () => Object.fromEntries(columns.map(({ name }) => [name, [] as Load[]])) as Record<Column, Load[]>,
  )
  const idle = loadavg()[0] as number
  for (let round = 0; round <= rounds; round++) {
    const key = `${Date.now()}-${round}`
    for (const column of columns) {
      // Each starts in turn: pending writes of the previous one must not favour any.
      const turn = systems.map((_, i) => (i + round) % systems.length)
      for (const i of turn) {
        const system = systems[i] as System
        const requests = column.requests(key, i)
        const measured = await loadRadius({
          mode: column.mode,
          port: column.port(system),
          secret,
          requests,
          pid: system.pid,
          folder,
          finish: system.finish,
        })
        // The first round is a warm-up.
        if (round > 0) results[i]![column.name].push(measured)
      }
    }
  }

  // A dead letter is acknowledged and costs little: the results of such a run would be meaningless.
  const [aside] = await queryOnce<{ count: string; error: string | null }>(
    embedded.url,
    'select count(*), min(error) as error from acct_dead_letter',
  )
  if (Number(aside?.count) > 0) throw new Error(`${aside?.count} records were not stored: ${aside?.error}`)

  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const measured = systems.map((system, i) => {
    const of = (name: Column) => {
      const loads = results[i]![name]
      return {
        rate: mean(loads.map((each) => each.perSecond)),
        radius: mean(loads.map((each) => each.radius)),
        database: mean(loads.map((each) => each.database)),
        sender: mean(loads.map((each) => each.sender)),
      }
    }
    // Reports of a NAS for a session of two hours, every five minutes, as records per second and CPU per record.
    const perSession = (value: (name: Column) => number) => (value('Start') + 24 * value('report') + value('Stop')) / 26
    const session = {
      rate: 1 / perSession((name) => 1 / of(name).rate),
      radius: perSession((name) => of(name).radius),
      database: perSession((name) => of(name).database),
      sender: perSession((name) => of(name).sender),
    }
    return { system, cells: [...columns.map(({ name }) => of(name)), session] }
  })
  const headings = [...columns.map(({ name }) => name), 'two-hour session']
  const stockOf = (commit: Commit) => measured.find(({ system }) => system.stock && system.commit === commit)!
  const count = (value: number) => value.toLocaleString('en')
  console.log(
    `\n${count(size.services)} services, ${count(size.closed)} ended and ${count(size.live)} running sessions; mean of ${rounds} rounds of ${count(packets)} logins and ${count(sessions)} sessions with ${count(reports)} reports each; ${defaultThreads()} threads; load of the machine before: ${idle.toFixed(2)}`,
  )
  const row = (name: string, cells: string[], last: string) =>
    console.log(name.padEnd(18) + cells.map((cell) => cell.padStart(38)).join('') + last.padStart(12))
  for (const commit of ['on', 'off'] as const) {
    console.log(
      `\nsynchronous_commit = ${commit}: requests per second · ratio to stock · CPU ms per request, FreeRADIUS + database (+ sender)`,
    )
    row('', headings, 'unanswered')
    for (const [i, { system, cells }] of measured.entries())
      if (system.commit === commit)
        row(
          system.name,
          cells.map(
            ({ rate, radius, database, sender }, column) =>
              `${rate.toFixed(0)} · ${(rate / stockOf(commit).cells[column]!.rate).toFixed(2)} · ${radius.toFixed(2)} + ${database.toFixed(2)} (+ ${sender.toFixed(2)})`,
          ),
          String(columns.flatMap(({ name }) => results[i]![name]).reduce((sum, { unanswered }) => sum + unanswered, 0)),
        )
  }

  /** Minimum ratio to stock, by column. */
  const targets: Partial<Record<string, number>> = {
    logins: 1,
    'logins, counted': 1.5,
    report: 1.2,
    'two-hour session': 1.3,
  }
  console.log('\ntargets')
  for (const { system, cells } of measured.filter((each) => !each.system.stock))
    console.log(
      `synchronous_commit = ${system.commit}: ${headings
        .flatMap((heading, column) => {
          const target = targets[heading]
          if (target === undefined) return []
          const ratio = cells[column]!.rate / stockOf(system.commit).cells[column]!.rate
          return [`${heading} ${ratio.toFixed(2)} (${target.toFixed(1)}: ${ratio >= target ? 'reached' : 'missed'})`]
        })
        .join(', ')}`,
    )

  const sorted = (system: System) => replies.get(system)!.toSorted().join(', ')
  const first = systems[0] as System
  console.log(
    `\nunlike
  stock reads groups by default (read_groups); the panel uses tariffs instead
  stock logs the password of each login; the panel does not, and stores passwords encrypted
  the panel answers an interim update, and logs an accepted login, when it is in a file that is stored in batches;
  stock, when its transaction is committed
  the panel counts usage by day, moves an ended session to the history and checks NAS, dates, quota and station`,
  )
  for (const system of systems)
    if (sorted(system) !== sorted(first))
      console.log(`  ${system.name} (${system.commit}) replies with ${sorted(system)}; stock with ${sorted(first)}`)
  const signed = systems.filter((system) => replies.get(system)![0] === 'Message-Authenticator').length
  console.log(`replies with the Message-Authenticator first: ${signed} of ${systems.length} systems`)

  const client = new pg.Client({ connectionString: embedded.url })
  await client.connect()
  const times: number[] = []
  for (let i = 0; i < 200; i++) {
    const id = (
      await client.query<{ id: string }>(`select id from service where username = $1`, [
        `user${1 + Math.floor(Math.random() * size.services)}`,
      ])
    ).rows[0]!.id
    const began = performance.now()
    await client.query(`select * from session_closed where service_id = $1 order by stopped_at desc limit 25`, [id])
    times.push(performance.now() - began)
  }
  await client.end()
  times.sort((a, b) => a - b)
  console.log(
    `\nlast 25 sessions of one service, in the database of the panel: p50 ${times[100]!.toFixed(2)} ms, p95 ${times[190]!.toFixed(2)} ms`,
  )
} finally {
  for (const stop of stops) await stop()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
