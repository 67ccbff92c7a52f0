import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'
import type { ListDefinition } from '@trunkline/contract/endpoint'
import { valueOfRow, type CustomColumn } from './custom-columns.ts'
import type { ListRequest } from './parse.ts'
import { column, type ListSource } from './source.ts'

export type Order = readonly { field: string; direction: 'asc' | 'desc'; custom?: CustomColumn | undefined }[]

/** The end of a page of a list: the sort values of its last row. */
export interface Anchor {
  /** Number of rows up to and including this one. */
  offset: number
  /** Of the sort columns; only the first may be null. */
  values: (string | number | boolean | null)[]
}

/**
 * The sort order of a request by columns of the rows, ending with the id so that pages never overlap.
 * @param sortBy the columns of fields that are sorted by others than their own
 */
export function orderOf(request: ListRequest, sortBy: ListSource<unknown>['sortBy'] = {}): Order {
  const order = request.order
    .flatMap((part) => [sortBy[part.field] ?? part.field].flat().map((field) => ({ ...part, field })))
    .filter(({ field }, i, all) => all.findIndex((other) => other.field === field) === i)
  if (order.some(({ field }) => field === 'id')) return order
  return [...order, { field: 'id', direction: order.at(-1)?.direction ?? 'asc' }]
}

export const orderBy = (order: Order): RawBuilder<unknown> =>
  sql.join(
    order.map(({ field, direction, custom }) =>
      custom === undefined
        ? sql`${column(field)} ${sql.raw(direction)}`
        : sql`${valueOfRow(custom)} ${sql.raw(direction)} nulls last`,
    ),
  )

export const reversed = (order: Order): Order =>
  order.map((part) => ({ ...part, direction: part.direction === 'asc' ? 'desc' : 'asc' }))

/** Whether all fields sort in one direction, so that a row comparison finds the rows after a given row. */
export const isUniform = (order: Order): boolean => order.every(({ direction }) => direction === order[0]?.direction)

const isTime = (definition: ListDefinition, field: string | undefined) => definition.fields[field ?? ''] === 'time'

/** The sort values as columns `v0`, `v1`, … Timestamps as text, because JavaScript dates truncate to milliseconds. */
export const orderValues = (definition: ListDefinition, order: Order): RawBuilder<unknown> =>
  sql.join(
    order.map(({ field }, i) =>
      isTime(definition, field)
        ? sql`${column(field)}::text as ${sql.ref(`v${i}`)}`
        : sql`${column(field)} as ${sql.ref(`v${i}`)}`,
    ),
  )

/**
 * The rows after the anchor, if all fields sort in one direction: row comparisons, which an index on the sort columns
 * supports. Rows without a value of the first column are a part of their own, since no comparison matches them: the last
 * one ascending, the first one descending. The parts are in the order of the list.
 */
export function partsAfter(definition: ListDefinition, order: Order, { values }: Anchor): Expression<SqlBool>[][] {
  const descending = order[0]?.direction === 'desc'
  const first = column(order[0]?.field ?? 'id')
  const after = (from: number): Expression<SqlBool> => {
    const fields = order.slice(from).map(({ field }) => column(field))
    const bounds = values
      .slice(from)
      .map((value, i) => (isTime(definition, order[from + i]?.field) ? sql`${value}::timestamptz` : sql`${value}`))
    return sql<SqlBool>`(${sql.join(fields)}) ${sql.raw(descending ? '<' : '>')} (${sql.join(bounds)})`
  }
  const without = sql<SqlBool>`${first} is null`
  if (values[0] === null)
    return descending ? [[without, after(1)], [sql<SqlBool>`${first} is not null`]] : [[without, after(1)]]
  return descending || order.length === 1 ? [[after(0)]] : [[after(0)], [without]]
}

/** The row of `orderValues` as an anchor; undefined if a value but the first is null, which no row comparison matches. */
export function anchorFrom(
  order: Order,
  row: Readonly<Record<string, Anchor['values'][number]>> | undefined,
  offset: number,
): Anchor | undefined {
  return anchorOf(
    order.map((_, i) => row?.[`v${i}`]),
    offset,
  )
}

const anchorOf = (values: readonly unknown[], offset: number): Anchor | undefined =>
  values.some((value, i) => value === undefined || (value === null && (i > 0 || values.length === 1)))
    ? undefined
    : { offset, values: values as Anchor['values'] }

/** The anchor at a row of a reply; undefined if a value but the first is null, or a timestamp truncated to milliseconds. */
export function anchorAt<Row>(definition: ListDefinition, order: Order, row: Row, offset: number): Anchor | undefined {
  if (order.some(({ field }) => isTime(definition, field))) return undefined
  return anchorOf(
    order.map(({ field }) => (row as Record<string, unknown>)[field]),
    offset,
  )
}
