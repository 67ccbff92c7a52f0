import { problemItems, type Problem, type ProblemGroup } from '@trunkline/contract/resources/dashboard'
import { sql } from 'kysely'
import { actorMay, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { behind } from '../../devices/topology/upstream.ts'
import { subtreeOf } from '../companies/subtree.ts'
import { toProblem } from './to-problem.ts'

interface OfflineDevice extends Pick<Problem, 'name' | 'site_name' | 'company_name' | 'since' | 'cause'> {
  id: number
  site_id: number | null
  site_offline: boolean
  site_devices: number | null
}

/** Devices that went offline last, among which the problems are looked for. */
const considered = 200

/**
 * Sites of which every device is offline, and devices offline at other sites, those since the shortest time first. A
 * device of an offline site is no problem of its own.
 */
export async function offlineGroups(
  tx: Tx,
  actor: Actor,
  company_id: number,
  count: (kind: string) => number,
): Promise<ProblemGroup[]> {
  const { rows } = await sql<OfflineDevice>`
    select h.id, h.name, h.online_changed_at as since, t.last_error as cause, s.id as site_id, s.name as site_name,
      c.name as company_name, coalesce(s.status = 'offline', false) as site_offline, s.known_count - s.online_count as site_devices
    from (select * from hardware where deleted_at is null and is_online = false and ${await subtreeOf(tx, company_id)}
        order by online_changed_at desc, id limit ${sql.lit(considered)}) h
      left join hardware_state t on t.hardware_id = h.id left join site s on s.id = h.site_id
      join company c on c.id = h.company_id
    order by h.online_changed_at desc, h.id`.execute(tx)
  const namesSites = actorMay(actor, { action: 'view-list', subject: 'sites' })
  // The latest device of an offline site completed its outage.
  const sites = new Map<number, OfflineDevice>()
  for (const row of rows)
    if (namesSites && row.site_offline && row.site_id !== null && !sites.has(row.site_id)) sites.set(row.site_id, row)
  const devices = rows.filter(({ site_id }) => site_id === null || !sites.has(site_id))
  const named: Problem[] = []
  for (const { id, name, site_name, company_name, since, cause } of devices.slice(0, problemItems)) {
    const cutOff = (await behind(tx, id)).length
    named.push(toProblem({ id, name, site_name, company_name, since, cause, count: cutOff === 0 ? null : cutOff }))
  }
  return [
    {
      kind: 'site-offline',
      severity: 'critical',
      total: sites.size === 0 ? 0 : count('site:offline'),
      search: 'status:offline',
      search_fields: '',
      items: [...sites.values()]
        .slice(0, problemItems)
        .map(({ site_id, site_name, site_devices, company_name, since }) =>
          toProblem({ id: site_id, name: site_name ?? '', company_name, since, count: site_devices }),
        ),
    },
    {
      kind: 'device-offline',
      severity: 'critical',
      // Beyond the considered ones, devices of offline sites are included in the count.
      total: rows.length < considered ? devices.length : count('hardware:false'),
      search: 'online_status:offline',
      search_fields: '',
      items: named,
    },
  ]
}
