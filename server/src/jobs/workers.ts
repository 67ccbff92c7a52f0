import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger as GraphileLogger,
  parseCronItems,
  run,
  type Runner,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import { sql } from 'kysely'
import pg from 'pg'
import type { Databases } from '../db/pool.ts'
import { throughDoor } from '../db/door.ts'
import { asSystem } from '../db/system-door.ts'
import type { Logger } from '../log.ts'
import { startLease } from './lease.ts'
import type { Task, TaskContext, Tasks } from './tasks.ts'

export interface Workers {
  /**
   * Takes no more jobs and tells those running to end. What has not ended after `graceMs` is given back to the queue
   * and counts as a failed try.
   */
  stop(graceMs: number): Promise<void>
}

export interface WorkerSettings {
  databases: Databases
  tasks: Tasks
  log: Logger
  /** Jobs at one time in this process. */
  concurrency?: number
}

const tries = 5
const defaultTimeout = 60_000
/** Milliseconds before a runner that ended is started again; doubled by each failure. */
const backoffMs = { min: 500, max: 15_000 }

/** One run of graphile-worker. It ends by `stop`, or by itself when it lost its connections. */
interface Run {
  runner: Runner
  workerPool: WorkerPool
  lease: { end(): Promise<void> }
}

/**
 * Works the queue off in this process, beside any number of others. Jobs are delivered at least once: one that fails
 * is tried again after 3, 7, 20 and 55 seconds and then parked, that is, left in the queue with its error, told of by
 * the log and by the gauge `trunkline_jobs{state="failed"}`. The jobs of a process that dies are taken over after 30 s.
 * A runner that ends by itself, as graphile-worker does when the database is away, is started again, after 0.5 to 15 s.
 * @throws Error where the first start fails
 */
export async function startWorkers(settings: WorkerSettings): Promise<Workers> {
  const { databases, log, concurrency = 4 } = settings
  const stopping = new AbortController()
  const { signal } = stopping
  const pool = openWorkerPool(databases, concurrency)
  const start = () => startRun({ ...settings, concurrency, pool, stopping: signal })
  let current: Run
  try {
    current = await start()
  } catch (error) {
    await pool.end()
    throw error
  }
  const restart = async (): Promise<void> => {
    // Its jobs go back to the queue, and nobody takes it for alive.
    await current.lease.end()
    for (let wait = backoffMs.min; !signal.aborted; wait = Math.min(backoffMs.max, wait * 2)) {
      await sleep(wait, undefined, { ref: false, signal }).catch(() => {})
      if (signal.aborted) return
      try {
        current = await start()
        log.info('the job runner works again')
        return
      } catch (error) {
        log.warn({ err: error }, 'the job runner could not be started again')
      }
    }
  }
  const supervise = async () => {
    while (!signal.aborted) {
      const error: unknown = await current.runner.promise.then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (signal.aborted) return
      log.error({ err: error }, 'the job runner ended by itself')
      await restart()
    }
  }
  const supervision = supervise()

  let stopped: Promise<void> | undefined
  const stop = async (graceMs: number) => {
    stopping.abort(new Error('The process stops.'))
    const { runner, workerPool, lease } = current
    // One that has ended by itself rejects.
    const ended = runner.stop('stop').catch((error: unknown) => log.warn({ error }, 'job workers ended uncleanly'))
    const inTime = await Promise.race([ended.then(() => true), sleep(graceMs, false, { ref: false })])
    if (!inTime)
      await Promise.resolve(workerPool.forcefulShutdown('The process stopped before the job was done.')).catch(() => {})
    await supervision
    await lease.end()
    await pool.end()
  }
  return { stop: (graceMs) => (stopped ??= stop(graceMs)) }
}

