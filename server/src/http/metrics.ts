import { createHash, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

import type { Databases } from '../db/pool.ts'
import type { Components } from './health.ts'

export type MetricsOptions = {
  databases: Databases
  /** Bearer token that opens the page to other machines; undefined: only direct callers on this machine may read it. */
  token: string | undefined
  /** Readings of devices by this process since its start, by result. */
  readings?: () => ReadonlyMap<string, number>
  /** Components of this process, and whether they work. */
  components?: (() => Components) | undefined
  /** Age in hours above which the last successful backup is overdue; 0: never. */
  maxBackupAgeHours: number
}

/** Histogram buckets in seconds; the panel's targets are 25, 80 and 200 ms. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.08, 0.1, 0.2, 0.5, 1, 2.5, 5]

/** Waiting and parked jobs by task, queried at each scrape. */
const QUEUE = `
  select task_identifier as task,
         count(*) filter (where attempts < max_attempts)::int as waiting,
         count(*) filter (where attempts >= max_attempts)::int as failed
    from graphile_worker.jobs group by 1`

/** Lag of the device poller, and the number of waiting readings. */
const DEVICES = `
  select (select extract(epoch from now() - min(s.polled_at))::float8 from hardware_poll p join hardware h on h.id = p.hardware_id
            join hardware_state s on s.hardware_id = p.hardware_id where h.is_online and p.failures = 0) as oldest,
         (select count(*)::int from hardware_poll where next_at < now() - interval '30 seconds' and (leased_until is null or leased_until < now())) as overdue,
         (select count(*)::int from hardware_poll) as managed,
         (select count(*)::int from device_command where state = 'queued') as queued,
         (select count(*)::int from device_command where state = 'running') as running`

/**
 * RADIUS servers by their own reports, and accounting records that could not be stored. A server without recent reports
 * is down.
 */
const RADIUS = `
  select host, (state = 'running' and checked_at > now() - interval '3 minutes') as up, buffer_bytes::float8 as bytes,
         coalesce(extract(epoch from now() - buffer_since), 0)::float8 as age
    from radius_server order by host`
const DEAD_LETTERS = 'select count(*)::int as count from acct_dead_letter'

const CERTIFICATES = `
  select kind, extract(epoch from min(not_after) - now())::float8 as seconds from radius_certificate where active group by 1`

/** The last successful backup, the number of failures since, and whether it is overdue. $1: hours. */
const BACKUPS = `
  select extract(epoch from good.finished_at)::float8 as at, good.bytes::float8 as bytes,
         (select count(*)::int from backup_run where state = 'failed' and finished_at > coalesce(good.finished_at, '-infinity')) as failed,
         ($1 > 0 and coalesce(good.finished_at, (select set_at from installation_key)) < now() - make_interval(hours => $1)) is true as overdue
    from (select) one left join lateral (select finished_at, bytes from backup_run where state = 'good' order by finished_at desc limit 1) good on true`

/**
 * `/metrics` in the Prometheus text format: durations by route and status, pools, job queue, event loop and process.
 * Labels are route names, never paths, because paths contain ids.
 */
export async function metrics(app: FastifyInstance, options: MetricsOptions): Promise<void> {
  const register = new Registry()
  collectDefaultMetrics({ register, prefix: 'trunkline_' })
  const duration = new Histogram({
    name: 'trunkline_http_request_duration_seconds',
    help: 'Time from request to the end of the reply',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS,
    registers: [register],
  })
  new Gauge({
    name: 'trunkline_database_connections',
    help: 'Connections of this process by pool and state; waiting are requests without one',
    labelNames: ['pool', 'state'] as const,
    registers: [register],
    collect() {
      for (const name of ['app', 'appAll'] as const) {
        const pool = options.databases[name]
        this.set({ pool: name, state: 'idle' }, pool.idleCount)
        this.set({ pool: name, state: 'busy' }, pool.totalCount - pool.idleCount)
        this.set({ pool: name, state: 'waiting' }, pool.waitingCount)
      }
    },
  })
  new Gauge({
    name: 'trunkline_jobs',
    help: 'Jobs in the queue by task and state',
    labelNames: ['task', 'state'] as const,
    registers: [register],
    async collect() {
      this.reset()
      try {
        const { rows } = await options.databases.appAll.query<{
          task: string
          waiting: number
          failed: number
        }>(QUEUE)
        for (const { task, waiting, failed } of rows) {
          this.set({ task, state: 'waiting' }, waiting)
          this.set({ task, state: 'failed' }, failed)
        }
      } catch {
        // The database is unavailable, or no worker has run yet: this gauge is omitted.
      }
    },
  })

  reportComponents(register, options)
  registerDeviceMetrics(register, options)
  countDownCertificates(register, options)
  reportRadius(register, options.databases)
  reportBackups(register, options)
  reportAuditLog(register, options.databases)

  app.addHook('onResponse', async (request, reply) => {
    duration.observe(
      {
        method: request.method,
        // Unknown paths share one label; otherwise every path that a scanner tries would become a time series.
        route: request.routeOptions.url ?? 'none',
        status: String(reply.statusCode),
      },
      reply.elapsedTime / 1000,
    )
  })

  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!mayRead(request, options.token)) {
      // Replies as if the page did not exist.
      return reply.callNotFound()
    }
    return reply.type(register.contentType).send(await register.metrics())
  })
}

