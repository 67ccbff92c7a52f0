import type { Message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Ability } from '@trunkline/contract/abilities'
import type { Endpoint, Reply } from '@trunkline/contract/endpoint'
import type { LabelKind } from '@trunkline/contract/label-kind'
import type { LabelBody } from '@trunkline/contract/labels'
import type { ListInput } from '@trunkline/contract/list'
import { actorMayOn, tenantSettingsOf, relationTo, type Actor } from '../access/actor.ts'
import { withTenant } from '../db/tenant-transaction.ts'
import type { Database, Tx } from '../db/pool.ts'
import { changesOf, insertRow, updateRow, type StoredRow } from '../db/write-row.ts'
import type { Deps } from '../deps.ts'
import { AppError, conflict, notFound } from '../errors.ts'
import type { Call, FileReply } from './call.ts'
import { exportOf, recordExport } from './export/list-export.ts'
import { findOwnedRow, findRow } from './find-row.ts'
import { addLabels } from './labels/read.ts'
import { saveLabels, withoutLabels } from './labels/write.ts'
import { listPage } from './list/list.ts'
import type { ListSource, RowQuery } from './list/source.ts'
import { checkProtectedFields, protectedFieldsOf } from './protected-fields.ts'

type RowOf<E extends Endpoint> = Reply<E> extends { data: (infer R)[] } ? R : never
type RecordOf<E extends Endpoint> = Reply<E> extends { data: infer R } ? R : never
type Query<O> = (tx: Tx) => RowQuery<O>

/** A call of a signed-in user, whatever its endpoint. */
type UserCall = Pick<Call, 'db' | 'afterCommit' | 'request'> & {
  actor: Actor
  params: unknown
  query: unknown
  body: unknown
}
/** A call about the row in its path. */
type RowCall = UserCall & { params: { id: number } }
/** What index returns in addition to its rows, if its reply has options. */
type WithOptions<E extends Endpoint> = Reply<E> extends { options: infer C } ? { options: C } : unknown
type OptionsSource<E extends Endpoint> =
  Reply<E> extends { options: infer C }
    ? {
        /** The filter options of a page, read in its transaction. Not called for an export. */
        options: (tx: Tx, actor: Actor) => Promise<C> | C
      }
    : { options?: undefined }

/** The columns of a list's reply, from its schema. */
export function promisedColumns(endpoint: Endpoint): string[] {
  const reply = endpoint.reply as unknown as { shape: { data: { _zod: { def: { element: { shape: object } } } } } }
  return Object.keys(reply.shape.data._zod.def.element.shape)
}

/**
 * The list handler of a resource: page, search, sort, export. If `rows` lacks a column of the reply it does not
 * compile.
 */
export function indexHandler<E extends Endpoint, O extends RowOf<E>>(
  deps: Deps,
  endpoint: E,
  source: Omit<ListSource<O>, 'rows'> & { rows: Query<O> } & OptionsSource<E>,
) {
  const options = source.options as ((tx: Tx, actor: Actor) => unknown) | undefined
  const columns = promisedColumns(endpoint)
  const definition = endpoint.list
  if (definition === undefined) throw new Error(`${endpoint.name} is not a list`)
  return async (
    call: UserCall,
  ): Promise<
    | ({
        data: O[]
        meta: { pagination: { current_page: number; last_page: number; per_page: number; total: number } }
      } & WithOptions<E>)
    | FileReply
  > => {
    const input = call.query as ListInput
    const { actor } = call
    if (input.export === undefined)
      return call.db(async (tx) => {
        const page = await listPage<O>(tx, actor, definition, source, input, columns, deps.lists)
        return (options === undefined ? page : { ...page, options: await options(tx, actor) }) as typeof page &
          WithOptions<E>
      })
    await withTenant(deps.databases, tenantSettingsOf(actor, call.request), { write: true }, (tx) =>
      recordExport(tx, actor, endpoint, input),
    )
    return call.db((tx) => exportOf<O>(tx, actor, endpoint, source, input, columns))
  }
}

