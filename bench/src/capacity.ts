import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startRadius } from '@trunkline/radius/launch'
import { findPrograms } from '@trunkline/radius/programs'
import { loadRecords } from '@trunkline/radius/records'
import { startEmbedded } from '../../server/src/db/embedded/launcher.ts'
import { prepareDatabase } from '../../server/src/db/prepare.ts'
import { passwordContext } from '../../server/src/devices/password-context.ts'
import { prepareJobs } from '../../server/src/jobs/prepare.ts'
import { createLog } from '../../server/src/log.ts'
import { seal } from '../../server/src/secrets.ts'
import { radiusKey } from '../../server/src/sessions/seal.ts'
import { radiusDatabase } from '../../server/src/sessions/start-radius.ts'
import { endProcesses, start } from './processes.ts'
import { cpuOf, loadRadius } from './radius-load.ts'
import { login, sessionRecord, type RadiusRequest, type RecordType } from './radius-sender.ts'
import { seedPanel } from './seed-radius.ts'
import { startRouters } from './simulated-routers.ts'
import { usageOf } from './worker-usage.ts'

/**
 * Capacity of one server: seeds services, devices and ended sessions, prints storage and seeding time of each kind,
 * then measures CPU of logins, interim updates, Starts, Stops and polls at that size, and computes how many
 * subscribers and devices one core can serve. `SERVICES` (1,000,000), `DEVICES` (100,000), `CLOSED` (20,000,000),
 * `PACKETS` (4000) of each kind per round, `ROUNDS` (3), `ROUTERS` (300) that reply to polls, `SECONDS` (120) of
 * polling.
 */
const number = (name: string, usual: number) => Number(process.env[name] ?? usual)
const size = {
  services: number('SERVICES', 1_000_000),
  devices: number('DEVICES', 100_000),
  closed: number('CLOSED', 20_000_000),
}
const packets = number('PACKETS', 4000)
const rounds = number('ROUNDS', 3)
const routers = number('ROUTERS', 300)
const seconds = number('SECONDS', 120)

const programs = findPrograms(process.env['PATH'] ?? '')
if (typeof programs === 'string') throw new Error(programs)
const key = Buffer.alloc(32, 3)
const secret = 'bench-secret'
const routerPassword = 'bench-password'
const folder = mkdtempSync(join(tmpdir(), 'trunkline-bench-capacity-'))
const log = createLog('silent')
const count = (value: number) => Math.round(value).toLocaleString('en')
const fixed = (value: number, digits = 2) => value.toFixed(digits)

const embedded = await startEmbedded({
  dataDir: folder,
  log,
  settings: { shared_buffers: '1GB', max_wal_size: '8GB', maintenance_work_mem: '512MB' },
})
const client = new pg.Client({ connectionString: embedded.url })
let simulators: ChildProcess | undefined
const stops: (() => Promise<unknown>)[] = []

