import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { createLog } from '../log.ts'
import { createEmptyDatabase } from '../testing/database.ts'
import { queryOnce } from './embedded/postmaster.ts'
import { checksumOf, migrate, readFunctions, readMigrations } from './migrate.ts'
import { actAs, ensureRoles, ROLES } from './roles.ts'

const log = createLog('silent')
const root = mkdtempSync(join(tmpdir(), 'trunkline-migrate-'))
let folder: string
let url: string
let dropAll: (() => Promise<void>)[] = []

const write = (name: string, sql: string) => writeFileSync(join(folder, 'migrations', name), sql)
const writeFunction = (name: string, sql: string) => writeFileSync(join(folder, 'functions', name), sql)

/** An SQL function that returns a number. */
const returning = (name: string, value: string) =>
  `create or replace function ${name}() returns int language sql as $$ select ${value} $$;`

beforeEach(async () => {
  folder = mkdtempSync(join(root, 'm'))
  mkdirSync(join(folder, 'migrations'))
  mkdirSync(join(folder, 'functions'))
  const database = await createEmptyDatabase()
  url = database.url
  dropAll.push(database.drop)
})
afterAll(async () => {
  for (const drop of dropAll) await drop()
  dropAll = []
  rmSync(root, { recursive: true, force: true })
})

test('migrations run in order and only once', async () => {
  write('0001_first.sql', 'create table a (id int);')
  write('0002_second.sql', 'alter table a add column name text; insert into a values (1);')
  expect(await migrate(url, log, folder)).toEqual({
    applied: ['0001_first', '0002_second'],
    functions: [],
    version: '0002_second',
  })
  expect(await migrate(url, log, folder)).toEqual({ applied: [], functions: [], version: '0002_second' })
  expect(await queryOnce(url, 'select count(*)::int as rows from a')).toEqual([{ rows: 1 }])
})

test('eight processes that start at the same time apply each migration once', async () => {
  write('0001_first.sql', 'create table a (id int); select pg_sleep(0.2);')
  const results = await Promise.all(Array.from({ length: 8 }, () => migrate(url, log, folder)))
  expect(results.flatMap(({ applied }) => applied)).toEqual(['0001_first'])
})

test('a file that was changed after it was applied is rejected', async () => {
  write('0001_first.sql', 'create table a (id int);')
  await migrate(url, log, folder)
  write('0001_first.sql', 'create table a (id bigint);')
  await expect(migrate(url, log, folder)).rejects.toThrow(/0001_first was changed/)
})

test('a change of line endings is ignored', async () => {
  write('0001_first.sql', 'create table a (\n  id int\n);\n')
  await migrate(url, log, folder)
  write('0001_first.sql', 'create table a (\r\n  id int\r\n);\r\n')
  expect((await migrate(url, log, folder)).applied).toEqual([])
})

test('a database of a newer version is rejected', async () => {
  write('0001_first.sql', 'create table a (id int);')
  write('0002_second.sql', 'create table b (id int);')
  await migrate(url, log, folder)
  rmSync(join(folder, 'migrations', '0002_second.sql'))
  await expect(migrate(url, log, folder)).rejects.toThrow(/0002_second.*newer version/)
})

test('a file numbered below the newest applied one is rejected', async () => {
  write('0001_first.sql', 'create table a (id int);')
  write('0003_third.sql', 'create table c (id int);')
  await migrate(url, log, folder)
  write('0002_second.sql', 'create table b (id int);')
  await expect(migrate(url, log, folder)).rejects.toThrow(/0002_second was added below/)
})

test('a file that fails is rolled back, and the error names its line', async () => {
  write('0001_first.sql', 'create table a (id int);\nselect\n  nonsense;')
  await expect(migrate(url, log, folder)).rejects.toThrow(/0001_first\.sql, line 3.*nonsense/)
  expect(await queryOnce(url, `select to_regclass('a') as a`)).toEqual([{ a: null }])
})

test('file names are validated', () => {
  write('1_first.sql', '')
  expect(() => readMigrations(folder)).toThrow(/NNNN_name\.sql/)
  rmSync(join(folder, 'migrations', '1_first.sql'))
  write('0001_first.sql', '')
  write('0001_other.sql', '')
  expect(() => readMigrations(folder)).toThrow(/number 0001/)
  writeFunction('Count.sql', '')
  expect(() => readFunctions(folder)).toThrow(/name\.sql or panel\.name\.sql, unlike Count/)
})

test('a function is applied after the migrations, and again only when its text changes', async () => {
  write('0001_first.sql', 'create table a (id int);')
  writeFunction('count_a.sql', returning('count_a', 'count(*)::int from a'))
  expect(await migrate(url, log, folder)).toMatchObject({ applied: ['0001_first'], functions: ['count_a'] })
  expect(await migrate(url, log, folder)).toMatchObject({ applied: [], functions: [] })
  writeFunction('count_a.sql', returning('count_a', '7'))
  expect(await migrate(url, log, folder)).toMatchObject({ applied: [], functions: ['count_a'] })
  expect(await queryOnce(url, 'select count_a() as count')).toEqual([{ count: 7 }])
})

