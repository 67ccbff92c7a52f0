import type { Site } from '@trunkline/contract/resources/site'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { hardwareRows } from '../hardware/hardware-rows.ts'

/** Devices that the summary shows; the list has the others. */
const first = 25

/** Days before its end from which a warranty is told of. */
const warrantyDays = 90

interface Figures {
  hardware_count: number
  online_count: number
  known_count: number
  kinds: { kind: string; total: number }[]
  warranties: number
  services: number
  active: number
  online: number
}

/** What stands at a site and what depends on it, beside the site itself: two statements, whatever stands there. */
export async function siteSummary(tx: Tx, site: Site) {
  const { id } = site
  const figures = sql<Figures>`
    select s.hardware_count, s.online_count, s.known_count, h.kinds, h.warranties, v.services, v.active, v.online
    from site s,
      lateral (select coalesce(json_agg(json_build_object('kind', k.kind, 'total', k.total) order by k.total desc, k.kind), '[]') as kinds,
          coalesce(sum(k.ending), 0)::int as warranties
        from (select t.kind, count(*)::int as total, count(*) filter (where d.warranty_expiry_at between current_date and current_date + ${warrantyDays}::int) as ending
          from hardware d join hardware_type t on t.id = d.type_id where d.site_id = s.id and d.deleted_at is null group by t.kind) k) h,
      lateral (select count(*)::int as services, count(*) filter (where e.status = 'active')::int as active,
          count(*) filter (where (select true from session_live l where l.service_id = e.id limit 1))::int as online
        from service e where e.site_id = s.id and e.deleted_at is null) v
    where s.id = ${id}`.execute(tx)
  const devices = hardwareRows(tx)
    .where('h.site_id', '=', id)
    .where('h.deleted_at', 'is', null)
    .orderBy('h.name')
    .orderBy('h.id')
    .limit(first)
    .execute()
  const of = (await figures).rows[0] as Figures
  return {
    site,
    hardware: {
      total: of.hardware_count,
      online: of.online_count,
      offline: of.known_count - of.online_count,
      unknown: of.hardware_count - of.known_count,
      kinds: of.kinds,
      first: await devices,
    },
    services: { total: of.services, active: of.active, online: of.online },
    warranties: of.warranties,
  }
}
