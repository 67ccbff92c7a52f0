import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Client } from 'pg'

import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { renderChecksums, updateChecksums } from './checksums.ts'
import { databaseFolder, readFormerFunctions, readFunctions, readMigrations } from './migrate.ts'

const root = mkdtempSync(join(tmpdir(), 'trunkline-checksums-'))
let folder: string
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => {
  folder = mkdtempSync(join(root, 'db'))
  cpSync(databaseFolder(), folder, { recursive: true })
})
afterAll(async () => {
  await database?.drop()
  rmSync(root, { recursive: true, force: true })
})

test('no released migration was changed, and db/checksums.json lists every migration and function', () => {
  const { list, errors } = updateChecksums()
  expect(errors).toEqual([])
  expect(readFileSync(join(databaseFolder(), 'checksums.json'), 'utf8'), 'run npm run checksums').toBe(
    renderChecksums(list),
  )
})

test('a changed or removed migration is an error, and its checksum is not updated', () => {
  const [first, second] = readMigrations(folder)
  writeFileSync(join(folder, 'migrations', `${first!.name}.sql`), `${first!.sql}\nselect 1;\n`)
  rmSync(join(folder, 'migrations', `${second!.name}.sql`))
  const { list, errors } = updateChecksums(folder)
  expect(errors).toHaveLength(2)
  expect(errors[0]).toContain(`${first!.name} was changed`)
  expect(errors[1]).toContain(`${second!.name} was removed`)
  expect(list.migrations[first!.name]).toBe(first!.checksum)
})

test('a new text of a function is appended to its list', () => {
  writeFileSync(join(folder, 'functions', 'touch_row.sql'), 'select 1;')
  const before = updateChecksums().list.functions['touch_row']!
  const { list, errors } = updateChecksums(folder)
  expect(errors).toEqual([])
  expect(list.functions['touch_row']!.slice(0, -1)).toEqual(before)
  expect(list.functions['touch_row']).toHaveLength(before.length + 1)
})

test('migrations define no function, and name only functions that have a file', () => {
  const former = readFormerFunctions()
  const functions = new Set([...readFunctions().keys(), ...former.keys()])
  const named = new Set(readMigrations().flatMap((migration) => migration.functions))
  expect([...former.keys()].filter((name) => !named.has(name))).toEqual([])
  for (const migration of readMigrations()) {
    // A function in a migration would be overwritten by its file, or differ from it.
    expect(migration.sql, migration.name).not.toMatch(/^\s*create (or replace )?function/im)
    expect(
      migration.functions.filter((name) => !functions.has(name)),
      migration.name,
    ).toEqual([])
  }
})

test('every function of the database has a file with a comment, and every file a function', async () => {
  const { rows } = await database.databases.appAll.query<{ name: string }>(
    `select distinct case n.nspname when 'public' then '' else n.nspname || '.' end || p.proname as name
       from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'panel') and p.prokind in ('f', 'p')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  const functions = readFunctions()
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...functions.keys()].toSorted())
  for (const { name, sql } of functions.values()) {
    expect(sql, name).toMatch(/^-- /)
    const defined = [...sql.matchAll(/^create or replace function ([\w.]+)\(/gm)].map((match) => match[1])
    expect([...new Set(defined)], name).toEqual([name])
  }
})

test('every body of a function compiles against the migrated schema', async () => {
  const owner = new Client({ connectionString: database.url })
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query('grant create on schema public, panel to trunkline_app_all')
    for (const { name, sql } of readFunctions().values()) {
      await owner.query(sql).catch((error: Error) => expect.fail(`${name}: ${error.message}`))
    }
    await owner.query('rollback')
  } finally {
    await owner.end()
  }
})
