import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { databaseFolder, readMigrations } from '../db/migrate.ts'
import { withClient } from '../db/prepare.ts'
import { readRights } from '../db/rights.ts'
import { ArchiveWriter, unfinished } from './archive.ts'
import {
  backedUp,
  copyStatement,
  prepareSession,
  readForeignGrants,
  readPartitions,
  readRoles,
  readSequences,
  readTables,
  type TableShape,
} from './catalogue.ts'
import { copyOut } from './copy.ts'
import { dataFiles, openDataFile } from './data-files.ts'
import { BackupError } from './errors.ts'
import { backupFormat, fileEntry, manifestEntry, tableEntry, type BackupTable, type Manifest } from './manifest.ts'
import { RowDigest } from './row-digest.ts'
import { verifyBackup } from './verify-backup.ts'

const zip = promisify(gzip)

export interface BackupSettings {
  /** The database as its owner. */
  ownerUrl: string
  dataDir: string
  /** Folder for the backup; created if it does not exist. */
  folder: string
  /** Encrypts the backup; undefined: no encryption. */
  passphrase: string | undefined
  /** Version of Trunkline. */
  version: string
  signal?: AbortSignal
}

export interface WrittenBackup {
  path: string
  bytes: number
  rows: number
  encrypted: boolean
  manifest: Manifest
}

/**
 * File name of a backup: the start of the key's fingerprint, which identifies the installation, and the time in UTC.
 */
export const backupName = (fingerprint: string | null, at: Date, encrypted: boolean): string =>
  `trunkline-${(fingerprint ?? 'none').slice(0, 8)}-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar${encrypted ? '.enc' : ''}`

/** Held by the connection until it ends: only one backup or restore at a time per database, from any process. */
export async function lockBackup(client: Client): Promise<void> {
  // PostgreSQL notices within moments that the process of an earlier one was killed.
  for (const end = Date.now() + 2000; ; await sleep(200)) {
    const { rows } = await client.query<{ locked: boolean }>(
      `select pg_try_advisory_lock(hashtext('trunkline backup')) as locked`,
    )
    if (rows[0]!.locked) return
    if (Date.now() >= end) throw new BackupError('busy', 'Another backup or restore of this database is running.')
  }
}

/**
 * Writes a backup: the rows of every table in one snapshot, the migrations that created the tables, roles, policies,
 * grants, sequences, the data folder, and a manifest with checksums. The file is read back and compared before it gets
 * its final name. The panel keeps working during the backup. The backup contains the fingerprint of the installation's
 * key, not the key.
 * @throws BackupError if it cannot be written, another one is running, or reading it back finds a difference
 */
export async function writeBackup(settings: BackupSettings): Promise<WrittenBackup> {
  const { folder, passphrase, signal } = settings
  return withClient(settings.ownerUrl, 'trunkline backup', async (client) => {
    await client.query(prepareSession)
    await lockBackup(client)
    const head = await readHead(client, settings.version)
    const path = join(
      resolve(folder),
      backupName(head.key_fingerprint, new Date(head.read_at), passphrase !== undefined),
    )
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: unknown) => {
      throw new BackupError('cannotCreate', `The folder ${folder} couldn't be created: ${(cause as Error).message}`, {
        cause,
      })
    })
    const archive = await ArchiveWriter.create(path, passphrase)
    try {
      for (const [name, sql] of schemaFiles(head.applied)) await archive.add(name, sql)
      const rows = await writeRows(client, archive, signal)
      const files = await writeFiles(settings, archive, signal)
      const { applied: _, ...described } = head
      const manifest: Manifest = { ...described, ...rows, files, entries: archive.sums.slice() }
      await archive.add(manifestEntry, Buffer.from(JSON.stringify(manifest, undefined, 1)))
      await archive.end()
      await verifyBackup(path + unfinished, passphrase)
      signal?.throwIfAborted()
      await archive.publish()
      const count = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      return { path, bytes: archive.bytes, rows: count, encrypted: passphrase !== undefined, manifest }
    } catch (error) {
      await archive.discard()
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
        throw new BackupError('cannotCreate', `The disk of ${folder} is full; nothing was left there.`, {
          cause: error,
        })
      throw error
    }
  })
}

