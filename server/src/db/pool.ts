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

/** Two ways into one database: `app` sees what row security gives the company that is set, `appAll` sees everything. */
export interface Databases {
  app: pg.Pool
  appAll: pg.Pool
  close(): Promise<void>
}

export interface PoolSettings {
  /** Address of the role's own login, or of the owner, who then steps down by SET ROLE at connect. */
  url: string
  role: 'trunkline_app' | 'trunkline_app_all'
  max: number
}

const types = new pg.TypeOverrides()
// int8 is used for ids and counts below 2^53; a larger one would be a fault, never a rounded number.
types.setTypeParser(pg.types.builtins.INT8, (text: string) => {
  const number = Number(text)
  if (!Number.isSafeInteger(number)) throw new Error(`int8 ${text} does not fit a JSON number`)
  return number
})
// Connections run in UTC, so the text is `2026-11-21 00:42:26.123456+00`: ISO 8601 with milliseconds for the wire.
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
    // Statements are sent without waiting for the answer to the one before: begin travels with the first question.
    pipeline: true,
    application_name: `trunkline ${role}`,
    options: `${actAs(role)} -c timezone=UTC -c datestyle=ISO`,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
  })
  // A connection that dies is replaced by the next request; without a listener the error would end the process. While it is
  // idle the pool emits the error; while a transaction has it, between two statements too, the connection itself does, and
  // the next statement of the transaction fails.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  endSilentConnections(pool)
  return pool
}

/** Refuses to run as a role that row security does not bind: an owner, a superuser or one with BYPASSRLS. */
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
  acquireConnection: () => Promise.reject(new Error('Go through a door: asActor or withSystem.')),
  beginTransaction: async () => {},
  commitTransaction: async () => {},
  rollbackTransaction: async () => {},
  releaseConnection: async () => {},
  destroy: async () => {},
}

/** Compiles queries, runs none: what a transaction is bound to below. */
const compiler = new Kysely<Database>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Names of statements that a connection keeps, by their text. */
const names = new Map<string, string>()

function nameOf(text: string): string {
  let name = names.get(text)
  if (name === undefined) {
    name = `kept ${createHash('sha256').update(text).digest('base64url').slice(0, 24)}`
    names.set(text, name)
  }
  return name
}

/** What the connection of a transaction has yet to be told. */
interface Line {
  ahead: string
  /** Whether anything of the transaction was sent. */
  begun: boolean
}

const lines = new WeakMap<Tx, Line>()

function lineOf(tx: Tx): Line {
  const line = lines.get(tx)
  if (line === undefined) throw new Error('This is not the transaction of a door.')
  return line
}

/**
 * Has a statement without parameters travel in front of the next one, together with others that wait there, in one
 * message: each message of its own costs both sides about as much as a short statement. Nobody sees its answer; where
 * it fails, so does the statement behind it. For what prepares that statement or puts an end to the one before it: what
 * stands in front of none in a transaction is not sent at all.
 */
export function queueStatement(tx: Tx, statement: string): void {
  lineOf(tx).ahead += `${statement}; `
}

/** What was to travel in front of a statement that does not come any more, and whether the transaction has begun. */
export function consumePending(tx: Tx): Readonly<Line> {
  const line = lineOf(tx)
  const claimed = { ...line }
  line.ahead = ''
  return claimed
}

type PreparedQuery = { sql: string; parameters: readonly unknown[]; prepared?: true }

/**
 * Asks by a statement that each connection reads and plans once: five times as fast where planning is what takes the
 * time. Only for rows that are named by their ids or by that of their parent, which have one plan whatever is asked; and
 * only for texts that are few, because each connection keeps all of them.
 */
export async function queryPrepared<R>(tx: Tx, query: { compile(tx: Tx): CompiledQuery<R> }): Promise<R[]> {
  const requested: CompiledQuery<R> & { prepared: true } = { ...query.compile(tx), prepared: true }
  return (await tx.executeQuery<R>(requested)).rows
}

/**
 * Binds the query builder to one connection. Statements are unnamed but for those of `queryPrepared`: a generic plan makes
 * lists a hundred times slower. `begin` is sent with the first of them.
 */
export function bind(client: pg.ClientBase, begin: string): Tx {
  const line: Line = { ahead: `${begin}; `, begun: false }
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql: text, parameters, prepared }: PreparedQuery): Promise<QueryResult<R>> {
      const values = parameters as unknown[]
      if (line.ahead !== '') {
        // Not waited for. Where it fails, so does each statement behind it: the connection is gone, or the transaction aborted.
        client.query(line.ahead).catch(() => {})
        line.ahead = ''
        line.begun = true
      }
      const result = await (prepared === true
        ? client.query({ name: nameOf(text), text, values })
        : client.query(text, values))
      // Several statements in one text answer with a list, which nobody reads.
      return {
        rows: (result.rows ?? []) as R[],
        numAffectedRows: typeof result.rowCount === 'number' ? BigInt(result.rowCount) : undefined,
      }
    },
    // oxlint-disable-next-line require-yield -- the interface asks for a generator
    async *streamQuery() {
      throw new Error('Use streamRows of db/cursor.ts.')
    },
  }
  const executor = compiler
    .getExecutor()
    .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  const tx: Tx = new Kysely<Database>({ config: {} as never, driver, dialect: {} as never, executor })
  lines.set(tx, line)
  return tx
}
