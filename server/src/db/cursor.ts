import { sql, type Compilable } from 'kysely'
import type { Tx } from './pool.ts'

/**
 * Streams the rows of a query, `size` at a time, through a cursor of the open transaction, so that memory use does not
 * depend on the number of rows.
 */
export async function* streamRows<R>(tx: Tx, query: Compilable<R>, size = 1000): AsyncGenerator<R[]> {
  const compiled = query.compile()
  await tx.executeQuery({ ...compiled, sql: `declare stream no scroll cursor for ${compiled.sql}` })
  try {
    for (;;) {
      const { rows } = await sql.raw<R>(`fetch ${Math.trunc(size)} from stream`).execute(tx)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    // After an error the transaction is aborted, and the cursor is closed with it.
    await sql
      .raw('close stream')
      .execute(tx)
      .catch(() => {})
  }
}
