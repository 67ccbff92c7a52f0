import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'

import type { Logger } from '../log.ts'

/** A migration as it lies in db/migrations: its file name without the ending, and its SQL. */
export type Migration = { name: string; sql: string; checksum: string }

const FILE = /^\d{4}_[a-z0-9_]+\.sql$/

/** The folder db/migrations of this checkout, from the sources as well as from the built bundle. */
export function migrationsFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'db', 'migrations')
    // server/src/db is on the way up and has no migrations of its own.
    if (existsSync(candidate)) return candidate
    if (folder === dirname(folder)) throw new Error('The folder db/migrations is missing.')
  }
}

/**
 * All migrations in order.
 * @throws Error for a file that is not named NNNN_name.sql, and for two with the same number
 */
export function readMigrations(folder = migrationsFolder()): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const numbers = new Set<string>()
  return names.map((file) => {
    if (!FILE.test(file)) throw new Error(`A migration is named NNNN_name.sql, unlike ${file}.`)
    const number = file.slice(0, 4)
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}.`)
    numbers.add(number)
    const sql = readFileSync(join(folder, file), 'utf8')
    // Git on Windows may change line ends; that is no change of the migration.
    const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')
    return { name: file.slice(0, -4), sql, checksum }
  })
}

/**
 * Brings the database to the newest version. Forward only, one transaction a file. Processes that
 * start together wait for one another.
 * @param ownerUrl address of the database as its owner
 * @returns the names of the migrations that ran now, and the version reached
 * @throws Error when an applied file was changed, when the database is newer than this code, or
 *   with the file's name when its SQL fails
 */
export async function migrate(
  ownerUrl: string,
  log: Pick<Logger, 'info'>,
  folder = migrationsFolder(),
): Promise<{ applied: string[]; version: string }> {
  const migrations = readMigrations(folder)
  const client = new Client({ connectionString: ownerUrl, application_name: 'trunkline migrate' })
  await client.connect()
  try {
    // Held by the session until it ends: a crash can't leave it behind.
    await client.query(`select pg_advisory_lock(hashtext('trunkline migrations'))`)
    await client.query(`create table if not exists schema_migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
    // The readiness check reads it under whatever role it has.
    await client.query('grant select on schema_migration to public')
    const pending = await findPending(client, migrations)
    for (const migration of pending) {
      await apply(client, migration)
      log.info({ migration: migration.name }, 'migrated')
    }
    return { applied: pending.map(({ name }) => name), version: migrations.at(-1)?.name ?? '' }
  } finally {
    await client.end()
  }
}

async function findPending(client: Client, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name',
  )
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of rows) {
    const migration = known.get(name)
    if (migration === undefined) {
      throw new Error(
        `The database has the migration ${name}, which this version of Trunkline does not know. ` +
          'It was written by a newer version: start that one.',
      )
    }
    if (migration.checksum !== checksum) {
      throw new Error(
        `The migration ${name} was changed after it had been applied. Take the change back and ` +
          'put it into a new migration.',
      )
    }
  }
  const last = rows.at(-1)?.name ?? ''
  const done = new Set(rows.map(({ name }) => name))
  const pending = migrations.filter(({ name }) => !done.has(name))
  const late = pending.find(({ name }) => name < last)
  if (late) {
    throw new Error(`The migration ${late.name} was added below ${last}, which is already applied.`)
  }
  return pending
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('begin')
    // A migration that waits for a lock makes all others wait behind it.
    await client.query(`set local lock_timeout = '2s'`)
    await client.query(sql)
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const { message, position } = error as { message: string; position?: string }
    const line = position ? sql.slice(0, Number(position)).split('\n').length : undefined
    const where = line ? `${name}.sql, line ${line}` : `${name}.sql`
    throw new Error(`Migration ${where}: ${message}`, { cause: error })
  }
}
