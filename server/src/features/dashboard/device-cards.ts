import type { DashboardCard, dashboardPlot } from '@trunkline/contract/resources/dashboard'
import { failedStates } from '@trunkline/contract/resources/device-enums'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { subtreeOf } from '../companies/subtree.ts'
import { failedRecently } from '../hardware/command-rows.ts'

const ability = { action: 'view-list', subject: 'hardware' } as const

/** Device commands of the last day that were not done, by result. */
export async function commandsCard(tx: Tx, actor: Actor, company_id: number): Promise<DashboardCard | null> {
  if (!actorMay(actor, ability)) return null
  const { rows } = await sql<{ state: (typeof failedStates)[number]; total: number }>`
    select state, count(*) as total from device_command
    where ${failedRecently('device_command')} and ${await subtreeOf(tx, company_id)} group by state`.execute(tx)
  const figures = failedStates.map((state): DashboardCard['figures'][number] => {
    const value = rows.find((row) => row.state === state)?.total ?? 0
    return {
      key: state === 'unknown' ? 'end-unknown' : state,
      value,
      search: `failed_lately:1;state:${state}`,
      tone: value === 0 ? 'neutral' : state === 'reverted' ? 'warning' : 'bad',
    }
  })
  return {
    key: 'commands',
    subject: 'hardware',
    total: figures.reduce((sum, { value }) => sum + value, 0),
    figures,
  }
}

/** Length of the history in hours: a week. */
const hours = 168

interface Hour {
  at: string
  devices: number | null
  online: number | null
  rx_bps: number | null
  tx_bps: number | null
}

/**
 * Devices and their traffic, one point per hour, from totals that are stored per company, so that the cost does not
 * depend on the number of devices. Empty if no device was ever read.
 */
export async function devicePlots(tx: Tx, actor: Actor, company_id: number): Promise<z.infer<typeof dashboardPlot>[]> {
  if (!actorMay(actor, ability)) return []
  const { rows } = await sql<Hour>`
    select h.at, r.devices, round(r.online)::int as online, r.rx_bps, r.tx_bps
    from generate_series(date_trunc('hour', now()) - make_interval(hours => ${hours - 1}::int), now(), interval '1 hour') h(at)
    left join company_reading r on r.company_id = ${company_id} and r.at = h.at order by h.at`.execute(tx)
  if (rows.every(({ devices }) => devices === null)) return []
  const days = rows.map(({ at }) => at)
  const series = (key: keyof Omit<Hour, 'at'>, name: string) => ({ key: name, values: rows.map((row) => row[key]) })
  return [
    {
      key: 'devices-online',
      subject: 'hardware',
      unit: 'count',
      days,
      series: [series('devices', 'devices'), series('online', 'online')],
    },
    {
      key: 'traffic',
      subject: 'hardware',
      unit: 'bps',
      days,
      series: [series('rx_bps', 'rx'), series('tx_bps', 'tx')],
    },
  ]
}
