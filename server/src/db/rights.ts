import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { ConfigError } from '../config.ts'
import { databaseFolder } from './migrate.ts'

/**
 * One object or setting that isolates tenants or that the panel needs to work: the existence of a table or function,
 * row security, a policy, a grant to one of the panel's roles, or the settings of a function.
 */
export interface Right {
  /** Unique, and identical on every server. */
  what: string
  /** The statement that restores it; empty if a table or function is missing, which no statement can restore. */
  sql: string
}

/** Schemas of the migrations. The job queue's own schema is created, with its grants, at each start. */
const SCHEMAS = ['public', 'panel'] as const

/**
 * Names are schema-qualified, because the search path is empty. Grants are listed by privilege, because newer servers
 * have more privileges. Partitions are created monthly and are accessed through their parents only.
 */
const RIGHTS = `
  with place as (select oid, nspname from pg_namespace where nspname = any ($1)),
  ours as (select oid, rolname from pg_roles where rolname in ('trunkline_app', 'trunkline_app_all', 'trunkline_radius')),
  relation as (
    select c.oid, format('%I.%I', p.nspname, c.relname) as name, c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.relacl
      from pg_class c join place p on p.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'S') and not c.relispartition
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')),
  routine as (
    select f.oid, f.oid::regprocedure::text as name, f.proowner, f.prosecdef, f.proconfig, f.proacl,
           case f.prokind when 'p' then 'procedure' else 'function' end as kind
      from pg_proc f join place p on p.oid = f.pronamespace
     where f.prokind in ('f', 'p') and not exists (select from pg_depend d where d.objid = f.oid and d.deptype = 'e')),
  policy as (
    select r.name as table_name, quote_ident(p.polname) as name, p.polpermissive, p.polcmd,
           pg_get_expr(p.polqual, p.polrelid) as using_text, pg_get_expr(p.polwithcheck, p.polrelid) as check_text,
           (select string_agg(coalesce(quote_ident(g.rolname), 'public'), ', ' order by g.rolname)
              from unnest(p.polroles) role left join pg_roles g on g.oid = role) as roles
      from pg_policy p join relation r on r.oid = p.polrelid)
  select 'table ' || name as what, '' as sql from relation where relkind in ('r', 'p', 'v')
  union all select 'row security of ' || name, format('alter table %s enable row level security', name) from relation where relrowsecurity
  union all select 'forced row security of ' || name, format('alter table %s force row level security', name) from relation where relforcerowsecurity
  union all
  select format('policy %s on %s for %s to %s%s', name, table_name, command, roles, case when polpermissive then '' else ', restrictive' end),
         format('drop policy if exists %1$s on %2$s; create policy %1$s on %2$s as %3$s for %4$s to %5$s', name, table_name,
           case when polpermissive then 'permissive' else 'restrictive' end, command, roles)
           || coalesce(format(' using (%s)', using_text), '') || coalesce(format(' with check (%s)', check_text), '')
    from policy, lateral (select case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end as command) c
  union all
  select g.text, g.text from relation r, aclexplode(r.relacl) a, ours o,
    lateral (select format('grant %s on %s %s to %I', lower(a.privilege_type), case r.relkind when 'S' then 'sequence' else 'table' end, r.name, o.rolname) as text) g
   where o.oid = a.grantee
  union all
  select g.text, g.text from relation r join pg_attribute c on c.attrelid = r.oid, aclexplode(c.attacl) a, ours o,
    lateral (select format('grant %s (%I) on table %s to %I', lower(a.privilege_type), c.attname, r.name, o.rolname) as text) g
   where o.oid = a.grantee
  union all
  select g.text, g.text from pg_namespace n join place p on p.oid = n.oid, aclexplode(n.nspacl) a, ours o,
    lateral (select format('grant %s on schema %I to %I', lower(a.privilege_type), n.nspname, o.rolname) as text) g
   where o.oid = a.grantee
  union all select format('%s %s', kind, name), '' from routine
  union all
  select format('%s %s runs as its owner', kind, name), format('alter %s %s security definer', kind, name) from routine where prosecdef
  union all
  select format('%s %s is of %I', kind, name, o.rolname), format('alter %s %s owner to %I', kind, name, o.rolname) from routine join ours o on o.oid = proowner
  union all
  select format('%s %s has %s', kind, name, setting), format('alter %s %s set %s to %s', kind, name, split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1))
    from routine, unnest(proconfig) setting where setting like 'search_path=%'
  union all
  select format('%s %s is not for everybody', kind, name), format('revoke execute on %s %s from public', kind, name) from routine
   where not exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) a where a.grantee = 0)
  union all
  select g.text, g.text from routine r, aclexplode(r.proacl) a, ours o,
    lateral (select format('grant execute on %s %s to %I', r.kind, r.name, o.rolname) as text) g
   where o.oid = a.grantee and o.oid <> r.proowner
  order by 1`

