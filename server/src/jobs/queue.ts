import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'

/** What a job is told: ids and numbers. Never a token, a password or a text that holds one; the queue is no safe. */
export type JobPayload = Record<string, string | number | boolean | null | readonly (string | number)[]>

export interface JobOptions {
  /** Asked for twice before it has started, the job runs once, with the newer payload. */
  key?: string | undefined
  /** Not before this time. */
  runAt?: Date | undefined
}

/**
 * Asks for a job inside the caller's transaction: it runs after the commit, and never if there is none. Workers are
 * woken by the commit itself, so that a job starts within milliseconds.
 *
 * A key serialises: two open transactions that ask for one key wait for each other. Use one that names a row.
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

/** Enqueues jobs of one task in one statement; see `addJob`. Their keys differ. */
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
