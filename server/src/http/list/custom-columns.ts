import type { ListDefinition } from '@trunkline/contract/endpoint'
import type { LabelKind } from '@trunkline/contract/label-kind'
import { customFieldPrefix, filterTypeOf } from '@trunkline/contract/labels'
import type { ListInput } from '@trunkline/contract/list'
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { customFieldsOf } from '../labels/definitions.ts'

/** A custom field as a column of a list; its values are in `record_value`. */
export interface CustomColumn {
  kind: LabelKind
  key: string
  numeric: boolean
}

/** A list definition with the custom fields that a request names. */
export interface RequestDefinition extends ListDefinition {
  custom?: ReadonlyMap<string, CustomColumn>
}

const names = (input: ListInput) =>
  [input.search, input.searchFields, input.orderBy].some((text) => text?.includes(customFieldPrefix) === true)

/** Adds the caller's custom fields to a definition, if the request names any. */
export async function withCustomColumns(
  tx: Tx,
  definition: ListDefinition,
  input: ListInput,
): Promise<RequestDefinition> {
  const kind = definition.labels
  if (kind === undefined || !names(input)) return definition
  const fields = await customFieldsOf(tx, kind)
  const named = fields.map((field) => [`${customFieldPrefix}${field.key}`, field] as const)
  return {
    ...definition,
    fields: {
      ...definition.fields,
      ...Object.fromEntries(named.map(([name, { type, choices }]) => [name, filterTypeOf(type, choices)])),
    },
    sort: [...definition.sort, ...named.map(([name]) => name)],
    custom: new Map(named.map(([name, { key, type }]) => [name, { kind, key, numeric: type === 'number' }])),
  }
}

/** The values of a custom field, as `v`. */
export const valuesOfColumn = ({ kind, key }: CustomColumn) => sql<SqlBool>`v.kind = ${kind} and v.key = ${key}`

/** The column of `record_value` with the values. */
export const valueColumn = ({ numeric }: CustomColumn): RawBuilder<unknown> =>
  sql.ref(numeric ? 'v.number_value' : 'v.text_value')

/** The value of a row of the list as an expression, for an order that no index supports. */
export const valueOfRow = (custom: CustomColumn): RawBuilder<unknown> =>
  sql`(select ${valueColumn(custom)} from record_value v where ${valuesOfColumn(custom)} and v.record_id = r.id)`

/** Rows whose value meets a condition. */
export const rowsWithValue = (custom: CustomColumn, condition: Expression<SqlBool>): Expression<SqlBool> =>
  sql<SqlBool>`r.id in (select v.record_id from record_value v where ${valuesOfColumn(custom)} and ${condition})`

/** Rows with at least one of these tags. */
export const rowsWithTag = (kind: LabelKind, ids: readonly unknown[]): Expression<SqlBool> =>
  sql<SqlBool>`r.id in (select x.record_id from record_tag x where x.kind = ${kind} and x.tag_id = any (${ids}::bigint[]))`
