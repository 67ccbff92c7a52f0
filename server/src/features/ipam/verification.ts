import type { Reply } from '@trunkline/contract/endpoint'
import type { subnets } from '@trunkline/contract/resources/subnet'
import type { Tx } from '../../db/pool.ts'

type Verification = NonNullable<Reply<typeof subnets.verification>['data']>

/** The last verification of all nodes; null before the first. */
export async function readVerification(tx: Tx): Promise<Verification | null> {
  const row = await tx
    .selectFrom('ip_verification')
    .select(['started_at', 'finished_at', 'nodes', 'error_count', 'repaired', 'errors'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, errors: row.errors as unknown as Verification['errors'] }
}
