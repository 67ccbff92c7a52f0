import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { loadCertificates } from '@trunkline/radius/certificates'
import { findPrograms } from '@trunkline/radius/programs'
import { startRadius, type Radius } from '@trunkline/radius/launch'
import { keepDictionary } from '@trunkline/radius/upload-dictionary'
import { watchNas } from '@trunkline/radius/watch'
import { Client } from 'pg'
import type { Config } from '../config.ts'
import type { Logger } from '../log.ts'
import { radiusKey, radiusLogin, scramVerifier } from './seal.ts'

const role = 'trunkline_radius'

/**
 * Address of the database as FreeRADIUS's role, which may call its functions and nothing else. Where none is set, the
 * role is given a password of the panel's own, derived from the installation's key.
 * @throws Error with what a database administrator has to do, where the owner may not give it one
 */
export async function radiusDatabase(config: Pick<Config, 'key' | 'radius'>, ownerUrl: string): Promise<string> {
  if (config.radius.databaseUrl !== undefined) return config.radius.databaseUrl
  const password = radiusLogin(config.key)
  const url = new URL(ownerUrl)
  url.username = role
  url.password = password
  if (await opens(url.href)) return url.href
  const owner = new Client({ connectionString: ownerUrl, application_name: 'trunkline radius role' })
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

/**
 * Starts FreeRADIUS on this machine, if it is installed, and has it hear of NAS devices that change. The panel works
 * without: then a line says why there is none.
 * @returns undefined where none was started
 */
export async function startOwnRadius(
  config: Pick<Config, 'key' | 'radius' | 'dataDir'>,
  ownerUrl: string,
  log: Logger,
): Promise<Pick<Radius, 'stop' | 'control'> | undefined> {
  const programs = findPrograms(config.radius.path)
  if (typeof programs === 'string') {
    log.warn({ why: programs }, 'no RADIUS server was started')
    return undefined
  }
  try {
    const databaseUrl = await radiusDatabase(config, ownerUrl)
    const { authPort, acctPort } = config.radius
    const folder = join(config.dataDir, 'radius')
    // FreeRADIUS steps down to a user of its own, who has to get through to its folder; what lies beside it stays shut.
    if (process.getuid?.() === 0) chmodSync(config.dataDir, 0o711)
    const radius = await startRadius({
      folder,
      programs,
      databaseUrl,
      key: radiusKey(config.key),
      certificates: await loadCertificates(databaseUrl, radiusKey(config.key)),
      authPort,
      acctPort,
      log,
    })
    const watch = watchNas({ databaseUrl, control: radius.control, log })
    const dictionary = keepDictionary(databaseUrl, log)
    return {
      control: radius.control,
      async stop() {
        await dictionary.stop()
        await watch.stop()
        await radius.stop()
      },
    }
  } catch (error) {
    // People can work in the panel meanwhile; whoever is online stays so.
    log.error({ err: error }, 'no RADIUS server was started')
    return undefined
  }
}
