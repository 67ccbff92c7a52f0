import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger as GraphileLogger,
  run,
  type ParsedCronItem,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import pg from 'pg'
import { SessionClient } from '../db/session-client.ts'
import type { Databases } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import { startLease } from './lease.ts'

/** One run of graphile-worker with its own connections: closing them ends everything that it still waits for. */
export interface JobRun {
  /** Resolves with the reason if the run stops fetching jobs without having been stopped. Never rejects. */
  readonly failed: Promise<Error>
  /** True while it fetches jobs, or would if it had a free slot. */
  isWorking(): boolean
  /**
   * Stops fetching, waits up to `graceMs` milliseconds for running jobs, and releases the others to the queue. Never
   * rejects, and resolves at most six seconds after the grace time whatever the state of the database. If called again,
   * the shorter grace time applies.
   */
  stop(graceMs: number): Promise<void>
}

interface RunSettings {
  databases: Databases
  log: Logger
  concurrency: number
  cron: ParsedCronItem[]
  /** Creates the tasks; `abandoned` aborts when their jobs are released to the queue. */
  tasks(abandoned: AbortSignal): TaskList
  events: WorkerEvents
  /** Aborts a start in progress. */
  signal: AbortSignal
}

/** Milliseconds. */
const limits = {
  start: 30_000,
  /** Maximum time without a successful fetch although a slot is free. The queue is polled every two seconds. */
  stalled: 10_000,
  /** How long the database must have been answering before a stalled run is abandoned. */
  answering: 5000,
  /** How long the database may take to record the end of a job. */
  recording: 30_000,
  force: 3000,
  unlock: 2000,
  close: 1000,
}

/**
 * Starts processing the queue.
 * @throws Error if the first connections fail, or the start takes longer than 30 seconds
 */
export async function startRun(settings: RunSettings): Promise<JobRun> {
  const { databases, log, concurrency, cron, events, signal } = settings
  const connections = openConnections(databases, concurrency)
  const abandoned = new AbortController()
  const watch = watchRun(events, concurrency)
  // Wrapped in an object: the pool has a `then`, and awaiting it would wait for its end.
  const created: { workerPool?: WorkerPool } = {}
  events.once('pool:create', ({ workerPool }) => void (created.workerPool = workerPool))
  const starting = run({
    pgPool: connections.pool,
    events,
    noHandleSignals: true,
    concurrency,
    pollInterval: 2000,
    noPreparedStatements: true,
    logger: graphileLogger(log),
    taskList: settings.tasks(abandoned.signal),
    parsedCronItems: cron,
    preset: {
      worker: {
        // Fetched and settled in batches; a job waiting here behind a slow one is returned after 5 seconds.
        localQueue: { size: concurrency * 4, ttl: 5000 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
  const begin = async () => {
    const runner = await starting
    const workerPool = created.workerPool!
    const fail = (error: unknown) => watch.fail(error instanceof Error ? error : new Error('The job runner ended.'))
    runner.promise.then(fail, fail)
    const lease = await startLease({
      pool: connections.pool,
      id: workerPool.id,
      log,
      isWorking: watch.isWorking,
      heldJobs: watch.heldJobs,
    })
    return { runner, workerPool, lease }
  }
  let started: Awaited<ReturnType<typeof begin>>
  try {
    started = await Promise.race([begin(), expire(limits.start, signal)])
  } catch (error) {
    watch.fail(error as Error)
    // A run that still starts later finds its connections closed.
    starting.then((late) => late.stop('too late')).catch(() => {})
    await connections.close()
    throw error
  }
  const { runner, workerPool, lease } = started
  const endProbe = probeStalled(databases, watch)

  let force!: () => void
  const forced = new Promise<'forced'>((done) => (force = () => done('forced')))
  const finish = async () => {
    endProbe()
    watch.stop()
    // Rejects if it is already stopping; only the end of the pool counts.
    runner.stop('stop').catch(() => {})
    const ended = settled(workerPool.promise)
    if ((await Promise.race([ended, forced])) === 'forced') {
      abandoned.abort(new Error('The job was released to the queue.'))
      const given = async () => workerPool.forcefulShutdown('The process stopped before the job was done.')
      await within(settled(given()), limits.force)
    }
    const unlock = () => Promise.race([lease.end(), sleep(limits.unlock, false, { ref: false })])
    // While the process lives its jobs need not wait until the lease expires.
    for (let tries = 0; !(await unlock()) && !signal.aborted && tries < 30; tries++)
      await sleep(1000, undefined, { ref: false, signal }).catch(() => {})
    await connections.close()
  }
  let stopped: Promise<void> | undefined
  return {
    failed: watch.failed,
    isWorking: watch.isWorking,
    stop(graceMs) {
      const timer = setTimeout(force, graceMs)
      return (stopped ??= finish()).finally(() => clearTimeout(timer))
    },
  }
}

interface RunMonitor {
  failed: Promise<Error>
  fail(reason: Error): void
  isWorking(): boolean
  /** Milliseconds beyond the limit in which it could have fetched jobs and did not; else 0. */
  stalledMs(): number
  /** Ids of the jobs fetched and neither returned nor completed for longer than `limits.recording`. */
  heldJobs(): string[]
  /** From here on the stop is planned. */
  stop(): void
}

/** Monitors a run by its events: graphile-worker has no state to query, and its promise may settle late or never. */
function watchRun(events: WorkerEvents, concurrency: number): RunMonitor {
  let fail!: (reason: Error) => void
  let over = false
  const failed = new Promise<Error>((done) => {
    fail = (reason) => {
      if (!over) done(reason)
      over = true
    }
  })
  let fetched = performance.now()
  let busy = 0
  /** End times by job id; undefined for those that wait or run. */
  const held = new Map<string, number | undefined>()
  const ended = ({ id }: { id: string }) => held.set(String(id), performance.now())
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    fetched = performance.now()
    for (const { id } of jobs) held.set(String(id), undefined)
  })
  events.on('localQueue:returnJobs', ({ jobs }) => jobs.forEach(ended))
  events.on('job:start', () => busy++)
  events.on('job:complete', ({ job }) => {
    // While all slots are occupied nothing is fetched.
    if (busy >= concurrency) fetched = performance.now()
    busy--
    ended(job)
  })
  events.on('pool:gracefulShutdown', ({ message }) => fail(new Error(message)))
  events.on('pool:forcefulShutdown', ({ message }) => fail(new Error(message)))
  events.on('pool:fatalError', ({ error }) => fail(error as Error))
  events.on('worker:fatalError', ({ error }) => fail(error as Error))
  const stalledMs = () => {
    const since = performance.now() - fetched
    return busy < concurrency && since > limits.stalled ? since : 0
  }
  return {
    failed,
    fail,
    isWorking: () => !over && stalledMs() === 0,
    stalledMs,
    heldJobs() {
      for (const [id, endedAt] of held)
        if (endedAt !== undefined && performance.now() - endedAt > limits.recording) held.delete(id)
      return [...held.keys()]
    },
    stop: () => (over = true),
  }
}

/**
 * Abandons a run that fetches nothing although the database has answered for five seconds. While it does not answer the
 * run is kept, because a new one could not fetch either.
 * @returns a function that ends the checks
 */
function probeStalled(databases: Databases, watch: RunMonitor): () => void {
  let answering: number | undefined
  let probing = false
  const probe = async () => {
    if (watch.stalledMs() === 0 || !(await answers(databases))) return void (answering = undefined)
    answering ??= performance.now()
    if (performance.now() - answering > limits.answering)
      watch.fail(new Error(`No jobs were fetched for ${Math.round(watch.stalledMs() / 1000)} s.`))
  }
  const timer = setInterval(() => {
    if (probing) return
    probing = true
    void probe().finally(() => (probing = false))
  }, 1000)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Whether an error comes from within graphile-worker, which leaves rejected promises unhandled when its connections
 * break during a stop. They affect one run only, which is monitored by its events.
 */
export const isRunnerError = (error: unknown): boolean =>
  error instanceof Error && /[\\/]graphile-worker[\\/]/.test(error.stack ?? '')

/** Whether the database answers within two seconds. */
export async function answers(databases: Databases): Promise<boolean> {
  const requested = databases.appAll.query('select 1').then(
    () => true,
    () => false,
  )
  return Promise.race([requested, sleep(2000, false, { ref: false })])
}

type Acquired = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: unknown) => void,
) => void

/**
 * A pool that tolerates a connection being released twice. graphile-worker does that when its listening connection
 * breaks during the release; the driver would throw in an unawaited promise, which would end the process.
 */
class OncePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Acquired): void
  override connect(callback?: Acquired): Promise<pg.PoolClient> | void {
    const once = (client: pg.PoolClient) => {
      const release = client.release.bind(client)
      let released = false
      client.release = (error) => {
        if (released) return
        released = true
        release(error)
      }
      return client
    }
    if (callback === undefined) return super.connect().then(once)
    super.connect((error, client, release) => {
      if (client === undefined) callback(error, client, release)
      else callback(error, client, once(client).release as typeof release)
    })
  }
}