/**
 * All rights of a database, by `what`.
 * @param client connected as any role; a transaction must not be open
 */
export async function readRights(
  client: Pick<Client, 'query'>,
  schemas: readonly string[] = SCHEMAS,
): Promise<Right[]> {
  await client.query('begin')
  try {
    await client.query(`set local search_path = ''`)
    const { rows } = await client.query<Right>(RIGHTS, [schemas])
    return rows
      .map(({ what, sql }) => ({ what, sql }))
      .toSorted((a, b) => (a.what < b.what ? -1 : a.what > b.what ? 1 : 0))
  } finally {
    await client.query('rollback')
  }
}

/** The file with the rights of a freshly migrated database, which `npm run rows` writes. */
export const rightsFile = (): string => join(databaseFolder(), 'rights.generated.json')

/** The text of that file: one entry per line, without `sql` if it equals `what`. */
export const renderRights = (rights: readonly Right[]): string =>
  `[\n${rights.map(({ what, sql }) => `  ${JSON.stringify(sql === what ? { what } : { what, sql })}`).join(',\n')}\n]\n`

const expectedRights = (): Right[] =>
  (JSON.parse(readFileSync(rightsFile(), 'utf8')) as (Pick<Right, 'what'> & Partial<Right>)[]).map(({ what, sql }) => ({
    what,
    sql: sql ?? what,
  }))

/** The rights of the migrations that this database lacks. */
export async function findMissingRights(client: Pick<Client, 'query'>, expected = expectedRights()): Promise<Right[]> {
  const found = new Set((await readRights(client)).map(({ what }) => what))
  return expected.filter(({ what }) => !found.has(what))
}

/** Maximum number of missing rights that an error message lists. */
const named = 10

/**
 * Checks that no right is missing, as happens after a restore without roles.
 * @throws ConfigError with the missing rights and how to restore them
 */
export async function checkRights(client: Pick<Client, 'query'>): Promise<void> {
  const missing = await findMissingRights(client)
  if (missing.length === 0) return
  const lost = missing.filter(({ sql }) => sql === '')
  // Missing tables and functions first.
  const ordered = [...lost, ...missing.filter(({ sql }) => sql !== '')]
  const more = missing.length > named ? [`and ${missing.length - named} more`] : []
  throw new ConfigError(
    [
      ...ordered.slice(0, named).map(({ what }) => what),
      ...more,
      'A restore of a dump onto a server without the roles trunkline_app, trunkline_app_all and trunkline_radius leaves a database like this.',
      lost.length === 0
        ? 'Run "node server/dist/main.js check-rights --repair" with the same settings, which restores them, or restore a backup by "npm run restore".'
        : 'Tables or functions are among them, so the database is incomplete. Restore a backup by "npm run restore".',
    ],
    {
      head: `Trunkline can't start: ${missing.length} policies, grants or other rights are missing in the database:`,
    },
  )
}

/**
 * Restores the missing rights that can be restored, in one transaction.
 * @param client connected as the owner of the database
 * @returns the restored rights, and those still missing
 */
export async function repairRights(client: Pick<Client, 'query'>): Promise<{ restored: Right[]; lost: Right[] }> {
  const missing = await findMissingRights(client)
  const lost = missing.filter(({ sql }) => sql === '')
  const ofLost = (right: Right) => lost.some(({ what }) => right.sql.includes(what.replace(/^\w+ /, '')))
  const restored = missing.filter((right) => right.sql !== '' && !ofLost(right))
  await client.query('begin')
  try {
    await client.query(`set local search_path = ''`)
    // Only the owner of a function may change its owner, so that the other rights are restored first.
    const last = (right: Right) => Number(/ owner to /.test(right.sql))
    for (const { sql } of restored.toSorted((a, b) => last(a) - last(b))) await client.query(sql)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
  return { restored, lost: await findMissingRights(client) }
}
