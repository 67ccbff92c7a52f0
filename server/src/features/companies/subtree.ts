import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Actor } from '../../access/actor.ts'

/**
 * A condition on a column with a company's id: that company or one below it. Row security cuts it with the caller's own
 * part of the tree; where it is the provider's whole tree, there is nothing to compare.
 */
export function subtreeOf(actor: Actor, company_id: number): (column: string) => RawBuilder<SqlBool> {
  if (company_id === actor.company_id && actor.company_type === 'simrush') return () => sql<SqlBool>`true`
  if (company_id === actor.company_id)
    return (column) => sql<SqlBool>`${sql.ref(column)} in (select descendant_id from company_tree where ancestor_id = ${company_id})`
  return (column) => sql<SqlBool>`${sql.ref(column)} in (select id from company where lineage @> array[${company_id}]::bigint[])`
}
