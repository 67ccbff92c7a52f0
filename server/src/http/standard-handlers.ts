import { sql, type SelectQueryBuilder } from 'kysely'
import type { Ability } from '@trunkline/contract/abilities'
import type { Endpoint, Reply } from '@trunkline/contract/endpoint'
import type { ListInput } from '@trunkline/contract/list'
import { actorMayOn, doorOf, relationTo, type Actor } from '../access/actor.ts'
import { throughDoor } from '../db/door.ts'
import type { Database, Tx } from '../db/pool.ts'
import type { Deps } from '../deps.ts'
import { AppError, notFound } from '../errors.ts'
import type { Call, FileReply } from './call.ts'
import { csvOf, recordExport } from './csv.ts'
import { findOwnedRow, findRow } from './find-row.ts'
import { listPage, type ListSource } from './list-sql.ts'
import { checkProtectedFields, protectedFieldsOf } from './protected-fields.ts'

type RowOf<E extends Endpoint> = Reply<E> extends { data: (infer R)[] } ? R : never
type RecordOf<E extends Endpoint> = Reply<E> extends { data: infer R } ? R : never
// oxlint-disable-next-line typescript/no-explicit-any -- which tables it joins is its own matter
type Query<O> = (tx: Tx) => SelectQueryBuilder<any, any, O>

// oxlint-disable-next-line typescript/no-explicit-any -- one handler serves the calls of every resource; its endpoint says what they hold
type AnyCall = Call<any>
// oxlint-disable-next-line typescript/no-explicit-any -- what `columns` reads is the body of its own contract
type AnyColumns = ToColumns<any>

/** What index answers beside its rows, where its reply has options. */
type WithOptions<E extends Endpoint> = Reply<E> extends { options: infer C } ? { options: C } : unknown
type OptionsSource<E extends Endpoint> =
  Reply<E> extends { options: infer C }
    ? {
        /** The choices beside a page; read in its transaction. Not asked for by an export. */
        options: (tx: Tx, actor: Actor) => Promise<C> | C
      }
    : { options?: undefined }

/** The columns that a list's reply promises, from its schema. */
export function promisedColumns(endpoint: Endpoint): string[] {
  const reply = endpoint.reply as unknown as { shape: { data: { _zod: { def: { element: { shape: object } } } } } }
  return Object.keys(reply.shape.data._zod.def.element.shape)
}

/** The list of a resource: page, search, order, export. `rows` that lack a promised column do not compile. */
export function indexHandler<E extends Endpoint, O extends RowOf<E>>(
  deps: Deps,
  endpoint: E,
  source: Omit<ListSource<O>, 'rows'> & { rows: Query<O> } & OptionsSource<E>,
) {
  const options = source.options as ((tx: Tx, actor: Actor) => unknown) | undefined
  const columns = promisedColumns(endpoint)
  const definition = endpoint.list
  if (definition === undefined) throw new Error(`${endpoint.name} is no list`)
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
    await throughDoor(deps.databases, doorOf(actor, call.request), { write: true }, (tx) =>
      recordExport(tx, actor, endpoint, input),
    )
    return call.db((tx) => csvOf<O>(tx, actor, endpoint, source, input, columns))
  }
}

/** What the single-row handlers need to know of a resource. */
export interface RecordSource<O> {
  table: keyof Database & string
  /** Column of the table with the company that owns the row: decides between "own" and "below" of the ability table. */
  owner: string
  /** One row as show answers it; the same visibility as the list. */
  record: Query<O>
}

/**
 * The visible row `id`, after the ability was checked against where it stands.
 * @throws AppError not_found for a missing or foreign row, forbidden where it is visible and the ability does not reach it
 */
