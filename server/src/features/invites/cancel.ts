import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'

/** Cancels every open invitation into a company, for when the company goes to the trash. */
export const cancelInvitationsOf = (tx: Tx, company_id: number) =>
  tx
    .updateTable('invitation')
    .set({ cancelled_at: sql<string>`now()` })
    .where('company_id', '=', company_id)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
