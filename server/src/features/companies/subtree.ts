import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'

/**
 * A condition on a table with `ancestor_ids`: rows of the company or a descendant, by the company's depth in the path
 * (db/migrations/0001_baseline_tree.sql). Row security limits it to the caller's part of the tree.
 */
export async function subtreeOf(tx: Tx, company_id: number): Promise<RawBuilder<SqlBool>> {
  const company = await tx.selectFrom('company').select('ancestor_ids').where('id', '=', company_id).executeTakeFirst()
  const depth = company?.ancestor_ids.length ?? 0
  // The provider is the root: every row matches.
  if (depth === 1) return sql<SqlBool>`true`
  return depth === 0 ? sql<SqlBool>`false` : sql<SqlBool>`ancestor_ids[${sql.raw(String(depth))}] = ${company_id}`
}

/**
 * The same for the actor's own company, on an `ancestor_ids` column. Redundant to row security, but with it the planner
 * uses the index on scope and order.
 */
export const visibleTo = (actor: Actor, ancestorIds: string): RawBuilder<SqlBool> =>
  actor.depth === 1
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(ancestorIds)}[${sql.raw(String(Math.trunc(actor.depth)))}] = ${actor.company_id}`
