import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

/**
 * Compares tables made by the helpers of docs/adding-a-resource.md with those whose migrations spell everything out.
 */
let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // Without the objects that the helpers create: a copy of a table has no triggers, policies or grants.
  await client.query(`
    create table circuit (like site including all);
    alter table circuit drop column ancestor_ids, drop column tag_ids, drop column custom_fields;
    select touched('circuit', 'hardware_count,online_count,known_count');
    select audited_by_version('circuit', 'sites', 'company_id', 'name', 'hardware_count,online_count,known_count,status');
    select announced('circuit', 'sites', 'company_id');
    select with_ancestor_ids('circuit');
    select secured('circuit', 'select, insert, update');

    create table circuit_state (like hardware_state including all);
    select visible_with('circuit_state', 'hardware', 'hardware_id');
    select secured('circuit_state', 'select');

    create table circuit_seal (like audit_verification including all);
    select append_only('circuit_seal');
    select secured('circuit_seal', '', 'select, insert');

    create table circuit_log (like audit_log) partition by range (id);
    select append_only('circuit_log')`)
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

/** A definition without what may differ: the name of its table, the alias of a subquery, a default argument. */
const general = (text: string, table: string) =>
  text
    .replaceAll(new RegExp(`\\b${table}(?=\\b|_)`, 'g'), 'TABLE')
    .replaceAll(/FROM (\w+) \w+\s+WHERE \(\w+\.id/g, 'FROM $1 WHERE (id')
    .replace(/, 'id'\)$/, ')')

/** Without those of tags, custom fields and notes, which only some kinds of records have. */
async function triggersOf(table: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = $1::regclass and not tgisinternal and tgname !~ '^(labels|notes)_'`,
    [table],
  )
  return rows.map(({ text }) => general(text, table)).toSorted()
}

async function rightsOf(table: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `select concat_ws(' ', policyname, permissive, roles, cmd, qual, with_check) as text from pg_policies where tablename = $1
     union all select concat_ws(' ', grantee, privilege_type) from information_schema.role_table_grants where table_name = $1 and grantee like 'trunkline%'
     union all select concat_ws(' ', relrowsecurity, relforcerowsecurity) from pg_class where oid = $1::regclass`,
    [table],
  )
  return rows.map(({ text }) => general(text, table)).toSorted()
}

/** Triggers that maintain the counters of a site and of the dashboard. */
const isOwnOfSites = (text: string) => /TABLE_count|tally_changes/.test(text)

test('a resource has the triggers, policies and grants of an existing one', async () => {
  expect(await triggersOf('circuit')).toEqual((await triggersOf('site')).filter((text) => !isOwnOfSites(text)))
  expect(await rightsOf('circuit')).toEqual(await rightsOf('site'))
})

test('a part of a record has the policies and grants of an existing one', async () => {
  expect(await rightsOf('circuit_state')).toEqual(await rightsOf('hardware_state'))
})

test('an append-only table has the triggers, policies and grants of an existing one', async () => {
  expect(await triggersOf('circuit_seal')).toEqual(await triggersOf('audit_verification'))
  expect(await rightsOf('circuit_seal')).toEqual(await rightsOf('audit_verification'))
  expect(await triggersOf('circuit_log')).toEqual(await triggersOf('audit_log'))
})

describe('touched', () => {
  const touch = async (change: string) => {
    const { rows } = await client.query<{ version: number }>(
      `update circuit set ${change} where name = 'Tower' returning version`,
    )
    return rows[0]?.version
  }
  beforeAll(async () => {
    await client.query(`insert into company (type, name) values ('simrush', 'Northwind')`)
    await client.query(`insert into circuit (company_id, name) select id, 'Tower' from company`)
  })

  test('counts the version for a change of any column except the excluded ones', async () => {
    expect(await touch(`city = 'Lyon'`)).toBe(2)
    expect(await touch(`city = 'Lyon'`)).toBe(2)
    expect(await touch(`hardware_count = 3`)).toBe(2)
    expect(await touch(`deleted_at = now()`)).toBe(3)
  })

  test('covers a column that was added when it is called again', async () => {
    await client.query('alter table circuit add column "order number" text')
    expect(await touch(`"order number" = '1'`)).toBe(3)
    await client.query(`select touched('circuit', 'hardware_count,online_count,known_count')`)
    expect(await touch(`"order number" = '2'`)).toBe(4)
  })

  test('rejects an excluded name that is not a column', async () => {
    await expect(client.query(`select touched('circuit', 'hardware_counts')`)).rejects.toThrow(
      'table circuit has no column hardware_counts',
    )
  })
})
