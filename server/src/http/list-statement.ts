import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { ListDefinition } from '@trunkline/contract/endpoint'
import { countCap } from '@trunkline/contract/list'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/pool.ts'
import type { Condition, ListRequest } from './list-dialect.ts'
import type { Anchor } from './list-memory.ts'

/** Where a list's rows come from: the resource's own visible SQL, and what the dialect's names mean in it. */
export interface ListSource<Row> {
  /** All rows of the resource, without scope, order or page; the columns carry the names of the reply. */
  // oxlint-disable-next-line typescript/no-explicit-any -- which tables it joins is its own matter
  rows: (tx: Tx) => SelectQueryBuilder<any, any, Row>
  /** Column of `rows` with the owning company; null where row security alone decides (the installation's own tables). */
  owner: (string & keyof Row) | null
  /** Column of `rows` with the lineage of the owning company (db/migrations/0001_baseline_tree.sql): every long list has it. */
  lineage?: string & keyof Row
  /**
   * Boolean column of `rows`: the owner's companies below may read the row too, so it is in their lists unless they
   * narrow them to one company. For short lists; a long one brings such rows under the caller's own lineage.
   */
  offered?: string & keyof Row
  /** What a word of free text means where it is more than text; undefined for one that is not. */
  word?: (word: string) => Expression<SqlBool> | undefined
  /** What a condition means where it is more than a comparison of the column; undefined for one that is not. */
  condition?: (condition: Condition) => Expression<SqlBool> | undefined
  /** Conditions of this one call, on the columns of `rows` as `r`. */
  where?: readonly Expression<SqlBool>[]
  /** Column of `rows` with all free-text fields in lower case, with a trigram index below it. */
  searchText?: string & keyof Row
  /**
   * The same rows without joins, with these columns of `rows` alone: what an index holds. Counts and walks of a list that
   * nothing narrows read it. For long lists.
   */
  lean?: { columns: readonly string[]; rows: ListSource<Row>['rows'] }
  /** Whether `rows` has `deleted_at`. */
  softDelete: boolean
}

/** Names a column of the wrapped query. Only names from white lists and schemas get here. */
const column = (name: string): RawBuilder<unknown> => sql.ref(`r.${name}`)

/** The text of each resource's rows, written once: building it anew takes longer than asking for a page. */
const written = new WeakMap<object, RawBuilder<unknown>>()

