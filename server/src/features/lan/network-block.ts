import { message, type FieldErrors, type Message } from '@trunkline/contract/errors'
import { formatAddress, parsePrefix, sizeOf } from '@trunkline/contract/net'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { AppError, invalid } from '../../errors.ts'
import { assignNetwork, ownerOfAddress, release } from '../ipam/assign.ts'
import type { LiveDevice } from './device.ts'
import { ownOf, type RouterAddress } from './network-checks.ts'

const fieldOf: Record<string, string> = { prefix: 'prefix', net: 'prefix' }

/**
 * Allocates the subnet of a network from address management in the caller's transaction, so that the allocation and the
 * command commit together. The router gets the first usable address.
 * @throws AppError validation_failed or conflict at `subnet_id` and `prefix`
 */
export async function allocateBlock(
  tx: Tx,
  device: LiveDevice,
  of: { subnet_id: number; prefix: number | undefined; name: string; vlan_id: number | null },
): Promise<{ id: number; own: RouterAddress }> {
  const { rows } = await sql<{
    family: number
  }>`select family(net) as family from subnet where id = ${of.subnet_id}`.execute(tx)
  if (rows[0]?.family !== 4) throw invalid({ subnet_id: message('lan.block_not_ipv4') })
  const used = await atField(
    assignNetwork(tx, {
      subnet_id: of.subnet_id,
      net: 'auto',
      ...(of.prefix !== undefined && { prefix: of.prefix }),
      company_id: device.company_id,
      used_by: { kind: 'hardware', id: device.id, label: `${of.name} on ${device.name}` },
      attributes: { name: of.name, vlan: of.vlan_id },
    }),
  )
  const prefix = parsePrefix(used.net)
  if (sizeOf(prefix) < 4n) throw invalid({ prefix: message('field.range', { min: 8, max: 30 }) })
  const first = formatAddress({ family: 4, value: prefix.value + 1n })
  return { id: used.id, own: ownOf(`${first}/${prefix.length}`) }
}

/** Moves errors of the address management's fields to the fields of this form. */
async function atField<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AppError) || !['validation_failed', 'conflict'].includes(error.code)) throw error
    const fields: FieldErrors = {}
    for (const [field, reason] of Object.entries(error.fields ?? { subnet_id: error.reason as Message }))
      fields[fieldOf[field] ?? 'subnet_id'] = reason
    throw new AppError(error.code, { reason: error.reason, fields, details: error.details, cause: error })
  }
}

/** The subnet allocated to this device that contains an address; undefined if it belongs to another owner. */
export async function ownBlock(tx: Tx, device: LiveDevice, address: string | null): Promise<number | undefined> {
  if (address === null) return undefined
  const owner = await ownerOfAddress(tx, address.split('/')[0] as string)
  return owner?.address_id === null && owner.used_by?.kind === 'hardware' && owner.used_by.id === device.id
    ? owner.subnet_id
    : undefined
}

/** Subnets that contain the addresses, limited to those the caller may see. */
export async function blocksOf(
  tx: Tx,
  addresses: readonly (string | null)[],
): Promise<Map<string, { subnet_id: number; subnet: string }>> {
  const found = new Map<string, { subnet_id: number; subnet: string }>()
  for (const address of new Set(addresses)) {
    if (address === null) continue
    const owner = await ownerOfAddress(tx, address.split('/')[0] as string)
    if (owner !== null) found.set(address, { subnet_id: owner.subnet_id, subnet: owner.net })
  }
  return found
}

interface EndedCommand {
  id: number
  subnet_id: number
  is_unused: boolean
}

/**
 * Releases the subnets of ended commands: one allocated for a network that was not created, and one whose network was
 * removed. A command with an unknown result, or a device in neither state, keeps its subnet, unless the result is determined later. Idempotent: the
 * reference in the command is cleared with the release, and a subnet that no longer belongs to the device is skipped.
 * @returns number of released subnets
 */
export async function releaseEndedBlocks(tx: Tx): Promise<number> {
  const { rows } = await sql<EndedCommand>`
    update device_command c set input = c.input - array['block_taken', 'block_left']
    from (
      select id, input->>'block_taken' as block_taken, input->>'block_left' as block_left from device_command
      where target = 'network' and created_at > now() - interval '7 days' and state not in ('queued', 'running')
        and not (state = 'unknown' and coalesce(result, '{}') ? 'unchecked') and input ?| array['block_taken', 'block_left']
      order by created_at for update skip locked limit 500) e
    where c.id = e.id
    returning c.id,
      (case when c.state = 'done' then e.block_left when c.state not in ('differs', 'unknown') then e.block_taken end)::bigint as subnet_id,
      c.state <> 'done' as is_unused`.execute(tx)
  let released = 0
  for (const { id, subnet_id, is_unused } of rows) {
    if (subnet_id === null) continue
    const { rows: owned } = await sql`
      select from subnet s join device_command c on c.id = ${id}
      where s.id = ${subnet_id} and s.state in ('assigned', 'reserved') and s.deleted_at is null and s.used_by_kind = 'hardware' and s.used_by_id = c.hardware_id`.execute(
      tx,
    )
    if (owned.length === 0) continue
    try {
      // A subnet that was never in use needs no quarantine.
      await release(tx, { subnet_id }, { now: is_unused })
      released += 1
    } catch (error) {
      // The subnet now contains other allocations; the user who made them must remove them first.
      if (!(error instanceof AppError)) throw error
    }
  }
  return released
}
