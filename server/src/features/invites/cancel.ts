import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/** Cancels all open invitations into a company that is deleted. */
export const cancelInvitationsOf = (tx: Tx, company_id: number) =>
  tx
    .updateTable('invitation')
    .set({ cancelled_at: sql<string>`now()` })
    .where('company_id', '=', company_id)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
