import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'

import type { Logger } from '../log.ts'
import { adoptFormer, readFormer } from './adopt.ts'

/** An SQL file: its name without extension and its checksum (SHA-256, hexadecimal). */
export type SqlFile = { name: string; sql: string; checksum: string }

/**
 * A migration: db/migrations/NNNN_name.sql. It runs once and never changes. `functions` are the files of db/functions
 * that must exist before it runs, from its lines `-- functions: a, b`: those used by triggers, policies, indexes and
 * defaults.
 */
export type Migration = SqlFile & { functions: string[] }

/**
 * The content of db/checksums.json: the checksum of each migration, and all checksums that each function has had, the
 * newest last.
 */
export type Checksums = { migrations: Record<string, string>; functions: Record<string, string[]> }

const MIGRATION = /^\d{4}_[a-z0-9_]+\.sql$/
const FUNCTION = /^(?:panel\.)?[a-z][a-z0-9_]*\.sql$/

/** The folder db of this checkout; works from the sources and from the bundle. */
export function databaseFolder(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'db')
    // The search passes server/src/db, which has no migrations.
    if (existsSync(join(candidate, 'migrations'))) return candidate
    if (folder === dirname(folder)) throw new Error('The folder db/migrations is missing.')
  }
}

/** SHA-256 of a file's text. Git on Windows may convert line endings, which does not count as a change. */
export const checksumOf = (sql: string): string =>
  createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex')

function readSqlFiles(folder: string): SqlFile[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8')
      return { name: file.slice(0, -4), sql, checksum: checksumOf(sql) }
    })
}

/**
 * All migrations in order.
 * @param folder the folder db
 * @throws Error if a file is not named NNNN_name.sql, or two have the same number
 */
export function readMigrations(folder = databaseFolder()): Migration[] {
  const numbers = new Set<string>()
  return readSqlFiles(join(folder, 'migrations')).map((file) => {
    if (!MIGRATION.test(`${file.name}.sql`)) {
      throw new Error(`A migration is named NNNN_name.sql, unlike ${file.name}.sql.`)
    }
    const number = file.name.slice(0, 4)
    if (numbers.has(number)) throw new Error(`Two migrations have the number ${number}.`)
    numbers.add(number)
    const lists = [...file.sql.matchAll(/^-- functions: (.+)$/gm)].map((match) => match[1]!.trim())
    return { ...file, functions: lists.flatMap((list) => list.split(/,\s*/)) }
  })
}

/**
 * The functions of the database, by name: db/functions/name.sql; those of the schema panel are in panel.name.sql.
 * @param folder the folder db
 * @throws Error if a file is not named like this
 */
export function readFunctions(folder = databaseFolder()): Map<string, SqlFile> {
  return new Map(readFunctionFiles(join(folder, 'functions')).map((file) => [file.name, file]))
}

/**
 * Functions that a later migration dropped, but earlier migrations still refer to: db/functions/former/name.sql. They
 * are applied only before a migration that names them.
 * @param folder the folder db
 */
export function readFormerFunctions(folder = databaseFolder()): Map<string, SqlFile> {
  return new Map(readFunctionFiles(join(folder, 'functions', 'former')).map((file) => [file.name, file]))
}

function readFunctionFiles(folder: string): SqlFile[] {
  const files = readSqlFiles(folder)
  const wrong = files.find(({ name }) => !FUNCTION.test(`${name}.sql`))
  if (wrong) throw new Error(`A function's file is named name.sql or panel.name.sql, unlike ${wrong.name}.sql.`)
  return files
}

