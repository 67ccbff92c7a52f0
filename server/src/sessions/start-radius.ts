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
 * Address of the database as FreeRADIUS's role, which may call its functions and nothing else. Where none is set, the
 * role is given a password of the panel's own, derived from the installation's key.
 * @throws Error with what a database administrator has to do, where the owner may not give it one
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
  if (await opens(url.href)) return url.href
  const owner = new Client({ connectionString: ownerUrl, application_name: 'trunkline radius role' })
  // Its statement fails; without a listener the process would end.
  owner.on('error', () => {})
  await owner.connect()
  try {
    await owner.query(`alter role ${role} login password '${scramVerifier(password)}'`)
  } catch (error) {
    // Two processes that start together set the same one: "tuple concurrently updated".
    if (await opens(url.href)) return url.href
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
 * FreeRADIUS hands the key that opens passwords to its database sessions in their start-up packet, which PgBouncer
 * rejects or drops. It keeps a fixed number of connections and needs no pooler.
 * @throws Error where a pooler stands between; not where the database is away, which FreeRADIUS waits for
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

async function opens(url: string): Promise<boolean> {
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

/** Where the panel's own FreeRADIUS lies. */
export const radiusFolder = (dataDir: string): string => join(dataDir, 'radius')

/**
 * Keeps a FreeRADIUS of the panel's own running on this machine, and reports how it is to the database. It never throws:
 * people can work in the panel without one, and it is started as soon as that is possible.
 */
export function startOwnRadius(
  config: Pick<Config, 'key' | 'radius' | 'dataDir'>,
  ownerUrl: string,
  databases: Databases,
  log: Logger,
): Supervisor {
  const { authPort, acctPort, threads, path } = config.radius
  const folder = radiusFolder(config.dataDir)
  // Kept for the next tries: FreeRADIUS is started again while the database is away, and buffers accounting for it.
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
      // FreeRADIUS steps down to a user of its own, who has to get through to its folder; what lies beside it stays shut.
      if (process.getuid?.() === 0) chmodSync(config.dataDir, 0o711)
      return { databaseUrl, key: radiusKey(config.key) }
    },
    report: (report) => storeReport((sql, values) => databases.appAll.query(sql, values), folder, report),
  })
}
