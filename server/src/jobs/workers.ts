import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseCronItems, type TaskList, type WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import type { Databases } from '../db/pool.ts'
import { withTenant } from '../db/tenant-transaction.ts'
import { withSystem } from '../db/system-transaction.ts'
import type { Logger } from '../log.ts'
import { settledReason } from './parked.ts'
import { answers, startRun, type JobRun } from './runner.ts'
import type { ParkedJob, Task, TaskContext, Tasks } from './tasks.ts'

export interface Workers {
  /**
   * Fetches no more jobs and aborts the running ones. Those that have not ended after `graceMs` are released to the
   * queue, and count as a failed attempt.
   */
  stop(graceMs: number): Promise<void>
  /** True while this process fetches jobs. */
  isWorking(): boolean
}

export interface WorkerSettings {
  databases: Databases
  tasks: Tasks
  log: Logger
  /** Concurrent jobs in this process. */
  concurrency?: number
}

const tries = 5
const defaultTimeout = 60_000
/**
 * Milliseconds before a failed runner is replaced; doubles with each failure, and resets after a runner has worked for
 * `steady`.
 */
const backoffMs = { min: 500, max: 3000, steady: 5000 }
/**
 * Milliseconds that the jobs of a failed runner may continue; shorter than the lease, after which other workers take
 * them.
 */
const drainMs = 20_000

/**
 * Processes the queue in this process, alongside other processes. Jobs are delivered at least once: a failed job is
 * retried after 3, 7, 20 and 55 seconds and then parked, that is, it stays in the queue with its error, is logged and
 * counted in the gauge `trunkline_jobs{state="failed"}`, while it is needed (parked.ts). The jobs of a dead process are
 * taken over after 30 s. A runner that stops unexpectedly, as graphile-worker does when it cannot record the end of a
 * job, or that fetches nothing although the database answers, is replaced; its running jobs have 20 s to end and are
 * then released.
 * @throws Error if the first start fails
 */
export async function startWorkers(settings: WorkerSettings): Promise<Workers> {
  const { databases, tasks, log, concurrency = 4 } = settings
  const stopping = new AbortController()
  const { signal } = stopping
  const aborted = new Promise<undefined>((done) => signal.addEventListener('abort', () => done(undefined)))
  const start = () => {
    const events = new EventEmitter() as WorkerEvents
    logParked(events, log)
    return startRun({
      databases,
      log,
      concurrency,
      events,
      signal,
      cron: parseCronItems(cronItems(tasks)),
      tasks: (abandoned) => taskList({ databases, tasks, log, stopping: AbortSignal.any([signal, abandoned]) }),
    })
  }
  let current: JobRun | undefined = await start()
  let grace = 0
  /** Failed runs that wait for their last jobs. */
  const draining = new Set<JobRun>()
  const replace = async (failures: number): Promise<JobRun | undefined> => {
    for (let wait = backoffMs.min * 2 ** Math.min(failures, 10); !signal.aborted; wait *= 2) {
      await sleep(Math.min(wait, backoffMs.max), undefined, { ref: false, signal }).catch(() => {})
      while (!signal.aborted && !(await answers(databases)))
        await sleep(500, undefined, { ref: false, signal }).catch(() => {})
      if (signal.aborted) return undefined
      try {
        const started = await start()
        log.info('the job runner works again')
        return started
      } catch (error) {
        if (!signal.aborted) log.warn({ err: error }, 'the job runner could not be started again')
      }
    }
    return undefined
  }
  const supervise = async () => {
    // Exactly one run is current here, so that every run that was started is also stopped.
    for (let failures = 0; current !== undefined;) {
      const started = performance.now()
      const reason = await Promise.race([current.failed, aborted])
      if (signal.aborted) break
      log.error({ err: reason }, 'the job runner failed and is replaced')
      const failed = current
      draining.add(failed)
      void failed.stop(drainMs).then(() => draining.delete(failed))
      current = undefined
      failures = performance.now() - started > backoffMs.steady ? 0 : failures + 1
      current = await replace(failures)
    }
    await Promise.all([...draining, ...(current === undefined ? [] : [current])].map((run) => run.stop(grace)))
    current = undefined
  }
  const supervision = supervise()
  return {
    stop(graceMs) {
      grace = graceMs
      stopping.abort(new Error('The process stops.'))
      return supervision
    },
    isWorking: () => current?.isWorking() ?? false,
  }
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
      (payload, { job }) =>
        runTask(settings, name, task, payload, {
          id: Number(job.id),
          attempt: job.attempts,
          isLast: job.attempts >= job.max_attempts,
          created_at: job.created_at.toISOString(),
          key: job.key,
        }),
    ]),
  )

async function runTask(
  { databases, log, stopping }: TaskSettings,
  name: string,
  task: Task,
  payload: unknown,
  job: ParkedJob & { attempt: number; isLast: boolean },
): Promise<void> {
  const timeoutMs = task.timeoutMs ?? defaultTimeout
  const timeout = new AbortController()
  const context: TaskContext = {
    signal: AbortSignal.any([stopping, timeout.signal]),
    attempt: job.attempt,
    log: log.child({ task: name, job_id: job.id }),
    system: (work) =>
      withSystem(
        databases,
        async (tx) => {
          await sql`set local statement_timeout = '60s'`.execute(tx)
          return work(tx)
        },
        { actor_name: 'system' },
      ),
    caller: (tenant, work) =>
      withTenant(databases, tenant, { write: true }, async (tx) => {
        await sql`set local statement_timeout = '10min'`.execute(tx)
        return work(tx)
      }),
  }
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const late = new Error(`not done after ${timeoutMs} ms`)
      timeout.abort(late)
      reject(late)
    }, timeoutMs)
  })
  // An invalid payload fails before anything awaits this.
  overdue.catch(() => {})
  try {
    await Promise.race([task.run(task.payload.parse(payload), context), overdue])
  } catch (error) {
    context.log.warn({ error, attempt: job.attempt }, 'job failed')
    // Completed instead of parked, if it is no longer needed.
    const reason = job.isLast ? await whyNotNeeded(context, name, task, payload, job) : undefined
    if (reason === undefined) throw error
    context.log.info({ reason }, 'the job that failed is not needed any more')
  } finally {
    clearTimeout(timer)
  }
}

const whyNotNeeded = (context: TaskContext, name: string, task: Task, payload: unknown, job: ParkedJob) =>
  context
    .system((tx) => settledReason(tx, name, task, payload, job))
    // The database is unavailable, for example: parked jobs are checked again later.
    .catch(() => undefined)

/** One job per task: while the previous one is queued, the next due time adds none. */
const cronItems = (tasks: Tasks) =>
  Object.entries(tasks).flatMap(([name, { cron }]) =>
    cron === undefined
      ? []
      : [{ task: name, match: cron, identifier: name, options: { maxAttempts: tries, jobKey: `cron:${name}` } }],
  )

function logParked(events: WorkerEvents, log: Logger): void {
  events.on('job:failed', ({ job, error }) =>
    log.error({ task: job.task_identifier, job_id: Number(job.id), error }, `job parked after ${job.attempts} tries`),
  )
}