/** Bytes of tables with their indexes and partitions. */
async function bytesOf(tables: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(coalesce(t.relid, c.oid))) as bytes from pg_class c
       left join lateral pg_partition_tree(c.oid) t on c.relkind = 'p' where c.oid = any ($1::text[]::regclass[])`,
    [tables],
  )
  return Number(rows[0]?.bytes)
}

/**
 * Drops the indexes of a partitioned table that no constraint needs: with them 20 M rows take hours to insert.
 * @returns a function that creates them again; built in one step, they are smaller than indexes built row by row
 */
async function dropIndexes(table: string): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
       where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of rows) await client.query(definition.replace(' ON ONLY ', ' ON '))
  }
}

/** Devices without a connection, and those with a simulator, which have the lowest ids. */
async function seedDevices(): Promise<void> {
  await client.query('set role trunkline_app_all')
  const one = async (sql: string, values: unknown[]) =>
    Number((await client.query<{ id: string }>(`${sql} returning id`, values)).rows[0]!.id)
  const companies = await client.query<{ root: string; owner: string }>(
    `select (select id from company where type = 'simrush') as root, (select id from company where type = 'reseller') as owner`,
  )
  const { root, owner } = companies.rows[0]!
  const type = await one('insert into hardware_type (company_id, name) values ($1, $2)', [root, 'Bench router'])
  const maker = await one('insert into hardware_manufacturer (company_id, name) values ($1, $2)', [root, 'Bench'])
  const model = await one(
    'insert into hardware_model (company_id, type_id, manufacturer_id, name) values ($1, $2, $3, $4)',
    [root, type, maker, 'Bench router'],
  )
  for (let from = 1; from <= size.devices; from += 5000) {
    const rows = Array.from({ length: Math.min(5000, size.devices - from + 1) }, (_, i) => ({
      id: from + i,
      address: `127.${10 + ((from + i) >> 16)}.${((from + i) >> 8) & 255}.${(from + i) & 255}`,
      password: seal(key, routerPassword, passwordContext(from + i)).toString('hex'),
    }))
    await client.query(
      `insert into hardware (id, company_id, model_id, type_id, manufacturer_id, name, management_address, management_port, management_protocol, management_user, management_password)
         select r.id, $1, $2, $3, $4, 'Router ' || r.id, r.address, 8728, 'api', 'panel', decode(r.password, 'hex')
           from jsonb_to_recordset($5::jsonb) as r(id bigint, address text, password text)`,
      [owner, model, type, maker, JSON.stringify(rows)],
    )
  }
  await client.query(`update hardware_poll set next_at = '2100-01-01' where hardware_id > $1`, [routers])
  await client.query('reset role')
}

/** CPU milliseconds of one reading of a router, in steady state. */
async function measurePolls(): Promise<{ worker: number; database: number; readings: number }> {
  simulators = await startRouters('127.10.0.1', routers, routerPassword)
  const worker = await start(
    fileURLToPath(new URL('./devices-worker.ts', import.meta.url)),
    [embedded.url, key.toString('hex')],
    {},
    async (child) => void (await once(child, 'message')),
  )
  const readAll = async () =>
    (
      await client.query<{ read: number }>(
        'select count(*)::int as read from hardware_state where polled_at is not null and hardware_id <= $1',
        [routers],
      )
    ).rows[0]!.read
  while ((await readAll()) < routers) await sleep(500)
  const before = { usage: await usageOf(worker), database: cpuOf(folder, process.pid).database }
  await sleep(seconds * 1000)
  const after = { usage: await usageOf(worker), database: cpuOf(folder, process.pid).database }
  const readings = (after.usage.readings['ok'] ?? 0) - (before.usage.readings['ok'] ?? 0)
  return {
    readings,
    worker: ((after.usage.cpu - before.usage.cpu) * 1000) / readings,
    database: ((after.database - before.database) * 1000) / readings,
  }
}

try {
  await client.connect()
  await prepareDatabase(embedded.url, log, { durable: false })
  await prepareJobs(embedded.url)
  console.log(`load of the machine at the start: ${fixed(loadavg()[0] as number)}`)
  const timed = async (work: () => Promise<void>) => {
    const began = performance.now()
    await work()
    return (performance.now() - began) / 1000
  }
  const empty = {
    services: await bytesOf(['service']),
    devices: await bytesOf(['hardware', 'hardware_state', 'hardware_poll']),
    sessions: await bytesOf(['session_closed']),
  }
  await client.query('set statement_timeout = 0')
  const seededServices = await timed(() =>
    seedPanel(embedded.url, { services: size.services, closed: 0, live: 0 }, key, secret),
  )
  console.log(`services seeded after ${fixed(seededServices, 0)} s`)
  const seededDevices = await timed(seedDevices)
  console.log(`devices seeded after ${fixed(seededDevices, 0)} s`)
  const seededSessions = await timed(async () => {
    await client.query(`set session_replication_role = replica`)
    const nas = (await client.query<{ id: string }>('select id from nas')).rows[0]!.id
    const rebuild = await dropIndexes('session_closed')
    const chunk = 1_000_000
    for (let from = 1; from <= size.closed; from += chunk)
      await client.query(
        `insert into session_closed (uid, acct_session_id, service_id, username, company_id, nas_id, calling, framed_ip, started_at, updated_at, secs, in_octets, out_octets, ancestor_ids, stopped_at, cause, closed_by)
           select md5('c' || i), 's' || i, s.id, s.username, s.company_id, $1, 'aa' || i % 1000, s.address, t, t + interval '1 hour', 3600, i, i, s.ancestor_ids, t + interval '1 hour', 'User-Request', 'stop'
           from generate_series($2::bigint, $3::bigint) i join service s on s.username = 'user' || 1 + i % $4::bigint, lateral (select now() - (i % 365 + 1) * interval '1 day' as t) d`,
        [nas, from, Math.min(size.closed, from + chunk - 1), size.services],
      )
    await rebuild()
    await client.query('reset session_replication_role')
  })
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  const full = {
    services: await bytesOf(['service']),
    devices: await bytesOf(['hardware', 'hardware_state', 'hardware_poll']),
    sessions: await bytesOf(['session_closed']),
  }
  const cost = (rows: number, before: number, after: number, took: number) => ({
    rows: count(rows),
    'bytes a row': count((after - before) / rows),
    MB: count((after - before) / 1e6),
    'rows seeded a second': count(rows / took),
  })
  console.log('\nmeasured: storage with indexes')
  console.table({
    services: cost(size.services, empty.services, full.services, seededServices),
    devices: cost(size.devices, empty.devices, full.devices, seededDevices),
    'ended sessions': cost(size.closed, empty.sessions, full.sessions, seededSessions),
  })

  const databaseUrl = await radiusDatabase({ key, radius: { databaseUrl: undefined } as never }, embedded.url)
  const ports = { authPort: 28_700, acctPort: 28_701 }
  const radius = await startRadius({
    folder: join(folder, 'radius'),
    programs,
    databaseUrl,
    key: radiusKey(key),
    ...ports,
    log,
  })
  const records = loadRecords({ databaseUrl, folder: radius.records, log })
  stops.push(async () => {
    await radius.stop()
    await records.stop()
  })
  const record = (type: RecordType, round: number, i: number, report: number) =>
    sessionRecord(type, { session: `r${round}-${i}`, user: 1 + i, seconds: report, octets: report * 500 })
  const many = (make: (i: number) => RadiusRequest) => Array.from({ length: packets }, (_, i) => make(i))
  const kinds = {
    login: {
      mode: 'auth' as const,
      requests: () => many(() => login(1 + 2 * Math.floor((Math.random() * size.services) / 2))),
    },
    Start: { mode: 'acct' as const, requests: (round: number) => many((i) => record('Start', round, i, 0)) },
    'interim update': {
      mode: 'acct' as const,
      requests: (round: number) => many((i) => record('Interim-Update', round, i, 1)),
    },
    Stop: { mode: 'acct' as const, requests: (round: number) => many((i) => record('Stop', round, i, 2)) },
  }
  type Name = keyof typeof kinds
  const results = {} as Record<Name, Awaited<ReturnType<typeof loadRadius>>[]>
  for (let round = 0; round <= rounds; round++)
    for (const [name, kind] of Object.entries(kinds) as [Name, (typeof kinds)[Name]][]) {
      const measured = await loadRadius({
        mode: kind.mode,
        port: kind.mode === 'auth' ? ports.authPort : ports.acctPort,
        secret,
        requests: kind.requests(round),
        pid: radius.pid(),
        folder,
        finish: () => records.flush(),
      })
      // The first round is a warm-up.
      if (round > 0) (results[name] ??= []).push(measured)
    }
  await radius.stop()
  await records.stop()
  stops.pop()
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  /** CPU milliseconds of one operation of each kind. */
  const cpu: Record<string, number> = {}
  const table: Record<string, object> = {}
  for (const [name, list] of Object.entries(results)) {
    const server = mean(list.map((each) => each.radius))
    const database = mean(list.map((each) => each.database))
    cpu[name] = server + database
    table[name] = {
      'a second': count(mean(list.map((each) => each.perSecond))),
      'CPU ms, FreeRADIUS or worker': fixed(server),
      'CPU ms, database': fixed(database),
      'share of a core at 100 a second': `${fixed((server + database) * 10, 1)} %`,
      unanswered: list.reduce((sum, each) => sum + each.unanswered, 0),
    }
  }
  const polls = await measurePolls()
  cpu['poll'] = polls.worker + polls.database
  table['poll'] = {
    'a second': fixed(polls.readings / seconds, 1),
    'CPU ms, FreeRADIUS or worker': fixed(polls.worker),
    'CPU ms, database': fixed(polls.database),
    'share of a core at 100 a second': `${fixed(cpu['poll'] * 10, 1)} %`,
    unanswered: 0,
  }
  console.log('\nmeasured: sequentially at this size; polls at one a minute, so their rate is not a limit')
  console.table(table)

  const of = (name: Name | 'poll') => cpu[name] as number
  /** Milliseconds of CPU per second of a subscriber: two sessions a day, and their reports. */
  const perSubscriber = (interval: number) =>
    (2 / 86_400) * (of('login') + of('Start') + of('Stop')) + of('interim update') / interval
  console.log('\ncomputed from these: one core at 60 % load, with two logins per subscriber and day')
  console.table(
    Object.fromEntries(
      [60, 300, 600, 900].map((interval) => [
        `interim updates every ${interval} s`,
        {
          subscribers: count(600 / perSubscriber(interval)),
          'updates a second': count(600 / perSubscriber(interval) / interval),
        },
      ]),
    ),
  )
  console.log(`computed: ${count((600 / of('poll')) * 60)} devices polled once a minute by one core at 60 % load`)
} finally {
  for (const stop of stops) await stop()
  await endProcesses()
  simulators?.kill('SIGTERM')
  await client.end()
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