async function startRun({
  databases,
  tasks,
  log,
  concurrency,
  pool,
  stopping,
}: Required<WorkerSettings> & { pool: pg.Pool; stopping: AbortSignal }): Promise<Run> {
  const events = new EventEmitter() as WorkerEvents
  // In an object: the pool has a `then`, and awaiting it would wait for its end.
  const created: { workerPool?: WorkerPool } = {}
  events.once('pool:create', ({ workerPool }) => void (created.workerPool = workerPool))
  tellOfParked(events, log)
  const runner = await run({
    pgPool: pool,
    events,
    noHandleSignals: true,
    concurrency,
    pollInterval: 2000,
    noPreparedStatements: true,
    logger: graphileLogger(log),
    taskList: taskList({ databases, tasks, log, stopping }),
    parsedCronItems: parseCronItems(cronItems(tasks)),
    preset: {
      worker: {
        // Fetched and settled in batches; a job that waits here behind a slow one goes back after 5 seconds.
        localQueue: { size: concurrency * 4, ttl: 5000 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
  const workerPool = created.workerPool!
  return { runner, workerPool, lease: await startLease({ pool, id: workerPool.id, log }) }
}

/**
 * Connections of their own, because one of them listens for good and because graphile-worker reads times and counters
 * in the driver's own types.
 */
function openWorkerPool(databases: Databases, concurrency: number): pg.Pool {
  const { connectionString, options } = databases.appAll.options
  const pool = new pg.Pool({
    connectionString,
    options,
    max: concurrency + 1,
    application_name: 'trunkline jobs',
    connectionTimeoutMillis: 5000,
  })
  // Lost connections are replaced; graphile-worker asks for both listeners.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}

interface TaskSettings {
  databases: Databases
  tasks: Tasks
  log: Logger
  stopping: AbortSignal
}

const taskList = (settings: TaskSettings): TaskList =>
  Object.fromEntries(
    Object.entries(settings.tasks).map(([name, task]) => [
      name,
      (payload, { job }) => runTask(settings, name, task, payload, { id: Number(job.id), attempt: job.attempts }),
    ]),
  )

async function runTask(
  { databases, log, stopping }: TaskSettings,
  name: string,
  task: Task,
  payload: unknown,
  job: { id: number; attempt: number },
): Promise<void> {
  const timeout = AbortSignal.timeout(task.timeoutMs ?? defaultTimeout)
  const context: TaskContext = {
    signal: AbortSignal.any([stopping, timeout]),
    attempt: job.attempt,
    log: log.child({ task: name, job_id: job.id }),
    system: (work) =>
      asSystem(
        databases,
        async (tx) => {
          await sql`set local statement_timeout = '60s'`.execute(tx)
          return work(tx)
        },
        { actor_name: 'system' },
      ),
    caller: (door, work) =>
      throughDoor(databases, door, { write: true }, async (tx) => {
        await sql`set local statement_timeout = '10min'`.execute(tx)
        return work(tx)
      }),
  }
  const overdue = new Promise<never>((_, reject) =>
    timeout.addEventListener(
      'abort',
      () => reject(new Error(`not done after ${task.timeoutMs ?? defaultTimeout} ms`)),
      { once: true },
    ),
  )
  try {
    await Promise.race([task.run(task.payload.parse(payload), context), overdue])
  } catch (error) {
    context.log.warn({ error, attempt: job.attempt }, 'job failed')
    throw error
  }
}

/** One job a task at a time: while the last one still waits, the next due time changes nothing. */
const cronItems = (tasks: Tasks) =>
  Object.entries(tasks).flatMap(([name, { cron }]) =>
    cron === undefined
      ? []
      : [{ task: name, match: cron, identifier: name, options: { maxAttempts: tries, jobKey: `cron:${name}` } }],
  )

function tellOfParked(events: WorkerEvents, log: Logger): void {
  events.on('job:failed', ({ job, error }) =>
    log.error({ task: job.task_identifier, job_id: Number(job.id), error }, `job parked after ${job.attempts} tries`),
  )
}

/** Its info lines are one a job, its debug lines a flood; failures are logged above, with the task's name. */
const graphileLogger = (log: Logger) =>
  new GraphileLogger(() => (level, message, meta) => {
    if (meta !== undefined && 'failure' in meta) return
    if (level === 'error' || level === 'warning') log.warn({ source: 'graphile-worker' }, message)
    else log.trace({ source: 'graphile-worker' }, message)
  })
