import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import { defineTasks, nothing, type ParkedJob, type Task, type TaskContext, type Tasks } from './tasks.ts'

/** Number of jobs read per statement. */
const BATCH = 200

interface ParkedRow extends ParkedJob {
  task: string
  payload: unknown
}

/**
 * For tasks whose jobs all have a key, and for scheduled jobs. graphile-worker clears the key of a parked job when a
 * job with the same key is added: the later job replaces it. If the later one failed too, this one stays, so that the
 * alarm lasts until a run succeeds.
 * @returns the reason why the job is no longer needed; undefined if it still is
 */
export async function superseded(tx: Tx, task: string, parked: ParkedJob): Promise<string | undefined> {
  if (parked.key !== null) return undefined
  const { rows } = await sql<{ failing: boolean }>`
    select exists (select from graphile_worker.jobs
      where task_identifier = ${task} and id > ${parked.id} and last_error is not null) as failing`.execute(tx)
  return rows[0]?.failing === true ? undefined : 'a later run took its place'
}

/** Whether the job was added by the schedule: graphile-worker marks it in its payload. */
const isScheduled = (payload: unknown): boolean => typeof payload === 'object' && payload !== null && '_cron' in payload

/**
 * Why a job that has failed all its attempts is no longer needed: another job has achieved its effect, or its object
 * has ended.
 * @returns undefined if the effect is still missing or unknown
 */
export async function settledReason(
  tx: Tx,
  name: string,
  task: Task,
  payload: unknown,
  parked: ParkedJob,
): Promise<string | undefined> {
  if (isScheduled(payload)) {
    const reason = await superseded(tx, name, parked)
    if (reason !== undefined) return reason
  }
  return task.settled?.(task.payload.parse(payload), { tx, parked })
}

/**
 * Removes parked jobs whose effect was achieved in the meantime, newest first, and logs the reason of each. The jobs
 * left in the queue, and in the gauge `trunkline_jobs{state="failed"}`, need an operator.
 * @returns the number of removed jobs
 */
export async function settleParked(
  { system, log, signal }: Pick<TaskContext, 'system' | 'signal'> & { log: Pick<Logger, 'info' | 'warn'> },
  tasks: Tasks,
): Promise<number> {
  let removed = 0
  for (let below = Number.MAX_SAFE_INTEGER, full = true; full && !signal.aborted;) {
    const { rows } = await system((tx) =>
      sql<ParkedRow>`
        select j.id, t.identifier as task, j.payload, j.key, j.created_at
          from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where j.attempts >= j.max_attempts and j.locked_at is null and j.id < ${below}
         order by j.id desc limit ${BATCH}`.execute(tx),
    )
    for (const { task: name, payload, ...parked } of rows) {
      const task = tasks[name]
      // A task of another version, or of a component that this process does not run: its own workers decide.
      if (task === undefined) continue
      try {
        const reason = await system(async (tx) => {
          const found = await settledReason(tx, name, task, payload, parked)
          if (found !== undefined)
            await sql`delete from graphile_worker._private_jobs
              where id = ${parked.id} and attempts >= max_attempts and locked_at is null`.execute(tx)
          return found
        })
        if (reason === undefined) continue
        log.info({ task: name, job_id: parked.id, reason }, 'removed a parked job that is not needed any more')
        removed++
      } catch (error) {
        log.warn({ error, task: name, job_id: parked.id }, 'could not find out whether a parked job is still needed')
      }
    }
    full = rows.length === BATCH
    below = rows.at(-1)?.id ?? 0
  }
  return removed
}

/** The task that checks the parked jobs of `tasks`. */
export const parkedTasks = (tasks: Tasks) =>
  defineTasks({
    'settle-parked': {
      payload: nothing,
      cron: '* * * * *',
      run: async (_, context) => void (await settleParked(context, tasks)),
    },
  })
