import type { RangeKind } from '@trunkline/contract/resources/subnet-enums'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Released } from './assign.ts'
import { callEngine } from './errors.ts'

/**
 * Destroys a subnet: it rests for the longest cool-down of the categories in it, then its space is free again. What lives
 * in it climbs to its parent (`lift`) or goes with it (`destroy`).
 * @throws AppError not_found; forbidden for one that is offered from above; conflict, with `details.count` and the first
 *   20 `details.holders`, while something lives in it
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
 * Takes a subnet back with what was destroyed together with it: as it was while it rests, else the block itself.
 * @throws AppError not_found; conflict where it is taken, telling by whom only what the caller may see
 */
export const recoverSubnet = async (tx: Tx, id: number): Promise<void> =>
  void (await callEngine(tx, sql`select ip_recover_subnet(${id})`))

/** Gives an address back. @throws AppError not_found, conflict */
export const destroyAddress = async (
  tx: Tx,
  id: number,
  { release_now = false }: { release_now?: boolean | undefined } = {},
) => void (await callEngine(tx, sql`select ip_release_address(${id}, ${release_now})`))

/** Takes an address back, where the network lies now. @throws AppError not_found, conflict where it is taken */
export const recoverAddress = async (tx: Tx, id: number): Promise<void> =>
  void (await callEngine(tx, sql`select ip_recover_address(${id})`))

/**
 * Keeps a range from being handed out.
 * @throws AppError validation_failed at `lo`, `hi`, `kind`, `subnet_id`; conflict at `lo` where a part of it is taken
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

/** Lets a range be handed out again. @throws AppError not_found; conflict for the edges of a network */
export const destroyRange = async (tx: Tx, id: number): Promise<void> =>
  void (await callEngine(tx, sql`select ip_destroy_range(${id})`))
