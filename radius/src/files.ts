import { createHash, createHmac } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { certificateFiles, certificateFolder, type Certificates } from './certificates.ts'

/** Folders of one FreeRADIUS; absolute. */
export interface Layout {
  /** The configuration. */
  raddb: string
  log: string
  /** Process id and control socket. */
  run: string
}

/** Input of its configuration. */
export interface Settings {
  /** Address of the panel's database with role and password. */
  databaseUrl: string
  /** The key of RADIUS secrets: 32 bytes. */
  key: Buffer
  authPort: number
  acctPort: number
  /** Concurrent requests, each with a connection to the database, of which there are 6 more; `defaultThreads` if absent. */
  threads?: number | undefined
  /** Folder of its modules. */
  modules: string
  /** Certificates of outer EAP (PEAP, TTLS, TLS). */
  certificates: Certificates
  /** Further settings of its database sessions (PostgreSQL, 19.1), which the benchmark compares; none in production. */
  session?: Readonly<Record<string, string>> | undefined
}

/** Owner of the written files; undefined: the user of this process. */
export type Owner = { uid: number; gid: number } | undefined

/**
 * Two per core, from 4 to 16. With a nearby database more threads cost up to a fifth more CPU per login, because each
 * has a backend with its own plans and caches. With a latency of milliseconds more threads increase the throughput.
 */
export const defaultThreads = (): number => Math.min(16, Math.max(4, 2 * availableParallelism()))

/**
 * Connections to the database beyond one per thread: one for the main thread, which reads NAS devices, and the spare
 * ones of the pool. A connection that is being opened as a spare counts, but can't be used yet: with fewer, the first
 * concurrent requests after a start find the pool "already at max" and stay without a reply, as do their retransmits,
 * which FreeRADIUS ignores as duplicates.
 */
const furtherConnections = 6

const templates = ['radiusd.conf', 'dictionary', 'access_reject', 'buffered'] as const

/** The folder radius/raddb of this checkout, for the sources and for the built server. */
function templateFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'radius', 'raddb')
    if (existsSync(candidate)) return candidate
    if (folder === dirname(folder)) throw new Error('The folder radius/raddb is missing.')
  }
}

/** File name of the connection to the database. */
const connectionFile = 'database'

/**
 * The key of the codes by which FreeRADIUS proves a password (PAP) to `panel.radius_login`: HMAC-SHA1 of the password, so
 * that no statement contains the password or something that it could be guessed from.
 * @param key of RADIUS secrets
 * @returns 64 hexadecimal digits, used as text
 */
const proofKey = (key: Buffer): string => createHmac('sha256', key).update('trunkline radius proof').digest('hex')

/**
 * The connection of FreeRADIUS to the database, as a service file of libpq (PostgreSQL, 34.17). FreeRADIUS logs the
 * connection strings of its own configuration, but of this one only its name. The key that decrypts passwords is sent
 * as a setting of the connection: it is not part of any table, statement or log. Plans are generic and use indexes,
 * whatever a table contains when the connection is opened: a plan for an empty table would be cached for days.
 * @throws Error if a value contains a line break, which such a file cannot represent, or a further setting contains a
 * space or a
 *   backslash, which would start another one
 */
export function connectionText({
  databaseUrl,
  key,
  session = {},
}: Pick<Settings, 'databaseUrl' | 'key' | 'session'>): string {
  const url = new URL(databaseUrl)
  const options = {
    'panel.radius_key': key.toString('hex'),
    'panel.proof_key': proofKey(key),
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

/** The files of the configuration by name below its folder. They contain secrets. */
function renderFiles(layout: Layout, settings: Settings): Map<string, string> {
  const threads = settings.threads ?? defaultThreads()
  const values: Record<string, string> = {
    RADDB: layout.raddb,
    LOG: layout.log,
    RUN: layout.run,
    LIB: settings.modules,
    CONNECTION: join(layout.raddb, connectionFile),
    AUTHPORT: String(settings.authPort),
    ACCTPORT: String(settings.acctPort),
    THREADS: String(threads),
    CONNECTIONS: String(threads + furtherConnections),
    CERTS: certificateFolder(layout.raddb),
    PROOF: proofKey(settings.key),
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
 * A hash of everything that `writeFiles` would write, so that a FreeRADIUS that already runs with it need not be
 * restarted.
 * @returns SHA-256 in hexadecimal
 */
export function configurationHash(layout: Layout, settings: Settings): string {
  const hash = createHash('sha256')
  for (const [name, text] of renderFiles(layout, settings))
    hash.update(`${name}\0${Buffer.byteLength(text)}\0`).update(text)
  return hash.digest('hex')
}

/** Writes the configuration. The files contain secrets: only their owner can read them. */
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

/** Creates the folders that a running server writes to. */
export function makeFolders({ log, run }: Layout, owner?: Owner): void {
  for (const path of [log, join(log, 'radacct'), join(log, 'radacct', 'buffer'), recordsFolder(log), run]) {
    mkdirSync(path, { recursive: true })
    chmodSync(path, 0o700)
    if (owner) chownSync(path, owner.uid, owner.gid)
  }
}
