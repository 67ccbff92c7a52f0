import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { chownTo, type Identity } from './identity.ts'
import type { PackagedServer } from './platform.ts'

const run = promisify(execFile)

/** Name of the database and of its owner in the embedded server. */
export const PANEL = 'trunkline'

/** PostgreSQL's data directory. */
export const clusterOf = (dataDir: string) => join(dataDir, 'postgres')

const addressFile = (dataDir: string) => join(dataDir, 'database-url')

/** Writes the connection URL with its password; only the owner of the data folder can read the file. */
export function writeAddress(dataDir: string, password: string, port: number): string {
  const url = `postgres://${PANEL}:${password}@127.0.0.1:${port}/${PANEL}`
  const path = addressFile(dataDir)
  // Written to a temporary file and renamed, so that a full disk does not lose the password.
  writeFileSync(`${path}.new`, `${url}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return url
}

/** Password and last port of the server in this folder; undefined before the first start. */
export function readAddress(dataDir: string): { password: string; port: number } | undefined {
  if (!existsSync(addressFile(dataDir))) return undefined
  const url = new URL(readFileSync(addressFile(dataDir), 'utf8').trim())
  return { password: url.password, port: Number(url.port) }
}

// Sized for a panel on a machine with 2 GB of memory. Operators override these with ALTER SYSTEM, whose file PostgreSQL
// reads after this one.
const SETTINGS = `# Written by Trunkline at every start. Use ALTER SYSTEM for settings of your own.
shared_buffers = 128MB
max_connections = 200
random_page_cost = 1.1
jit = off
timezone = 'UTC'
log_timezone = 'UTC'
synchronous_commit = on
idle_in_transaction_session_timeout = 60s
password_encryption = scram-sha-256
cluster_name = 'trunkline'
logging_collector = on
log_filename = 'postgresql-%a.log'
log_truncate_on_rotation = on
log_rotation_age = 1d
log_rotation_size = 0
`

/**
 * Creates the data directory if it does not exist, and sets its owner and settings.
 * @returns the password of the owner role
 * @throws Error if the directory belongs to another major version, or its password file is missing
 */
export async function prepareCluster(
  dataDir: string,
  server: PackagedServer,
  identity: Identity,
  env: NodeJS.ProcessEnv,
  { sync = true } = {},
): Promise<{ password: string; port: number; created: boolean }> {
  const cluster = clusterOf(dataDir)
  const known = readAddress(dataDir)
  const created = !existsSync(join(cluster, 'PG_VERSION'))
  if (!created && known === undefined) {
    throw new Error(
      `${cluster} holds a database, but ${addressFile(dataDir)} with its password is gone. ` +
        'Put the file back from a backup.',
    )
  }
  if (identity.kind === 'user') {
    // The other user needs to traverse this folder; every secret in it is a file of mode 0600.
    chmodSync(dataDir, (statSync(dataDir).mode & 0o777) | 0o011)
  }
  const password = known?.password ?? randomBytes(24).toString('base64url')
  const port = known?.port ?? 0
  if (created) {
    // The password is written first, so that a database never exists without a known password.
    writeAddress(dataDir, password, port)
    await initialise(dataDir, server, identity, env, password, sync)
  }
  const found = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  const { stdout } = await run(...identity.command(server.postgres, ['--version']), {
    ...identity.spawn,
    env,
    cwd: '/',
  })
  const ours = /(\d+)\.\d+/.exec(stdout)?.[1]
  if (found !== ours) {
    throw new Error(
      `${cluster} was written by PostgreSQL ${found}, and this Trunkline brings PostgreSQL ${ours}. ` +
        'Start the version of Trunkline that wrote it, or move the data by a dump.',
    )
  }
  writeFileSync(join(cluster, 'trunkline.conf'), SETTINGS, { mode: 0o600 })
  // A different user may have run the server last time (root inside and outside a container).
  if (identity.owner) chownTo(identity.owner, cluster)
  return { password, port, created }
}

async function initialise(
  dataDir: string,
  server: PackagedServer,
  identity: Identity,
  env: NodeJS.ProcessEnv,
  password: string,
  sync: boolean,
): Promise<void> {
  const cluster = clusterOf(dataDir)
  // Created under a temporary name, so that an incomplete directory is never used as a database. Leftovers of an
  // interrupted attempt are safe to delete.
  const fresh = `${cluster}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  const passwordFile = join(dataDir, 'postgres.password.new')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (identity.owner) {
    chownTo(identity.owner, fresh)
    chownTo(identity.owner, passwordFile)
  }
  // Sort by code point with PostgreSQL's builtin provider: unlike the collations of an operating system or ICU release
  // it never changes under an existing index. Lists shown to users name their collation.
  const locales = [
    ['--locale=C.UTF-8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
  ]
  const common = ['-D', fresh, '-U', PANEL, '-E', 'UTF8', '-A', 'scram-sha-256', '--data-checksums']
  common.push(`--pwfile=${passwordFile}`, '--no-instructions')
  if (!sync) common.push('--no-sync')
  try {
    for (const [index, locale] of locales.entries()) {
      const [file, args] = identity.command(server.initdb, [...common, ...locale])
      try {
        await run(file, args, { ...identity.spawn, env, cwd: '/' })
        break
      } catch (error) {
        const text = String((error as { stderr?: string }).stderr ?? error)
        // Systems without this locale (older macOS) use the plain C locale for character classes.
        if (index === 0 && text.includes('locale')) continue
        throw new Error(`initdb could not make ${cluster}: ${text.trim()}`)
      }
    }
  } finally {
    rmSync(passwordFile, { force: true })
  }
  writeFileSync(join(fresh, 'postgresql.conf'), "include_if_exists = 'trunkline.conf'\n", {
    flag: 'a',
  })
  renameSync(fresh, cluster)
}
