import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { examinePrograms } from '@trunkline/radius/programs'
import { storeReport } from '@trunkline/radius/report'
import { superviseRadius, type Supervisor } from '@trunkline/radius/supervise'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import type { Databases } from '../db/pool.ts'
import type { Logger } from '../log.ts'
import { radiusKey, radiusLogin, scramVerifier } from './seal.ts'

const role = 'trunkline_radius'

/**
 * Database URL for FreeRADIUS's role, which may only execute its functions. If no URL is configured, the role gets a
 * password derived from the installation's key.
 * @throws Error with instructions for a database administrator if the owner may not set it
 */
export async function radiusDatabase(config: Pick<Config, 'key' | 'radius'>, ownerUrl: string): Promise<string> {
  const { databaseUrl } = config.radius
  const url = databaseUrl ?? (await ownDatabase(config, ownerUrl))
  await checkOptions(url, databaseUrl !== undefined)
  return url
}

async function ownDatabase(config: Pick<Config, 'key'>, ownerUrl: string): Promise<string> {
  const password = radiusLogin(config.key)
  const url = new URL(ownerUrl)
  url.username = role
  url.password = password
  if (await acceptsOptions(url.href)) return url.href
  const owner = new Client({ connectionString: ownerUrl, application_name: 'trunkline radius role' })
  // A lost connection fails the statement; without a listener the error would end the process.
  owner.on('error', () => {})
  await owner.connect()
  try {
    await owner.query(`alter role ${role} login password '${scramVerifier(password)}'`)
  } catch (error) {
    // Two processes that start at the same time set the same password: "tuple concurrently updated".
    if (await acceptsOptions(url.href)) return url.href
    throw new Error(
      `The role ${role} can't be given a password (${(error as Error).message}). Give it one and set DATABASE_RADIUS_URL.`,
      { cause: error },
    )
  } finally {
    await owner.end()
  }
  return url.href
}

/**
 * FreeRADIUS passes the decryption key to its database sessions in their startup packet, which PgBouncer rejects or
 * drops. It has a fixed number of connections and needs no pooler.
 * @throws Error if there is a pooler; not if the database is unavailable, which FreeRADIUS handles
 */
async function checkOptions(url: string, explicit: boolean): Promise<void> {
  const client = new Client({
    connectionString: url,
    options: '-c trunkline.session_check=arrived',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  let arrived = true
  try {
    await client.connect()
    const { rows } = await client.query<{ setting: string | null }>(
      `select current_setting('trunkline.session_check', true) as setting`,
    )
    arrived = rows[0]?.setting === 'arrived'
  } catch (error) {
    arrived = !/unsupported startup parameter/.test((error as Error).message)
  } finally {
    await client.end().catch(() => {})
  }
  if (!arrived)
    throw new Error(
      `FreeRADIUS can't use a connection pooler: set DATABASE_RADIUS_URL to the address of PostgreSQL itself${explicit ? '' : ', with the role trunkline_radius and its password'}.`,
    )
}

async function acceptsOptions(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Folder of the panel's own FreeRADIUS. */
export const radiusFolder = (dataDir: string): string => join(dataDir, 'radius')

/**
 * Supervises a FreeRADIUS on this machine and reports its state to the database. Never throws: the panel works without
 * FreeRADIUS, which starts as soon as possible.
 */
export function startOwnRadius(
  config: Pick<Config, 'key' | 'radius' | 'dataDir'>,
  ownerUrl: string,
  databases: Databases,
  log: Logger,
): Supervisor {
  const { authPort, acctPort, threads, path } = config.radius
  const folder = radiusFolder(config.dataDir)
  // Cached for later starts: FreeRADIUS must also start while the database is unavailable, and buffer accounting for
  // it.
  let databaseUrl: string | undefined
  return superviseRadius({
    folder,
    authPort,
    acctPort,
    threads,
    log,
    examine: () => examinePrograms(path),
    async connect() {
      databaseUrl ??= await radiusDatabase(config, ownerUrl)
      // FreeRADIUS switches to its own user, who must traverse the data folder; its other contents stay inaccessible.
      if (process.getuid?.() === 0) chmodSync(config.dataDir, 0o711)
      return { databaseUrl, key: radiusKey(config.key) }
    },
    report: (report) => storeReport((sql, values) => databases.appAll.query(sql, values), folder, report),
  })
}
