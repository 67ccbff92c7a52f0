import type {
  FoundNetwork,
  Schedule,
  WifiController,
  WifiNetwork,
  WifiSetting,
} from '@trunkline/contract/resources/wifi-shapes'
import { encryptionsOf } from '@trunkline/contract/resources/wifi-enums'
import { sql } from 'kysely'
import { queryPrepared, type Tx } from '../../db/pool.ts'
import { differencesOf } from '../../devices/wifi/differences.ts'
import type { SeenNetwork, WifiSystem } from '../../devices/wifi/shapes.ts'
import { systemOf, type WifiDevice } from './wifi-devices.ts'
import { hoursDifference } from './hours.ts'
import { bandsOf } from './setting-rules.ts'

/** A row of wifi_setting with further columns of the list. */
export interface SettingRow extends WifiNetwork {
  id: number
  company_id: number
  site_id: number
  hardware_id: number
  hardware_name: string
  stack: WifiSetting['stack']
  profile: string | null
  has_passphrase: boolean
  passphrase_digest: string | null
  schedule: Schedule | null
  pushed_at: string | null
  version: number
  last_command: WifiSetting['last_command']
}

/** Maximum number of commands of a device searched for the last one of a network. */
const scanned = 200

/** Managed networks of a site, by name. */
export async function readSettings(tx: Tx, site: number, only?: number): Promise<SettingRow[]> {
  return queryPrepared(
    tx,
    sql<SettingRow>`
    select w.id, w.company_id, h.site_id, w.hardware_id, h.name as hardware_name, w.stack, w.profile, w.ssid, w.is_enabled, w.hidden,
      w.encryption, w.passphrase is not null as has_passphrase, w.passphrase_digest, w.bands, w.channel_width, w.frequencies, w.country,
      w.vlan_id, w.client_isolation, w.is_guest, w.schedule, w.pushed_at, w.version, c.last_command
    from hardware h join wifi_setting w on w.hardware_id = h.id
      left join lateral (select json_build_object('id', c.id, 'state', c.state, 'verb', c.verb, 'detail', c.detail) as last_command
        from (select * from device_command c where c.hardware_id = h.id order by c.id desc limit ${scanned}) c
        where c.kind = 'wifi' and c.input ->> 'setting_id' = w.id::text order by c.id desc limit 1) c on true
    where h.site_id = ${site} and h.deleted_at is null ${only === undefined ? sql`` : sql`and w.id = ${only}`}
    order by lower(w.ssid), w.id`,
  )
}

/** Columns by which the list of networks is searched and sorted. */
export type SettingListRow = Pick<
  SettingRow,
  | 'id'
  | 'company_id'
  | 'hardware_id'
  | 'hardware_name'
  | 'stack'
  | 'ssid'
  | 'is_enabled'
  | 'hidden'
  | 'encryption'
  | 'country'
  | 'vlan_id'
  | 'client_isolation'
  | 'is_guest'
  | 'has_passphrase'
  | 'pushed_at'
>

/** Managed networks of a site with the columns of the list. */
export const settingRows = (tx: Tx, site: number) =>
  tx
    .selectFrom(
      sql<SettingListRow>`(
        select w.id, w.company_id, w.hardware_id, h.name as hardware_name, w.stack, w.ssid, w.is_enabled, w.hidden, w.encryption, w.country,
          w.vlan_id, w.client_isolation, w.is_guest, w.passphrase is not null as has_passphrase, w.pushed_at
        from hardware h join wifi_setting w on w.hardware_id = h.id where h.site_id = ${site} and h.deleted_at is null)`.as(
        'q',
      ),
    )
    .selectAll()

const sum = <T>(of: readonly T[], value: (one: T) => number) => of.reduce((total, one) => total + value(one), 0)

/** The network with this profile name in the last reading of a system. */
export const seenOf = (system: WifiSystem | undefined, profile: string | null): SeenNetwork | undefined =>
  profile === null ? undefined : system?.networks.find((network) => network.profile === profile)

