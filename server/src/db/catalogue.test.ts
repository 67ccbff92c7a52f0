import { afterAll, beforeAll, expect, test } from 'vitest'
import type pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'

/**
 * Invariants of all tables, functions and views, read from the catalogue: a migration that forgets a policy fails here
 * without an entry in any list.
 */
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.drop())

const queryOnce = async (sql: string, pool: pg.Pool = database.databases.appAll) => (await pool.query(sql)).rows

/** Tables of the panel itself, which no request reads or writes. */
const outside = `('schema_migration', 'schema_function')`
const tables = `select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname not in ${outside}`

test('every table has row security, forced on its owner too', async () => {
  expect(
    await queryOnce(`select relname from (${tables}) t where not relrowsecurity or not relforcerowsecurity`),
  ).toEqual([])
})

test('the panel can read every table, a tenant only tables with a policy', async () => {
  expect(
    await queryOnce(
      `select relname from (${tables}) t where not exists (select from pg_policies p where p.tablename = t.relname and 'trunkline_app_all' = any (p.roles))`,
    ),
  ).toEqual([])
  expect(
    await queryOnce(
      `select tablename, policyname from pg_policies where 'public' = any (roles) or ('trunkline_app' = any (roles) and qual in ('true', '(true)') and tablename <> 'setting')`,
    ),
  ).toEqual([])
})

test('a tenant has grants only on tables with a policy for it', async () => {
  expect(
    await queryOnce(`select relname from (${tables}) t where has_table_privilege('trunkline_app', t.oid, 'select, insert, update, delete')
    and not exists (select from pg_policies p where p.tablename = t.relname and 'trunkline_app' = any (p.roles))`),
  ).toEqual([])
})

test('a table with an owner and a version is audited and announced', async () => {
  expect(
    await queryOnce(`select t.relname from (${tables}) t
    where (select count(*) from pg_attribute a where a.attrelid = t.oid and a.attname in ('version', 'deleted_at') and not a.attisdropped) = 2
      and (not exists (select from pg_trigger g join pg_proc p on p.oid = g.tgfoid where g.tgrelid = t.oid and p.proname = 'audit_row')
        or not exists (select from pg_trigger g join pg_proc p on p.oid = g.tgfoid where g.tgrelid = t.oid and p.proname like 'announce%'))`),
  ).toEqual([])
})

test('functions that bypass row security are listed here, with a fixed search path and an owner that is not a superuser', async () => {
  const rows =
    await queryOnce(`select p.proname, coalesce(array_to_string(p.proconfig, ','), '') as config, r.rolname, r.rolsuper from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    join pg_roles r on r.oid = p.proowner where n.nspname = 'public' and p.prosecdef order by 1`)
  expect(rows.map((row) => row.proname)).toEqual([
    'ancestor_companies',
    'audit_event',
    'audit_row',
    'carry_ancestor_ids',
    'check_company_parent',
    'current_maintenance',
    'device_address_allotted',
    'device_commands_follow',
    'hardware_macs_used',
    'hardware_poll_follow',
    'hardware_serials_used',
    'hardware_users',
    'index_labels',
    'ip_allocate',
    'ip_allocate_addresses',
    'ip_change_address',
    'ip_change_subnet',
    'ip_check_deleted_company',
    'ip_check_moved_company',
    'ip_destroy_range',
    'ip_fold',
    'ip_plan_apply',
    'ip_plan_make',
    'ip_recover_address',
    'ip_recover_subnet',
    'ip_release_address',
    'ip_release_due',
    'ip_release_subnet',
    'ip_release_used',
    'ip_restructure',
    'ip_retype',
    'ip_settle',
    'ip_store_range',
    'maintain_company_tree',
    'note_session_day',
    'notes_follow',
    'owns_tariff',
    'queue_job',
    'queue_mail',
    'set_ancestor_ids',
    'tally_changes',
    'usernames_used',
    'wifi_settings_follow',
  ])
  for (const row of rows) {
    expect(row.config, row.proname).toContain('search_path=public, pg_temp')
    expect(row.rolname, row.proname).toBe('trunkline_app_all')
    expect(row.rolsuper).toBe(false)
  }
})

test('functions of the schema panel bypass row security with a fixed search path, and none is granted to public', async () => {
  const rows =
    await queryOnce(`select p.proname, p.prosecdef, coalesce(array_to_string(p.proconfig, ','), '') as config, r.rolname, has_function_privilege('trunkline_radius', p.oid, 'execute') as radius,
      has_function_privilege('trunkline_app', p.oid, 'execute') as tenant from pg_proc p join pg_roles r on r.oid = p.proowner where p.pronamespace = 'panel'::regnamespace order by 1`)
  const names = (which: string) => rows.filter((row) => row[which]).map((row) => row.proname)
  expect(names('radius')).toEqual([
    'radius_accept',
    'radius_accepted',
    'radius_acct',
    'radius_addresses',
    'radius_batch',
    'radius_certificates',
    'radius_check',
    'radius_client',
    'radius_dictionary',
    'radius_extra',
    'radius_logged',
    'radius_login',
    'radius_reboot',
    'radius_record',
    'radius_reject',
    'radius_rejected',
    'radius_replay',
    'radius_report',
    'radius_reserve',
    'radius_status',
    'radius_unanswered',
    'radius_update',
  ])
  const ofTenants = ['radius_authority', 'radius_preview', 'radius_trust', 'radius_trusted']
  expect(names('tenant')).toEqual(['address_history', ...ofTenants])
  expect(names('prosecdef')).toEqual([
    'address_history',
    'forget_unanswered',
    'name_pool',
    'name_prefix_pool',
    'name_user',
    'notify_nas',
    ...[...names('radius'), ...ofTenants].toSorted(),
    'watch_service',
    'watch_tariff',
  ])
  for (const row of rows.filter((each) => each.prosecdef)) {
    expect(row.config, row.proname).toContain('search_path=public, pg_temp')
    expect(row.rolname, row.proname).toBe('trunkline_app_all')
  }
  expect(
    await queryOnce(
      `select relname from (${tables}) t where has_table_privilege('trunkline_radius', t.oid, 'select, insert, update, delete')`,
    ),
  ).toEqual([])
})

test('views apply the row security of the caller', async () => {
  expect(
    await queryOnce(`select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public' and c.relkind = 'v'
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') and not coalesce(reloptions::text like '%security_invoker=true%', false)`),
  ).toEqual([])
})

test('without a company set, a tenant connection sees nothing and writes nothing', async () => {
  const all = await queryOnce(
    `select relname from (${tables}) t where has_table_privilege('trunkline_app', t.oid, 'select') and relname <> 'setting'`,
  )
  for (const { relname } of all)
    expect(await queryOnce(`select count(*) from ${relname}`, database.databases.app), relname).toEqual([{ count: 0 }])
  await expect(
    database.databases.app.query(`insert into company (type, name) values ('simrush', 'x')`),
  ).rejects.toThrow()
})

test('the audit log accepts inserts, and no role can change it', async () => {
  await queryOnce(`select audit_event('send', 'companies', null, 'x', null)`)
  for (const sql of [`update audit_log set actor_name = 'x'`, 'delete from audit_log', 'truncate audit_log'])
    for (const pool of [database.databases.app, database.databases.appAll])
      await expect(pool.query(sql), sql).rejects.toThrow()
  const { url } = database
  const { Client } = await import('pg')
  const owner = new Client({ connectionString: url })
  await owner.connect()
  await expect(owner.query('delete from audit_log')).rejects.toThrow(/append-only/)
  await owner.end()
})