/** The same names as in `/health/ready`. */
function reportComponents(register: Registry, { databases, components }: MetricsOptions): void {
  new Gauge({
    name: 'trunkline_component_up',
    help: '1 while this part of the process works, else 0',
    labelNames: ['component'] as const,
    registers: [register],
    async collect() {
      this.reset()
      const database = await databases.appAll.query('select 1').then(
        () => true,
        () => false,
      )
      for (const [component, up] of Object.entries({ database, ...components?.() })) this.set({ component }, up ? 1 : 0)
    },
  })
}

type DeviceCounts = Record<'oldest' | 'overdue' | 'managed' | 'queued' | 'running', number | null>

/** Gauges of live devices. All are collected at the same time with one query. */
function registerDeviceMetrics(register: Registry, { databases, readings }: MetricsOptions): void {
  let requested: { at: number; counts: Promise<DeviceCounts | undefined> } | undefined
  const counts = () => {
    if (requested === undefined || Date.now() - requested.at > 1000)
      requested = {
        at: Date.now(),
        counts: databases.appAll.query<DeviceCounts>(DEVICES).then(
          ({ rows }) => rows[0],
          // The database is unavailable: the previous values remain.
          () => undefined,
        ),
      }
    return requested.counts
  }
  new Gauge({
    name: 'trunkline_device_oldest_reading_seconds',
    help: 'Age of the oldest reading among the devices that answer',
    registers: [register],
    async collect() {
      this.set((await counts())?.oldest ?? 0)
    },
  })
  new Gauge({
    name: 'trunkline_device_commands',
    help: 'Commands of devices that wait or run',
    labelNames: ['state'] as const,
    registers: [register],
    async collect() {
      const now = await counts()
      for (const state of ['queued', 'running'] as const) this.set({ state }, now?.[state] ?? 0)
    },
  })
  new Gauge({
    name: 'trunkline_devices',
    help: 'Devices that are read, and those of them that are late by more than 30 seconds',
    labelNames: ['state'] as const,
    registers: [register],
    async collect() {
      const now = await counts()
      for (const state of ['managed', 'overdue'] as const) this.set({ state }, now?.[state] ?? 0)
    },
  })
  new Gauge({
    name: 'trunkline_device_readings',
    help: 'Readings of devices by this process since it started, by how they ended',
    labelNames: ['outcome'] as const,
    registers: [register],
    collect() {
      for (const [outcome, count] of readings?.() ?? []) this.set({ outcome }, count)
    },
  })
}

/** Seconds until 802.1X certificates expire; for each kind the earliest. */
function countDownCertificates(register: Registry, { databases }: MetricsOptions): void {
  new Gauge({
    name: 'trunkline_radius_certificate_expires_seconds',
    help: 'Time until the RADIUS certificate in use that ends first expires, negative afterwards',
    labelNames: ['kind'] as const,
    registers: [register],
    async collect() {
      this.reset()
      try {
        const { rows } = await databases.appAll.query<{ kind: string; seconds: number }>(CERTIFICATES)
        for (const { kind, seconds } of rows) this.set({ kind }, seconds)
      } catch {
        // The database is unavailable: this gauge is omitted.
      }
    },
  })
}

type LastBackup = { at: number | null; bytes: number | null; failed: number; overdue: boolean }

/** Gauges of the verification of the audit log, the same in each process of the panel. */
function reportAuditLog(register: Registry, databases: Databases): void {
  const gauge = (name: string, help: string, statement: string) =>
    new Gauge({
      name: `trunkline_audit_${name}`,
      help,
      registers: [register],
      async collect() {
        this.remove()
        const { rows } = await databases.appAll
          .query<{ value: number | null }>(statement)
          // The database is unavailable: this gauge is omitted.
          .catch(() => ({ rows: [] }))
        const value = rows[0]?.value ?? null
        if (value !== null) this.set(value)
      },
    })
  gauge(
    'intact',
    '0 while the audit log does not match its seals, else 1',
    // The last verification of each kind; a complete one without mismatches clears what a nightly run found before it.
    `select case when exists (
        select from (select distinct on (complete) complete, intact, id from audit_verification order by complete, id desc) v
         where not intact and not exists (select from audit_verification c where c.complete and c.intact and c.id > v.id))
       then 0 else 1 end as value`,
  )
  gauge(
    'verified_timestamp_seconds',
    'When the audit log was last verified and matched its seals, in Unix time',
    'select extract(epoch from max(finished_at))::float8 as value from audit_verification where intact',
  )
}

