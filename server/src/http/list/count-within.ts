import { sql, type CompiledQuery } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/** A page is answered without its total where counting takes longer, milliseconds. */
const countTimeoutMs = 1500

/** Counts; infinity where that takes too long. The savepoint keeps the transaction alive, and ends the timeout. */
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
