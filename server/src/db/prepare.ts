import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'

import type { Logger } from '../log.ts'
import { migrate } from './migrate.ts'
import { ensureRoles } from './roles.ts'

/** Parts of PostgreSQL that the schema uses. All are trusted: the owner of a database may add them. */
const EXTENSIONS = ['btree_gist', 'pg_trgm', 'citext', 'pgcrypto'] as const

/** The oldest server with views that apply the caller's row-level security. */
const OLDEST = 150_000

/**
 * Waits until a database accepts connections: whoever starts both at once need not order them.
 * @throws Error of the last attempt after a minute, or at once when waiting can't help
 */
export async function waitForDatabase(url: string, log: Pick<Logger, 'info'>): Promise<void> {
  const deadline = Date.now() + 60_000
  for (let told = false; ; told = true) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      // Nobody listens, no such host yet, or 57P03: the server is starting.
      const passes = /^(ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|57P03)/.test(code)
      if (!passes || Date.now() > deadline) throw error
      if (!told) log.info('waiting for the database')
      await sleep(500)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

/**
 * Makes a database ready for this version: checks the server, adds extensions and roles, migrates.
 * Safe to run from several processes at once, and at every start.
 * @param ownerUrl address of the database as its owner
 * @returns the schema's version: the name of the last migration
 * @throws Error when the server is too old, not durable, or a step fails
 */
export async function prepareDatabase(
  ownerUrl: string,
  log: Pick<Logger, 'info' | 'warn'>,
  { durable = true }: { durable?: boolean } = {},
): Promise<string> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'trunkline prepare' })
  await client.connect()
  try {
    await checkServer(client, durable)
    await client.query(`select pg_advisory_lock(hashtext('trunkline extensions'))`)
    for (const name of EXTENSIONS) await client.query(`create extension if not exists ${name}`)
  } finally {
    await client.end()
  }
  await ensureRoles(ownerUrl, log)
  const { version } = await migrate(ownerUrl, log)
  return version
}

async function checkServer(client: Client, durable: boolean): Promise<void> {
  const { rows } = await client.query<{ version: number; fsync: string; commit: string }>(
    `select current_setting('server_version_num')::int as version,
            current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commit`,
  )
  const { version, fsync, commit } = rows[0]!
  if (version < OLDEST) {
    throw new Error(`PostgreSQL 15 or newer is needed; the server has ${version / 10_000}.`)
  }
  // What the panel confirms must be on disk.
  if (durable && (fsync !== 'on' || commit === 'off')) {
    throw new Error('The database server runs with fsync or synchronous_commit off. Switch them on.')
  }
}
