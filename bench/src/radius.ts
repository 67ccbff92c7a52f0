import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findPrograms } from '@trunkline/radius/programs'
import { startRadius } from '@trunkline/radius/launch'
import { clusterOf } from '../../server/src/db/embedded/cluster.ts'
import { atDatabase, startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { ask, readPostmaster } from '../../server/src/db/embedded/postmaster.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { prepareJobs } from '../../server/src/jobs/prepare.ts'
import { createLog } from '../../server/src/log.ts'
import { radiusKey, seal } from '../../server/src/sessions/seal.ts'
import { radiusDatabase } from '../../server/src/sessions/start-radius.ts'
import { noStock, seedStock, startStock } from './stock-radius.ts'

/**
 * Logins and accounting under load, in one run beside FreeRADIUS's own tables and queries, on one database server:
 * 100,000 services, 1 M ended and 50,000 running sessions. radclient keeps 32 requests in flight; rounds take turns.
 * Compare ratios and CPU a request: absolute rates are those of the machine, which the load generator shares.
 * `ROUNDS` (3), `SERVICES`, `CLOSED`, `LIVE`, `COMMIT` (on, as our start demands it): synchronous_commit of both.
 */
const number = (name: string, usual: number) => Number(process.env[name] ?? usual)
const size = {
  services: number('SERVICES', 100_000),
  closed: number('CLOSED', 1_000_000),
  live: number('LIVE', 50_000),
}
const rounds = number('ROUNDS', 3)
const missing = noStock()
const programs = findPrograms(process.env['PATH'] ?? '')
if (typeof programs === 'string' || missing !== undefined)
  throw new Error(typeof programs === 'string' ? programs : missing)

const key = Buffer.alloc(32, 3)
const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-radius-'))
const log = createLog('silent')
const secret = 'bench-secret'

async function seedPanel(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('set role trunkline_app_all')
  const one = async (sql: string, values: unknown[] = []) =>
    (await client.query<{ id: string }>(`${sql} returning id`, values)).rows[0]!.id
  const root = await one(`insert into company (type, name) values ('simrush', 'Root')`)
  const reseller = await one(`insert into company (type, name, parent_id) values ('reseller', 'Reseller', $1)`, [root])
  const tariff = await one(
    `insert into tariff (company_id, name, currency, download_rate, upload_rate) values ($1, 'Fast', 'EUR', 50000, 10000)`,
    [root],
  )
  const nas = await one(
    `insert into nas (company_id, name, address, secret, vendor) values ($1, 'NAS', '127.0.0.1', $2, 'mikrotik')`,
    [reseller, seal(key, secret)],
  )
  await client.query(
    `insert into company (type, name, parent_id) select 'client', 'Client ' || i, $1 from generate_series(1, 1000) i`,
    [reseller],
  )
  await client.query('reset role')
  await client.query(`set session_replication_role = replica`)
  const { rows: clients } = await client.query<{ id: string; lineage: string }>(
    `select id, lineage::text from company where type = 'client' order by id`,
  )
  for (let from = 1; from <= size.services; from += 5000) {
    const names: string[] = []
    const passwords: Buffer[] = []
    const companies: string[] = []
    const lineages: string[] = []
    for (let i = from; i < Math.min(from + 5000, size.services + 1); i++) {
      const company = clients[i % clients.length]!
      names.push(`user${i}`)
      passwords.push(seal(key, `password${i}`))
      companies.push(company.id)
      lineages.push(company.lineage)
    }
    await client.query(
      `insert into service (kind, company_id, username, password, tariff_id, status, ipv4_method, address, lineage)
        select 'service', c, u, p, $5, 'active', 'static-address', '100.64.0.0'::inet + substr(u, 5)::int, l::bigint[] from unnest($1::text[], $2::bytea[], $3::bigint[], $4::text[]) t (u, p, c, l)`,
      [names, passwords, companies, lineages, tariff],
    )
  }
  await client.query(`
    insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, calling, framed_ip, started_at, updated_at, secs, in_octets, out_octets, lineage, stopped_at, cause, closed_by)
      select md5('c' || i), 's' || i, s.id, s.username, s.company_id, ${nas}, 'aa' || i % 1000, s.address, t, t + interval '1 hour', 3600, i, i, s.lineage, t + interval '1 hour', 'User-Request', 'stop'
      from generate_series(1, ${size.closed}) i join service s on s.username = 'user' || 1 + i % ${size.services}, lateral (select now() - (i % 365 + 1) * interval '1 day' as t) d`)
  await client.query(`
    insert into session_live (uid, acct_session_id, service_id, username, company_id, nas_id, calling, framed_ip, started_at, updated_at, secs, in_octets, out_octets, lineage)
      select md5('l' || i), 'l' || i, s.id, s.username, s.company_id, ${nas}, 'aa', s.address, now() - interval '1 hour', now(), 3600, i, i, s.lineage
      from generate_series(0, ${size.live - 1}) i join service s on s.username = 'user' || ${size.services} - i`)
  await client.query('analyze')
  await client.end()
}

/** CPU seconds of FreeRADIUS, and of all processes of the database. */
function cpuOf(radius: number): { radius: number; database: number } {
  const postmaster = readPostmaster(clusterOf(folder))!.pid
  const used = { radius: 0, database: 0 }
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const seconds = (fields[11]! + fields[12]!) / 100
      if (Number(pid) === radius) used.radius += seconds
      if (Number(pid) === postmaster || fields[1] === postmaster) used.database += seconds
    } catch {
      // It has ended meanwhile.
    }
  }
  return used
}

