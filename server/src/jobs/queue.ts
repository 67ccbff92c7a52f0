import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'

/**
 * The payload of a job: ids and numbers. Never a token, a password or a text that contains one, because the queue is
 * not encrypted.
 */
export type JobPayload = Record<string, string | number | boolean | null | readonly (string | number)[]>

export interface JobOptions {
  /** If a job with this key has not started yet, it is replaced, with the newer payload. */
  key?: string | undefined
  /** Earliest start time. */
  runAt?: Date | undefined
}

/**
 * Enqueues a job in the caller's transaction: it runs after the commit, and not after a rollback. The commit wakes the
 * workers, so that a job starts within milliseconds.
 *
 * A key serializes: two open transactions that enqueue with the same key wait for each other. Use one that identifies a
 * row.
 * @param task one that the SQL function `queueable_tasks` lists
 * @returns the job's id
 */
export async function addJob(
  tx: Tx,
  task: string,
  payload: JobPayload = {},
  { key, runAt }: JobOptions = {},
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select queue_job(${task}, ${JSON.stringify(payload)}::jsonb, ${key ?? null}, ${runAt?.toISOString() ?? null}::timestamptz) as id
  `.execute(tx)
  return rows[0]!.id
}

/** Enqueues jobs of one task in one statement; see `addJob`. Their keys must differ. */
export async function addJobs(
  tx: Tx,
  task: string,
  jobs: readonly { payload: JobPayload; key: string }[],
): Promise<void> {
  if (jobs.length === 0) return
  await sql`
    select queue_job(${task}, j.payload, j.key) from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as j (payload jsonb, key text)
  `.execute(tx)
}
