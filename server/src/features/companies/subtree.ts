import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'

/**
 * A condition on a table with a ancestor_ids: rows of the company or of one below it, at the company's place in the ancestor_ids
 * (db/migrations/0001_baseline_tree.sql). Row security cuts it with the caller's own part of the tree.
 */
export async function subtreeOf(tx: Tx, company_id: number): Promise<RawBuilder<SqlBool>> {
  const company = await tx.selectFrom('company').select('ancestor_ids').where('id', '=', company_id).executeTakeFirst()
  const depth = company?.ancestor_ids.length ?? 0
  // The provider's part is the whole tree: nothing to compare.
  if (depth === 1) return sql<SqlBool>`true`
  return depth === 0 ? sql<SqlBool>`false` : sql<SqlBool>`ancestor_ids[${sql.raw(String(depth))}] = ${company_id}`
}

/**
 * The same for the actor's own company, on a column with a ancestor_ids. Row security says it already; said here, the
 * planner takes the index that has the scope and the order.
 */
export const visibleTo = (actor: Actor, ancestorIds: string): RawBuilder<SqlBool> =>
  actor.depth === 1
    ? sql<SqlBool>`true`
    : sql<SqlBool>`${sql.ref(ancestorIds)}[${sql.raw(String(Math.trunc(actor.depth)))}] = ${actor.company_id}`
