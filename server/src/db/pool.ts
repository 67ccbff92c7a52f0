import { createHash } from 'node:crypto'
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { actAs } from './roles.ts'
import { SessionClient } from './session-client.ts'
import { endSilentConnections } from './silent-connections.ts'
import type { Database } from '../../../db/rows.generated.ts'

export type { Database }

/** A query builder bound to one open transaction. */
export type Tx = Kysely<Database>

/**
 * The two connection pools of one database: `app` is restricted by row security to the current company, `appAll` sees
 * every row.
 */
export interface Databases {
  app: pg.Pool
  appAll: pg.Pool
  close(): Promise<void>
}

export interface PoolSettings {
  /** URL of the role's own login, or of the owner, in which case the connection runs SET ROLE. */
  url: string
  role: 'trunkline_app' | 'trunkline_app_all'
  max: number
}

const types = new pg.TypeOverrides()
// int8 is used for ids and counts below 2^53; a larger value is an error and is never rounded.
types.setTypeParser(pg.types.builtins.INT8, (text: string) => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`int8 ${text} does not fit a JSON number`)
  return number
})
// Connections run in UTC, so the text is `2026-11-21 00:42:26.123456+00`; the API uses ISO 8601 with milliseconds.
types.setTypeParser(
  pg.types.builtins.TIMESTAMPTZ,
  (text: string) =>
    `${text.slice(0, 10)}T${text.slice(11, 19)}.${(text.slice(20).replace(/[+-].*$/, '') + '000').slice(0, 3)}Z`,
)
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
// int8[]: ids, never null and never quoted
types.setTypeParser(1016 as never, (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number)))

/** Opens a pool whose connections work as `role` and in UTC. */
export function openPool({ url, role, max }: PoolSettings): pg.Pool {
  const pool = new pg.Pool({
    Client: SessionClient,
    connectionString: url,
    max,
    types,
    // Statements are sent without waiting for the previous result: BEGIN travels with the first query.
    pipeline: true,
    application_name: `trunkline ${role}`,
    options: `${actAs(role)} -c timezone=UTC -c datestyle=ISO`,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
  })
  // The pool replaces a lost connection at the next request; without a listener the error would end the process. The
  // pool emits the error of an idle connection. While a transaction owns the connection, also between two statements,
  // the connection itself emits it, and the next statement of the transaction fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  endSilentConnections(pool)
  return pool
}

/**
 * @throws Error if a pool connects as a role that bypasses row security: a table owner, a superuser or one with
 *   BYPASSRLS
 */
export async function checkRoles(databases: Databases): Promise<void> {
  for (const [pool, role] of [
    [databases.app, 'trunkline_app'],
    [databases.appAll, 'trunkline_app_all'],
  ] as const) {
    const { rows } = await pool.query(
      `select current_user as name, rolsuper or rolbypassrls as unbound,
         exists (select from pg_class where relowner = pg_roles.oid and relkind = 'r') as owns
       from pg_roles where rolname = current_user`,
    )
    const row = rows[0]
    if (row?.name !== role || row.unbound || row.owns)
      throw new Error(
        `The database connection works as "${row?.name}", which row security does not bind; it must work as "${role}".`,
      )
  }
}

const driver: Driver = {
  init: async () => {},
  acquireConnection: () => Promise.reject(new Error('Use a tenant or system transaction.')),
  beginTransaction: async () => {},
  commitTransaction: async () => {},
  rollbackTransaction: async () => {},
  releaseConnection: async () => {},
  destroy: async () => {},
}

/** Compiles queries but runs none; `bind` attaches it to the connection of a transaction. */
const compiler = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Names of prepared statements by their text. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `stmt ${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
    names.set(text, name)
  }
  return name
}

/** Statements of a transaction that are not sent yet. */
interface PendingStatements {
  queued: string
  /** Whether any statement of the transaction was sent. */
  started: boolean
}

const pendingByTx = new WeakMap<Tx, PendingStatements>()

function pendingOf(tx: Tx): PendingStatements {
  const pending = pendingByTx.get(tx)
  if (pending === undefined) throw new Error('Not a tenant or system transaction.')
  return pending
}

/**
 * Queues a statement without parameters to be sent in one message with the next statement: a separate message costs
 * client and server about as much as a short statement. Its result is discarded; if it fails, the next statement fails
 * too. Use it to set up the next statement or to clean up after the previous one: a queued statement is not sent if no
 * other follows in the transaction.
 */
export function queueStatement(tx: Tx, statement: string): void {
  pendingOf(tx).queued += `${statement}; `
}

/** Takes the statements still queued at the end of a transaction, and whether the transaction has started. */
export function consumePending(tx: Tx): Readonly<PendingStatements> {
  const pending = pendingOf(tx)
  const claimed = { ...pending }
  pending.queued = ''
  return claimed
}

type PreparedQuery = { sql: string; parameters: readonly unknown[]; prepared?: true }

/**
 * Runs a query as a prepared statement, which each connection parses and plans once: five times faster where planning
 * dominates. Only for queries that select rows by their ids or their parent's id, whose plan does not depend on the
 * values, and only for a small number of distinct texts, because each connection stores all of them.
 */
export async function queryPrepared<R>(tx: Tx, query: { compile(tx: Tx): CompiledQuery<R> }): Promise<R[]> {
  const requested: CompiledQuery<R> & { prepared: true } = { ...query.compile(tx), prepared: true }
  return (await tx.executeQuery<R>(requested)).rows
}

/**
 * Binds the query builder to one connection. Statements are unnamed, except those of `queryPrepared`: a generic plan
 * makes lists a hundred times slower. `begin` is sent with the first statement.
 */
export function bind(client: pg.ClientBase, begin: string): Tx {
  const pending: PendingStatements = { queued: `${begin}; `, started: false }
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql: text, parameters, prepared }: PreparedQuery): Promise<QueryResult<R>> {
      const values = parameters as unknown[]
      if (pending.queued !== '') {
        // Not awaited. If it fails, each later statement fails too: the connection is lost, or the transaction aborted.
        client.query(pending.queued).catch(() => {})
        pending.queued = ''
        pending.started = true
      }
      const result = await (prepared === true
        ? client.query({ name: nameOf(text), text, values })
        : client.query(text, values))
      // A message with several statements returns a list of results; only the last is used.
      return {
        rows: (result.rows ?? []) as R[],
        numAffectedRows: typeof result.rowCount === 'number' ? BigInt(result.rowCount) : undefined,
      }
    },
    streamQuery() {
      throw new Error('Use streamRows of db/cursor.ts.')
    },
  }
  const executor = compiler
    .getExecutor()
    .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  const tx: Tx = new Kysely<Database>({ config: {} as never, driver, dialect: {} as never, executor })
  pendingByTx.set(tx, pending)
  return tx
}