export async function reachRow(
  tx: Tx,
  actor: Actor,
  of: { table: string; owner: string },
  access: Endpoint['access'],
  id: number,
  { lock = false } = {},
): Promise<Record<string, unknown>> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select * from ${sql.table(of.table)} where id = ${id} ${lock ? sql`for update` : sql``}`.execute(tx)
  const row = rows[0]
  if (row === undefined) throw notFound()
  assertReaches(actor, access, Number(row[of.owner]))
  return row
}

/** @throws AppError forbidden where the ability does not reach a row that `owner` owns */
function assertReaches(actor: Actor, access: Endpoint['access'], owner: number): void {
  if (typeof access === 'object' && !actorMayOn(actor, access as Ability, relationTo(actor, owner)))
    throw new AppError('forbidden')
}

/** The record as show answers it. @throws AppError not_found */
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
    assertReaches(call.actor as Actor, endpoint.access, found.owner)
    return { data: found.row }
  }

/** Writes what a body says as columns. May read and refuse; runs in the transaction of the write. */
export type ToColumns<Body> = (
  body: Body,
  call: AnyCall,
  tx: Tx,
  before: Record<string, unknown> | undefined,
) => Promise<Record<string, unknown>> | Record<string, unknown>

/** Creates a row; `columns` says which, the owner included. Refused where the ability does not reach the owner. */
export const storeHandler =
  <E extends Endpoint, O>(endpoint: E, source: RecordSource<O>, columns: AnyColumns) =>
  async (call: AnyCall): Promise<{ data: { id: number } }> =>
    call.db(async (tx) => {
      const values = Object.fromEntries(
        Object.entries(await columns(call.body, call, tx, undefined)).filter(([, value]) => value !== undefined),
      )
      if (
        source.owner !== 'id' &&
        typeof endpoint.access === 'object' &&
        !actorMayOn(
          call.actor as Actor,
          endpoint.access as Ability,
          relationTo(call.actor as Actor, Number(values[source.owner])),
        )
      )
        throw new AppError('forbidden')
      const { rows } = await sql<{ id: number }>`
        insert into ${sql.table(source.table)} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(values))}) returning id`.execute(tx)
      return { data: { id: (rows[0] as { id: number }).id } }
    })

/**
 * Changes the named fields of a row. A body with `version` is refused with `stale_version` when the row has moved on;
 * the reply's details hold the present record, so that both can be shown side by side.
 */
export const updateHandler = <E extends Endpoint, O extends RecordOf<E>>(
  endpoint: E,
  source: RecordSource<O>,
  columns: AnyColumns,
) => {
  const protectedFields = protectedFieldsOf(endpoint)
  return async (call: AnyCall): Promise<{ data: O }> => {
    const id = (call.params as { id: number }).id
    return call.db(async (tx) => {
      const before = await reachRow(tx, call.actor as Actor, source, endpoint.access, id, { lock: true })
      if (before['deleted_at'] != null)
        throw new AppError('conflict', { message: 'This is in the trash. Take it back out first.' })
      const { version, ...body } = (call.body ?? {}) as { version?: number }
      checkProtectedFields(call.actor as Actor, endpoint, protectedFields, body, Number(before[source.owner]))
      if (version !== undefined && version !== before['version'])
        throw new AppError('stale_version', { details: { current: await readRecord(tx, source, id) } })
      const values = Object.entries(await columns(body, call, tx, before)).filter(([, value]) => value !== undefined)
      if (values.length > 0)
        await sql`update ${sql.table(source.table)} set ${sql.join(values.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))} where id = ${id}`.execute(
          tx,
        )
      return { data: await readRecord(tx, source, id) }
    })
  }
}

/** Moves a row to the trash. Doing it twice is no fault. */
export const destroyHandler =
  <O>(
    endpoint: Endpoint,
    source: RecordSource<O>,
    allowed?: (row: Record<string, unknown>, call: AnyCall, tx: Tx) => Promise<void> | void,
  ) =>
  async (call: AnyCall): Promise<void> => {
    const id = (call.params as { id: number }).id
    await call.db(async (tx) => {
      const row = await reachRow(tx, call.actor as Actor, source, endpoint.access, id, { lock: true })
      if (row['deleted_at'] != null) return
      await allowed?.(row, call, tx)
      await sql`update ${sql.table(source.table)} set deleted_at = now() where id = ${id}`.execute(tx)
    })
  }

/** Takes a row back out of the trash; `allowed` checks again what may have changed since. */
export const recoverHandler =
  <E extends Endpoint, O extends RecordOf<E>>(
    endpoint: E,
    source: RecordSource<O>,
    allowed?: (row: Record<string, unknown>, call: AnyCall, tx: Tx) => Promise<void> | void,
  ) =>
  async (call: AnyCall): Promise<{ data: O }> => {
    const id = (call.params as { id: number }).id
    return call.db(async (tx) => {
      const row = await reachRow(tx, call.actor as Actor, source, endpoint.access, id, { lock: true })
      if (row['deleted_at'] != null) {
        await allowed?.(row, call, tx)
        await sql`update ${sql.table(source.table)} set deleted_at = null where id = ${id}`.execute(tx)
      }
      return { data: await readRecord(tx, source, id) }
    })
  }

interface CrudEndpoints {
  index: Endpoint
  show: Endpoint
  store: Endpoint
  update: Endpoint
  destroy: Endpoint
  recover: Endpoint
}

/**
 * The six handlers of a resource. A special case is written after the spread:
 * `{ ...standardHandlers(deps, tariffs, { … }), async destroy(call) { … } }`
 */
export function standardHandlers<C extends CrudEndpoints, O extends RowOf<C['index']>, R extends RecordOf<C['show']>>(
  deps: Deps,
  calls: C,
  of: Omit<ListSource<O>, 'rows' | 'softDelete'> & { rows: Query<O> } & RecordSource<R> & {
      owner: string & keyof O
      columns: AnyColumns
    } & OptionsSource<C['index']>,
) {
  return {
    index: indexHandler<C['index'], O>(deps, calls.index, { ...of, softDelete: true } as never),
    show: showHandler<C['show'], R>(calls.show, of),
    store: storeHandler(calls.store, of, of.columns),
    update: updateHandler<C['update'], R & RecordOf<C['update']>>(calls.update, of as never, of.columns),
    destroy: destroyHandler(calls.destroy, of),
    recover: recoverHandler<C['recover'], R & RecordOf<C['recover']>>(calls.recover, of as never),
  }
}
