import type { WifiStack } from '@trunkline/routeros'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { open, type Keys } from '../../secrets.ts'
import type { WantedHours } from './access-lines.ts'
import type { WantedAccess } from './shapes.ts'

/** Encryption context of an entry's passphrase. */
export const accessContext = (id: number) => `access-control:${id}`

/** The wanted access lists of a device. */
export interface DesiredAccessList {
  /** Entries of its site, in matching order. */
  entries: WantedAccess[]
  /** Of its own guest networks. */
  hours: (WantedHours & { stack: WifiStack })[]
  /** Names of entries whose passphrase cannot be decrypted. */
  unopened: string[]
}

/** The access lists currently wanted for a device; empty for one without a site. */
export async function loadAccess(tx: Tx, hardware_id: number, keys: Keys): Promise<DesiredAccessList> {
  const { rows } = await sql<Omit<WantedAccess, 'passphrase'> & { passphrase: Buffer | null }>`
    select a.id, upper(a.mac::text) as mac, a.name, a.action, a.schedule, a.rate_down_kbps, a.rate_up_kbps, a.vlan_id, a.passphrase, a.is_enabled
      from hardware h join access_control a on a.site_id = h.site_id
      where h.id = ${hardware_id} order by a.rank, a.id`.execute(tx)
  const unopened: string[] = []
  const entries = rows.map(({ passphrase: sealed, ...row }): WantedAccess => {
    if (sealed === null) return { ...row, passphrase: null }
    try {
      return { ...row, passphrase: open(keys, sealed, accessContext(row.id)) }
    } catch {
      unopened.push(row.name)
      return { ...row, passphrase: null }
    }
  })
  const hours = await sql<WantedHours & { stack: WifiStack }>`
    select id, ssid, schedule, stack from wifi_setting
      where hardware_id = ${hardware_id} and is_guest and is_enabled and schedule is not null order by id`.execute(tx)
  return { entries, hours: hours.rows, unopened }
}
