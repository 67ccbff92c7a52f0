import type { dashboardPlot } from '@trunkline/contract/resources/dashboard'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { subtreeOf } from '../companies/subtree.ts'

type DashboardPlot = z.infer<typeof dashboardPlot>

/** Days of the history, today included. */
const length = 90

const since = sql`(current_date - ${length - 1}::int)`

/** New companies and users a day (UTC). Reads rows of these days alone, by the index on their creation. */
export async function growthPlot(tx: Tx, actor: Actor, company_id: number): Promise<DashboardPlot[]> {
  const below = await subtreeOf(tx, company_id)
  const wanted = [
    { key: 'companies', table: 'company', may: actorMay(actor, { action: 'view-list', subject: 'companies' }) },
    { key: 'users', table: 'app_user', may: actorMay(actor, { action: 'view-list', subject: 'users' }) },
  ].filter(({ may }) => may)
  const { rows: calendar } = await sql<{
    day: string
  }>`select to_char(day, 'YYYY-MM-DD') as day from generate_series(${since}::timestamp, current_date, '1 day') day`.execute(
    tx,
  )
  const days = calendar.map(({ day }) => day)
  const series: DashboardPlot['series'] = []
  for (const { key, table } of wanted) {
    const { rows } = await sql<{ day: string; count: number }>`
      select to_char(created_at, 'YYYY-MM-DD') as day, count(*) as count
      from ${sql.table(table)} where created_at >= ${since} and deleted_at is null and ${below} group by 1`.execute(tx)
    const counts = new Map(rows.map(({ day, count }) => [day, count]))
    series.push({ key, values: days.map((day) => counts.get(day) ?? 0) })
  }
  return series.length === 0
    ? []
    : [
        {
          key: 'growth',
          subject: series[0]?.key === 'companies' ? 'companies' : 'users',
          unit: 'count',
          days,
          series,
        },
      ]
}
