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

/**
 * Works the queue off in this process, beside any number of others. Jobs are delivered at least once: one that fails
 * is tried again after 3, 7, 20 and 55 seconds and then parked, that is, left in the queue with its error, told of by
 * the log and by the gauge `trunkline_jobs{state="failed"}`. The jobs of a process that dies are taken over after 30 s.
 */
export async function startWorkers({ databases, tasks, log, concurrency = 4 }: WorkerSettings): Promise<Workers> {
  const stopping = new AbortController()
  const pool = openWorkerPool(databases, concurrency)
  const events = new EventEmitter() as WorkerEvents
  // In an object: the pool has a `then`, and awaiting it would wait for its end.
  const created: { workerPool?: WorkerPool } = {}
  events.once('pool:create', ({ workerPool }) => void (created.workerPool = workerPool))
  tellOfParked(events, log)
  let runner: Runner
  try {
    runner = await run({
      pgPool: pool,
      events,
      noHandleSignals: true,
      concurrency,
      pollInterval: 2000,
      noPreparedStatements: true,
      logger: graphileLogger(log),
      taskList: taskList({ databases, tasks, log, stopping: stopping.signal }),
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
  } catch (error) {
    await pool.end()
    throw error
  }
  const workerPool = created.workerPool!
  const lease = await startLease({ pool, id: workerPool.id, log })
  // Ends by `stop`; anything else is told of, and readiness is the health check's business.
  runner.promise.catch((error: unknown) => log.error({ error }, 'the job workers ended'))

  let stopped: Promise<void> | undefined
  const stop = async (graceMs: number) => {
    stopping.abort(new Error('The process stops.'))
    const ended = runner.stop('stop').catch((error: unknown) => log.warn({ error }, 'job workers ended uncleanly'))
    const inTime = await Promise.race([ended.then(() => true), sleep(graceMs, false, { ref: false })])
    if (!inTime)
      await Promise.resolve(workerPool.forcefulShutdown('The process stopped before the job was done.')).catch(() => {})
    await lease.end()
    await pool.end()
  }
  return { stop: (graceMs) => (stopped ??= stop(graceMs)) }
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
