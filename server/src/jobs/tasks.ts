import * as z from 'zod/mini'
import type { TenantSettings } from '../db/tenant-transaction.ts'
import type { Tx } from '../db/pool.ts'
import type { Logger } from '../log.ts'

/** The context of a running task. */
export interface TaskContext {
  /**
   * Runs a system transaction, which sees every row, with a statement timeout of 60 seconds. Do not wait for the
   * network inside: a job must not hold a transaction while it talks to a mail server or a device.
   */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Runs a tenant transaction of the caller who requested the work, with its scope, row security and name in the audit
   * log. For work that takes too long for a request; statement timeout of 10 minutes.
   */
  caller<T>(tenant: TenantSettings, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Aborts when the process stops or the task times out: end at the next consistent state. */
  signal: AbortSignal
  log: Logger
  /** 1 at the first attempt, 5 at the last. */
  attempt: number
}

/** A job that has failed all its attempts and stays in the queue. */
export interface ParkedJob {
  id: number
  /** ISO 8601. */
  created_at: string
  /** Null also if a later job has taken over the key. */
  key: string | null
}

/**
 * A kind of job. It may run more than once for one cause (a worker may die after doing the work): make its effect
 * unique with a key, or with a state that is read and written in one transaction.
 */
export interface Task<S extends z.ZodMiniType = z.ZodMiniType> {
  payload: S
  run(payload: z.infer<S>, context: TaskContext): Promise<void>
  /**
   * Whether a job that failed all its attempts is no longer needed, because its effect was achieved otherwise or its
   * object is gone: such a job is removed and raises no alarm. Scheduled jobs need no check, because a later run
   * replaces them.
   * @returns the reason, for the log; undefined if the effect is still missing
   */
  settled?(payload: z.infer<S>, of: { tx: Tx; parked: ParkedJob }): Promise<string | undefined>
  /** Also runs at these times (UTC, five crontab fields), once for all workers together, with an empty payload. */
  cron?: string
  /** Milliseconds after which an attempt fails; default 60,000. */
  timeoutMs?: number
}

// oxlint-disable-next-line typescript/no-explicit-any -- run() takes what its own schema yields; no other type fits all
export type Tasks = Record<string, Task<any>>

/** Defines the tasks of a module; each payload is typed by its schema. */
export const defineTasks = <const P extends Record<string, z.ZodMiniType>>(tasks: { [K in keyof P]: Task<P[K]> }) =>
  tasks

/** The payload of tasks without input. */
export const nothing = z.object({})
