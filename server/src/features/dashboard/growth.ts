import type { dashboardPlot } from '@trunkline/contract/resources/dashboard'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'

type DashboardPlot = z.infer<typeof dashboardPlot>

/** Length of the history in days, including today. */
const length = 90

const since = sql`(current_date - ${length - 1}::int)`

/** New companies and users per day (UTC), from the counters by day of creation. */
export async function growthPlot(tx: Tx, actor: Actor, count: (kind: string) => number): Promise<DashboardPlot[]> {
  const wanted = [
    { key: 'companies', kind: 'company', may: actorMay(actor, { action: 'view-list', subject: 'companies' }) },
    { key: 'users', kind: 'user', may: actorMay(actor, { action: 'view-list', subject: 'users' }) },
  ].filter(({ may }) => may)
  const { rows: calendar } = await sql<{
    day: string
  }>`select to_char(day, 'YYYY-MM-DD') as day from generate_series(${since}::timestamp, current_date, '1 day') day`.execute(
    tx,
  )
  const days = calendar.map(({ day }) => day)
  const series: DashboardPlot['series'] = wanted.map(({ key, kind }) => ({
    key,
    values: days.map((day) => count(`${kind}:created:${day}`)),
  }))
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
