import type { Body } from '@trunkline/contract/endpoint'
import { formatAddress } from '@trunkline/contract/net'
import { subnets } from '@trunkline/contract/resources/subnet'
import type { AddressRow, RangeRow } from '@trunkline/contract/resources/subnet-shapes'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, conflict, notFound } from '../../errors.ts'
import { loadRow } from '../../http/standard-handlers.ts'
import { assignAddresses } from './assign.ts'
import { changeAddress } from './change.ts'
import { addressColumns, readSubnetContext, toAddress, toRange, type AllocatedAddress } from './contents.ts'
import { storedAddress } from './stored-net.ts'
import { destroyAddress, destroyRange, recoverAddress, storeRange } from './remove.ts'
import { loadSubnet } from './subnet-update.ts'

const source = { table: 'address', owner: 'company_id' }

/** Rows as the API returns them, in order of address. */
async function readAddresses(tx: Tx, ids: readonly number[]): Promise<AddressRow[]> {
  const { rows } = await sql<AllocatedAddress>`
    select ${addressColumns} from address a left join company c on c.id = a.company_id where a.id = any (${ids}::bigint[]) order by a.ip`.execute(
    tx,
  )
  return rows.map(toAddress)
}

async function readAddress(tx: Tx, id: number): Promise<AddressRow> {
  const [row] = await readAddresses(tx, [id])
  if (row === undefined) throw notFound()
  return row
}

/**
 * Allocates addresses of a node that the caller may see; from a shared node, for the caller's company or a descendant.
 * @throws AppError not_found, forbidden; validation_failed and conflict at the field
 */
export async function storeAddresses(
  tx: Tx,
  actor: Actor,
  subnet_id: number,
  body: Body<typeof subnets.storeAddress>,
): Promise<AddressRow[]> {
  await readSubnetContext(tx, subnet_id)
  const { company_id } = body
  if (company_id !== undefined && !actorMayOn(actor, subnets.storeAddress.access, relationTo(actor, company_id)))
    throw new AppError('forbidden')
  const allocated = await assignAddresses(tx, { ...body, subnet_id }).catch(atIp)
  return readAddresses(
    tx,
    allocated.map(({ id }) => id),
  )
}

/** The path names the subnet, so its errors are reported without a field. */
function atIp(error: unknown): never {
  if (error instanceof AppError && error.fields?.['subnet_id'] !== undefined)
    throw new AppError('conflict', { reason: error.fields['subnet_id'], details: error.details, cause: error })
  throw error
}

/** @throws AppError not_found, forbidden, stale_version with the current record, conflict */
export async function updateAddress(
  tx: Tx,
  actor: Actor,
  id: number,
  body: Body<typeof subnets.updateAddress>,
): Promise<AddressRow> {
  const { version, state, ...noted } = body
  const before = await loadRow(tx, actor, source, subnets.updateAddress.access, id)
  if (before['deleted_at'] !== null)
    throw conflict('ip.released', { net: formatAddress(storedAddress(before['ip'] as string)) })
  const { rows } = await sql<{
    version: number
  }>`select version from address where id = ${id} for no key update`.execute(tx)
  if (version !== undefined && version !== rows[0]?.version)
    throw new AppError('stale_version', { details: { current: await readAddress(tx, id) } })
  // Rejected if the owner of the node manages it exclusively.
  await changeAddress(tx, id, { state })
  const values = Object.entries(noted).filter(([, value]) => value !== undefined)
  if (values.length > 0)
    await sql`update address set ${sql.join(values.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))} where id = ${id}`.execute(
      tx,
    )
  return readAddress(tx, id)
}

/** Idempotent, unless `release_now` is set. @throws AppError not_found, forbidden, conflict */
export async function releaseAddress(
  tx: Tx,
  actor: Actor,
  id: number,
  release_now: boolean | undefined,
): Promise<void> {
  const row = await loadRow(tx, actor, source, subnets.releaseAddress.access, id)
  if (row['state'] === 'released' || (row['deleted_at'] !== null && release_now !== true)) return
  await destroyAddress(tx, id, { release_now })
}

/** @throws AppError not_found, forbidden, conflict if the address was allocated again */
export async function recoverReleased(tx: Tx, actor: Actor, id: number): Promise<AddressRow> {
  const row = await loadRow(tx, actor, source, subnets.recoverAddress.access, id)
  if (row['deleted_at'] !== null) await recoverAddress(tx, id)
  return readAddress(tx, id)
}

/** @throws AppError not_found, forbidden; validation_failed and conflict at the field */
export async function reserveRange(
  tx: Tx,
  actor: Actor,
  subnet_id: number,
  body: Body<typeof subnets.storeRange>,
): Promise<RangeRow> {
  await loadSubnet(tx, actor, subnet_id, subnets.storeRange.access)
  const { id } = await storeRange(tx, { ...body, subnet_id }).catch(atIp)
  const row = await tx
    .selectFrom('ip_range')
    .select(['id', 'lo', 'hi', 'kind', 'note'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return toRange(row)
}

/** @throws AppError not_found, forbidden, conflict for the network and broadcast address */
export async function freeRange(tx: Tx, actor: Actor, id: number): Promise<void> {
  await loadRow(tx, actor, { table: 'ip_range', owner: 'company_id' }, subnets.destroyRange.access, id)
  await destroyRange(tx, id)
}
