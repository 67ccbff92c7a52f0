import { sql } from 'kysely'
import type { Encryption } from '@trunkline/contract/resources/wifi-enums'
import type { WifiStack } from '@trunkline/routeros'
import type { Databases } from '../../db/pool.ts'
import { withSystem } from '../../db/system-transaction.ts'
import { open, seal, type Keys } from '../../secrets.ts'
import type { Run } from '../run.ts'
import type { WantedNetwork } from './differences.ts'
import { passphraseDigest } from './digest.ts'
import type { SeenNetwork } from './shapes.ts'

/** A network for a command: the wanted state, and the decrypted passphrase while the command runs. */
export interface Setting {
  id: number
  stack: WifiStack
  profile: string | null
  /** Profiles of other networks that the panel manages on the device: they must not be changed. */
  others: string[]
  version: number
  wanted: WantedNetwork
  passphrase: string | null
  /** Of the passphrase, with the current key. */
  digest: string | null
}

/** Encryption context of a network's passphrase. */
export const settingContext = (id: number): string => `wifi-setting:${id}`

/**
 * The network `id` of the command's device; undefined if the panel no longer has it.
 * @throws Error if its passphrase cannot be decrypted; the message never contains it
 */
export async function loadSetting(run: Run, id: number | undefined): Promise<Setting | undefined> {
  if (id === undefined) return undefined
  type StoredSettingRow = WantedNetwork &
    Pick<Setting, 'id' | 'stack' | 'profile' | 'others' | 'version'> & { sealed: Buffer | null }
  const stored = await withSystem(run.databases, async (tx) => {
    const { rows } = await sql<StoredSettingRow>`
      select id, stack, profile, version, ssid, is_enabled, hidden, encryption, bands, channel_width, frequencies, country, vlan_id,
        client_isolation, passphrase as sealed,
        array(select o.profile from wifi_setting o where o.hardware_id = w.hardware_id and o.id <> w.id and o.profile is not null) as others
      from wifi_setting w where id = ${id} and hardware_id = ${run.settings.id}`.execute(tx)
    return rows[0]
  })
  if (stored === undefined) return undefined
  const { sealed, stack, profile, others, version, id: own, ...wanted } = stored
  const passphrase = sealed === null ? null : open(run.keys, sealed, settingContext(own))
  const digest = passphrase === null ? null : passphraseDigest(run.keys, passphrase)
  return { id: own, stack, profile, others, version, wanted, passphrase, digest }
}

const system = <T>(databases: Databases, work: Parameters<typeof withSystem<T>>[1]) =>
  withSystem(databases, work, { actor_name: 'system' })

/**
 * Stores the network's name on the device, and whether it is in sync. A name that another network has is not changed.
 */
export async function savePushed(run: Run, setting: Setting, profile: string | null, isDone: boolean): Promise<void> {
  if (profile === null && !isDone) return
  await system(run.databases, (tx) =>
    sql`
      update wifi_setting w set
        profile = case when exists (select from wifi_setting o where o.hardware_id = w.hardware_id and o.stack = w.stack
          and o.profile = ${profile} and o.id <> w.id) then w.profile else coalesce(${profile}, w.profile) end,
        pushed_at = case when ${isDone} then now() else w.pushed_at end
      where w.id = ${setting.id}`.execute(tx),
  )
}

/** Stores the device's settings; a passphrase that the device hides is not changed. */
export async function savePulled(
  run: Run,
  setting: Setting,
  seen: SeenNetwork & { encryption: Encryption },
  passphrase: string | undefined,
): Promise<void> {
  const isAll = String(seen.bands) === String(seen.possible_bands)
  const sealed = passphrase === undefined ? null : sealFor(run.keys, setting.id, passphrase)
  const digest = passphrase === undefined ? null : passphraseDigest(run.keys, passphrase)
  await system(run.databases, (tx) =>
    sql`
      update wifi_setting set profile = ${seen.profile}, ssid = ${seen.ssid}, is_enabled = ${seen.is_enabled}, hidden = ${seen.hidden},
        encryption = ${seen.encryption}, bands = ${isAll ? [] : seen.bands}::text[], channel_width = ${seen.channel_width},
        frequencies = ${seen.frequencies}::int[], country = coalesce(${seen.country}, country), vlan_id = ${seen.vlan_id},
        client_isolation = ${seen.client_isolation}, passphrase = coalesce(${sealed}, passphrase),
        passphrase_digest = coalesce(${digest}, passphrase_digest)
      where id = ${setting.id}`.execute(tx),
  )
}

const sealFor = (keys: Keys, id: number, passphrase: string): Buffer => seal(keys, passphrase, settingContext(id))

/** Deletes the network from the panel: it is no longer on the device. */
export const forgetSetting = (run: Run, id: number): Promise<unknown> =>
  system(run.databases, (tx) => sql`delete from wifi_setting where id = ${id}`.execute(tx))
