import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryOnce } from '../../db/embedded/postmaster.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'

// Migration 0074 renamed the tables that this one changes.
const migration = readFileSync(new URL('../../../../db/migrations/0070_import_reasons.sql', import.meta.url), 'utf8')

let database: TestDatabase
const run = (statement: string) => queryOnce(database.url, statement)
beforeAll(async () => {
  database = await createTestDatabase()
  await run(`
    alter table import alter column failure type text using failure ->> 'reason';
    alter table import_error alter column message type text using message ->> 'reason';
    insert into company (name, type) values ('Provider', 'simrush') on conflict do nothing;
    insert into app_user (company_id, first_name, last_name, email, role)
      select min(id), 'A', 'B', 'a@provider.example', 'admin' from company where parent_id is null;
    insert into import (company_id, user_id, kind, file_name, format, size_bytes, failure)
      select u.company_id, u.id, 'hardware', f.name, 'csv', 1, f.failure
      from app_user u, (values ('failed', 'A sentence.'), ('fine', null)) f(name, failure) where u.email = 'a@provider.example';
    insert into import_error select id, 1, 2, 'name', 'x', 'Another sentence.' from import where file_name = 'failed';
    insert into import_outcome (import_id, chunk, rows)
      select id, 0, '[[2, "bad", null, "x", "name: Another sentence."], [3, "created", 7, "y", ""]]' from import where file_name = 'failed';
    insert into import_outcome (import_id, chunk, rows) select id, 1, '[]' from import where file_name = 'failed';
    -- As on a database whose owner is no superuser: forced row security shows it no row.
    grant create on schema public to trunkline_radius;
    ${['import', 'import_error', 'import_outcome'].map((table) => `alter table ${table} owner to trunkline_radius;`).join(' ')}
    set role trunkline_radius;
    ${migration.replaceAll('import_fault', 'import_error')}
    reset role`)
})
afterAll(() => database?.drop())

test('messages of imports from before reason codes remain readable', async () => {
  const text = (sentence: string) => ({ reason: 'text', params: { text: sentence } })
  expect(await run('select failure from import order by id')).toEqual([
    { failure: text('A sentence.') },
    { failure: null },
  ])
  expect(await run('select message from import_error')).toEqual([{ message: text('Another sentence.') }])
  expect(await run('select rows from import_outcome order by chunk')).toEqual([
    {
      rows: [
        [2, 'bad', null, 'x', [['', text('name: Another sentence.')]]],
        [3, 'created', 7, 'y', []],
      ],
    },
    { rows: [] },
  ])
})