/** Gauges of backups, the same in each process of the panel. */
function reportBackups(register: Registry, { databases, maxBackupAgeHours }: MetricsOptions): void {
  let read: { at: number; last: Promise<LastBackup | undefined> } | undefined
  // All gauges are collected at the same time with one query.
  const last = () => {
    if (read === undefined || Date.now() - read.at > 1000)
      read = {
        at: Date.now(),
        last: databases.appAll.query<LastBackup>(BACKUPS, [maxBackupAgeHours]).then(
          ({ rows }) => rows[0],
          // The database is unavailable: the gauges are omitted.
          () => undefined,
        ),
      }
    return read.last
  }
  const gauge = (name: string, help: string, value: (backup: LastBackup) => number | null) =>
    new Gauge({
      name: `trunkline_backup_${name}`,
      help,
      registers: [register],
      async collect() {
        this.remove()
        const backup = await last()
        const current = backup && value(backup)
        if (current !== undefined && current !== null) this.set(current)
      },
    })
  gauge('last_success_timestamp_seconds', 'When the last good backup was finished, in Unix time', ({ at }) => at)
  gauge('last_success_bytes', 'Size of the last good backup', ({ bytes }) => bytes)
  gauge('failures', 'Backups that failed since the last good one', ({ failed }) => failed)
  gauge(
    'overdue',
    '1 while the last good backup is older than TRUNKLINE_BACKUP_MAX_AGE allows, else 0',
    ({ overdue }) => (overdue ? 1 : 0),
  )
}

type RadiusServer = { host: string; up: boolean; bytes: number; age: number }

/** Gauges of RADIUS servers, the same in each process of the panel. */
function reportRadius(register: Registry, databases: Databases): void {
  const gauge = (name: string, help: string, value: (server: RadiusServer) => number) =>
    new Gauge({
      name: `trunkline_radius_${name}`,
      help,
      labelNames: ['host'] as const,
      registers: [register],
      async collect() {
        this.reset()
        for (const server of await servers()) this.set({ host: server.host }, value(server))
      },
    })
  let read: { at: number; servers: Promise<RadiusServer[]> } | undefined
  // All gauges are collected at the same time with one query.
  const servers = () => {
    if (read === undefined || Date.now() - read.at > 1000)
      read = {
        at: Date.now(),
        servers: databases.appAll.query<RadiusServer>(RADIUS).then(
          ({ rows }) => rows,
          // The database is unavailable: the gauges are omitted.
          () => [],
        ),
      }
    return read.servers
  }
  gauge('up', '1 while FreeRADIUS of this host runs and reports, else 0', ({ up }) => (up ? 1 : 0))
  gauge('buffer_bytes', 'Accounting that FreeRADIUS buffers until the database takes it', ({ bytes }) => bytes)
  gauge('buffer_age_seconds', 'Age of the oldest buffered accounting; 0 while there is none', ({ age }) => age)
  new Gauge({
    name: 'trunkline_radius_dead_letters',
    help: 'Accounting records that could not be stored and were put aside',
    registers: [register],
    async collect() {
      this.reset()
      try {
        const { rows } = await databases.appAll.query<{ count: number }>(DEAD_LETTERS)
        this.set(rows[0]?.count ?? 0)
      } catch {
        // The database is unavailable: the gauge is 0.
      }
    },
  })
}

function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) {
    const sent = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    return timingSafeEqual(digest(sent), digest(token))
  }
  // Checks the peer of the socket and requires that no proxy is in between: a proxy on this machine serves remote
  // callers. A local browser that a foreign page directs here by DNS rebinding sends the host name of that page.
  return (
    !Object.keys(request.headers).some((name) => forwardingHeader.test(name)) &&
    isLoopback(request.socket.remoteAddress ?? '') &&
    isLoopbackHost(request.headers.host)
  )
}

/** Headers that proxies add: Forwarded (RFC 7239), Via (RFC 9110, 7.6.3) and their non-standard predecessors. */
const forwardingHeader =
  /^(forwarded|via|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-original-forwarded-for|true-client-ip|cf-connecting-ip)$/

/** A Host header that names this machine, with or without a port: `localhost`, `127.0.0.1:8080`, `[::1]`. */
function isLoopbackHost(header: string | undefined): boolean {
  const name = /^(?<name>\[[0-9a-f:]+\]|[^:[\]]+)(:\d{1,5})?$/i.exec(header ?? '')?.groups?.['name']?.toLowerCase()
  if (name === undefined) return false
  return name === 'localhost' || name === '[::1]' || (isIPv4(name) && name.startsWith('127.'))
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** 127.0.0.0/8 and ::1, also as an IPv4-mapped IPv6 address. */
function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}
