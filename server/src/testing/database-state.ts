import { Client } from 'pg'

/** A database as text, to compare it after a restore: one line per object, by kind. */
export type DatabaseState = Record<string, string[]>

const schemas = `n.nspname in ('public', 'panel', 'graphile_worker')`
const own = (oid: string) => `not exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`
const acl = (column: string) =>
  `coalesce((select string_agg(format('%s=%s by %s', coalesce(g.rolname, 'public'), a.privilege_type, o.rolname), ' ' order by g.rolname, a.privilege_type)
     from aclexplode(${column}) a left join pg_roles g on g.oid = a.grantee left join pg_roles o on o.oid = a.grantor), 'default')`

const queries: Record<string, string> = {
  policies: `select format('%s.%s %s %s %s %s using %s check %s', schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check) from pg_policies n where schemaname in ('public', 'panel', 'graphile_worker')`,
  relations: `select format('%s.%s %s security %s forced %s owner %s grants %s partition %s', n.nspname, c.relname, c.relkind, c.relrowsecurity, c.relforcerowsecurity, pg_get_userbyid(c.relowner), ${acl('c.relacl')}, pg_get_expr(c.relpartbound, c.oid))
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${schemas} and c.relkind in ('r', 'p', 'v', 'S') and ${own('c.oid')}`,
  columns: `select format('%s.%s %s %s null %s default %s grants %s', c.oid::regclass, a.attname, a.attnum, format_type(a.atttypid, a.atttypmod), not a.attnotnull, pg_get_expr(e.adbin, e.adrelid), ${acl('a.attacl')})
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace left join pg_attrdef e on e.adrelid = a.attrelid and e.adnum = a.attnum
   where ${schemas} and a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v') and ${own('c.oid')}`,
  constraints: `select format('%s %s %s %s', k.conrelid::regclass, case when k.contype = 'n' or k.conparentid <> 0 then '' else k.conname end, k.convalidated, pg_get_constraintdef(k.oid)) from pg_constraint k join pg_namespace n on n.oid = k.connamespace where ${schemas}`,
  indexes: `select indexdef from pg_indexes n where schemaname in ('public', 'panel', 'graphile_worker') and tablename !~ '_\\d{4}_\\d{2}$'`,
  triggers: `select format('%s %s %s', t.tgrelid::regclass, t.tgenabled, pg_get_triggerdef(t.oid)) from pg_trigger t where not t.tgisinternal`,
  functions: `select format('%s owner %s definer %s config %s grants %s %s', p.oid::regprocedure, pg_get_userbyid(p.proowner), p.prosecdef, p.proconfig, ${acl('p.proacl')}, md5(p.prosrc)) from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${schemas} and ${own('p.oid')}`,
  schemas: `select format('%s %s', n.nspname, ${acl('n.nspacl')}) from pg_namespace n where ${schemas}`,
  // Whether they can log in is a property of the server, and other tests change it.
  roles: `select format('%s super %s bypass %s inherit %s', rolname, rolsuper, rolbypassrls, rolinherit) from pg_roles where rolname like 'trunkline\\_%'`,
}

/**
 * Reads everything that a restore must restore: schema, rights, and the content of every table and sequence.
 * @param url as a superuser, to whom row security does not apply
 */
export async function readDatabaseState(url: string): Promise<DatabaseState> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set timezone = 'UTC'; set search_path = ''`)
    const state: DatabaseState = {}
    const lines = async (sql: string) =>
      (
        await client.query<[string]>({
          text: `select x::text from (${sql}) q (x) order by x::text collate "C"`,
          rowMode: 'array',
        })
      ).rows.map(([line]) => line)
    const { rows } = await client.query<{ owner: string }>(
      'select pg_get_userbyid(datdba) as owner from pg_database where datname = current_database()',
    )
    const anybody = new RegExp(`\\b${rows[0]!.owner}\\b`, 'g')
    for (const [kind, sql] of Object.entries(queries))
      state[kind] = (await lines(sql)).map((line) => line.replaceAll(anybody, 'OWNER'))
    const tables = await lines(
      `select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${schemas} and c.relkind in ('r', 'p') and not c.relispartition and ${own('c.oid')}`,
    )
    state['rows'] = []
    for (const table of tables)
      state['rows'].push(
        ...(await lines(
          `select format('%s: %s rows, %s', '${table}', count(*), md5(string_agg(t::text, E'\\n' order by t::text collate "C"))) from ${table} t`,
        )),
      )
    state['sequences'] = await lines(
      `select format('%I.%I %s', schemaname, sequencename, last_value) from pg_catalog.pg_sequences n`,
    )
    return state
  } finally {
    await client.end()
  }
}
