import { sql } from 'kysely'
import type { Databases, Tx } from '../db/pool.ts'
import { withSystem } from '../db/system-transaction.ts'

/** The device that a private address is checked for. */
export interface AddressOwner {
  company_id: number
  /** Undefined for a device that is not stored yet. */
  hardware_id?: number | undefined
  vpn_dialup_id?: number | null | undefined
}

/** Whether the provider has allotted a private address to the device, by the database function. */
export async function isAllotted(tx: Tx, of: AddressOwner, address: string): Promise<boolean> {
  const { rows } = await sql<{ allotted: boolean }>`
    select device_address_allotted(${of.company_id}, ${of.hardware_id ?? null}, ${address}::inet, ${of.vpn_dialup_id ?? null}) as allotted`.execute(
    tx,
  )
  return rows[0]?.allotted === true
}

/** The same with a connection of its own. */
export const allottedTo =
  (databases: Databases, of: AddressOwner) =>
  (address: string): Promise<boolean> =>
    withSystem(databases, (tx) => isAllotted(tx, of, address))

/**
 * For a contact test of a device that is not stored yet: it may become a device of the caller's company or of a
 * descendant.
 */
export const allottedBelow =
  (databases: Databases, of: AddressOwner) =>
  (address: string): Promise<boolean> =>
    withSystem(databases, async (tx) => {
      if (await isAllotted(tx, of, address)) return true
      const { rows } = await sql`
        select from device_network d join company_tree t on t.descendant_id = d.company_id
          where t.ancestor_id = ${of.company_id} and d.prefix >>= ${address}::inet limit 1`.execute(tx)
      return rows.length > 0
    })
