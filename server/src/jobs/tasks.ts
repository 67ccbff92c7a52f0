import * as z from 'zod/mini'
import type { TenantSettings } from '../db/tenant-transaction.ts'
import type { Tx } from '../db/pool.ts'
import type { Logger } from '../log.ts'

/** What a task may use while it runs. */
export interface TaskContext {
  /**
   * One transaction of the panel itself, which sees every row, with 60 seconds a statement. Keep it away from whatever
   * waits for the network: a job holds no transaction while it talks to a mail server or a device.
   */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * One transaction of a caller, as its request would have had it: its scope and row security, and its name in the audit
   * log. For work that a user asked for and that takes too long for a request; 10 minutes a statement.
   */
  caller<T>(tenant: TenantSettings, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Fires when the process stops or the task's time is up: end at the next good place. */
  signal: AbortSignal
  log: Logger
  /** 1 at the first try, 5 at the last. */
  attempt: number
}

/** A job that has failed all its tries and stays in the queue. */
export interface ParkedJob {
  id: number
  /** ISO 8601. */
  created_at: string
  /** Null also where the key was given to a later job. */
  key: string | null
}

/**
 * A kind of job. It may run more than once for one cause (a worker that dies has perhaps done the work): make its
 * effect single by a unique key, or by a state that is read and written in one transaction.
 */
export interface Task<S extends z.ZodMiniType = z.ZodMiniType> {
  payload: S
  run(payload: z.infer<S>, context: TaskContext): Promise<void>
  /**
   * Whether a job that failed all its tries is not needed any more, because its effect was achieved otherwise or its
   * object is gone: such a job is removed and raises no alarm. Jobs of the clock need none, a later run replaces them.
   * @returns the reason, for the log; undefined where the effect is still missing
   */
  settled?(payload: z.infer<S>, of: { tx: Tx; parked: ParkedJob }): Promise<string | undefined>
  /** Runs also at these times (UTC, five fields as of crontab), once for all workers together, with an empty payload. */
  cron?: string
  /** Milliseconds after which a try counts as failed; 60,000 where it is left out. */
  timeoutMs?: number
}

// oxlint-disable-next-line typescript/no-explicit-any -- run() takes what its own schema yields; no other type fits all
export type Tasks = Record<string, Task<any>>

/** Says the tasks of a room, typing each payload by its schema. */
export const defineTasks = <const P extends Record<string, z.ZodMiniType>>(tasks: { [K in keyof P]: Task<P[K]> }) =>
  tasks

/** The payload of tasks that need none. */
export const nothing = z.object({})