type Head = Omit<Manifest, 'tables' | 'partitions' | 'sequences' | 'files' | 'entries'> & {
  /** Names of the migrations applied to the database. */
  applied: string[]
}

/** Data that is the same in the snapshot and shortly before it. */
async function readHead(client: Client, version: string): Promise<Head> {
  const rights = await readRights(client, backedUp)
  await client.query('begin')
  try {
    const { rows } = await client.query<{ at: Date; server: number; applied: string[]; known: boolean; left: boolean }>(
      `select now() as at, current_setting('server_version_num')::int as server,
              (select array_agg(name order by name) from public.schema_migration) as applied,
              to_regclass('public.installation_key') is not null as known,
              to_regclass('public.trunkline_restore') is not null as left`,
    )
    const { at, server, applied, known, left } = rows[0]!
    const schema = applied.at(-1) ?? ''
    if (left)
      throw new BackupError('data', 'A restore into this database was interrupted; there is nothing to back up.')
    if (schema > (readMigrations().at(-1)?.name ?? ''))
      throw new BackupError(
        'config',
        `The database is of a newer version of Trunkline (${schema}). Back it up with that one.`,
      )
    const roles = await readRoles(client)
    const foreign_grants = await readForeignGrants(client)
    await client.query('set local role trunkline_app_all')
    const key = known
      ? await client.query<{ fingerprint: string }>('select fingerprint from public.installation_key')
      : { rows: [] }
    return {
      format: backupFormat,
      version,
      read_at: at.toISOString(),
      host: hostname(),
      schema,
      applied,
      server,
      key_fingerprint: key.rows[0]?.fingerprint ?? null,
      roles,
      rights,
      foreign_grants,
    }
  } finally {
    await client.query('rollback')
  }
}

/**
 * The SQL that created the tables, by entry name: a backup is restored with the migrations of its own version.
 * Migrations that the database has not applied yet are omitted.
 */
function schemaFiles(applied: readonly string[]): [string, Buffer][] {
  const folder = databaseFolder()
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(sql|json)$/.test(entry.name))
    .filter(({ parentPath, name }) => parentPath !== join(folder, 'migrations') || applied.includes(name.slice(0, -4)))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
    .map((path) => [`db/${relative(folder, path)}`, readFileSync(path)])
}

/** All rows in one snapshot. */
async function writeRows(
  client: Client,
  archive: ArchiveWriter,
  signal: AbortSignal | undefined,
): Promise<Pick<Manifest, 'tables' | 'partitions' | 'sequences'>> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const shapes = await readTables(client)
    // Prevents that a table is altered or dropped before it is read.
    await client.query(`lock table ${shapes.map(({ name }) => name).join(', ')} in access share mode`)
    const tables: BackupTable[] = []
    for (const shape of shapes) tables.push(await writeTable(client, archive, shape, signal))
    await client.query('reset role')
    return { tables, partitions: await readPartitions(client), sequences: await readSequences(client) }
  } finally {
    await client.query('rollback').catch(() => {})
  }
}

async function writeTable(
  client: Client,
  archive: ArchiveWriter,
  shape: TableShape,
  signal: AbortSignal | undefined,
): Promise<BackupTable> {
  const digest = new RowDigest()
  let parts = 0
  for await (const rows of copyOut(client, copyStatement(shape))) {
    signal?.throwIfAborted()
    digest.add(rows)
    await archive.add(tableEntry(shape.name, ++parts), await zip(rows, { level: 4 }))
  }
  return { ...shape, rows: digest.rows, digest: digest.text, parts }
}

async function writeFiles(
  { dataDir, folder }: BackupSettings,
  archive: ArchiveWriter,
  signal: AbortSignal | undefined,
): Promise<Manifest['files']> {
  const files: Manifest['files'] = []
  for (const path of await dataFiles(dataDir, resolve(folder))) {
    const file = await openDataFile(join(dataDir, path))
    if (file === undefined) continue
    const hash = createHash('sha256')
    let bytes = 0
    let parts = 0
    for await (const piece of file.pieces) {
      signal?.throwIfAborted()
      hash.update(piece)
      bytes += piece.length
      await archive.add(fileEntry(files.length, ++parts), piece)
    }
    files.push({ path, mode: file.mode, bytes, sha256: hash.digest('hex'), parts })
  }
  return files
}
