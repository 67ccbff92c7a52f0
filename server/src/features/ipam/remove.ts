import type { RangeKind } from '@trunkline/contract/resources/subnet-enums'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Released } from './assign.ts'
import { callEngine } from './errors.ts'

/**
 * Deletes a subnet: it stays in quarantine for the longest cool-down of the categories in it, then its space is free.
 * Its content moves to its parent (`lift`) or is deleted with it (`destroy`).
 * @throws AppError not_found; forbidden for a shared subnet; conflict while it is in use, with `details.count` and the
 *   first 20 users in `details.holders`
 */
export async function destroySubnet(
  tx: Tx,
  id: number,
  {
    children,
    release_now = false,
  }: { children?: 'lift' | 'destroy' | undefined; release_now?: boolean | undefined } = {},
): Promise<Released> {
  const [released] = await callEngine(
    tx,
    sql<Released>`select * from ip_release_subnet(${id}, ${children ?? null}, ${release_now})`,
  )
  return released!
}

/**
 * Recovers a subnet with everything that was deleted with it: complete during the quarantine, later only the block.
 * @throws AppError not_found; conflict if its space is in use, naming only rows that the caller may see
 */
export const recoverSubnet = async (tx: Tx, id: number): Promise<void> =>
  void (await callEngine(tx, sql`select ip_recover_subnet(${id})`))

/** Releases an address. @throws AppError not_found, conflict */
export const destroyAddress = async (
  tx: Tx,
  id: number,
  { release_now = false }: { release_now?: boolean | undefined } = {},
) => void (await callEngine(tx, sql`select ip_release_address(${id}, ${release_now})`))

/**
 * Recovers an address into the network that contains it now. @throws AppError not_found, conflict if it is allocated
 */
export const recoverAddress = async (tx: Tx, id: number): Promise<void> =>
  void (await callEngine(tx, sql`select ip_recover_address(${id})`))

/**
 * Excludes a range from allocation.
 * @throws AppError validation_failed at `lo`, `hi`, `kind`, `subnet_id`; conflict at `lo` if a part of it is allocated
 */
export async function storeRange(
  tx: Tx,
  of: { subnet_id: number; lo: string; hi: string; kind: Exclude<RangeKind, 'edge'>; note?: string | undefined },
): Promise<{ id: number }> {
  const [created] = await callEngine(
    tx,
    sql<{ id: number }>`select ip_store_range(${of.subnet_id}, ${of.lo}, ${of.hi}, ${of.kind}, ${of.note ?? ''}) as id`,
  )
  return created!
}

/** Makes a range available for allocation. @throws AppError not_found; conflict for network and broadcast address */
export const destroyRange = async (tx: Tx, id: number): Promise<void> =>
  void (await callEngine(tx, sql`select ip_destroy_range(${id})`))
