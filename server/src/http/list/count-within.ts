import { sql, type CompiledQuery } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/** If counting takes longer, in milliseconds, the page is returned without a total. */
const countTimeoutMs = 1500

/** Counts rows; Infinity after the timeout. The savepoint keeps the transaction usable and resets the timeout. */
export async function countWithin(tx: Tx, count: CompiledQuery): Promise<number> {
  await sql.raw(`savepoint counting; set local statement_timeout = ${countTimeoutMs}`).execute(tx)
  try {
    const { rows } = await tx.executeQuery<{ total: number }>(count)
    return Number(rows[0]?.total ?? 0)
  } catch (error) {
    if ((error as { code?: string }).code === '57014') return Number.POSITIVE_INFINITY
    throw error
  } finally {
    await sql.raw('rollback to savepoint counting').execute(tx)
  }
}
