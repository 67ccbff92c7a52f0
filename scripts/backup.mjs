// node scripts/backup.mjs TARGET: copies the data folder of a running panel with its embedded
// database into TARGET, a folder that does not exist yet. Work goes on meanwhile. The copy is a data
// folder: to restore, stop the panel, put the copy in the place of the data folder, and start.
//
// The packaged PostgreSQL has no dump program. This is its low-level base backup
// (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP).
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, cp, mkdir, open, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'

const data = resolve(process.env.TRUNKLINE_DATA || './data')
const target = process.argv[2] && resolve(process.argv[2])
if (!target || existsSync(target)) {
  console.error('Usage: node scripts/backup.mjs TARGET   (a folder that does not exist yet)')
  process.exit(64)
}
if (!existsSync(join(data, 'database-url'))) {
  console.error(`${data} holds no embedded database. Back up the outside one by its own tools.`)
  process.exit(66)
}

/** Not part of a base backup: the log of changes is copied at the end, the rest is made anew. */
const LEFT_OUT = new Set(['pg_wal', 'postmaster.pid', 'postmaster.opts', 'log', 'start.log'])
const EMPTIED = new Set(['pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'])
EMPTIED.add('pg_stat_tmp').add('pg_subtrans').add('pgsql_tmp')

async function copyFile(from, to) {
  try {
    await pipeline(createReadStream(from), createWriteStream(to, { mode: 0o600 }))
  } catch (error) {
    // A table that was dropped meanwhile; the log of changes says so too.
    if (error.code !== 'ENOENT') throw error
  }
}

async function copyFolder(from, to) {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name)) continue
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    if (EMPTIED.has(entry.name)) await mkdir(copy, { mode: 0o700 })
    else if (entry.isDirectory()) await copyFolder(source, copy)
    else if (entry.isFile()) await copyFile(source, copy)
  }
}

const url = (await readFile(join(data, 'database-url'), 'utf8')).trim()
const cluster = join(data, 'postgres')
const unfinished = `${target}.unfinished`
const client = new pg.Client({ connectionString: url, application_name: 'trunkline backup' })
await client.connect()
const ask = async (sql) => (await client.query(sql)).rows[0]

// Keeps the log of changes from being reused while we copy; gone when this connection ends.
await ask(`select pg_create_physical_replication_slot('trunkline_backup', true, true)`)
const { first } = await ask(`select pg_walfile_name(pg_backup_start(label => 'trunkline', fast => true)) as first`)
await mkdir(unfinished, { mode: 0o700 })
await copyFolder(cluster, join(unfinished, 'postgres'))
const { labelfile, last } = await ask(
  `select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)`,
)
await writeFile(join(unfinished, 'postgres', 'backup_label'), labelfile, { mode: 0o600 })

const wal = join(unfinished, 'postgres', 'pg_wal')
await mkdir(join(wal, 'archive_status'), { recursive: true, mode: 0o700 })
await chmod(wal, 0o700)
for (const name of (await readdir(join(cluster, 'pg_wal'))).sort()) {
  // Names of segments sort in their order. The last one may still be written to; that is no harm.
  if (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last) {
    await copyFile(join(cluster, 'pg_wal', name), join(wal, name))
  }
}
await client.end()

// Everything else of the data folder: the key, the address with the password, uploads.
for (const entry of await readdir(data)) {
  if (entry.startsWith('postgres')) continue
  await cp(join(data, entry), join(unfinished, entry), { recursive: true, preserveTimestamps: true })
  const { mode } = await stat(join(data, entry))
  await chmod(join(unfinished, entry), mode & 0o777)
}
await flush(unfinished)
await rename(unfinished, target)
console.log(`Backup written to ${target}`)

/** A backup that is only in memory is none. */
async function flush(path) {
  const handle = await open(path, 'r')
  await handle.sync()
  await handle.close()
  if (!(await stat(path)).isDirectory()) return
  for (const name of await readdir(path)) await flush(join(path, name))
}
