import { message } from '@trunkline/contract/errors'
import { sql, type RawBuilder } from 'kysely'
import { rejectionOf } from '../../db/rejection.ts'
import { queryPrepared, queueStatement, type Tx } from '../../db/pool.ts'
import { AppError, conflict } from '../../errors.ts'

/** Errors of the constraints that back the checks of the engine, for concurrent changes. */
const constraintErrors: Record<string, AppError> = {
  subnet_sibling: new AppError('conflict', { fields: { net: message('subnet.overlaps') } }),
  subnet_net: new AppError('conflict', { fields: { net: message('subnet.overlaps') } }),
  address_ip: new AppError('conflict', { fields: { ip: message('address.taken') } }),
  free_block_pkey: conflict('request.busy'),
}

/** Maps a failure of the engine to the field that caused it; other errors are returned unchanged. */
export function engineError(error: unknown): unknown {
  const rejection = rejectionOf(error)
  if (rejection !== undefined) return rejection
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '55P03') return new AppError('conflict', { reason: message('request.busy'), cause: error })
  const known = constraint === undefined ? undefined : constraintErrors[constraint]
  return known === undefined
    ? error
    : new AppError(known.code, { reason: known.reason, ...(known.fields && { fields: known.fields }), cause: error })
}

/**
 * Calls a function of the engine in a savepoint: after a rejection the caller's transaction continues, and the locks of
 * the rejected change are released. A deadlock is retried.
 * @throws AppError not_found, validation_failed and conflict with `fields` or `details`
 */
export async function callEngine<T>(tx: Tx, question: RawBuilder<T>): Promise<T[]> {
  for (let attempt = 1; ; attempt++) {
    queueStatement(tx, 'savepoint ip_engine')
    try {
      // Prepared: the statement text is one of a few, so each connection parses and plans it once.
      const rows = await queryPrepared(tx, question)
      queueStatement(tx, 'release savepoint ip_engine')
      return rows
    } catch (error) {
      await sql`rollback to savepoint ip_engine`.execute(tx)
      if ((error as { code?: string }).code !== '40P01' || attempt === 3) throw engineError(error)
    }
  }
}