/**
 * Separate connections, because one of them listens permanently and because graphile-worker expects the driver's own
 * types for times and counters.
 */
function openConnections(databases: Databases, concurrency: number): { pool: pg.Pool; close(): Promise<void> } {
  const { connectionString, options } = databases.appAll.options
  const pool = new OncePool({
    Client: SessionClient,
    connectionString,
    options,
    max: concurrency + 1,
    application_name: 'trunkline jobs',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  const clients = new Set<pg.PoolClient>()
  // Lost connections are replaced; graphile-worker requires both listeners.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    client.on('error', () => {})
    clients.add(client)
  })
  pool.on('remove', (client) => clients.delete(client as pg.PoolClient))
  return {
    pool,
    async close() {
      const ended = settled(pool.end())
      if (await within(ended, limits.close)) return
      // The pool waits for connections that graphile-worker never releases: they are closed.
      for (const client of clients) void (client as unknown as pg.Client).end().catch(() => {})
    },
  }
}

const settled = (promise: PromiseLike<unknown>): Promise<void> =>
  Promise.resolve(promise).then(
    () => {},
    () => {},
  )

/** Whether `promise`, which never rejects, has resolved within `ms`. */
async function within(promise: Promise<void>, ms: number): Promise<boolean> {
  const timer = new AbortController()
  const late = sleep(ms, false, { ref: false, signal: timer.signal }).catch(() => false)
  const inTime = await Promise.race([promise.then(() => true), late])
  timer.abort()
  return inTime
}

/** Rejects after `ms`, or when `signal` aborts. */
async function expire(ms: number, signal: AbortSignal): Promise<never> {
  await sleep(ms, undefined, { ref: false, signal })
  throw new Error(`The job runner did not start within ${ms} ms.`)
}

/** Its info lines are one per job, its debug lines a flood; failures are logged by the tasks, with the task's name. */
const graphileLogger = (log: Logger) =>
  new GraphileLogger(() => (level, message, meta) => {
    if (meta !== undefined && 'failure' in meta) return
    if (level === 'error' || level === 'warning') log.warn({ source: 'graphile-worker' }, message)
    else log.trace({ source: 'graphile-worker' }, message)
  })
