import { message, type Message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { isPrivateAddress } from '../../devices/address-guard.ts'
import { isAllotted } from '../../devices/allotted.ts'
import type { Tx } from '../../db/pool.ts'

/** The device of an address. */
interface DeviceAddress {
  /** Undefined for a device that is not stored yet. */
  id: number | undefined
  company_id: number
  address: string | null | undefined
  vpn_dialup_id?: number | null | undefined
}

/**
 * Why a device may not use an address; undefined if it may. Private addresses are allowed for the provider, and for a
 * company to which the provider allotted the network. Host names are checked when the panel connects, by the address
 * that they resolve to.
 */
export async function addressError(tx: Tx, actor: Actor, of: DeviceAddress): Promise<Message | undefined> {
  const { id, company_id, address, vpn_dialup_id } = of
  if (address == null || !isPrivateAddress(address) || actor.company_type === 'simrush') return undefined
  if (await isAllotted(tx, { company_id, hardware_id: id, vpn_dialup_id }, address)) return undefined
  return message('device.address_private', { address })
}

/** A private address that the provider saves for a device is approved for it permanently. */
export async function approveAddress(
  tx: Tx,
  actor: Actor,
  { id, address }: { id: number; address: string | null | undefined },
): Promise<void> {
  if (address == null || !isPrivateAddress(address) || actor.company_type !== 'simrush') return
  await sql`insert into device_address_approval (hardware_id, address) values (${id}, ${address}::inet) on conflict do nothing`.execute(
    tx,
  )
}
