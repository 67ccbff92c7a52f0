import type { UnansweredRow } from '@trunkline/contract/resources/nas'
import { sql } from 'kysely'
import { actorMayOn, relationTo, type Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { AppError, notFound } from '../../errors.ts'

const rows = (tx: Tx) =>
  tx
    .selectFrom('radius_unanswered as u')
    .leftJoin('nas as n', 'n.id', 'u.nas_id')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select([
      'u.id',
      'u.nas_id',
      'n.name as nas_name',
      'n.version as nas_version',
      'u.company_id',
      'c.name as company_name',
      'u.first_at',
      'u.last_at',
      'u.count',
      'u.ancestor_ids',
    ])
    .select([
      sql<string>`host(u.address)`.as('address'),
      sql<UnansweredRow['reason']>`u.reason`.as('reason'),
      sql<UnansweredRow['packet']>`u.packet`.as('packet'),
    ])

/** Senders whose packets are dropped. Unknown senders have no company; row security shows them to the provider only. */
export const unansweredSource = { owner: 'company_id', ancestor_ids: 'ancestor_ids', softDelete: false, rows } as const

/**
 * Deletes a visible entry; a sender that continues is recorded again.
 * @throws AppError not_found, or forbidden if the caller may not manage the NAS
 */
export async function clearUnanswered(tx: Tx, actor: Actor, id: number): Promise<void> {
  const entry = await tx.selectFrom('radius_unanswered').select('company_id').where('id', '=', id).executeTakeFirst()
  if (entry === undefined) throw notFound()
  // An unknown sender belongs to the provider, the only company that can see it.
  const relation = entry.company_id === null ? 'own' : relationTo(actor, entry.company_id)
  if (!actorMayOn(actor, { action: 'manage', subject: 'nas' }, relation)) throw new AppError('forbidden')
  await tx.deleteFrom('radius_unanswered').where('id', '=', id).execute()
}
