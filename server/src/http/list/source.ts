import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Condition } from './parse.ts'

/** Where the rows of a list come from: the resource's own visible SQL, and what the names of the dialect mean in it. */
export interface ListSource<Row> {
  /** All rows of the resource, without scope, order or page; the columns have the names of the reply. */
  // oxlint-disable-next-line typescript/no-explicit-any -- which tables it joins is its own matter
  rows: (tx: Tx) => SelectQueryBuilder<any, any, Row>
  /** Column of `rows` with the owning company; null where row security alone decides (tables of the installation). */
  owner: (string & keyof Row) | null
  /** Column of `rows` with the ancestors of the owning company (db/migrations/0001_baseline_tree.sql): every long list has it. */
  ancestor_ids?: string & keyof Row
  /**
   * Boolean column of `rows`: companies below the owner may read the row too, so it is in their lists unless they
   * narrow them to one company. For short lists; a long one brings such rows under the caller's own ancestor_ids.
   */
  shared?: string & keyof Row
  /** What a word of free text means where it is more than text; undefined for one that is not. */
  word?: (word: string) => Expression<SqlBool> | undefined
  /** What a condition means where it is more than a comparison of the column; undefined for one that is not. */
  condition?: (condition: Condition) => Expression<SqlBool> | undefined
  /** Conditions of this one call, on the columns of `rows` as `r`. */
  where?: readonly Expression<SqlBool>[]
  /** Column of `rows` with all free-text fields in lower case, with a trigram index below it. */
  searchText?: string & keyof Row
  /**
   * The same rows without joins, with these columns of `rows` alone: what an index holds. Counts, and walks to a deep
   * page, read it where no condition needs more. For long lists.
   */
  lean?: { columns: readonly string[]; rows: ListSource<Row>['rows'] }
  /** Whether `rows` has `deleted_at`. Such a table has an index on `id`; the logs, in partitions, are read by time. */
  softDelete: boolean
}

/** Names a column of the wrapped query. Only names from allow lists and schemas get here. */
export const column = (name: string): RawBuilder<unknown> => sql.ref(`r.${name}`)

/** The text of the rows of each resource, compiled once: compiling it takes longer than reading a page. */
const compiled = new WeakMap<object, RawBuilder<unknown>>()

/** The rows of a source as a subquery. */
export function rowsOf<Row>(tx: Tx, { rows }: Pick<ListSource<Row>, 'rows'>): RawBuilder<unknown> {
  let text = compiled.get(rows)
  if (text === undefined) {
    const { sql: statement, parameters } = rows(tx).compile()
    if (parameters.length > 0) return sql`${rows(tx)}`
    compiled.set(rows, (text = sql.raw(statement)))
  }
  return text
}
