import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Condition } from './parse.ts'

/** A query whose rows are `Row`. */
// oxlint-disable-next-line typescript/no-explicit-any -- the tables of a query differ by resource
export type RowQuery<Row> = SelectQueryBuilder<any, any, Row>

/** The rows of a list: the resource's SQL, and how its fields map to it. */
export interface ListSource<Row> {
  /** All rows of the resource, without scope, order or page; columns are named as in the reply. */
  rows: (tx: Tx) => RowQuery<Row>
  /** Column of `rows` with the owning company; null if row security alone decides (tables of the installation). */
  owner: (string & keyof Row) | null
  /**
   * Column of `rows` with the ancestors of the owning company (db/migrations/0001_baseline_tree.sql); required for
   * every long list.
   */
  ancestor_ids?: string & keyof Row
  /**
   * Boolean column of `rows`: descendant companies of the owner may read the row too, so that it is in their lists
   * unless they restrict them to one company. For short lists; a long list returns such rows under the caller's own
   * ancestor_ids.
   */
  shared?: string & keyof Row
  /** Custom condition for a word of the free-text search; undefined for a plain text match. */
  word?: (word: string) => Expression<SqlBool> | undefined
  /** Custom SQL for a condition; undefined for a comparison with the column. */
  condition?: (condition: Condition) => Expression<SqlBool> | undefined
  /** Columns of `rows` by which fields are sorted, where it is not the field alone: the rank of a state. */
  sortBy?: Readonly<Record<string, string | readonly string[]>>
  /**
   * Orders by a related row that many rows share, as columns of `rows` separated by spaces; the last two are the key of
   * the grouping and `id`.
   */
  grouped?: Readonly<Record<string, Grouping>>
  /** Conditions of this call only, on the columns of `rows` as `r`. */
  where?: readonly Expression<SqlBool>[]
  /** Column of `rows` with all searchable fields in lower case, which has a trigram index. */
  searchText?: string & keyof Row
  /**
   * The same rows without joins, with only these columns of `rows`: those that an index contains. Used for counting and
   * for seeking deep pages if no condition needs other columns. For long lists.
   */
  lean?: { columns: readonly string[]; rows: ListSource<Row>['rows'] }
  /**
   * Orders that are read fastest by an index at each depth of a company (`scoped_index`), as columns of `rows` separated by
   * spaces. If listed, a company below the provider sorts its own rows in all other orders.
   */
  scoped?: readonly string[]
  /**
   * Kinds of the table `tally` (db/functions/tally_changes.sql) that together count every row of the list outside the
   * trash: the total of the whole list is read there, not counted.
   */
  tallied?: readonly string[]
  /**
   * Maintained counts of the rows by day of a time column, for a log in the order of that column: its total and the
   * position of a deep page are read from them. They count the rows of all companies.
   */
  days?: { table: string; column: string & keyof Row }
  /** Whether `rows` has `deleted_at`. Such a table has an index on `id`; the partitioned logs are read by time. */
  softDelete: boolean
}

/** Groups of rows by a related row, for `ListSource.grouped`. */
export interface Grouping {
  /** Column of `rows` with the id of the related row. */
  key: string
  /** The related rows that the caller may see, with `id` and the columns of `order`. */
  groups: (tx: Tx) => Expression<unknown>
  /** Columns of `groups` in the order of the list; the id follows. */
  order: readonly string[]
}

/** The order of a list by the name of a related row: by its column in the list and its id. */
export const byName = (table: string, name: string, key: string): Record<string, Grouping> => ({
  [`${name} ${key} id`]: {
    key,
    groups: () => sql`select n.id, n.name from ${sql.table(table)} n`,
    order: ['name'],
  },
})

/** References a column of the wrapped query. Callers pass only names from allow lists and schemas. */
export const column = (name: string): RawBuilder<unknown> => sql.ref(`r.${name}`)

/** The compiled query of each resource, cached because compiling takes longer than reading a page. */
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