/** The description of a resource for the single-row handlers. */
export interface RecordSource<O> {
  table: keyof Database & string
  /** Column of the table with the company that owns the row: decides between "own" and "below" in the ability table. */
  owner: string
  /** One row in the format of show, with the same visibility as the list. */
  record: Query<O>
  /** The record has tags and custom fields of this kind. */
  labels?: LabelKind
}

/** A write of one row, as passed to its resource. */
export interface RowWrite<Body> {
  body: Body
  actor: Actor
  /** The row before the change; undefined for a new row. */
  before: StoredRow | undefined
}

/** How to convert the body of a call to a row. */
export interface WriteSource<Body, Facts> {
  /**
   * Reads what the write depends on, locks it if it must not change concurrently, and rejects invalid writes. It writes
   * nothing: side effects belong into the resource's own `store` and `update`.
   * @returns the input of `columns`
   */
  validate?: (tx: Tx, write: RowWrite<Body>) => Promise<Facts> | Facts
  /** The columns for the fields of a body, including the owner of a new row. Pure: no queries, no jobs. */
  columns: (write: RowWrite<Body>, facts: Facts) => StoredRow
}
/** The parts of a call that a write of one row needs. */
export type WriteCall = Pick<RowCall, 'actor' | 'params' | 'body'>
// oxlint-disable-next-line typescript/no-explicit-any -- the handlers pass on the body of the resource's own contract
type AnyWriteSource = WriteSource<any, any>

/**
 * The visible row `id`, after checking the ability against its owner.
 * @throws AppError not_found for a missing row or one of another company, forbidden for a visible row that the ability
 *   does not cover
 */
export async function loadRow(
  tx: Tx,
  actor: Actor,
  of: { table: string; owner: string },
  access: Endpoint['access'],
  id: number,
  { lock = false } = {},
): Promise<StoredRow> {
  const { rows } = await sql<StoredRow>`
    select * from ${sql.table(of.table)} where id = ${id} ${lock ? sql`for update` : sql``}`.execute(tx)
  const row = rows[0]
  if (row === undefined) throw notFound()
  assertMayOwn(actor, access, Number(row[of.owner]))
  return row
}

/** @throws AppError forbidden if the ability does not cover rows that `owner` owns */
export function assertMayOwn(actor: Actor, access: Endpoint['access'], owner: number): void {
  if (typeof access === 'object' && !actorMayOn(actor, access as Ability, relationTo(actor, owner)))
    throw new AppError('forbidden')
}

/**
 * The record in the format of show.
 * @throws AppError not_found
 */
export async function readRecord<O>(tx: Tx, source: RecordSource<O>, id: number): Promise<O> {
  const row = await findRow<O>(tx, { rows: source.record }, id)
  if (row === undefined) throw notFound()
  if (source.labels !== undefined) await addLabels(tx, source.labels, [row])
  return row
}

/** One row. */
export const showHandler =
  <E extends Endpoint, O extends RecordOf<E>>(endpoint: E, source: RecordSource<O>) =>
  async (call: RowCall): Promise<{ data: O }> => {
    const id = call.params.id
    return call.db(async (tx) => {
      const found = await findOwnedRow<O>(tx, { ...source, rows: source.record }, id)
      if (found === undefined) throw notFound()
      assertMayOwn(call.actor, endpoint.access, found.owner)
      if (source.labels !== undefined) await addLabels(tx, source.labels, [found.row])
      return { data: found.row }
    })
  }

/**
 * Inserts a row in the caller's transaction.
 * @returns its id
 * @throws AppError forbidden if the ability does not cover the owner in `values`
 */
export function insertRecord(
  tx: Tx,
  actor: Actor,
  endpoint: Endpoint,
  { table, owner }: { table: string; owner: string },
  values: StoredRow,
): Promise<number> {
  assertMayOwn(actor, endpoint.access, Number(values[owner]))
  return insertRow(tx, table, values)
}

