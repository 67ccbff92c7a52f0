import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { callEngine } from './errors.ts'

/**
 * Delegates a subnet to another company, takes it back, or marks it as assigned. An `exclusive` subnet is managed only
 * by its owner: ancestor companies can read it and take it back.
 * @throws AppError not_found, forbidden, validation_failed at `company_id`, conflict
 */
export const changeSubnet = async (
  tx: Tx,
  id: number,
  to: { company_id?: number | undefined; exclusive?: boolean | undefined; state?: 'reserved' | 'assigned' | undefined },
): Promise<void> =>
  void (await callEngine(
    tx,
    sql`select ip_change_subnet(${id}, ${to.company_id ?? null}, ${to.exclusive ?? null}, ${to.state ?? null})`,
  ))

/** The same for an address. @throws AppError not_found, validation_failed at `company_id`, conflict */
export const changeAddress = async (
  tx: Tx,
  id: number,
  to: { company_id?: number | undefined; state?: 'reserved' | 'assigned' | undefined },
): Promise<void> =>
  void (await callEngine(tx, sql`select ip_change_address(${id}, ${to.state ?? null}, ${to.company_id ?? null})`))
