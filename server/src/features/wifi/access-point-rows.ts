import type { AccessPoint } from '@trunkline/contract/resources/wifi-shapes'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { wifiMenus } from '../../devices/wifi/shapes.ts'
import { suffixOf } from './wifi-devices.ts'

/**
 * Access points of a site. The device of an access point is matched by serial number, MAC address, or the MAC address
 * of one of its radios, never by IP address or name, which can change.
 */
export const accessPointRows = (tx: Tx, site: number) =>
  tx
    .selectFrom(
      sql<AccessPoint>`(
        with d as materialized (select id, name collate "default" as name, company_id from hardware where site_id = ${site} and deleted_at is null),
          system as materialized (
            select d.id, d.name, d.company_id, m.read_at, s.value ->> 'stack' as stack, s.value as system
            from d join hardware_menu m on m.hardware_id = d.id and m.menu = ${wifiMenus.state}, lateral jsonb_array_elements(m.rows -> 'systems') s),
          radio as materialized (
            select upper(r.mac) as mac, min(system.id) as id from system, lateral jsonb_to_recordset(system.system -> 'radios') r(mac text, cap text)
            where r.cap is null and r.mac is not null group by upper(r.mac) having count(distinct system.id) = 1),
          said as materialized (
            select system.id, system.company_id, system.stack, c.identity, upper(c.serial) as serial, upper(c.base_mac) as mac, c.version
            from system, lateral jsonb_to_recordset(system.system -> 'remote_caps') c(identity text, serial text, base_mac text, version text)),
          other as materialized (
            select h.id, upper(h.serial_number) as serial, upper(h.mac::text) as mac from hardware h
            where h.deleted_at is null and h.company_id in (select company_id from said)),
          cap as materialized (
            select said.id, said.stack, said.identity, min(said.version) as version, min(coalesce(s.id, m.id)) as hardware_id
            from said left join other s on s.serial = said.serial left join other m on m.mac = said.mac
            group by said.id, said.stack, said.identity having count(distinct coalesce(said.serial, said.mac, '')) = 1)
        select y.id::text || a.id || ${suffixOf(sql.ref('y.stack'))} as id, y.id as hardware_id, y.name as hardware_name, y.stack, a.name, a.kind, a.master, a.ssid, a.mac, a.radio_mac,
          a.cap, case when a.cap is not null then coalesce(c.hardware_id, o.id) end as cap_hardware_id, c.version as cap_version, a.band, a.channel, a.frequency,
          a.channel_width, a.tx_power, a.clients, a.state, a.detail, a.is_enabled, a.dynamic, a.controlled_elsewhere, a.comment,
          w.id as setting_id, coalesce(a.version, '') as version, y.read_at
        from system y cross join lateral jsonb_to_recordset(y.system -> 'access_points') a(id text, name text, kind text, master text, profile text, ssid text,
            mac text, radio_mac text, cap text, band text, channel text, frequency int, channel_width int, tx_power int, clients int, state text,
            detail text, is_enabled boolean, dynamic boolean, controlled_elsewhere boolean, comment text, version text)
          left join cap c on c.id = y.id and c.stack = y.stack and c.identity = a.cap
          left join radio o on o.mac = upper(a.radio_mac) and o.id <> y.id
          left join wifi_setting w on w.hardware_id = y.id and w.stack = y.stack and w.profile = a.profile)`.as('q'),
    )
    .selectAll()
