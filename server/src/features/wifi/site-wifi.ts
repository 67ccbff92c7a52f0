import { sql } from 'kysely'
import { queryPrepared, type Tx } from '../../db/pool.ts'
import { wifiMenus, type SeenNetwork } from '../../devices/wifi/shapes.ts'
import { differencesOf } from '../../devices/wifi/differences.ts'
import type { SettingRow } from './setting-rows.ts'

export interface SiteWifi {
  /** Number of managed networks. */
  settings: number
  /** Number of those that are different or missing on their device. */
  differing: number
  controllers: number
  /** Number of enabled access points, and of those among them whose radio is missing. */
  access_points: number
  access_points_down: number
  /** Number of registered clients. */
  clients: number
}

type StoredNetwork = SettingRow & { networks: SeenNetwork[] | null; has_reading: boolean }

/**
 * Wi-Fi statistics of a site from the last readings: two statements with constant text, prepared once per connection.
 */
export async function siteWifi(tx: Tx, site: number): Promise<SiteWifi> {
  const figures = queryPrepared(
    tx,
    sql<Omit<SiteWifi, 'settings' | 'differing'>>`
      with d as materialized (select id from hardware where site_id = ${site} and deleted_at is null)
      select p.*, c.clients
      from (select count(distinct (d.id, s.value ->> 'stack'))::int as controllers, count(a.*) filter (where a.is_enabled)::int as access_points,
          count(a.*) filter (where a.is_enabled and a.state = 'inactive')::int as access_points_down
        from d join hardware_menu m on m.hardware_id = d.id and m.menu = ${wifiMenus.state} cross join lateral jsonb_array_elements(m.rows -> 'systems') s
          left join lateral (select * from jsonb_to_recordset(s.value -> 'access_points') a(is_enabled boolean, state text, controlled_elsewhere boolean)
            where not a.controlled_elsewhere) a on true) p,
        (select coalesce(sum(jsonb_array_length(m.rows)), 0)::int as clients
          from d join hardware_menu m on m.hardware_id = d.id and m.menu = ${wifiMenus.registrations}) c`,
  )
  const stored = await queryPrepared(
    tx,
    sql<StoredNetwork>`
      select w.ssid, w.is_enabled, w.hidden, w.encryption, w.passphrase_digest, w.bands, w.channel_width, w.frequencies, w.country, w.vlan_id,
        w.client_isolation, w.profile, m.menu is not null as has_reading,
        jsonb_path_query_array(m.rows, '$.systems[*] ? (@.stack == $stack).networks[*] ? (@.profile == $profile)',
          jsonb_build_object('stack', w.stack, 'profile', w.profile)) as networks
      from hardware h join wifi_setting w on w.hardware_id = h.id
        left join hardware_menu m on m.hardware_id = h.id and m.menu = ${wifiMenus.state}
      where h.site_id = ${site} and h.deleted_at is null`,
  )
  const differing = stored.filter((row) => {
    const seen = row.profile === null ? undefined : row.networks?.[0]
    return row.has_reading && differencesOf(row, seen, row.passphrase_digest).length > 0
  })
  return {
    settings: stored.length,
    differing: differing.length,
    ...((await figures)[0] as Omit<SiteWifi, 'settings' | 'differing'>),
  }
}
