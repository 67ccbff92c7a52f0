import type { Registration } from '@trunkline/contract/resources/wifi-shapes'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { wifiMenus } from '../../devices/wifi/shapes.ts'
import { suffixOf } from './wifi-devices.ts'

const ipv4 = '^((25[0-5]|2[0-4]\\d|1?\\d?\\d)(\\.(?!$)|$)){4}$'

/** Minimum signal in dBm for excellent, good and fair. */
const [excellent, good, fair] = [-55, -67, -75]

/**
 * Clients of the Wi-Fi of a site, joined by MAC address with the access list entry that applies (the first match) and
 * the host name from DHCP. The JSON of each reading is expanded once.
 */
export const registrationRows = (tx: Tx, site: number) =>
  tx
    .selectFrom(
      sql<Registration>`(
        with d as materialized (select id, name collate "default" as name from hardware where site_id = ${site} and deleted_at is null),
          lease as materialized (
            select distinct on (mac) upper(coalesce(l.active_mac, l.mac) collate "C") as mac, coalesce(l.active_address, l.address) as address,
              nullif(l.comment, '') as comment, nullif(l.host_name, '') as host_name
            from d join hardware_menu m on m.hardware_id = d.id and m.menu = 'ip/dhcp-server/lease',
              lateral jsonb_to_recordset(m.rows) l(mac text, active_mac text, address text, active_address text, status text, host_name text, comment text)
            where coalesce(l.active_mac, l.mac) is not null order by mac, (l.status = 'bound') desc nulls last),
          known as materialized (
            select distinct on (mac) id, upper(mac::text) as mac, name, case when is_enabled then action end as access
            from access_control where site_id = ${site} order by mac, is_enabled desc, rank, id)
        select d.id::text || r.id || ${suffixOf(sql.ref('r.stack'))} as id, d.id as hardware_id, d.name as hardware_name, r.interface, coalesce(r.cap, d.name) as access_point,
          r.ssid, r.mac, null::text as vendor, coalesce(k.name, l.comment, l.host_name) collate "und-x-icu" as name,
          case when l.address ~ ${sql.lit(ipv4)} then l.address::inet end as address, r.signal,
          case when r.signal is null then 'none' when r.signal >= ${sql.lit(excellent)} then 'excellent' when r.signal >= ${sql.lit(good)} then 'good'
            when r.signal >= ${sql.lit(fair)} then 'fair' else 'poor' end as grade,
          r.band, r.rx_rate, r.tx_rate, r.rx_bytes, r.tx_bytes, r.authorized, r.vlan_id,
          m.read_at - make_interval(secs => r.uptime_seconds) as since, k.access, k.id as access_control_id, m.read_at
        from d join hardware_menu m on m.hardware_id = d.id and m.menu = ${wifiMenus.registrations},
          lateral jsonb_to_recordset(m.rows) r(id text, stack text, interface text, cap text, ssid text, mac text, signal int, band text, rx_rate float8,
            tx_rate float8, rx_bytes float8, tx_bytes float8, uptime_seconds float8, authorized boolean, vlan_id int)
          left join lease l on l.mac = r.mac left join known k on k.mac = r.mac)`.as('q'),
    )
    .selectAll()
