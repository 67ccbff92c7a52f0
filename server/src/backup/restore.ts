import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, open, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import type { Client } from 'pg'
import { readMigrations } from '../db/migrate.ts'
import { prepareDatabase, withClient } from '../db/prepare.ts'
import { readRights } from '../db/rights.ts'
import { ROLES } from '../db/roles.ts'
import { prepareJobs } from '../jobs/prepare.ts'
import type { Logger } from '../log.ts'
import { keyFingerprint } from '../secrets.ts'
import { readArchive } from './archive.ts'
import { backedUp, prepareSession } from './catalogue.ts'
import { BackupError } from './errors.ts'
import { loadRows } from './load.ts'
import type { Manifest } from './manifest.ts'
import { verifyBackup } from './verify-backup.ts'
import { lockBackup } from './write-backup.ts'

export interface RestoreSettings {
  /** The backup. */
  path: string
  passphrase: string | undefined
  /** The target database, as its owner. */
  ownerUrl: string
  dataDir: string
  /** The key of the restored installation; undefined: none is set yet. */
  key: Buffer | undefined
  /** Whether to delete the existing content of the target. */
  overwrite: boolean
  log: Logger
  /** Prints progress. */
  report(line: string): void
}

/**
 * Reads a complete backup and checks that it can be restored here.
 * @param key the installation's key; undefined: none is set yet
 * @throws BackupError if it is incomplete, belongs to another key, or is of a newer version
 */
export async function checkBackup(
  path: string,
  passphrase: string | undefined,
  key: Buffer | undefined,
): Promise<Manifest> {
  const manifest = await verifyBackup(path, passphrase)
  checkKey(manifest, key)
  checkVersion(manifest)
  return manifest
}

/**
 * Restores a backup into an empty database: roles, tables with their policies and grants by the migrations of the
 * version that wrote it, rows, sequences, foreign keys and files. Compares everything with the backup, then migrates
 * the database to this version. Until the end the database contains a marker with which the panel does not start.
 * @param manifest of `checkBackup`
 * @throws BackupError before any change if the target is not empty; later if something differs, in which case the rows
 *   are rolled back
 */
export async function restoreBackup(settings: RestoreSettings, manifest: Manifest): Promise<void> {
  const { path, passphrase, ownerUrl, report } = settings
  report(
    `The backup is whole: ${manifest.tables.length} tables, ${countRows(manifest)} rows, ${manifest.files.length} files, taken at ${manifest.read_at} by version ${manifest.version}.`,
  )
  await withClient(ownerUrl, 'trunkline restore', async (client) => {
    await client.query(prepareSession)
    await lockBackup(client)
    await clearTarget(client, settings)
    await client.query('create table public.trunkline_restore as select $1::text as backup, now() as started_at', [
      path,
    ])
    await createSchema(settings, manifest)
    await client.query('begin')
    try {
      await loadRows(client, path, passphrase, manifest, ({ name, rows }) => {
        if (rows > 0) report(`${name}: ${rows} rows`)
      })
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    }
    await compareRights(client, manifest, report)
    await restoreFiles(settings, manifest)
    await client.query('analyze')
    // The backup may be of an older version.
    await prepareDatabase(ownerUrl, settings.log, { rights: false })
    await prepareJobs(ownerUrl)
    await client.query('drop table public.trunkline_restore')
  })
  // As at a start: the migrations of this version have granted their rights.
  await prepareDatabase(ownerUrl, settings.log)
  for (const { name, login } of manifest.roles)
    if (login)
      report(`The role ${name} logged in by itself. Its password is not in the backup: set it again where you use it.`)
  for (const grant of manifest.foreign_grants) report(`Not restored, a grant to another role: ${grant}`)
  if (settings.key === undefined && manifest.key_fingerprint !== null)
    report(
      `Before the start, put the key of fingerprint ${manifest.key_fingerprint} into ${join(settings.dataDir, 'key')} or TRUNKLINE_KEY: it is not in the backup.`,
    )
}

const countRows = ({ tables }: Manifest) => tables.reduce((sum, { rows }) => sum + rows, 0)

function checkKey({ key_fingerprint }: Manifest, key: Buffer | undefined): void {
  if (key === undefined || key_fingerprint === null || keyFingerprint(key) === key_fingerprint) return
  throw new BackupError(
    'config',
    `The backup belongs to another key: its fingerprint is ${key_fingerprint}, that of TRUNKLINE_KEY or the file "key" is ${keyFingerprint(key)}. Nothing was changed.`,
  )
}

function checkVersion({ schema, version }: Manifest): void {
  const newest = readMigrations().at(-1)?.name ?? ''
  if (schema.slice(0, 4) > newest.slice(0, 4))
    throw new BackupError(
      'data',
      `The backup is of a newer version (${version}, schema ${schema}); this one knows up to ${newest}. Use that version. Nothing was changed.`,
    )
}

