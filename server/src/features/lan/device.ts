import type { Endpoint } from '@trunkline/contract/endpoint'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { conflict } from '../../errors.ts'
import { loadRow } from '../../http/standard-handlers.ts'

/** A device as the calls about its live side need it. */
export interface ReachedDevice {
  id: number
  name: string
  company_id: number
  manufacturer_id: number
  management_address: string | null
  management_user: string | null
  vpn_dialup_id: number | null
}

/** Whether the panel has what it needs to connect: where, and as whom. */
export const isManaged = (of: ReachedDevice): boolean =>
  of.management_user !== null && (of.management_address !== null || of.vpn_dialup_id !== null)

/**
 * The device `id`, after the ability was checked against where it stands.
 * @throws AppError not_found, forbidden; conflict where it is in the trash
 */
export async function loadDevice(tx: Tx, actor: Actor, access: Endpoint['access'], id: number): Promise<ReachedDevice> {
  const row = await loadRow(tx, actor, { table: 'hardware', owner: 'company_id' }, access, id)
  if (row['deleted_at'] !== null) throw conflict('row.trashed')
  return row as unknown as ReachedDevice
}

/** @throws AppError conflict where the panel does not know how to reach the device */
export function checkManaged(of: ReachedDevice): void {
  if (!isManaged(of)) throw conflict('device.not_managed')
}

/** Addresses by which the panel comes in: the one that is kept, or that of the tunnel while it is up. */
export async function managementAddresses(tx: Tx, of: ReachedDevice): Promise<string[]> {
  if (of.vpn_dialup_id === null) return of.management_address === null ? [] : [of.management_address]
  const { rows } = await sql<{ ip: string }>`
    select host(framed_ip) as ip from session_live where service_id = ${of.vpn_dialup_id} and framed_ip is not null`.execute(
    tx,
  )
  return rows.map(({ ip }) => ip)
}
