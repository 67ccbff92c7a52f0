import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import { rowsWithTag, rowsWithValue, valueColumn, type RequestDefinition } from './custom-columns.ts'
import type { Condition, ListRequest } from './parse.ts'
import { scopeCondition, type Scope } from './scope.ts'
import { column, type ListSource } from './source.ts'

/** Text as a literal part of a LIKE pattern. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function compare(field: Condition, left: RawBuilder<unknown> = column(field.field)): Expression<SqlBool> {
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

/** A condition on tags or on a custom field; undefined for other fields. */
function labelCondition({ labels }: RequestDefinition, field: Condition): Expression<SqlBool> | undefined {
  if (labels === undefined) return undefined
  if (field.field === 'tags' && (field.operator === '=' || field.operator === 'in'))
    return rowsWithTag(labels, field.values)
  const { custom } = field
  if (custom === undefined) return undefined
  const values = custom.numeric ? field.values : field.values.map(String)
  return rowsWithValue(custom, compare({ ...field, values }, valueColumn(custom)))
}

const all = (parts: Expression<SqlBool>[]): Expression<SqlBool> => sql<SqlBool>`(${sql.join(parts, sql` and `)})`
const any = (parts: Expression<SqlBool>[]): Expression<SqlBool> => sql<SqlBool>`(${sql.join(parts, sql` or `)})`

/**
 * A field as text. A field that is neither searched nor sorted may be a condition instead of a column, and contains no
 * text.
 */
const textOf = (definition: RequestDefinition, field: string) =>
  definition.free.includes(field) || definition.sort.includes(field)
    ? sql`${column(field)}::text`
    : sql`(to_jsonb(r) ->> ${field})`

function freeText<Row>(
  definition: RequestDefinition,
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
    return any(
      fields.map((field) => {
        const custom = definition.custom?.get(field)
        return custom === undefined
          ? sql<SqlBool>`${textOf(definition, field)} ilike ${pattern}`
          : rowsWithValue(custom, sql<SqlBool>`${valueColumn(custom)}::text ilike ${pattern}`)
      }),
    )
  })
}

/** The `where` clause: scope, trash, free text, conditions. */
export function conditionsOf<Row>(
  scope: Scope,
  definition: RequestDefinition,
  source: ListSource<Row>,
  request: ListRequest,
): Expression<SqlBool>[] {
  const inScope = scopeCondition(source, scope, request.company === undefined)
  const parts = [...(inScope === undefined ? [] : [inScope]), ...(source.where ?? [])]
  if (source.softDelete && request.trashed !== 'with')
    parts.push(request.trashed === 'only' ? sql<SqlBool>`r.deleted_at is not null` : sql<SqlBool>`r.deleted_at is null`)
  const words = freeText(definition, source, request)
  const fields = request.conditions.map(
    (condition) => labelCondition(definition, condition) ?? source.condition?.(condition) ?? compare(condition),
  )
  if (request.join === 'or' && fields.length + words.length > 1)
    parts.push(any(words.length > 0 ? [all(words), ...fields] : fields))
  else parts.push(...words, ...fields)
  return parts
}

/** Conditions as a `where` clause; empty without conditions. */
export const whereAll = (conditions: readonly Expression<SqlBool>[]) =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