/** The column values of a write, after validation; without tags and custom fields, which `saveLabels` writes. */
export async function valuesOf<Body, Facts>(
  tx: Tx,
  source: WriteSource<Body, Facts>,
  write: RowWrite<Body>,
): Promise<StoredRow> {
  const own = { ...write, body: withoutLabels(write.body as object) as Body }
  return source.columns(own, (await source.validate?.(tx, own)) as Facts)
}

/**
 * Creates a row from the body of a call in the caller's transaction.
 * @returns its id
 * @throws AppError as `insertRecord`, and as the resource's own `validate`
 */
export async function createRecord<O>(
  tx: Tx,
  { actor, body }: Pick<WriteCall, 'actor' | 'body'>,
  endpoint: Endpoint,
  source: RecordSource<O> & AnyWriteSource,
): Promise<number> {
  const values = await valuesOf(tx, source, { body, actor, before: undefined })
  const id = await insertRecord(tx, actor, endpoint, source, values)
  if (source.labels !== undefined) await saveLabels(tx, source.labels, id, body as LabelBody, { isNew: true })
  return id
}

/** Creates a row; the reply contains its id. */
export const storeHandler =
  <E extends Endpoint, O>(endpoint: E, source: RecordSource<O> & AnyWriteSource) =>
  async (call: UserCall): Promise<{ data: { id: number } }> =>
    call.db(async (tx) => ({ data: { id: await createRecord(tx, call, endpoint, source) } }))

/**
 * Locks the row that a call changes, and checks the ability, trash, protected fields and version.
 * @returns the current row, and the body without its version
 * @throws AppError not_found, forbidden, conflict for a row in the trash; stale_version if the row has a newer version,
 *   with the current record in `details.current`, so that the client can compare the two
 */
export async function lockForUpdate<Body extends object>(
  tx: Tx,
  call: WriteCall,
  endpoint: Endpoint,
  source: RecordSource<unknown>,
): Promise<{ before: StoredRow; body: Omit<Body, 'version'> }> {
  const { actor } = call
  const { id } = call.params
  const before = await loadRow(tx, actor, source, endpoint.access, id, { lock: true })
  if (before['deleted_at'] != null) throw conflict('row.trashed')
  const { version, ...body } = (call.body ?? {}) as Body & { version?: number }
  checkProtectedFields(actor, endpoint, protectedFieldsOf(endpoint), body, Number(before[source.owner]))
  if (version !== undefined && version !== before['version'])
    throw new AppError('stale_version', { details: { current: await readRecord(tx, source, id) } })
  return { before, body }
}

/**
 * Updates the fields of the body in the caller's transaction.
 * @returns the row before the change
 * @throws AppError as `lockForUpdate`, and as the resource's own `validate`
 */
export async function updateRecord<O>(
  tx: Tx,
  call: WriteCall,
  endpoint: Endpoint,
  source: RecordSource<O> & AnyWriteSource,
): Promise<StoredRow> {
  const { before, body } = await lockForUpdate(tx, call, endpoint, source)
  const values = await valuesOf(tx, source, { body, actor: call.actor, before })
  // Some tables count a version for each write, also of the same values.
  await updateRow(tx, source.table, call.params.id, Object.fromEntries(changesOf(before, values)))
  if (source.labels !== undefined) await saveLabels(tx, source.labels, call.params.id, body as LabelBody)
  return before
}

/** Updates the fields of the body; the reply contains the record. */
export const updateHandler =
  <E extends Endpoint, O extends RecordOf<E>>(endpoint: E, source: RecordSource<O> & AnyWriteSource) =>
  async (call: RowCall): Promise<{ data: O }> =>
    call.db(async (tx) => {
      await updateRecord(tx, call, endpoint, source)
      return { data: await readRecord(tx, source, call.params.id) }
    })