/** The objects that a database may contain and still count as empty. */
const FOUND = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
   order by 1`

/** Deletes the panel's schemas and the objects in "public", except extensions. */
const CLEAR = `
  do $$ declare o record; begin
    drop schema if exists panel cascade;
    drop schema if exists graphile_worker cascade;
    for o in select c.relkind, c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') loop
      execute format('drop %s if exists public.%I cascade', case o.relkind when 'v' then 'view' when 'm' then 'materialized view' else 'table' end, o.relname);
    end loop;
    for o in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' loop
      execute format('drop sequence if exists public.%I cascade', o.relname);
    end loop;
    for o in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
      execute format('drop routine if exists %s cascade', o.name);
    end loop;
    for o in select t.typname, t.typtype from pg_type t where t.typnamespace = 'public'::regnamespace and t.typtype in ('e', 'd', 'c') and t.typrelid = 0
        and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e') loop
      execute format('drop %s if exists public.%I cascade', case o.typtype when 'd' then 'domain' else 'type' end, o.typname);
    end loop;
  end $$`

/** Checks that the target is empty, and that it has no other connections. */
async function clearTarget(client: Client, { overwrite, report }: RestoreSettings): Promise<void> {
  const { rows: found } = await client.query<{ name: string }>(FOUND)
  const interrupted = found.some(({ name }) => name === 'public.trunkline_restore')
  if (found.length === 0) return
  if (!interrupted && !overwrite)
    throw new BackupError(
      'cannotCreate',
      `The database is not empty: it holds ${found.length} tables, views and sequences (${found
        .slice(0, 3)
        .map(({ name }) => name)
        .join(
          ', ',
        )} …). Restore into an empty database, or add --overwrite, which deletes what it holds. Nothing was changed.`,
    )
  const { rows: busy } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' order by 1`,
  )
  if (busy.length > 0)
    throw new BackupError(
      'cannotCreate',
      `Other programs are connected to the database (${busy.map(({ name }) => name || 'without a name').join(', ')}). Stop the panel and FreeRADIUS first. Nothing was changed.`,
    )
  report(interrupted ? 'An earlier restore was interrupted; starting again.' : 'Deleting what the database holds.')
  await client.query(CLEAR)
}

/** Creates roles, extensions, tables, functions, policies and grants with the migrations in the backup. */
async function createSchema(
  { path, passphrase, ownerUrl, log, report }: RestoreSettings,
  manifest: Manifest,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'trunkline-restore-'))
  try {
    for await (const { name, data } of readArchive(path, passphrase)) {
      // Partitions are created before others refer to them.
      if (!name.startsWith('db/')) break
      const file = join(folder, pathWithin(name))
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, data)
    }
    const schema = await prepareDatabase(ownerUrl, log, { folder: join(folder, 'db') })
    await prepareJobs(ownerUrl)
    report(`Roles ${ROLES.join(', ')} and tables of ${schema} are there.`)
    if (schema !== manifest.schema)
      throw new BackupError(
        'data',
        `The migrations of the backup lead to ${schema}, and its rows are of ${manifest.schema}.`,
      )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A path of the backup, if it stays within the folder that it is joined to. */
function pathWithin(path: string): string {
  const clean = normalize(path)
  if (clean.startsWith('..') || clean.startsWith('/'))
    throw new BackupError('data', `The backup names a file outside its folder: ${path}.`)
  return clean
}

async function compareRights(client: Client, manifest: Manifest, report: (line: string) => void): Promise<void> {
  const found = new Set((await readRights(client, backedUp)).map(({ what }) => what))
  const missing = manifest.rights.filter(({ what }) => !found.has(what))
  const count = (kind: string) => manifest.rights.filter(({ what }) => what.startsWith(kind)).length
  if (missing.length > 0)
    throw new BackupError(
      'data',
      `${missing.length} policies or grants of the backup are missing after loading: ${missing
        .slice(0, 5)
        .map(({ what }) => what)
        .join('; ')}`,
    )
  report(`${count('policy ')} policies and ${count('grant ')} grants match the backup.`)
}

/** Writes the files of the data folder; each is complete under its name or absent. */
async function restoreFiles(
  { path, passphrase, dataDir, overwrite, report }: RestoreSettings,
  { files }: Manifest,
): Promise<void> {
  if (files.length === 0) return
  const targets = files.map((file) => join(dataDir, pathWithin(file.path)))
  const stored = new Set(overwrite ? [] : targets.filter((target) => existsSync(target)))
  const aside = (target: string) => `${target}.restoring`
  for (const target of targets) {
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await writeFile(aside(target), '', { mode: 0o600 })
  }
  for await (const { name, data } of readArchive(path, passphrase)) {
    const index = Number(/^files\/(\d+)\//.exec(name)?.[1] ?? 0)
    if (index > 0) await writeFile(aside(targets[index - 1]!), data, { flag: 'a' })
  }
  for (const [index, target] of targets.entries()) {
    if (stored.has(target)) {
      await rm(aside(target), { force: true })
      report(`${target} was there already and was kept.`)
      continue
    }
    await chmod(aside(target), files[index]!.mode)
    const handle = await open(aside(target), 'r')
    await handle.sync()
    await handle.close()
    await rename(aside(target), target)
  }
  report(`${files.length - stored.size} files restored to ${dataDir}.`)
}
