import { createHash } from 'node:crypto'
import type { Databases } from '../db/pool.ts'
import type { ShareCounts } from './limits.ts'

/** Timeout of a synchronization, in milliseconds. */
const timeoutMs = 2000

const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url').slice(0, 22)

/**
 * Counts requests in the table `request_count`, shared by all processes of one database. Windows are minutes of the
 * database's clock. One statement updates all keys in key order, so that two processes never deadlock; the table is
 * unlogged and needs no flush.
 */
export function createRequestCounts(databases: Pick<Databases, 'appAll'>): ShareCounts {
  let cleaned = 0
  return async (hits) => {
    const byHash = new Map([...hits].map(([key, count]) => [hashOf(key), { key, count }] as const))
    const hashes = [...byHash.keys()].sort()
    const { rows } = await within(
      timeoutMs,
      databases.appAll.query<{ key: string; hits: number; time_window: number; ends_in: number }>(
        `with clock as materialized (select extract(epoch from clock_timestamp()) as now)
         insert into request_count as r (key, time_window, hits)
           select h.key, floor(clock.now / 60), h.hits from clock, unnest($1::text[], $2::int[]) as h (key, hits) order by h.key
         on conflict (key) do update set time_window = excluded.time_window,
           hits = excluded.hits + case when r.time_window = excluded.time_window then r.hits else 0 end
         returning key, hits, time_window, (60000 - (select mod(now * 1000, 60000) from clock))::int as ends_in`,
        [hashes, hashes.map((hash) => byHash.get(hash)?.count)],
      ),
    )
    const first = rows[0]
    if (first === undefined) throw new Error('The counts of requests were not stored.')
    if (first.time_window !== cleaned) {
      cleaned = first.time_window
      // Rows that another process is updating are not expired.
      databases.appAll
        .query(
          `delete from request_count where key = any (array(
             select key from request_count where time_window < $1 - 1 limit 10000 for update skip locked))`,
          [cleaned],
        )
        // Retried in the next minute.
        .catch(() => {})
    }
    return {
      window: first.time_window,
      endsIn: first.ends_in,
      totals: new Map(rows.map((row) => [byHash.get(row.key)?.key ?? '', row.hits])),
    }
  }
}

async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The database did not answer within ${ms} ms.`)), ms)
  })
  promise.catch(() => {})
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
