import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

import { ConfigError } from '../config-error.ts'
import type { Logger } from '../log.ts'
import { isDatabaseAway } from './away.ts'
import { explainConnection } from './connection-errors.ts'
import { databaseFolder, migrate } from './migrate.ts'
import { checkRights } from './rights.ts'
import { ensureRoles } from './roles.ts'

/** Parts of PostgreSQL that the schema uses. All are trusted: the owner of a database may add them. */
const EXTENSIONS = ['btree_gist', 'pg_trgm', 'citext', 'pgcrypto'] as const

/** The oldest server with views that apply the caller's row-level security. */
const OLDEST = 150_000

/** How long a start waits for the database, in milliseconds. */
interface WaitLimits {
  /** That does not accept connections at all, or breaks them. */
  unreachable: number
  /** That says it is starting up: recovery after a crash takes as long as its log of changes is. */
  startingUp: number
  /** Between two lines in the log. */
  report: number
}

const waitLimits: WaitLimits = { unreachable: 60_000, startingUp: 900_000, report: 10_000 }

/**
 * Waits until a database accepts connections: programs that start at one time need no order. At most a minute for one
 * that is not reachable and 15 minutes for one that is starting up; every ten seconds the log says what it waits for.
 * @param of.variable the environment variable that the address comes from
 * @throws ConfigError naming the variable, at once where waiting cannot help, else when the time is over
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
 * Runs a step of the start, again from its beginning where the database goes away in the middle of it.
 * @param work safe to run again, as every step of a start is
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
      // A pool that this process has ended: another step has failed meanwhile, and the process stops.
      const isStopping = error instanceof Error && error.message.startsWith('Cannot use a pool after')
      if (isStopping || !isDatabaseAway(error) || attempt >= 20) throw error
      log.warn({ err: error }, 'the database went away during the start; trying again')
      await sleep(500)
    }
  }
}

/**
 * Makes a database ready for this version: checks the server, adds extensions and roles, migrates.
 * Safe to run from several processes at once, and at every start.
 * @param ownerUrl address of the database as its owner
 * @returns the schema's version: the name of the last migration
 * @param options `durable`: whether the server has to write to disk, which tests do without; `folder`: the folder db of
 *   another version, as in a backup; `rights`: whether to check that no policy or grant is missing
 * @throws Error when the server is too old, not durable, or a step fails
 * @throws ConfigError when policies, grants or functions that the migrations gave are missing
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
  // Its statement fails; without a listener the process would end.
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

/** Runs `work` with a connection of its own. */
export async function withClient<T>(url: string, name: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, application_name: name })
  // A connection that dies fails the statement on it; without a listener the error would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A restore that was interrupted leaves its mark, which the end of a restore removes. */
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
  // What the panel confirms must be on disk.
  if (durable && (fsync !== 'on' || commit === 'off')) {
    throw new ConfigError(['DATABASE_URL: the server runs with fsync or synchronous_commit off: switch them on'])
  }
}

/** Rejects a database with tables of another application, before any of ours is among them. */
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
