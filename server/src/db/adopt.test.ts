import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { createLog } from '../log.ts'
import { createEmptyDatabase } from '../testing/database.ts'
import type { FormerMigrations } from './adopt.ts'
import { queryOnce } from './embedded/postmaster.ts'
import { databaseFolder, migrate, readMigrations } from './migrate.ts'
import { prepareDatabase } from './prepare.ts'

/**
 * Installations older than the baselines: their schema equals that of the baselines (compared once, when the former
 * migrations were removed), and schema_migration lists the former migrations.
 */
const log = createLog('silent')
const list = JSON.parse(readFileSync(join(databaseFolder(), 'former-migrations.json'), 'utf8')) as FormerMigrations
const root = mkdtempSync(join(tmpdir(), 'trunkline-adopt-'))
const drops: (() => Promise<void>)[] = []
let url: string

/** The folder db with the baselines alone. */
function baselinesOnly(): string {
  const folder = mkdtempSync(join(root, 'db'))
  cpSync(databaseFolder(), folder, { recursive: true })
  for (const { name } of readMigrations(folder)) {
    if (!list.baselines.includes(name)) rmSync(join(folder, 'migrations', `${name}.sql`))
  }
  return folder
}

beforeEach(async () => {
  const database = await createEmptyDatabase()
  drops.push(database.drop)
  url = database.url
  for (const name of ['btree_gist', 'pg_trgm', 'citext', 'pgcrypto']) await queryOnce(url, `create extension ${name}`)
  await migrate(url, log, baselinesOnly())
  await queryOnce(url, 'drop table schema_function')
  await queryOnce(url, 'delete from schema_migration')
  await queryOnce(
    url,
    'insert into schema_migration (name, checksum) select key, value from jsonb_each_text($1::jsonb)',
    [JSON.stringify(list.former)],
  )
})
afterAll(async () => {
  for (const drop of drops) await drop()
  rmSync(root, { recursive: true, force: true })
})

const migrations = () => queryOnce(url, 'select name, checksum from schema_migration order by name')

/** The objects of the schema, as PostgreSQL describes them. */
const schemaOf = async (address: string) =>
  queryOnce(
    address,
    `select c.oid::regclass || '.' || a.attname as name, row(format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated,
        pg_get_expr(d.adbin, d.adrelid), a.attacl)::text as definition
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     union all select conrelid::regclass || '.' || conname, pg_get_constraintdef(oid) || convalidated
       from pg_constraint where connamespace = 'public'::regnamespace
     union all select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index i
       join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
     union all select tgrelid::regclass || '.' || tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
     union all select tablename || '.' || policyname, row(roles, cmd, qual, with_check)::text from pg_policies
      where schemaname = 'public'
     union all select oid::regprocedure::text, pg_get_functiondef(oid) || row(proowner::regrole, proacl)::text from pg_proc
      where pronamespace in ('public'::regnamespace, 'panel'::regnamespace) and prokind = 'f'
     order by 1, 2`,
  )

test('an installation with all former migrations is adopted and updated like a new one', async () => {
  await queryOnce(url, `insert into company (type, name) values ('simrush', 'Provider')`)
  const version = await prepareDatabase(url, log, { durable: false })
  expect(await migrations()).toEqual(readMigrations().map(({ name, checksum }) => ({ name, checksum })))
  expect(version).toBe(readMigrations().at(-1)!.name)
  expect(await queryOnce(url, 'select name from company')).toEqual([{ name: 'Provider' }])
  // Of the same day: the partitions of days that the template has may be those of yesterday.
  const fresh = await createEmptyDatabase()
  drops.push(fresh.drop)
  await prepareDatabase(fresh.url, log, { durable: false })
  expect(await schemaOf(url)).toEqual(await schemaOf(fresh.url))
  // The next start finds nothing to do.
  expect(await migrate(url, log)).toMatchObject({ applied: [], functions: [] })
})

test('processes that start at the same time adopt once', async () => {
  await Promise.all([1, 2, 3].map(() => prepareDatabase(url, log, { durable: false })))
  expect(await migrations()).toHaveLength(readMigrations().length)
})

test('an installation of an older state is rejected with instructions and not changed', async () => {
  await queryOnce(url, `delete from schema_migration where name = '0046_radius_accounting'`)
  const before = await migrations()
  await expect(migrate(url, log)).rejects.toThrow(
    /at the migration 0045_radius_logins .* lacks 0046_radius_accounting.*start the last version before it once/s,
  )
  expect(await migrations()).toEqual(before)
})

test('an installation with a different text of a former migration is rejected', async () => {
  await queryOnce(url, `update schema_migration set checksum = 'other' where name = '0007_lineage'`)
  await expect(migrate(url, log)).rejects.toThrow(/0007_lineage was changed before it was applied/)
  expect(await migrations()).toHaveLength(Object.keys(list.former).length)
})