test('a migration names the functions that it needs, even if their body reads a table that is created later', async () => {
  write('0001_first.sql', '-- functions: one, count_b\n-- functions: later\ncreate table a (id int default one());')
  write('0002_second.sql', 'create table b (id int);')
  writeFunction('one.sql', returning('one', '1'))
  writeFunction('count_b.sql', returning('count_b', 'count(*)::int from b'))
  writeFunction('later.sql', returning('later', '3'))
  writeFunction('last.sql', returning('last', '4'))
  expect((await migrate(url, log, folder)).functions).toEqual(['one', 'count_b', 'later', 'last'])
  expect(await queryOnce(url, 'insert into a default values returning id')).toEqual([{ id: 1 }])

  write('0003_third.sql', '-- functions: absent\nselect 1;')
  await expect(migrate(url, log, folder)).rejects.toThrow(
    /0003_third\.sql names the function absent, which has no file/,
  )
})

test('a function that a later migration drops is available to earlier ones and absent at the end', async () => {
  mkdirSync(join(folder, 'functions', 'former'))
  writeFunction(join('former', 'one.sql'), returning('one', '1'))
  write('0001_first.sql', '-- functions: one\ncreate table a (id int default one());')
  write('0002_second.sql', 'alter table a alter id drop default; drop function one();')
  expect(await migrate(url, log, folder)).toMatchObject({ applied: ['0001_first', '0002_second'], functions: [] })
  expect(await queryOnce(url, `select to_regproc('one') as one`)).toEqual([{ one: null }])
})

test('functions change with the last migration or not at all', async () => {
  write('0001_first.sql', returning('one', '1'))
  writeFunction('one.sql', returning('one', '2'))
  writeFunction('two.sql', 'create or replace function two() returns int\nlanguage nonsense;')
  await expect(migrate(url, log, folder)).rejects.toThrow(/Function two\.sql.*nonsense/)
  expect(await queryOnce(url, `select to_regproc('one') as one`)).toEqual([{ one: null }])
  writeFunction('two.sql', returning('two', '2'))
  await migrate(url, log, folder)
  expect(await queryOnce(url, 'select one()')).toEqual([{ one: 2 }])
})

test('a function owned by the panel role leaves that role without the right to create others', async () => {
  await ensureRoles(url, log)
  writeFunction('one.sql', returning('one', '1') + 'alter function one() owner to trunkline_app_all;')
  await migrate(url, log, folder)
  expect(
    await queryOnce(
      url,
      `select proowner::regrole::text as owner, has_schema_privilege('trunkline_app_all', 'public', 'create') as may
         from pg_proc where oid = 'one()'::regprocedure`,
    ),
  ).toEqual([{ owner: 'trunkline_app_all', may: false }])
})

test('a process of an older version does not restore its own functions', async () => {
  const [older, newer] = [returning('one', '1'), returning('one', '2')]
  const list = (...texts: string[]) =>
    writeFileSync(
      join(folder, 'checksums.json'),
      JSON.stringify({ migrations: {}, functions: { one: texts.map(checksumOf) } }),
    )
  writeFunction('one.sql', older)
  list(older)
  await migrate(url, log, folder)
  writeFunction('one.sql', newer)
  list(older, newer)
  await migrate(url, log, folder)

  writeFunction('one.sql', older)
  list(older)
  await expect(migrate(url, log, folder)).rejects.toThrow(/text of the function one.*newer version/)
  expect(await queryOnce(url, 'select one()')).toEqual([{ one: 2 }])
})

test('the roles exist, own nothing, and their settings apply to every connection', async () => {
  await Promise.all([ensureRoles(url, log), ensureRoles(url, log), ensureRoles(url, log)])
  // FreeRADIUS logs in as this role if the panel has started one; it may only execute its functions.
  const roles = await queryOnce(
    url,
    `select rolname, (rolcanlogin and rolname <> 'trunkline_radius') or rolsuper or rolbypassrls or rolcreatedb as strong
       from pg_roles where rolname = any ($1) order by rolname`,
    [[...ROLES]],
  )
  expect(roles).toEqual([...ROLES].sort().map((rolname) => ({ rolname, strong: false })))
  const acting = new URL(url)
  acting.searchParams.set('options', actAs('trunkline_app'))
  const [seen] = await queryOnce(
    acting.href,
    `select current_user::text as who, current_setting('plan_cache_mode') as plans,
            current_setting('statement_timeout') as statement`,
  )
  expect(seen).toEqual({ who: 'trunkline_app', plans: 'auto', statement: '5s' })
})

test('a superuser marks LIKE as leakproof, any other owner gets the statements', async () => {
  await ensureRoles(url, log)
  const leaky = `select count(*)::int as leaky from pg_proc
    where prosrc in ('textlike', 'texticlike') and not proleakproof`
  expect(await queryOnce(url, leaky)).toEqual([{ leaky: 0 }])

  await queryOnce(url, 'alter function pg_catalog.texticlike(text, text) not leakproof')
  const plain = new URL(url)
  const name = `plain_${process.pid}`
  await queryOnce(url, `create role ${name} login createrole password 'plain'`)
  try {
    for (const role of ROLES) await queryOnce(url, `grant ${role} to ${name}`)
    plain.username = name
    plain.password = 'plain'
    let warned = ''
    await ensureRoles(plain.href, { warn: (...words: unknown[]) => void (warned = JSON.stringify(words)) })
    expect(warned).toContain('alter function texticlike(text,text) leakproof;')
  } finally {
    await queryOnce(url, `drop role ${name}`)
    await ensureRoles(url, log)
  }
})
