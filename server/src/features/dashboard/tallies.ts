import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/**
 * Counts of what a company and those below it have, by kind (`hardware:true`, `service:active`, … as in the table
 * `tallied`). They are kept by triggers (db/functions/tally_changes.sql), so reading them costs the same for ten rows and for
 * a million, and are those of the transaction's snapshot. Row security leaves out companies that the caller does not see.
 */
export async function readTallies(tx: Tx, company_id: number): Promise<(kind: string) => number> {
  const { rows } = await sql<{ kind: string; n: number }>`
    select kind, sum(n)::bigint as n from (
      select kind, n from tally where company_id = ${company_id}
      union all
      select kind, n from tally_delta where array_position(ancestor_ids, ${company_id}) is not null) t
    group by kind`.execute(tx)
  const counts = new Map(rows.map(({ kind, n }) => [kind, n]))
  return (kind) => counts.get(kind) ?? 0
}
