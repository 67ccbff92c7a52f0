import type pg from 'pg'
import type { Logger } from '../log.ts'

const heartbeatMs = 10_000
const leaseSeconds = 30

interface Lease {
  /** Gives the jobs back and the lease up. @returns false where the database did not take it; may be called again */
  end(): Promise<boolean>
}

/**
 * Says every ten seconds that this process is alive, and gives back the jobs of those that were not heard of for 30.
 * graphile-worker itself would keep them for four hours. A process that was only slow may so run a job beside the one
 * that took it over: effects are single by their keys, never by the lease.
 *
 * A fetch whose reply is lost with its connection leaves jobs locked by a process that does not know of them, and whose
 * lease never runs out: it gives back what it does not hold.
 * @param id what this process's jobs are locked by
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
  /** Whether this process fetches jobs; while it does not, the lease runs out. */
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
      // The database is away; so is the queue, for everybody.
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
 * Gives back the jobs whose worker is gone.
 * @param seconds how long a worker may be silent
 * @returns how many jobs
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
      log.warn(
        { worker: row.locked_by, jobs: row.jobs, parked: row.parked },
        'took over the jobs of a worker that is gone',
      )
  }
  await pool.query(`delete from job_worker where seen_at < now() - interval '1 day'`)
  return rows.reduce((sum, row) => sum + row.jobs, 0)
}

/** Gives back the jobs that are locked by `id`, but are not among those it holds. Their try did not begin, nor counts. */
async function releaseUnknown(pool: pg.Pool, log: Logger, id: string, held: string[]): Promise<void> {
  const { rowCount } = await pool.query(
    `update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(attempts - 1, 0)
      where locked_by = $1 and locked_at < now() - make_interval(secs => $2) and id <> all ($3::bigint[])`,
    [id, leaseSeconds, held],
  )
  if (rowCount) log.warn({ worker: id, jobs: rowCount }, 'gave back jobs whose fetch was not answered')
}
