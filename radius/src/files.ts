import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { certificateFiles, certificateFolder, type Certificates } from './certificates.ts'

/** Where the files of one FreeRADIUS lie; absolute. */
export interface Layout {
  /** The configuration. */
  raddb: string
  log: string
  /** Process id and control socket. */
  run: string
}

/** What its configuration is made of. */
export interface Settings {
  /** Address of the panel's database with role and password. */
  databaseUrl: string
  /** The key of RADIUS secrets: 32 bytes. */
  key: Buffer
  authPort: number
  acctPort: number
  /** Requests at one time, each with a connection to the database; `defaultThreads` where it is left out. */
  threads?: number | undefined
  /** Folder of its modules. */
  modules: string
  /** What outer EAP (PEAP, TTLS, TLS) presents and checks. */
  certificates: Certificates
  /** Further settings of its database sessions (PostgreSQL, 19.1), which the benchmark compares; none in operation. */
  session?: Readonly<Record<string, string>> | undefined
}

/** Owner of what is written; undefined: whoever runs this. */
export type Owner = { uid: number; gid: number } | undefined

/**
 * Two for each core, from 4 to 16. While the database is close by, more of them cost a login up to a fifth more CPU: each
 * has a backend with plans and caches of its own. With a database that is milliseconds away more of them answer more.
 */
export const defaultThreads = (): number => Math.min(16, Math.max(4, 2 * availableParallelism()))

const templates = ['radiusd.conf', 'dictionary', 'access_reject', 'buffered'] as const

/** The folder radius/raddb of this checkout, from the sources as well as from the built server. */
function templateFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'radius', 'raddb')
    if (existsSync(candidate)) return candidate
    if (folder === dirname(folder)) throw new Error('The folder radius/raddb is missing.')
  }
}

/** The name of the file with the connection to the database. */
const connectionFile = 'database'

/**
 * The connection of FreeRADIUS to the database, as a service file of libpq (PostgreSQL, 34.17). FreeRADIUS writes the
 * connection strings of its own configuration into its log; of this one it knows the name only. The key that opens
 * passwords travels as a setting of the connection: it is in no table, no statement and no log.
 * Statements are planned for all values at once and by index, whatever a table held when the connection was opened: a
 * plan that was made over an empty table would be kept for days.
 * @throws Error where a value has a line break, which such a file can't hold, or a further setting has a space or a
 *   backslash, which would begin another one
 */
export function connectionText({
  databaseUrl,
  key,
  session = {},
}: Pick<Settings, 'databaseUrl' | 'key' | 'session'>): string {
  const url = new URL(databaseUrl)
  const options = {
    'panel.radius_key': key.toString('hex'),
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    timezone: 'UTC',
    datestyle: 'ISO',
    jit: 'off',
    ...session,
  }
  if (Object.entries(session).some((setting) => /[\s\\]/.test(setting.join(''))))
    throw new Error('A setting of the database session has a space or a backslash.')
  const parts: Record<string, string> = {
    host: decodeURIComponent(url.searchParams.get('host') ?? url.hostname).replace(/^\[|\]$/g, ''),
    port: url.port || '5432',
    dbname: decodeURIComponent(url.pathname.slice(1)),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    ...Object.fromEntries([...url.searchParams].filter(([name]) => name.startsWith('ssl'))),
    connect_timeout: '3',
    application_name: 'trunkline freeradius',
    options: Object.entries(options)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }
  const lines = Object.entries(parts).filter(([, value]) => value !== '')
  if (lines.some(([, value]) => /[\r\n]/.test(value))) throw new Error('The address of the database has a line break.')
  return `[trunkline]\n${lines.map(([name, value]) => `${name}=${value}`).join('\n')}\n`
}

/** The files of the configuration by name below its folder. They hold secrets. */
function renderFiles(layout: Layout, settings: Settings): Map<string, string> {
  const values: Record<string, string> = {
    RADDB: layout.raddb,
    LOG: layout.log,
    RUN: layout.run,
    LIB: settings.modules,
    CONNECTION: join(layout.raddb, connectionFile),
    AUTHPORT: String(settings.authPort),
    ACCTPORT: String(settings.acctPort),
    THREADS: String(settings.threads ?? defaultThreads()),
    CERTS: certificateFolder(layout.raddb),
  }
  const template = (name: string) =>
    readFileSync(join(templateFolder(), name), 'utf8').replaceAll(
      /@([A-Z]+)@/g,
      (whole, value: string) => values[value] ?? whole,
    )
  return new Map([
    [connectionFile, connectionText(settings)],
    ...Object.entries(certificateFiles).map(
      ([kind, name]) => [join('certs', name), settings.certificates[kind as keyof Certificates]] as const,
    ),
    ...templates.map((name) => [name, template(name)] as const),
  ])
}

/**
 * A hash of all that `writeFiles` would write, so that a FreeRADIUS that already runs with it need not be restarted.
 * @returns SHA-256 in hexadecimal
 */
export function configurationHash(layout: Layout, settings: Settings): string {
  const hash = createHash('sha256')
  for (const [name, text] of renderFiles(layout, settings))
    hash.update(`${name}\0${Buffer.byteLength(text)}\0`).update(text)
  return hash.digest('hex')
}

/** Writes the configuration. Files hold secrets: only their owner reads them. */
export function writeFiles(layout: Layout, settings: Settings, owner?: Owner, folder = layout.raddb): void {
  const own = (path: string, mode: number) => {
    chmodSync(path, mode)
    if (owner) chownSync(path, owner.uid, owner.gid)
  }
  for (const path of [folder, certificateFolder(folder)]) {
    mkdirSync(path, { recursive: true })
    own(path, 0o700)
  }
  for (const [name, text] of renderFiles(layout, settings)) {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    own(path, 0o600)
  }
}

/** Where FreeRADIUS writes interim updates and accepted logins. @param log `Layout.log` */
export const recordsFolder = (log: string): string => join(log, 'radacct', 'records')

/** Makes the folders that a running server writes to. */
export function makeFolders({ log, run }: Layout, owner?: Owner): void {
  for (const path of [log, join(log, 'radacct'), join(log, 'radacct', 'buffer'), recordsFolder(log), run]) {
    mkdirSync(path, { recursive: true })
    chmodSync(path, 0o700)
    if (owner) chownSync(path, owner.uid, owner.gid)
  }
}
