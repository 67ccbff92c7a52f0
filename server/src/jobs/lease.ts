import type pg from 'pg'
import type { Logger } from '../log.ts'

const heartbeatMs = 10_000
const leaseSeconds = 30

interface Lease {
  /**
   * Releases the jobs and the lease.
   * @returns false if the database did not accept it; may be called again
   */
  end(): Promise<boolean>
}

/**
 * Renews this process's lease every ten seconds, and releases the jobs of processes without a renewal for 30.
 * graphile-worker itself would hold them for four hours. A slow process may therefore run a job concurrently with the
 * one that took it over: effects are made unique by keys, never by the lease.
 *
 * A fetch whose reply is lost with its connection leaves jobs locked by a process that does not know of them, and whose
 * lease never expires: the process releases locked jobs that it does not hold.
 * @param id the worker id that locks this process's jobs
 */
export async function startLease({
  pool,
  id,
  log,
  isWorking,
  heldJobs,
}: {
  pool: pg.Pool
  id: string
  log: Logger
  /** Whether this process fetches jobs; while it does not, the lease expires. */
  isWorking: () => boolean
  /** Ids of the jobs that this process has fetched and not yet completed or returned. */
  heldJobs: () => string[]
}): Promise<Lease> {
  let current: Promise<void> | undefined
  const heartbeat = async () => {
    if (!isWorking()) return
    try {
      await pool.query('insert into job_worker (id) values ($1) on conflict (id) do update set seen_at = now()', [id])
      await releaseUnknown(pool, log, id, heldJobs())
      await releaseLost(pool, log)
    } catch (error) {
      // The database is unavailable, and with it the queue for all processes.
      log.warn({ error }, 'could not renew the lease on running jobs')
    }
  }
  await heartbeat()
  const timer = setInterval(() => {
    current ??= heartbeat().finally(() => (current = undefined))
  }, heartbeatMs)
  timer.unref()
  return {
    async end() {
      clearInterval(timer)
      await current
      try {
        await pool.query('delete from job_worker where id = $1', [id])
        await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [[id]])
        return true
      } catch {
        return false
      }
    },
  }
}

/**
 * Releases the jobs of dead workers.
 * @param seconds maximum time since the last renewal
 * @returns the number of jobs
 */
export async function releaseLost(pool: Pick<pg.Pool, 'query'>, log: Logger, seconds = leaseSeconds): Promise<number> {
  const { rows } = await pool.query<{ locked_by: string; jobs: number; parked: number }>(
    `select j.locked_by, count(*)::int as jobs, count(*) filter (where j.attempts >= j.max_attempts)::int as parked
       from graphile_worker.jobs j
      where j.locked_at < now() - make_interval(secs => $1)
        and not exists (select from job_worker w where w.id = j.locked_by and w.seen_at > now() - make_interval(secs => $1))
      group by 1`,
    [seconds],
  )
  if (rows.length > 0) {
    await pool.query('select graphile_worker.force_unlock_workers($1::text[])', [rows.map((row) => row.locked_by)])
    for (const row of rows)
      log.warn({ worker: row.locked_by, jobs: row.jobs, parked: row.parked }, 'released the jobs of a dead worker')
  }
  await pool.query(`delete from job_worker where seen_at < now() - interval '1 day'`)
  return rows.reduce((sum, row) => sum + row.jobs, 0)
}

/** Releases the jobs locked by `id` that it does not hold. Their attempt never started, and does not count. */
async function releaseUnknown(pool: pg.Pool, log: Logger, id: string, held: string[]): Promise<void> {
  const { rowCount } = await pool.query(
    `update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(attempts - 1, 0)
      where locked_by = $1 and locked_at < now() - make_interval(secs => $2) and id <> all ($3::bigint[])`,
    [id, leaseSeconds, held],
  )
  if (rowCount) log.warn({ worker: id, jobs: rowCount }, 'released jobs whose fetch got no reply')
}