/** Sends a file of packets. Seconds, CPU milliseconds a packet, and how many got no answer. */
async function load(kind: 'auth' | 'acct', port: number, packets: string[], radius: number) {
  const file = join(folder, 'packets')
  writeFileSync(file, packets.join('\n\n'))
  const cpu = cpuOf(radius)
  const began = performance.now()
  const child = spawn('radclient', [
    '-q',
    '-s',
    '-p',
    '32',
    '-r',
    '3',
    '-t',
    '5',
    '-f',
    file,
    `127.0.0.1:${port}`,
    kind,
    secret,
  ])
  let told = ''
  child.stdout.on('data', (chunk) => (told += String(chunk)))
  await new Promise((done) => child.on('close', done))
  const seconds = (performance.now() - began) / 1000
  const count = (name: string) => Number(new RegExp(`${name}\\s*:\\s*(\\d+)`).exec(told)?.[1] ?? Number.NaN)
  return {
    perSecond: packets.length / seconds,
    radius: ((cpuOf(radius).radius - cpu.radius) * 1000) / packets.length,
    database: ((cpuOf(radius).database - cpu.database) * 1000) / packets.length,
    wrong: packets.length - count('Accepted'),
  }
}

const logins = (amount: number) =>
  Array.from({ length: amount }, () => {
    // Of those without a running session: all are let in, under each rule.
    const i = 1 + Math.floor(Math.random() * Math.max(1, size.services - size.live - 1))
    return `User-Name = "user${i}"\nUser-Password = "password${i}"\nCalling-Station-Id = "aa"\nNAS-IP-Address = 127.0.0.1`
  })
const kinds = ['Start', 'Interim-Update', 'Stop'] as const
/** Sessions of a round: enough that each connection has made its plans. */
const sessionsTold = 4000
/** One kind of record of so many sessions. The times agree with the clock, as a NAS's do: a round is over in a few seconds. */
const accounting = (type: (typeof kinds)[number], round: string): string[] => {
  const octets = { Start: 0, 'Interim-Update': 500, Stop: 1000 }[type]
  return Array.from(
    { length: sessionsTold },
    (_, i) =>
      `Acct-Status-Type = ${type}\nAcct-Session-Id = "${round}-${i}"\nUser-Name = "user${1 + i}"\nNAS-IP-Address = 127.0.0.1\nCalling-Station-Id = "bb"\nFramed-IP-Address = 100.64.0.9\nAcct-Session-Time = ${octets / 500}\nAcct-Input-Octets = ${octets}\nAcct-Output-Octets = ${octets}${type === 'Stop' ? '\nAcct-Terminate-Cause = User-Request' : ''}`,
  )
}

