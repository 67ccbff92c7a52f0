import { typesBelow, type CompanyType } from '@trunkline/contract/abilities'
import type { companyStatistics as statisticsSchema } from '@trunkline/contract/resources/company'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { Tx } from '../../db/pool.ts'
import { subtreeOf } from './subtree.ts'

export type Statistics = z.infer<typeof statisticsSchema>

/** `YYYY-MM` of this month and the eleven before, oldest first. */
const months = sql`select to_char(date_trunc('month', now()) - make_interval(months => n), 'YYYY-MM') as month from generate_series(0, 11) n`

/**
 * Statistics of a company's part of the tree: descendants, users, invitations. Each table is read once; totals and
 * growth come from the same scan.
 */
export async function companyStatistics(tx: Tx, id: number): Promise<Statistics> {
  const below = await subtreeOf(tx, id)
  const { rows: types } = await sql<{ type: CompanyType; month: string; total: number; inactive: number }>`
    select type, to_char(created_at, 'YYYY-MM') as month, count(*) as total, count(*) filter (where not is_active) as inactive
    from company where deleted_at is null and id <> ${id} and ${below} group by 1, 2`.execute(tx)
  const { rows: users } = await sql<{ month: string; total: number; active: number; two_factor: number }>`
    select to_char(created_at, 'YYYY-MM') as month, count(*) as total, count(*) filter (where is_active) as active, count(*) filter (where two_factor) as two_factor
    from app_user where deleted_at is null and ${below} group by 1`.execute(tx)
  const { rows: invitations } = await sql<{ pending: number; expired: number }>`
    select count(*) filter (where expires_at > now()) as pending, count(*) filter (where expires_at <= now()) as expired
    from invitation where accepted_at is null and cancelled_at is null and ${below}`.execute(tx)
  const { rows: year } = await sql<{ month: string }>`${months} order by 1`.execute(tx)

  const sum = <T>(list: T[], of: (row: T) => number) => list.reduce((total, row) => total + of(row), 0)
  const own = (await tx.selectFrom('company').select('type').where('id', '=', id).executeTakeFirstOrThrow()).type
  return {
    companies: typesBelow(own).map((type) => {
      const some = types.filter((row) => row.type === type)
      return { type, total: sum(some, (row) => row.total), inactive: sum(some, (row) => row.inactive) }
    }),
    users: {
      total: sum(users, (row) => row.total),
      active: sum(users, (row) => row.active),
      inactive: sum(users, (row) => row.total - row.active),
      two_factor: sum(users, (row) => row.two_factor),
    },
    invitations: invitations[0] as { pending: number; expired: number },
    growth: year.map(({ month }) => ({
      month,
      companies: sum(
        types.filter((row) => row.month === month),
        (row) => row.total,
      ),
      users: sum(
        users.filter((row) => row.month === month),
        (row) => row.total,
      ),
    })),
  }
}
