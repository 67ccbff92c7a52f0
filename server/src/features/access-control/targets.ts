import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { accessMenus, type AccessMenu } from '../../devices/wifi/access-menus.ts'
import { wifiMenus, type SeenAccessRow, type WifiSystem } from '../../devices/wifi/shapes.ts'

/** A device of a site that enforces Wi-Fi access control, from its last reading. */
export interface ControllingDevice {
  id: number
  name: string
  site_id: number
  menus: AccessMenu[]
  /** Last reading of its access lists; null: never read. */
  list: SeenAccessRow[] | null
  read_at: string | null
}

interface Found extends Omit<ControllingDevice, 'menus'> {
  systems: { stack: WifiSystem['stack']; elsewhere: boolean }[] | null
}

/**
 * Managed devices of these sites whose last reading has a Wi-Fi system, by name. Radios controlled by another device
 * are left out, because their controller decides.
 * @param lists whether their access lists are included
 */
export async function controllingDevices(
  tx: Tx,
  sites: readonly number[],
  lists: boolean,
): Promise<ControllingDevice[]> {
  const { rows } = await sql<Found>`
    select h.id, h.name, h.site_id, ${lists ? sql`l.rows` : sql`null::jsonb`} as list, l.read_at, (
        select jsonb_agg(jsonb_build_object('stack', s -> 'stack', 'elsewhere',
          s ->> 'stack' like 'local-%' and jsonb_array_length(s -> 'access_points') > 0
            and not s -> 'access_points' @> '[{"controlled_elsewhere": false}]'))
        from jsonb_array_elements(m.rows -> 'systems') s) as systems
    from hardware h join hardware_menu m on m.hardware_id = h.id and m.menu = ${wifiMenus.state}
      left join hardware_menu l on l.hardware_id = h.id and l.menu = ${wifiMenus.accessList}
    where h.site_id = any (${[...sites]}::bigint[]) and h.deleted_at is null
      and h.management_user is not null and (h.management_address is not null or h.vpn_dialup_id is not null)
    order by h.name, h.id`.execute(tx)
  return rows.flatMap(({ systems, ...device }) => {
    const stacks = (systems ?? []).filter(({ elsewhere }) => !elsewhere).map(({ stack }) => stack)
    const menus = accessMenus(stacks)
    return menus.length === 0 ? [] : [{ ...device, menus }]
  })
}
