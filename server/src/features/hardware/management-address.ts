import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { isPrivateAddress } from '../../devices/address-guard.ts'
import { isAllotted } from '../../devices/allotted.ts'
import type { Tx } from '../../db/pool.ts'

/** Which device an address is for. */
interface DeviceAddress {
  id: number
  company_id: number
  address: string | null | undefined
  vpn_dialup_id?: number | null | undefined
}

/**
 * Why an address is closed for a device; undefined where it is open. Private addresses are open where the provider allotted
 * their network to the company. One that the provider itself saves is open for this device from then on. Names are checked
 * when the panel connects, by the address that they then stand for.
 */
export async function addressError(tx: Tx, actor: Actor, of: DeviceAddress): Promise<string | undefined> {
  const { id, company_id, address, vpn_dialup_id } = of
  if (address == null || !isPrivateAddress(address)) return undefined
  if (actor.company_type === 'simrush') {
    await sql`insert into device_address_approval (hardware_id, address) values (${id}, ${address}::inet) on conflict do nothing`.execute(
      tx,
    )
    return undefined
  }
  if (await isAllotted(tx, { company_id, hardware_id: id, vpn_dialup_id }, address)) return undefined
  return privateAddress(address)
}

const privateAddress = (address: string) =>
  `${address} is a private address, and its network is not allotted to this company. Ask the provider to allot it.`
