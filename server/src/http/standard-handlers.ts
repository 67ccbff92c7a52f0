import { sql, type SelectQueryBuilder } from 'kysely'
import type { Ability } from '@trunkline/contract/abilities'
import type { Endpoint, Reply } from '@trunkline/contract/endpoint'
import type { ListInput } from '@trunkline/contract/list'
import { actorMayOn, tenantSettingsOf, relationTo, type Actor } from '../access/actor.ts'
import { withTenant } from '../db/tenant-transaction.ts'
import type { Database, Tx } from '../db/pool.ts'
import { insertRow, updateRow, type StoredRow } from '../db/write-row.ts'
import type { Deps } from '../deps.ts'
import { AppError, conflict, notFound } from '../errors.ts'
import type { Call, FileReply } from './call.ts'
import { csvOf, recordExport } from './csv.ts'
import { findOwnedRow, findRow } from './find-row.ts'
import { listPage } from './list/list.ts'
import type { ListSource } from './list/source.ts'
import { checkProtectedFields, protectedFieldsOf } from './protected-fields.ts'

type RowOf<E extends Endpoint> = Reply<E> extends { data: (infer R)[] } ? R : never
type RecordOf<E extends Endpoint> = Reply<E> extends { data: infer R } ? R : never
// oxlint-disable-next-line typescript/no-explicit-any -- the tables of a query differ by resource
type Query<O> = (tx: Tx) => SelectQueryBuilder<any, any, O>

// oxlint-disable-next-line typescript/no-explicit-any -- one handler serves every resource; the endpoint has the types
type AnyCall = Call<any>
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
    call: AnyCall,
  ): Promise<
    | ({
        data: O[]
        meta: { pagination: { current_page: number; last_page: number; per_page: number; total: number } }
      } & WithOptions<E>)
    | FileReply
  > => {
    const input = call.query as ListInput
    const actor = call.actor as Actor
    if (input.export !== 'csv')
      return call.db(async (tx) => {
        const page = await listPage<O>(tx, actor, definition, source, input, columns, deps.lists)
        return (options === undefined ? page : { ...page, options: await options(tx, actor) }) as typeof page &
          WithOptions<E>
      })
    await withTenant(deps.databases, tenantSettingsOf(actor, call.request), { write: true }, (tx) =>
      recordExport(tx, actor, endpoint, input),
    )
    return call.db((tx) => csvOf<O>(tx, actor, endpoint, source, input, columns))
  }
}

/** The description of a resource for the single-row handlers. */
export interface RecordSource<O> {
  table: keyof Database & string
  /** Column of the table with the company that owns the row: decides between "own" and "below" in the ability table. */
  owner: string
  /** One row in the format of show, with the same visibility as the list. */
  record: Query<O>
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
type WriteCall = Pick<AnyCall, 'actor' | 'params' | 'body'>
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
  return row
}

/** One row. */
export const showHandler =
  <E extends Endpoint, O extends RecordOf<E>>(endpoint: E, source: RecordSource<O>) =>
  async (call: AnyCall): Promise<{ data: O }> => {
    const id = (call.params as { id: number }).id
    const found = await call.db((tx) => findOwnedRow<O>(tx, { ...source, rows: source.record }, id))
    if (found === undefined) throw notFound()
    assertMayOwn(call.actor as Actor, endpoint.access, found.owner)
    return { data: found.row }
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

/** The column values of a write, after validation. */
export async function valuesOf<Body, Facts>(
  tx: Tx,
  source: WriteSource<Body, Facts>,
  write: RowWrite<Body>,
): Promise<StoredRow> {
  return source.columns(write, (await source.validate?.(tx, write)) as Facts)
}

/** Creates a row; the reply contains its id. */
export const storeHandler =
  <E extends Endpoint, O>(endpoint: E, source: RecordSource<O> & AnyWriteSource) =>
  async (call: AnyCall): Promise<{ data: { id: number } }> =>
    call.db(async (tx) => {
      const actor = call.actor as Actor
      const values = await valuesOf(tx, source, { body: call.body, actor, before: undefined })
      return { data: { id: await insertRecord(tx, actor, endpoint, source, values) } }
    })

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
  const actor = call.actor as Actor
  const { id } = call.params as { id: number }
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
  const values = await valuesOf(tx, source, { body, actor: call.actor as Actor, before })
  await updateRow(tx, source.table, (call.params as { id: number }).id, values)
  return before
}

/** Updates the fields of the body; the reply contains the record. */
export const updateHandler =
  <E extends Endpoint, O extends RecordOf<E>>(endpoint: E, source: RecordSource<O> & AnyWriteSource) =>
  async (call: AnyCall): Promise<{ data: O }> =>
    call.db(async (tx) => {
      await updateRecord(tx, call, endpoint, source)
      return { data: await readRecord(tx, source, (call.params as { id: number }).id) }
    })

/** Rejects a row that may not be trashed or restored. It writes nothing. */
export type CheckRow = (row: StoredRow, call: AnyCall, tx: Tx) => Promise<void> | void

/**
 * Moves a row to the trash in the caller's transaction.
 * @returns the row before the change; undefined if it was already in the trash
 */
export async function destroyRecord<O>(
  tx: Tx,
  call: AnyCall,
  endpoint: Endpoint,
  source: RecordSource<O>,
  check?: CheckRow,
): Promise<StoredRow | undefined> {
  const { id } = call.params as { id: number }
  const row = await loadRow(tx, call.actor as Actor, source, endpoint.access, id, { lock: true })
  if (row['deleted_at'] != null) return undefined
  await check?.(row, call, tx)
  await sql`update ${sql.table(source.table)} set deleted_at = now() where id = ${id}`.execute(tx)
  return row
}

/** Moves a row to the trash. Idempotent. */
export const destroyHandler =
  <O>(endpoint: Endpoint, source: RecordSource<O>, check?: CheckRow) =>
  async (call: AnyCall): Promise<void> => {
    await call.db((tx) => destroyRecord(tx, call, endpoint, source, check))
  }

/**
 * Restores a row from the trash in the caller's transaction; `check` repeats the checks whose result may have changed
 * since.
 * @returns the row before the change; undefined if it was not in the trash
 */
export async function recoverRecord<O>(
  tx: Tx,
  call: AnyCall,
  endpoint: Endpoint,
  source: RecordSource<O>,
  check?: CheckRow,
): Promise<StoredRow | undefined> {
  const { id } = call.params as { id: number }
  const row = await loadRow(tx, call.actor as Actor, source, endpoint.access, id, { lock: true })
  if (row['deleted_at'] == null) return undefined
  await check?.(row, call, tx)
  await sql`update ${sql.table(source.table)} set deleted_at = null where id = ${id}`.execute(tx)
  return row
}

/** Restores a row from the trash; the reply contains the record. */
export const recoverHandler =
  <E extends Endpoint, O extends RecordOf<E>>(endpoint: E, source: RecordSource<O>, check?: CheckRow) =>
  async (call: AnyCall): Promise<{ data: O }> =>
    call.db(async (tx) => {
      await recoverRecord(tx, call, endpoint, source, check)
      return { data: await readRecord(tx, source, (call.params as { id: number }).id) }
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
