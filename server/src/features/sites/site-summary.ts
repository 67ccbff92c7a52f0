import type { SignalGrade } from '@trunkline/contract/resources/device-enums'
import type { Site } from '@trunkline/contract/resources/site'
import { sql, type SqlBool } from 'kysely'
import { queryPrepared, type Tx } from '../../db/pool.ts'
import { commandRows } from '../hardware/command-rows.ts'
import { hardwareRows } from '../hardware/hardware-rows.ts'
import { siteAccess } from '../access-control/site-access.ts'
import { siteWifi } from '../wifi/site-wifi.ts'

/** Number of devices in the summary; the list contains the others. */
const first = 25

/** Days before its end when a warranty is listed. */
const warrantyDays = 90

/** Number of commands in the summary; their list contains the others. */
const lastCommands = 5

interface SiteStats {
  hardware_count: number
  online_count: number
  known_count: number
  kinds: { kind: string; total: number }[]
  warranties: number
  services: number
  active: number
  online: number
  networks: number
  leases: number
  rx_bps: number | null
  tx_bps: number | null
  modems: { hardware_id: number; hardware_name: string; grade: SignalGrade }[]
}

/**
 * Last readings of the devices of a site `s`: interfaces with addresses, active leases, uplink traffic, modem signal.
 */
const live = sql`
  select i.networks, l.leases, t.rx_bps, t.tx_bps, g.modems
  from lateral (select count(distinct (d.id, a.interface))::int as networks
      from hardware d join hardware_menu m on m.hardware_id = d.id and m.menu = 'ip/address',
        lateral jsonb_to_recordset(m.rows) a(interface text, dynamic boolean, disabled boolean)
      where d.site_id = s.id and d.deleted_at is null and not a.dynamic and not a.disabled) i,
    lateral (select coalesce(sum(jsonb_array_length(jsonb_path_query_array(m.rows, '$[*] ? (@.status == "bound")'))), 0)::int as leases
      from hardware d join hardware_menu m on m.hardware_id = d.id and m.menu = 'ip/dhcp-server/lease'
      where d.site_id = s.id and d.deleted_at is null) l,
    lateral (select sum(r.rx_bps)::float8 as rx_bps, sum(r.tx_bps)::float8 as tx_bps
      from hardware d join hardware_state r on r.hardware_id = d.id where d.site_id = s.id and d.deleted_at is null and d.is_online) t,
    lateral (select coalesce(json_agg(json_build_object('hardware_id', w.id, 'hardware_name', w.name, 'grade', w.grade) order by w.rank desc, w.name), '[]') as modems
      from (select d.id, d.name, max(k.rank) as rank, (array['excellent', 'good', 'fair', 'poor', 'none'])[max(k.rank)] as grade
        from hardware d join hardware_menu m on m.hardware_id = d.id and m.menu = 'interface/lte',
          lateral jsonb_array_elements(m.rows) c,
          lateral (select array_position(array['excellent', 'good', 'fair', 'poor', 'none'], c ->> 'grade') as rank) k
        where d.site_id = s.id and d.deleted_at is null and k.rank is not null group by d.id, d.name limit 50) w) g`

/** Devices of a site and rows that depend on them: five statements with constant text, prepared once per connection. */
export async function siteSummary(tx: Tx, site: Site) {
  const { id } = site
  const figures = queryPrepared(
    tx,
    sql<SiteStats>`
    select s.hardware_count, s.online_count, s.known_count, h.kinds, h.warranties, v.services, v.active, v.online, n.*
    from site s,
      lateral (select coalesce(json_agg(json_build_object('kind', k.kind, 'total', k.total) order by k.total desc, k.kind), '[]') as kinds,
          coalesce(sum(k.ending), 0)::int as warranties
        from (select t.kind, count(*)::int as total, count(*) filter (where d.warranty_expiry_at between current_date and current_date + ${warrantyDays}::int) as ending
          from hardware d join hardware_type t on t.id = d.type_id where d.site_id = s.id and d.deleted_at is null group by t.kind) k) h,
      lateral (select count(*)::int as services, count(*) filter (where e.status = 'active')::int as active,
          count(*) filter (where (select true from session_live l where l.service_id = e.id limit 1))::int as online
        from service e where e.site_id = s.id and e.deleted_at is null) v,
      lateral (${live}) n
    where s.id = ${id}`,
  )
  const devices = queryPrepared(
    tx,
    hardwareRows(tx)
      .where('h.site_id', '=', id)
      .where('h.deleted_at', 'is', null)
      .orderBy('h.name')
      .orderBy('h.id')
      .limit(first),
  )
  const commands = queryPrepared(
    tx,
    commandRows(tx)
      // The last commands of each device by its index, so that the cost does not depend on the length of the history.
      .where(
        sql<SqlBool>`d.id in (select c.id from hardware h, lateral (
        select id from device_command where hardware_id = h.id order by id desc limit ${lastCommands}) c where h.site_id = ${id})`,
      )
      .orderBy('d.id', 'desc')
      .limit(lastCommands),
  )
  const wifi = siteWifi(tx, id)
  const access = siteAccess(tx, id)
  const of = (await figures)[0] as SiteStats
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
    live: { networks: of.networks, leases: of.leases, rx_bps: of.rx_bps, tx_bps: of.tx_bps, modems: of.modems },
    wifi: { ...(await wifi), access: await access },
    commands: await commands,
  }
}