/** The content of db/checksums.json; empty if the file is missing. */
export function readChecksums(folder = databaseFolder()): Checksums {
  const file = join(folder, 'checksums.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Checksums) : { migrations: {}, functions: {} }
}

/**
 * Migrates the database to the newest version. Forward only. Pending migrations run in order, one transaction each; the
 * functions that a migration names are applied in its transaction before it. All other changed functions are applied
 * after the last pending migration, in its transaction. Processes that start at the same time wait for each other.
 * @param ownerUrl URL of the database, as its owner
 * @param folder the folder db
 * @returns names of the migrations and functions that were applied, and the version reached
 * @throws Error if an applied migration was changed, if the database is newer than this code or too old for it, or,
 *   with the file name, if its SQL fails
 */
export async function migrate(
  ownerUrl: string,
  log: Pick<Logger, 'info'>,
  folder = databaseFolder(),
): Promise<{ applied: string[]; functions: string[]; version: string }> {
  const migrations = readMigrations(folder)
  const functions = readFunctions(folder)
  const former = readFormerFunctions(folder)
  const client = new Client({ connectionString: ownerUrl, application_name: 'trunkline migrate' })
  // A lost connection fails the statement; without a listener the error would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    // A session-level lock: PostgreSQL releases it if the process crashes.
    await client.query(`select pg_advisory_lock(hashtext('trunkline migrations'))`)
    await client.query(`create table if not exists schema_migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
    await client.query(`create table if not exists schema_function (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
    // The readiness check and backups read these tables under other roles.
    await client.query('grant select on schema_migration, schema_function to public')
    if (await adoptFormer(client, readFormer(folder), migrations)) log.info('adopted the former migrations')
    const pending = await findPending(client, migrations)
    const changed = await findChanged(client, functions, readChecksums(folder))
    const version = migrations.at(-1)?.name ?? ''
    const done: string[] = []
    for (const migration of pending) {
      const names = migration === pending.at(-1) ? [...changed.keys()] : []
      done.push(...(await apply(client, migration, { functions, former, changed }, names)))
      log.info({ migration: migration.name }, 'migrated')
    }
    if (changed.size > 0)
      done.push(...(await apply(client, undefined, { functions, former, changed }, [...changed.keys()])))
    if (done.length > 0) log.info({ functions: done.length }, 'functions applied')
    return { applied: pending.map(({ name }) => name), functions: done, version }
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

/**
 * The functions whose text differs from the one applied last.
 * @throws Error if the database has a text that this version has never had: an older process that starts during an
 *   upgrade would otherwise restore its own functions
 */
async function findChanged(
  client: Client,
  functions: Map<string, SqlFile>,
  checksums: Checksums,
): Promise<Map<string, SqlFile>> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_function')
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const changed = new Map([...functions].filter(([name, { checksum }]) => applied.get(name) !== checksum))
  for (const name of changed.keys()) {
    const before = applied.get(name)
    const listed = checksums.functions[name]
    if (before === undefined || listed === undefined || listed.includes(before)) continue
    throw new Error(
      `The database has a text of the function ${name} that this version of Trunkline does not know. ` +
        'It was written by a newer version: start that one.',
    )
  }
  return changed
}

/**
 * Runs a migration in one transaction: first the functions that it names, then the migration, then those of `after`.
 */
async function apply(
  client: Client,
  migration: Migration | undefined,
  { functions, former, changed }: Record<'functions' | 'former' | 'changed', Map<string, SqlFile>>,
  after: string[],
): Promise<string[]> {
  const done: string[] = []
  const use = async (name: string): Promise<void> => {
    const file = changed.get(name)
    if (file === undefined) return
    await applyFunction(client, file)
    await client.query(
      `insert into schema_function (name, checksum) values ($1, $2)
       on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
      [name, file.checksum],
    )
    changed.delete(name)
    done.push(name)
  }
  try {
    await client.query('begin')
    // While a migration waits for a lock, all later queries on the table wait behind it.
    await client.query(`set local lock_timeout = '2s'`)
    if (migration) {
      for (const name of migration.functions) {
        const dropped = former.get(name)
        if (functions.has(name)) await use(name)
        else if (dropped) await applyFunction(client, dropped)
        else throw new Error(`${migration.name}.sql names the function ${name}, which has no file.`)
      }
      await run(client, `Migration ${migration.name}.sql`, migration.sql)
      await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ])
    }
    for (const name of after) await use(name)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  return done
}

/**
 * Runs a function's file. The tables that its body names need not exist yet; the file may change the function's owner.
 */
async function applyFunction(client: Client, { name, sql }: SqlFile): Promise<void> {
  const schema = name.startsWith('panel.') ? 'panel' : 'public'
  const hands = /\bowner to trunkline_app_all\b/.test(sql)
  await client.query('set local check_function_bodies = off')
  // PostgreSQL requires that the new owner of a function may create objects in its schema; the grant is revoked
  // afterwards.
  if (hands) await client.query(`grant create on schema ${schema} to trunkline_app_all`)
  await run(client, `Function ${name}.sql`, sql)
  if (hands) await client.query(`revoke create on schema ${schema} from trunkline_app_all`)
  await client.query('set local check_function_bodies = on')
}

/** @throws Error with the file name and the line of the error */
async function run(client: Client, file: string, sql: string): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    const { message, position } = error as { message: string; position?: string }
    const line = position ? sql.slice(0, Number(position)).split('\n').length : undefined
    throw new Error(`${file}${line ? `, line ${line}` : ''}: ${message}`, { cause: error })
  }
}
