import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

import { ConfigError } from '../config-error.ts'
import type { Logger } from '../log.ts'
import { isDatabaseAway } from './away.ts'
import { explainConnection } from './connection-errors.ts'
import { databaseFolder, migrate } from './migrate.ts'
import { checkRights } from './rights.ts'
import { ensureRoles } from './roles.ts'

/** Extensions that the schema uses. All are trusted: the owner of a database may create them. */
const EXTENSIONS = ['btree_gist', 'pg_trgm', 'citext', 'pgcrypto'] as const

/**
 * server_version_num of the oldest supported server: the first with `security_invoker` views, which apply the caller's
 * row-level security.
 */
const OLDEST = 150_000

/** How long the start waits for the database, in milliseconds. */
interface WaitLimits {
  /** For a server that does not accept connections, or closes them. */
  unreachable: number
  /** For a server that is starting up: recovery after a crash takes time in proportion to its WAL. */
  startingUp: number
  /** Interval of the log messages. */
  report: number
}

const waitLimits: WaitLimits = { unreachable: 60_000, startingUp: 900_000, report: 10_000 }

/**
 * Waits until a database accepts connections, so that services may start in any order. Waits up to one minute for an
 * unreachable database and up to 15 minutes for one that is starting up; logs the reason every ten seconds.
 * @param of.variable the environment variable that holds the URL
 * @throws ConfigError naming the variable: immediately if waiting cannot help, else when the time is over
 */
export async function waitForDatabase(
  url: string,
  log: Pick<Logger, 'info'>,
  { variable = 'DATABASE_URL', ...limits }: Partial<WaitLimits> & { variable?: string } = {},
): Promise<void> {
  const { unreachable, startingUp, report } = { ...waitLimits, ...limits }
  const began = Date.now()
  for (let reportAt = began; ;) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      const waited = Date.now() - began
      const starting = (error as { code?: string }).code === '57P03'
      if (!isDatabaseAway(error) || waited > (starting ? startingUp : unreachable))
        throw explainConnection(error, url, variable) ?? error
      if (Date.now() >= reportAt) {
        reportAt += report
        log.info(
          { seconds: Math.round(waited / 1000), reason: (error as Error).message },
          `waiting for the database of ${variable}`,
        )
      }
      await sleep(500)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/**
 * Runs a step of the start, and retries it if the database becomes unavailable meanwhile.
 * @param work must be idempotent, as every step of the start is
 * @throws Error of the step, or of `waitForDatabase`, or after 20 attempts
 */
export async function untilDatabaseStays<T>(
  url: string,
  log: Pick<Logger, 'info' | 'warn'>,
  work: () => Promise<T>,
  variable?: string,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    await waitForDatabase(url, log, { ...(variable !== undefined && { variable }) })
    try {
      return await work()
    } catch (error) {
      // This process has closed the pool: another step has failed, and the process is stopping.
      const isStopping = error instanceof Error && error.message.startsWith('Cannot use a pool after')
      if (isStopping || !isDatabaseAway(error) || attempt >= 20) throw error
      log.warn({ err: error }, 'the database became unavailable during the start; retrying')
      await sleep(500)
    }
  }
}

/**
 * Prepares a database for this version: checks the server, creates extensions and roles, migrates. Idempotent; safe to
 * run from several processes at the same time.
 * @param ownerUrl URL of the database, as its owner
 * @returns the schema version: the name of the last migration
 * @param options `durable`: whether the server must write to disk (false in tests); `folder`: the folder db of another
 *   version, as in a backup; `rights`: whether to check for missing policies and grants
 * @throws Error if the server is too old or not durable, or a step fails
 * @throws ConfigError if policies, grants or functions of the migrations are missing
 */
export async function prepareDatabase(
  ownerUrl: string,
  log: Pick<Logger, 'info' | 'warn'>,
  {
    durable = true,
    folder,
    rights = folder === undefined,
  }: { durable?: boolean; folder?: string; rights?: boolean } = {},
): Promise<string> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'trunkline prepare' })
  // A lost connection fails the statement; without a listener the error would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    await checkServer(client, durable)
    if (rights) await checkRestore(client)
    await checkOwnTables(client)
    await client.query(`select pg_advisory_lock(hashtext('trunkline extensions'))`)
    for (const name of EXTENSIONS) await client.query(`create extension if not exists ${name}`)
  } finally {
    await client.end()
  }
  await ensureRoles(ownerUrl, log)
  const { version } = await migrate(ownerUrl, log, folder ?? databaseFolder())
  if (rights) await withClient(ownerUrl, 'trunkline rights', checkRights)
  return version
}

/** Runs `work` with a new connection. */
export async function withClient<T>(url: string, name: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: name })
  // A lost connection fails the statement; without a listener the error would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A restore creates this table and drops it when it is complete. */
async function checkRestore(client: Client): Promise<void> {
  const { rows } = await client.query<{ left: boolean }>(
    `select to_regclass('public.trunkline_restore') is not null as left`,
  )
  if (rows[0]!.left)
    throw new ConfigError(['Run "npm run restore" again with the same backup; it begins from the start.'], {
      head: "Trunkline can't start: a restore into this database was interrupted, and the database is not complete.",
    })
}

async function checkServer(client: Client, durable: boolean): Promise<void> {
  const { rows } = await client.query<{ version: number; fsync: string; commit: string }>(
    `select current_setting('server_version_num')::int as version,
            current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commit`,
  )
  const { version, fsync, commit } = rows[0]!
  if (version < OLDEST) {
    throw new ConfigError([`DATABASE_URL: PostgreSQL 15 or newer is needed; the server has ${version / 10_000}`])
  }
  // Data that the panel has confirmed must be on disk.
  if (durable && (fsync !== 'on' || commit === 'off')) {
    throw new ConfigError(['DATABASE_URL: the server runs with fsync or synchronous_commit off: switch them on'])
  }
}

/** Rejects a database that holds tables of another application, before creating any of ours. */
async function checkOwnTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ database: string; tables: string[] }>(
    `select current_database() as database, array_agg(c.relname::text order by c.relname) as tables
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and to_regclass('public.schema_migration') is null
        -- The mark of a restore, which begins in an empty database.
        and c.relname <> 'trunkline_restore'
        and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     having count(*) > 0`,
  )
  const found = rows[0]
  if (found === undefined) return
  const names = `${found.tables.slice(0, 3).join(', ')}${found.tables.length > 3 ? ', …' : ''}`
  throw new ConfigError([
    `DATABASE_URL: the database "${found.database}" holds tables of another application (${names}): name an empty one`,
  ])
}
