import { message, type Message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'

/** The invitations that were cancelled when a company was deleted: its restoration does not reopen them. */
export async function invitationsLost(tx: Tx, company: StoredRow): Promise<Message[]> {
  const { rows } = await sql<{ count: number }>`
    -- Both times are that of the transaction; the row has milliseconds.
    select count(*) as count from invitation
    where company_id = ${Number(company['id'])} and abs(extract(epoch from cancelled_at - ${company['deleted_at']}::timestamptz)) < 0.001`.execute(
    tx,
  )
  const count = Number(rows[0]?.count ?? 0)
  return count === 0 ? [] : [message('restore.invitations', { count })]
}

/** Cancels all open invitations into a company that is deleted. */
export const cancelInvitationsOf = (tx: Tx, company_id: number) =>
  tx
    .updateTable('invitation')
    .set({ cancelled_at: sql<string>`now()` })
    .where('company_id', '=', company_id)
    .where('accepted_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
