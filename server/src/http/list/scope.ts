import { sql, type Expression, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { column, type ListSource } from './source.ts'

/**
 * The subtree of companies that a list shows: its root company, the depth of the root, and whether it is a leaf. Null:
 * the whole tree.
 */
export type Scope = { company: number; depth: number; alone: boolean } | null

/**
 * The caller's subtree, or the subtree of `company` within it. A company outside the caller's subtree gives an empty
 * list, like one that does not exist.
 */
export async function scopeOf(tx: Tx, actor: Actor, company: number | undefined): Promise<Scope> {
  if (company === undefined || company === actor.company_id)
    return actor.company_type === 'simrush'
      ? null
      : { company: actor.company_id, depth: actor.depth, alone: actor.company_type === 'client' }
  // Row security hides a company outside the subtree.
  const { rows } = await sql<{
    depth: number
    alone: boolean
  }>`select cardinality(ancestor_ids) as depth, type = 'client' as alone from company where id = ${company}`.execute(tx)
  return rows[0] === undefined ? { company: 0, depth: 1, alone: true } : { company, ...rows[0] }
}

/**
 * The scope as a condition; undefined if row security alone decides.
 * @param shared whether to include rows that ancestor companies share with the caller
 */
export function scopeCondition<Row>(
  source: ListSource<Row>,
  scope: Scope,
  shared: boolean,
): Expression<SqlBool> | undefined {
  if (scope === null || source.owner === null) return undefined
  const own = ownCondition(source, source.owner, scope)
  // Of ancestor companies, row security returns only shared rows.
  return source.shared !== undefined && shared ? sql<SqlBool>`(${column(source.shared)} or (${own}))` : own
}

function ownCondition<Row>(
  { ancestor_ids: ancestorIds }: ListSource<Row>,
  owner: string,
  { company, depth, alone }: NonNullable<Scope>,
): Expression<SqlBool> {
  // A literal, so that the planner can use the index on this exact expression.
  const level = sql.raw(String(Math.trunc(depth)))
  if (ancestorIds !== undefined) return sql<SqlBool>`${column(ancestorIds)}[${level}] = ${company}`
  if (alone) return sql<SqlBool>`${column(owner)} = ${company}`
  return sql<SqlBool>`${column(owner)} in (select id from company where ancestor_ids[${level}] = ${company})`
}
