import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { ListDefinition } from '@trunkline/contract/endpoint'
import { countCap, type ListInput, type Pagination } from '@trunkline/contract/list'
import type { Actor } from '../access/actor.ts'
import type { Tx } from '../db/pool.ts'
import { invalid } from '../errors.ts'
import type { CountCache } from './count-cache.ts'
import { parseListRequest, type Condition, type ListRequest } from './list-dialect.ts'

/** Where a list's rows come from: the resource's own visible SQL, and what the dialect's names mean in it. */
export interface ListSource<Row> {
  /** All rows of the resource, without scope, order or page; the columns carry the names of the reply. */
  rows: (tx: Tx) => SelectQueryBuilder<any, any, Row>
  /** Column of `rows` with the owning company; null where row security alone decides (the installation's own tables). */
  owner: (string & keyof Row) | null
  /** Column of `rows` with all free-text fields in lower case, with a trigram index below it. */
  searchText?: string & keyof Row
  /** Whether `rows` has `deleted_at`. */
  softDelete: boolean
}

/** Names a column of the wrapped query. Only names from white lists and schemas get here. */
const column = (name: string): RawBuilder<unknown> => sql.ref(`r.${name}`)

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function compare(field: Condition): Expression<SqlBool> {
  const left = column(field.field)
  const [first, second] = field.values
  switch (field.operator) {
    case '=': return sql<SqlBool>`${left} = ${first}`
    case 'like':
    case 'ilike': return sql<SqlBool>`${left} ilike ${`%${escapeLike(String(first))}%`}`
    case 'in': return sql<SqlBool>`${left} in (${sql.join(field.values)})`
    case 'between': return sql<SqlBool>`(${left} >= ${first} and ${left} <= ${second})`
    case '>=': return sql<SqlBool>`${left} >= ${first}`
    case '<=': return sql<SqlBool>`${left} <= ${first}`
  }
}

const all = (parts: Expression<SqlBool>[]): Expression<SqlBool> => sql<SqlBool>`(${sql.join(parts, sql` and `)})`
const any = (parts: Expression<SqlBool>[]): Expression<SqlBool> => sql<SqlBool>`(${sql.join(parts, sql` or `)})`

function freeText<Row>(definition: ListDefinition, source: ListSource<Row>, request: ListRequest): Expression<SqlBool>[] {
  return request.words.map((word) => {
    const pattern = `%${escapeLike(word.toLowerCase())}%`
    if (request.wordFields.length === 0 && source.searchText !== undefined) return sql<SqlBool>`${column(source.searchText)} like ${pattern}`
    const fields = request.wordFields.length > 0 ? request.wordFields : definition.free
    return any(fields.map((field) => sql<SqlBool>`${column(field)}::text ilike ${pattern}`))
  })
}

/** The companies a list is narrowed to: the caller's subtree, or the part of it that `company` names. Null: all. */
function scope(actor: Actor, owner: string, company: number | undefined): Expression<SqlBool> | null {
  if (company !== undefined && company !== actor.company_id)
    // Row security cuts the named company's subtree with the caller's own.
    return sql<SqlBool>`${column(owner)} in (select id from company where lineage @> array[${company}]::bigint[])`
  if (actor.company_type === 'simrush') return null
  if (actor.company_type === 'client') return sql<SqlBool>`${column(owner)} = ${actor.company_id}`
  return sql<SqlBool>`${column(owner)} in (select descendant_id from company_tree where ancestor_id = ${actor.company_id})`
}

/** Everything after `where`: scope, trash, free text, conditions. */
export function conditionsOf<Row>(actor: Actor, definition: ListDefinition, source: ListSource<Row>, request: ListRequest): Expression<SqlBool>[] {
  const parts: Expression<SqlBool>[] = []
  const inScope = source.owner === null ? null : scope(actor, source.owner, request.company)
  if (inScope) parts.push(inScope)
  if (source.softDelete && request.trashed !== 'with') parts.push(request.trashed === 'only' ? sql<SqlBool>`r.deleted_at is not null` : sql<SqlBool>`r.deleted_at is null`)
  const words = freeText(definition, source, request)
  const fields = request.conditions.map(compare)
  if (request.join === 'or' && fields.length + words.length > 1) parts.push(any(words.length > 0 ? [all(words), ...fields] : fields))
  else parts.push(...words, ...fields)
  return parts
}

/** The list's statement without page: wrapped rows, conditions and order, ending in the id so that pages never overlap. */
function statement<Row>(tx: Tx, actor: Actor, definition: ListDefinition, source: ListSource<Row>, request: ListRequest, columns: readonly string[]) {
  const order = request.order.map(({ field, direction }) => sql`${column(field)} ${sql.raw(direction)}`)
  if (!request.order.some(({ field }) => field === 'id')) order.push(sql`${column('id')} ${sql.raw(request.order.at(-1)?.direction ?? 'asc')}`)
  const conditions = conditionsOf(actor, definition, source, request)
  const where = conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  return {
    rows: sql<Row>`select ${sql.join(columns.map(column))} from (${source.rows(tx)}) as r ${where} order by ${sql.join(order)}`,
    count: sql<{ total: number }>`select count(*) as total from (select from (${source.rows(tx)}) as r ${where} limit ${countCap + 1}) as c`,
  }
}

/**
 * One page of a list with its total.
 * @param columns the columns that the reply promises; the others are not computed
 */
export async function listPage<Row>(
  tx: Tx, actor: Actor, definition: ListDefinition, source: ListSource<Row>, input: ListInput, columns: readonly string[], counts: CountCache,
): Promise<{ data: Row[]; meta: { pagination: Pagination } }> {
  const request = parseListRequest(definition, input)
  const { rows, count } = statement(tx, actor, definition, source, request, columns)
  const offset = (request.page - 1) * request.perPage
  if (offset > countCap) throw invalid({ page: 'This page is too far down. Narrow the list, or sort it the other way round.' })
  const page = await sql<Row>`${rows} limit ${request.perPage} offset ${offset}`.execute(tx)
  // A page that is not full tells the total by itself.
  const found =
    page.rows.length < request.perPage && (page.rows.length > 0 || offset === 0)
      ? offset + page.rows.length
      : await counts.total(actor, count.compile(tx), async () => Number((await count.execute(tx)).rows[0]?.total ?? 0))
  const total = Math.min(found, countCap)
  return {
    data: page.rows,
    meta: {
      pagination: {
        current_page: request.page, last_page: Math.max(1, Math.ceil(total / request.perPage)), per_page: request.perPage, total,
        ...(found > countCap && { capped: true }),
      },
    },
  }
}

/** All matching rows, in the list's order: for exports. */
export function listAll<Row>(tx: Tx, actor: Actor, definition: ListDefinition, source: ListSource<Row>, input: ListInput, columns: readonly string[]) {
  return statement(tx, actor, definition, source, parseListRequest(definition, input), columns).rows
}

/** How many rows match, counted now. */
export async function listTotal<Row>(tx: Tx, actor: Actor, definition: ListDefinition, source: ListSource<Row>, input: ListInput): Promise<number> {
  const { count } = statement(tx, actor, definition, source, parseListRequest(definition, input), ['id'])
  return Number((await count.execute(tx)).rows[0]?.total ?? 0)
}

/** One visible row by id, or undefined: the same for a missing and a foreign one. */
export async function findRow<Row>(tx: Tx, source: Pick<ListSource<Row>, 'rows'>, id: number): Promise<Row | undefined> {
  return (await sql<Row>`select * from (${source.rows(tx)}) as r where r.id = ${id}`.execute(tx)).rows[0]
}