export function rowsOf<Row>(tx: Tx, { rows }: Pick<ListSource<Row>, 'rows'>): RawBuilder<unknown> {
  let text = written.get(rows)
  if (text === undefined) {
    const { sql: statement, parameters } = rows(tx).compile()
    if (parameters.length > 0) return sql`${rows(tx)}`
    written.set(rows, (text = sql.raw(statement)))
  }
  return text
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function compare(field: Condition): Expression<SqlBool> {
  const left = column(field.field)
  const [first, second] = field.values
  switch (field.operator) {
    case '=':
      return sql<SqlBool>`${left} = ${first}`
    case 'like':
    case 'ilike':
      return sql<SqlBool>`${left} ilike ${`%${escapeLike(String(first))}%`}`
    case 'in':
      return sql<SqlBool>`${left} in (${sql.join(field.values)})`
    case 'between':
      return sql<SqlBool>`(${left} >= ${first} and ${left} <= ${second})`
    case '>=':
      return sql<SqlBool>`${left} >= ${first}`
    case '<=':
      return sql<SqlBool>`${left} <= ${first}`
  }
}

const all = (parts: Expression<SqlBool>[]): Expression<SqlBool> => sql<SqlBool>`(${sql.join(parts, sql` and `)})`
const any = (parts: Expression<SqlBool>[]): Expression<SqlBool> => sql<SqlBool>`(${sql.join(parts, sql` or `)})`

/** A field as text. One that is neither searched nor sorted by may be no column, but a condition: no word is in it. */
const textOf = (definition: ListDefinition, field: string) =>
  definition.free.includes(field) || definition.sort.includes(field)
    ? sql`${column(field)}::text`
    : sql`(to_jsonb(r) ->> ${field})`

function freeText<Row>(
  definition: ListDefinition,
  source: ListSource<Row>,
  request: ListRequest,
): Expression<SqlBool>[] {
  return request.words.map((word) => {
    const meant = request.wordFields.length === 0 ? source.word?.(word) : undefined
    if (meant !== undefined) return meant
    const pattern = `%${escapeLike(word.toLowerCase())}%`
    if (request.wordFields.length === 0 && source.searchText !== undefined)
      return sql<SqlBool>`${column(source.searchText)} like ${pattern}`
    const fields = request.wordFields.length > 0 ? request.wordFields : definition.free
    return any(fields.map((field) => sql<SqlBool>`${textOf(definition, field)} ilike ${pattern}`))
  })
}

/** A part of the tree that a list is narrowed to: its topmost company, how deep that stands, and whether it stands alone. Null: the whole tree. */
type View = { company: number; depth: number; alone: boolean } | null

/**
 * The caller's part of the tree, or the part of it that `company` names. A company outside narrows to nothing, as one
 * that does not exist.
 */
async function viewOf(tx: Tx, actor: Actor, company: number | undefined): Promise<View> {
  if (company === undefined || company === actor.company_id)
    return actor.company_type === 'simrush'
      ? null
      : { company: actor.company_id, depth: actor.depth, alone: actor.company_type === 'client' }
  // Row security answers nothing for a company outside.
  const { rows } = await sql<{
    depth: number
    alone: boolean
  }>`select cardinality(lineage) as depth, type = 'client' as alone from company where id = ${company}`.execute(tx)
  return rows[0] === undefined ? { company: 0, depth: 1, alone: true } : { company, ...rows[0] }
}

function scope<Row>(source: ListSource<Row>, view: View, whole: boolean): Expression<SqlBool>[] {
  if (view === null || source.owner === null) return []
  if (source.offered !== undefined && whole)
    // Row security leaves no other rows of companies above than those that they offer.
    return [
      sql<SqlBool>`(${column(source.offered)} or ${all(scope({ ...source, offered: undefined } as ListSource<Row>, view, whole))})`,
    ]
  // The depth is a literal, so that the index on this very expression is found.
  if (source.lineage !== undefined)
    return [sql<SqlBool>`${column(source.lineage)}[${sql.raw(String(Math.trunc(view.depth)))}] = ${view.company}`]
  if (view.alone) return [sql<SqlBool>`${column(source.owner)} = ${view.company}`]
  return [
    sql<SqlBool>`${column(source.owner)} in (select id from company where lineage[${sql.raw(String(Math.trunc(view.depth)))}] = ${view.company})`,
  ]
}

/** Everything after `where`: scope, trash, free text, conditions. */
function conditionsOf<Row>(
  view: View,
  definition: ListDefinition,
  source: ListSource<Row>,
  request: ListRequest,
): Expression<SqlBool>[] {
  const parts = [...scope(source, view, request.company === undefined), ...(source.where ?? [])]
  if (source.softDelete && request.trashed !== 'with')
    parts.push(request.trashed === 'only' ? sql<SqlBool>`r.deleted_at is not null` : sql<SqlBool>`r.deleted_at is null`)
  const words = freeText(definition, source, request)
  const fields = request.conditions.map((condition) => source.condition?.(condition) ?? compare(condition))
  if (request.join === 'or' && fields.length + words.length > 1)
    parts.push(any(words.length > 0 ? [all(words), ...fields] : fields))
  else parts.push(...words, ...fields)
  return parts
}

export interface Statement<Row> {
  /** All rows in order; `after` leaves out those up to the end of a page. */
  rows(after?: Anchor): RawBuilder<Row>
  /** A page of what a search finds, each row with the number of all; nothing where the page is beyond the end. */
  found(limit: number, offset: number): RawBuilder<Row & { found: number }>
  /** The ids of such a page. */
  foundIds(limit: number, offset: number): RawBuilder<{ id: number; found: number }>
  /** The ids of a page, walked to by what the order needs alone. */
  ids(after: Anchor | undefined, limit: number, offset: number): RawBuilder<{ id: number }>
  /** The order's values of the row that so many others precede, counted from the last one where `backwards`. */
  edge(preceding: number, backwards: boolean): RawBuilder<Record<string, string | number | boolean | null>>
  /** Rows by id, in no order, if the caller still sees them. */
  these(ids: readonly number[]): RawBuilder<Row>
  count: RawBuilder<{ total: number }>
  order: { field: string; direction: 'asc' | 'desc' }[]
}

/** The list's statement without page: wrapped rows, conditions and order, ending in the id so that pages never overlap. */
export async function statement<Row>(
  tx: Tx,
  actor: Actor,
  definition: ListDefinition,
  source: ListSource<Row>,
  request: ListRequest,
  columns: readonly string[],
): Promise<Statement<Row>> {
  const order = [...request.order]
  if (!order.some(({ field }) => field === 'id'))
    order.push({ field: 'id', direction: order.at(-1)?.direction ?? 'asc' })
  const orderBy = sql.join(order.map(({ field, direction }) => sql`${column(field)} ${sql.raw(direction)}`))
  const conditions = conditionsOf(await viewOf(tx, actor, request.company), definition, source, request)
  const where = (parts: Expression<SqlBool>[]) =>
    parts.length === 0 ? sql`` : sql`where ${sql.join(parts, sql` and `)}`
  const after = (anchor?: Anchor) =>
    where(anchor ? [...conditions, beyond(order, anchor, definition.fields)] : conditions)
  const { lean } = source
  const narrowed = request.words.length + request.conditions.length + (source.where?.length ?? 0) > 0
  const walked =
    lean !== undefined && !narrowed && order.every(({ field }) => lean.columns.includes(field)) ? lean : source
  const matches = sql`select ${sql.join(order.map(({ field }) => column(field)))} from (${rowsOf(tx, source)}) as r ${where(conditions)} limit ${searchReach + 1}`
  return {
    order,
    rows: (anchor) =>
      sql<Row>`select ${sql.join(columns.map(column))} from (${rowsOf(tx, source)}) as r ${after(anchor)} order by ${orderBy}`,
    ids: (anchor, limit, offset) => sql<{ id: number }>`
      select r.id from (${rowsOf(tx, source)}) as r ${after(anchor)} order by ${orderBy} limit ${limit} offset ${offset}`,
    edge: (preceding, backwards) => {
      // Times as text: a value in JavaScript is cut to milliseconds.
      const values = order.map(({ field }, i) =>
        definition.fields[field] === 'time'
          ? sql`${column(field)}::text as ${sql.ref(`v${i}`)}`
          : sql`${column(field)} as ${sql.ref(`v${i}`)}`,
      )
      const ordered = order.map(
        ({ field, direction }) =>
          sql`${column(field)} ${sql.raw((direction === 'asc') === backwards ? 'desc' : 'asc')}`,
      )
      return sql`select ${sql.join(values)} from (${rowsOf(tx, walked)}) as r ${where(conditions)} order by ${sql.join(ordered)} limit 1 offset ${preceding}`
    },
    foundIds: (limit, offset) => sql<{ id: number; found: number }>`
      with found as materialized (${matches})
      select r.id, count(*) over () as found from found as r order by ${orderBy} limit ${limit} offset ${offset}`,
    found: (limit, offset) => sql<Row & { found: number }>`
      with found as materialized (${matches}),
        page as (select r.id, count(*) over () as found from found as r order by ${orderBy} limit ${limit} offset ${offset})
      select ${sql.join(columns.map(column))}, page.found from page join (${rowsOf(tx, source)}) as r on r.id = page.id order by ${orderBy}`,
    these: (ids) =>
      sql<Row>`select ${sql.join(columns.map(column))} from (${rowsOf(tx, source)}) as r where r.id = any(${ids})`,
    count: sql<{
      total: number
    }>`select count(*) as total from (select from (${rowsOf(tx, walked)}) as r ${where(conditions)} limit ${countCap + 1}) as c`,
  }
}

/** Rows that follow the anchor in an order that runs one way: a row comparison, which an index on the order answers. */
const beyond = (
  order: Statement<unknown>['order'],
  { values }: Anchor,
  types: ListDefinition['fields'],
): Expression<SqlBool> => {
  const bounds = values.map((value, i) =>
    types[order[i]?.field ?? ''] === 'time' ? sql`${value}::timestamptz` : sql`${value}`,
  )
  return sql<SqlBool>`(${sql.join(order.map(({ field }) => column(field)))}) ${sql.raw(order[0]?.direction === 'desc' ? '<' : '>')} (${sql.join(bounds)})`
}

/** The order's values of a row, where pages can be counted from it: one direction, nothing null, nothing cut to milliseconds. */
export function anchorAt<Row>(
  definition: ListDefinition,
  order: Statement<Row>['order'],
  row: Row,
  offset: number,
): Anchor | undefined {
  if (order.some(({ field, direction }) => direction !== order[0]?.direction || definition.fields[field] === 'time'))
    return undefined
  const values = order.map(({ field }) => (row as Record<string, unknown>)[field])
  return values.some((value) => value === null || value === undefined)
    ? undefined
    : { offset, values: values as Anchor['values'] }
}

/**
 * Up to so many matches of a search are gathered and then put in order, which costs the same whatever the order is and
 * tells the total at once. A word that more rows have is met soon enough by walking in order.
 */
export const searchReach = 2_000