const networkOf = (seen: SeenNetwork): Omit<WifiNetwork, 'encryption' | 'is_guest' | 'schedule'> => ({
  ssid: seen.ssid,
  is_enabled: seen.is_enabled,
  hidden: seen.hidden,
  bands: seen.bands,
  channel_width: seen.channel_width,
  frequencies: seen.frequencies,
  country: seen.country,
  vlan_id: seen.vlan_id,
  client_isolation: seen.client_isolation,
})

const statusOf = (system: WifiSystem | undefined): WifiSetting['controller_status'] =>
  system === undefined ? 'unread' : system.enabled === null ? 'local' : system.enabled ? 'enabled' : 'disabled'

/** A network as the API returns it: desired settings next to those of the last reading. */
export function shownSetting(row: SettingRow, device: WifiDevice | undefined): WifiSetting {
  const { profile, passphrase_digest, ...wanted } = row
  const system = systemOf(device, row.stack)
  const seen = seenOf(system, profile)
  const hours = seen === undefined ? undefined : hoursDifference(row, seen, device?.hours ?? null)
  const differences =
    seen === undefined ? [] : [...differencesOf(row, seen, passphrase_digest), ...(hours === undefined ? [] : [hours])]
  const sending = system?.access_points.filter((one) => one.profile !== null && one.profile === profile) ?? []
  return {
    ...wanted,
    controller_status: statusOf(system),
    encryption_options: [...encryptionsOf[row.stack]],
    state:
      device?.reading == null ? 'unread' : seen === undefined ? 'missing' : differences.length > 0 ? 'differs' : 'same',
    differences,
    actual:
      seen === undefined
        ? null
        : {
            ...networkOf(seen),
            encryption: seen.encryption,
            // Guest networks exist only in the panel; a different schedule is reported as a difference.
            is_guest: row.is_guest,
            schedule: hours === undefined ? row.schedule : null,
            passphrase_same:
              seen.passphrase_digest === null || passphrase_digest === null
                ? null
                : seen.passphrase_digest === passphrase_digest,
          },
    access_points: sending.length,
    clients: sum(sending, (one) => one.clients),
    read_at: device?.read_at ?? null,
  }
}

/** Wi-Fi systems of the devices of a site, from the last readings. */
export const controllersOf = (devices: readonly WifiDevice[]): WifiController[] =>
  devices.flatMap((device) =>
    (device.reading?.systems ?? []).map((system) => ({
      hardware_id: device.id,
      hardware_name: device.name,
      stack: system.stack,
      is_enabled: system.enabled,
      remote_caps: system.remote_caps.length,
      radios: system.radios.length,
      access_points: system.access_points.length,
      clients: sum(system.access_points, (one) => one.clients),
      bands: bandsOf(system),
      encryption_options: [...encryptionsOf[system.stack]],
      can_private_passphrase: system.can.private_passphrase,
      can_rate: system.can.rate,
      can_days: system.can.days,
      is_online: device.is_online,
      read_at: device.read_at,
    })),
  )

/** Networks on devices that the panel does not manage. */
export const foundOf = (devices: readonly WifiDevice[], stored: readonly SettingRow[]): FoundNetwork[] =>
  devices.flatMap((device) =>
    (device.reading?.systems ?? []).flatMap((system) =>
      system.networks
        .filter(
          ({ profile }) =>
            !stored.some(
              (row) => row.hardware_id === device.id && row.stack === system.stack && row.profile === profile,
            ),
        )
        .map((seen) => ({
          ...networkOf(seen),
          encryption: seen.encryption,
          is_guest: false,
          schedule: null,
          passphrase_same: null,
          hardware_id: device.id,
          hardware_name: device.name,
          stack: system.stack,
          profile: seen.profile,
          has_passphrase: seen.has_passphrase,
          access_points: seen.interfaces.length,
        })),
    ),
  )
