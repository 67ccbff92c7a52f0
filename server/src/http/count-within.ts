import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/pool.ts'

/** Milliseconds that a count may take; a page is not lost for its total. */
const countPatience = 1500

/** Counts, or gives up after a while: infinity. The savepoint keeps the transaction, and takes the time-out back. */
export async function countWithin(tx: Tx, count: RawBuilder<{ total: number }>): Promise<number> {
  await sql.raw(`savepoint counting; set local statement_timeout = ${countPatience}`).execute(tx)
  try {
    return Number((await count.execute(tx)).rows[0]?.total ?? 0)
  } catch (error) {
    if ((error as { code?: string }).code === '57014') return Number.POSITIVE_INFINITY
    throw error
  } finally {
    await sql.raw('rollback to savepoint counting').execute(tx)
  }
}
