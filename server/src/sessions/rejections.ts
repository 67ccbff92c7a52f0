import { sql } from 'kysely'
import type { Tx } from '../db/pool.ts'

/** Hours that are counted again at most, after an interruption of the panel. */
const hours = 24

/**
 * Counts the rejected logins of the last complete five-minute intervals for each company and those above it, and deletes
 * counts older than a day. Idempotent: the last 15 minutes are always counted again, because a login may be logged after
 * the end of its interval.
 */
export async function countRejections(tx: Tx): Promise<void> {
  await sql`
    with bounds as (
      select greatest(date_bin('5 minutes', now(), 'epoch') - make_interval(hours => ${hours}),
          least(date_bin('5 minutes', now(), 'epoch') - interval '15 minutes', coalesce((select max(at) from login_rejection), '-infinity'))) as from_at,
        date_bin('5 minutes', now(), 'epoch') as to_at),
    counted as (
      select company.id, date_bin('5 minutes', l.at, 'epoch') as at, count(*) as rejected
      from bounds b join auth_log l on l.at >= b.from_at and l.at < b.to_at and not l.accepted
        cross join lateral unnest(l.ancestor_ids) a (id) join company on company.id = a.id group by 1, 2)
    insert into login_rejection (company_id, at, rejected) select id, at, rejected from counted order by 1, 2
    on conflict (company_id, at) do update set rejected = excluded.rejected`.execute(tx)
  await sql`delete from login_rejection where at < now() - make_interval(hours => ${hours + 2})`.execute(tx)
}