const settings = { synchronous_commit: process.env['COMMIT'] ?? 'on', shared_buffers: '512MB', max_wal_size: '4GB' }
const embedded = await startEmbedded({ dataDir: folder, log, settings })
const stops: (() => Promise<unknown>)[] = []
try {
  const server = atDatabase(embedded.url, 'postgres')
  await ask(server, 'create database stock')
  console.log('seeding …')
  await prepareDatabase(embedded.url, log, { durable: false })
  await prepareJobs(embedded.url)
  await seedPanel(embedded.url)
  await seedStock(atDatabase(embedded.url, 'stock'), size)
  await ask(server, 'checkpoint')
  const databaseUrl = await radiusDatabase({ key, radius: { databaseUrl: undefined } as never }, embedded.url)
  const own = await startRadius({
    folder: join(folder, 'own'),
    programs,
    databaseUrl,
    key: radiusKey(key),
    authPort: 28_812,
    acctPort: 28_813,
    log,
  })
  stops.push(() => own.stop())
  const plain = await startStock(join(folder, 'plain'), atDatabase(embedded.url, 'stock'), [28_822, 28_823], false)
  const counting = await startStock(join(folder, 'counting'), atDatabase(embedded.url, 'stock'), [28_832, 28_833], true)
  for (const child of [plain, counting])
    stops.push(() => new Promise((done) => child.once('exit', done) && child.kill()))
  const systems = [
    { name: 'stock tables', pid: plain.pid!, auth: 28_822, acct: 28_823, logins: 4000 },
    { name: 'stock, sessions counted', pid: counting.pid!, auth: 28_832, acct: 28_833, logins: 400 },
    { name: 'panel, all checks', pid: own.pid(), auth: 28_812, acct: 28_813, logins: 4000 },
  ]
  type Load = Awaited<ReturnType<typeof load>>
  const columns = ['logins', ...kinds] as const
  const results = systems.map(
    () => ({ logins: [], Start: [], 'Interim-Update': [], Stop: [] }) as Record<(typeof columns)[number], Load[]>,
  )
  for (let round = 0; round <= rounds; round++) {
    for (const [i, system] of systems.entries()) {
      const name = `${Date.now()}-${round}`
      const told = { logins: await load('auth', system.auth, logins(system.logins), system.pid) } as Record<
        string,
        Load
      >
      for (const kind of kinds) told[kind] = await load('acct', system.acct, accounting(kind, name), system.pid)
      // The first round warms up.
      if (round > 0) for (const column of columns) results[i]![column].push(told[column]!)
    }
  }
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const rate = (i: number, column: (typeof columns)[number]) => mean(results[i]![column].map((r) => r.perSecond))
  console.log(
    `\n${size.services.toLocaleString('en')} services, ${size.closed.toLocaleString('en')} ended and ${size.live.toLocaleString('en')} running sessions; synchronous_commit = ${settings.synchronous_commit}; mean of ${rounds} rounds\n`,
  )
  // What a NAS tells of a session of two hours that reports every five minutes.
  const perSession = (of: (kind: (typeof kinds)[number]) => number) =>
    of('Start') + 24 * of('Interim-Update') + of('Stop')
  const figures = systems.map(({ name }, i) => ({
    name,
    measured: [
      ...columns.map((column) => ({
        rate: rate(i, column),
        radius: mean(results[i]![column].map((r) => r.radius)),
        database: mean(results[i]![column].map((r) => r.database)),
      })),
      {
        rate: 26 / perSession((kind) => 1 / rate(i, kind)),
        radius: perSession((kind) => mean(results[i]![kind].map((r) => r.radius))) / 26,
        database: perSession((kind) => mean(results[i]![kind].map((r) => r.database))) / 26,
      },
    ],
    unanswered: columns.flatMap((column) => results[i]![column]).reduce((sum, r) => sum + r.wrong, 0),
  }))
  const row = (name: string, cells: string[], last: string) =>
    console.log(name.padEnd(26) + cells.map((cell) => cell.padStart(28)).join('') + last.padStart(12))
  // CPU: FreeRADIUS + database.
  row('a second · ratio · CPU ms', [...columns, 'a session: 1 + 24 + 1'], 'unanswered')
  for (const { name, measured, unanswered } of figures)
    row(
      name,
      measured.map(
        ({ rate, radius, database }, i) =>
          `${rate.toFixed(0)} · ${(rate / figures[0]!.measured[i]!.rate).toFixed(2)} · ${radius.toFixed(2)} + ${database.toFixed(2)}`,
      ),
      String(unanswered),
    )
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
    `\nlast 25 sessions of one service, in the database: p50 ${times[100]!.toFixed(2)} ms, p95 ${times[190]!.toFixed(2)} ms`,
  )
} finally {
  for (const stop of stops) await stop()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
