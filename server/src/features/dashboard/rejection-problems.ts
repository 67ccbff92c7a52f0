import type { ProblemGroup } from '@trunkline/contract/resources/dashboard'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { loginReason } from '../radius-sessions/login-reason.ts'
import { risingRejections, type RejectionCount } from '../../alerts/rising-rejections.ts'
import { toProblem } from './to-problem.ts'

/** Login records that the most frequent NAS and reason are counted in. */
const sample = 5000

/**
 * Rejected logins of a company and its descendants, if there are many more than usual: one problem, with the NAS and the
 * reason of most of them.
 */
export async function rejectionProblems(tx: Tx, company_id: number, scope: RawBuilder<SqlBool>): Promise<ProblemGroup> {
  const none: ProblemGroup = {
    kind: 'login-rejections',
    severity: 'warning',
    total: 0,
    search: '',
    search_fields: '',
    items: [],
  }
  const { rows: counts } = await sql<RejectionCount>`
    select at, rejected from login_rejection where company_id = ${company_id} and at > now() - interval '25 hours' order by at`.execute(
    tx,
  )
  const rising = risingRejections(counts, new Date())
  if (rising === undefined) return none
  const { rows } = await sql<{
    nas_id: number | null
    nas_name: string | null
    reason: string
    company_name: string | null
  }>`
    with latest as (
      select nas_id, reason from auth_log where at > now() - interval '20 minutes' and not accepted and ${scope}
      order by at desc limit ${sql.lit(sample)}),
    top as (select nas_id, count(*) as n from latest group by 1 order by 2 desc, 1 limit 1)
    select t.nas_id, n.name as nas_name, (select c.name from company c where c.id = n.company_id) as company_name,
      (select l.reason from latest l group by 1 order by count(*) desc, 1 limit 1) as reason
    from top t left join nas n on n.id = t.nas_id`.execute(tx)
  const [top] = rows
  return {
    ...none,
    total: 1,
    search: 'accepted:0',
    items: [
      toProblem({
        // A NAS of a company above the caller is not named.
        id: top?.nas_name == null ? null : top.nas_id,
        name: top?.nas_name ?? '',
        company_name: top?.company_name ?? null,
        since: rising.since,
        count: rising.recent,
        usual: rising.usual,
        cause: top ? { reason: loginReason(top.reason), params: {} } : null,
      }),
    ],
  }
}
