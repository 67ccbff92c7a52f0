import type { Endpoint } from '@trunkline/contract/endpoint'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { conflict } from '../../errors.ts'
import { loadRow } from '../../http/standard-handlers.ts'

/** A device with the fields that live calls need. */
export interface LiveDevice {
  id: number
  name: string
  company_id: number
  manufacturer_id: number
  management_address: string | null
  management_user: string | null
  vpn_dialup_id: number | null
}

/** Whether the panel has the address and the credentials of the device. */
export const isManaged = (of: LiveDevice): boolean =>
  of.management_user !== null && (of.management_address !== null || of.vpn_dialup_id !== null)

/**
 * The device `id`, after checking the caller's permission at its company and site.
 * @throws AppError not_found, forbidden; conflict if the device is in the trash
 */
export async function loadDevice(tx: Tx, actor: Actor, access: Endpoint['access'], id: number): Promise<LiveDevice> {
  const row = await loadRow(tx, actor, { table: 'hardware', owner: 'company_id' }, access, id)
  if (row['deleted_at'] !== null) throw conflict('row.trashed')
  return row as unknown as LiveDevice
}

/** @throws AppError conflict if the panel has no address or credentials for the device */
export function checkManaged(of: LiveDevice): void {
  if (!isManaged(of)) throw conflict('device.not_managed')
}

/** Management addresses of the device: the configured one, or the address of its tunnel while that is up. */
export async function managementAddresses(tx: Tx, of: LiveDevice): Promise<string[]> {
  if (of.vpn_dialup_id === null) return of.management_address === null ? [] : [of.management_address]
  const { rows } = await sql<{ ip: string }>`
    select host(framed_ip) as ip from session_live where service_id = ${of.vpn_dialup_id} and framed_ip is not null`.execute(
    tx,
  )
  return rows.map(({ ip }) => ip)
}
