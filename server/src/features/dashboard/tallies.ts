import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/**
 * Row counts of a company and its descendants by kind (`hardware:true`, `service:active`, … as in the table `tallied`).
 * Triggers maintain them (db/functions/tally_changes.sql), so that the cost of reading does not depend on the number of
 * rows. They match the transaction's snapshot. Row security leaves out companies that the caller may not see.
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