/** Rejects a row that may not be trashed or restored. It writes nothing. */
export type CheckRow = (row: StoredRow, call: RowCall, tx: Tx) => Promise<void> | void

/**
 * Moves a row to the trash in the caller's transaction.
 * @returns the row before the change; undefined if it was already in the trash
 */
export async function destroyRecord<O>(
  tx: Tx,
  call: RowCall,
  endpoint: Endpoint,
  source: RecordSource<O>,
  check?: CheckRow,
): Promise<StoredRow | undefined> {
  const { id } = call.params
  const row = await loadRow(tx, call.actor, source, endpoint.access, id, { lock: true })
  if (row['deleted_at'] != null) return undefined
  await check?.(row, call, tx)
  await sql`update ${sql.table(source.table)} set deleted_at = now() where id = ${id}`.execute(tx)
  return row
}

/** Moves a row to the trash. Idempotent. */
export const destroyHandler =
  <O>(endpoint: Endpoint, source: RecordSource<O>, check?: CheckRow) =>
  async (call: RowCall): Promise<void> => {
    await call.db((tx) => destroyRecord(tx, call, endpoint, source, check))
  }

/**
 * Restores a row from the trash in the caller's transaction; `check` repeats the checks whose result may have changed
 * since.
 * @returns the row before the change; undefined if it was not in the trash
 */
export async function recoverRecord<O>(
  tx: Tx,
  call: RowCall,
  endpoint: Endpoint,
  source: RecordSource<O>,
  check?: CheckRow,
): Promise<StoredRow | undefined> {
  const { id } = call.params
  const row = await loadRow(tx, call.actor, source, endpoint.access, id, { lock: true })
  if (row['deleted_at'] == null) return undefined
  await check?.(row, call, tx)
  await sql`update ${sql.table(source.table)} set deleted_at = null where id = ${id}`.execute(tx)
  return row
}

/** What belonged to a row from the trash and did not come back with it. */
export type FindLost = (tx: Tx, row: StoredRow) => Promise<Message[]>

/** Restores a row from the trash; the reply contains the record, and what did not come back with it. */
export const recoverHandler =
  <E extends Endpoint, O extends RecordOf<E>>(
    endpoint: E,
    source: RecordSource<O>,
    check?: CheckRow,
    findLost?: FindLost,
  ) =>
  async (call: RowCall): Promise<{ data: O; not_restored?: Message[] }> =>
    call.db(async (tx) => {
      const row = await recoverRecord(tx, call, endpoint, source, check)
      const lost = row === undefined ? [] : ((await findLost?.(tx, row)) ?? [])
      return { data: await readRecord(tx, source, call.params.id), ...(lost.length > 0 && { not_restored: lost }) }
    })

interface CrudEndpoints {
  index: Endpoint
  show: Endpoint
  store: Endpoint
  update: Endpoint
  destroy: Endpoint
  recover: Endpoint
}

/**
 * The six handlers of a resource. Special cases come after the spread: `{ ...standardHandlers(deps, tariffs, { … }),
 * async destroy(call) { … } }`
 */
export function standardHandlers<C extends CrudEndpoints, O extends RowOf<C['index']>, R extends RecordOf<C['show']>>(
  deps: Deps,
  calls: C,
  of: Omit<ListSource<O>, 'rows' | 'softDelete'> & { rows: Query<O> } & RecordSource<R> & {
      owner: string & keyof O
    } & AnyWriteSource &
    OptionsSource<C['index']>,
) {
  return {
    index: indexHandler<C['index'], O>(deps, calls.index, { ...of, softDelete: true } as never),
    show: showHandler<C['show'], R>(calls.show, of),
    store: storeHandler(calls.store, of),
    update: updateHandler<C['update'], R & RecordOf<C['update']>>(calls.update, of as never),
    destroy: destroyHandler(calls.destroy, of),
    recover: recoverHandler<C['recover'], R & RecordOf<C['recover']>>(calls.recover, of as never),
  }
}
