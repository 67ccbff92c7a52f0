import * as z from 'zod/mini'
import type { Subject } from './abilities.ts'
import { data, endpoint, stored, type DeclaredReasons, type ListDefinition, type ObjectSchema } from './endpoint.ts'
import { replyMessage } from './errors.ts'
import type { ObjectKind } from './object-kind.ts'
import { listQuery, page, pageWithOptions } from './list.ts'

/** The reply of a restored record; `not_restored` lists what belonged to it and did not come back. */
export const restored = <R extends z.ZodMiniType>(record: R) =>
  z.object({ data: record, not_restored: z.optional(z.array(replyMessage())) })

/**
 * The six calls of every managed resource: index, show, store, update, destroy, recover. `row` is an item of index,
 * `record` the reply of show, `input` the body of store and update. The body of update may contain only the fields
 * that change, and the `version` that the caller read: 409 `stale_version` when the row has changed since.
 */
export function crud<
  const N extends string,
  const B extends string,
  Row extends z.ZodMiniType,
  Record_ extends z.ZodMiniType,
  Store extends ObjectSchema,
  Update extends ObjectSchema,
  Q extends Record<string, z.ZodMiniType> = {},
  const O extends string = never,
>(of: {
  /** Singular, as in the file names: `company` */
  name: N
  /** Path below the API base: `/company` */
  base: B
  subject: Subject
  object: ObjectKind
  /** `company`, `companies`: for the summaries in the API document. */
  nouns: readonly [one: string, many: string]
  list: ListDefinition
  row: Row
  record: Record_
  store: Store
  update: Update
  /** Query parameters of index beyond the list dialect. */
  query?: Q
  /** The action that index requires; `view-index` for licences. */
  listAction?: 'view-list' | 'view-index'
  /** Reasons of the calls that change a record, beyond those that every call has. */
  reasons?: { readonly [call in 'store' | 'update' | 'destroy' | 'recover']?: DeclaredReasons }
  /** Names of the options that index returns beside its rows. */
  options?: readonly O[]
}) {
  const { name, base, subject, object, nouns } = of
  const reasonsOf = (call: keyof NonNullable<typeof of.reasons>) => {
    const reasons = of.reasons?.[call]
    return reasons === undefined ? {} : { reasons }
  }
  return {
    index: endpoint({
      name: `${name}.index`,
      method: 'GET',
      path: `${base}/index`,
      access: { action: of.listAction ?? 'view-list', subject },
      object,
      summary: `List ${nouns[1]}`,
      query: z.object({ ...listQuery, ...of.query } as typeof listQuery & Q),
      reply: (of.options === undefined ? page(of.row) : pageWithOptions(of.row, of.options)) as [O] extends [never]
        ? ReturnType<typeof page<Row>>
        : ReturnType<typeof pageWithOptions<Row, O>>,
      list: of.list,
    }),
    show: endpoint({
      name: `${name}.show`,
      method: 'GET',
      path: `${base}/{id}/show`,
      access: { action: 'view', subject },
      object,
      summary: `Show a ${nouns[0]}`,
      reply: data(of.record),
    }),
    store: endpoint({
      name: `${name}.store`,
      method: 'POST',
      path: `${base}/store`,
      access: { action: 'create', subject },
      summary: `Create a ${nouns[0]}`,
      body: of.store,
      ...reasonsOf('store'),
      reply: stored(),
      status: 201,
    }),
    update: endpoint({
      name: `${name}.update`,
      method: 'PUT',
      path: `${base}/{id}/update`,
      access: { action: 'update', subject },
      object,
      summary: `Update a ${nouns[0]}`,
      body: of.update,
      ...reasonsOf('update'),
      reply: data(of.record),
    }),
    destroy: endpoint({
      name: `${name}.destroy`,
      method: 'DELETE',
      path: `${base}/{id}/destroy`,
      access: { action: 'manage', subject },
      object,
      summary: `Move a ${nouns[0]} to the trash`,
      ...reasonsOf('destroy'),
    }),
    recover: endpoint({
      name: `${name}.recover`,
      method: 'PUT',
      path: `${base}/{id}/recover`,
      access: { action: 'manage', subject },
      object,
      summary: `Restore a ${nouns[0]} from the trash`,
      ...reasonsOf('recover'),
      reply: restored(of.record),
    }),
  }
}
