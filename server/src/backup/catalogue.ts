import type { Client } from 'pg'
import { BackupError } from './errors.ts'
import type { BackupTable, Manifest } from './manifest.ts'

/** Schemas that are backed up: the panel's and the job queue's. */
export const backedUp = ['public', 'panel', 'graphile_worker'] as const

/**
 * Session settings for reading or writing rows: the same text format on every server, and no timeouts, because backups
 * take longer than any request.
 */
export const prepareSession = `
  set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set bytea_output = 'hex'; set client_encoding = 'UTF8'; set search_path = public;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`

/** Excludes tables of extensions and of other schemas; partitions are read through their parents. */
const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name, c.relrowsecurity as secured,
         (select array_agg(format('%I', a.attname) order by a.attnum) from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
         exists (select from pg_policy p join pg_roles r on r.oid = any (p.polroles)
                  where p.polrelid = c.oid and r.rolname = 'trunkline_app_all' and p.polpermissive and p.polcmd in ('*', 'r')
                    and pg_get_expr(p.polqual, p.polrelid) = 'true') as visible
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition
     and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
   order by n.nspname, c.relname`

const PARTITIONS = `
  select format('%I.%I', n.nspname, c.relname) as name, i.inhparent::regclass::text as parent, pg_get_expr(c.relpartbound, c.oid) as bound,
         pg_get_partkeydef(c.oid) as by
    from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_namespace n on n.oid = c.relnamespace
   where c.relispartition and c.relkind in ('r', 'p') and n.nspname = any ($1) order by 1`

const SEQUENCES = `
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'S' and n.nspname = any ($1) order by 1`

const ROLES = `
  select rolname as name, rolcanlogin as login, coalesce(rolconfig, '{}') as settings from pg_roles
   where rolname in ('trunkline_app', 'trunkline_app_all', 'trunkline_radius') order by 1`

const FOREIGN_GRANTS = `
  select distinct format('%s on %I.%I', r.rolname, n.nspname, c.relname) as grant
    from pg_class c join pg_namespace n on n.oid = c.relnamespace, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
   where n.nspname = any ($1) and a.grantee <> c.relowner and c.relkind in ('r', 'p', 'v', 'S')
     and r.rolname not in ('trunkline_app', 'trunkline_app_all', 'trunkline_radius') order by 1`

export type TableShape = Pick<BackupTable, 'name' | 'columns'>

/** Whether the connection's own role bypasses row security. */
async function seesAll(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ all: boolean }>(
    'select rolsuper or rolbypassrls as all from pg_roles where rolname = current_user',
  )
  return rows[0]?.all === true
}

/**
 * All tables, read as a role that sees every row: row security also applies to the owner, who would write an empty
 * backup. Requires an open transaction; the role applies until it ends.
 * @throws BackupError config if row security hides rows of a table from that role
 */
export async function readTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape & { secured: boolean; visible: boolean }>(TABLES, [backedUp])
  if (!(await seesAll(client))) {
    const hidden = rows.filter(({ secured, visible }) => secured && !visible).map(({ name }) => name)
    if (hidden.length > 0)
      throw new BackupError(
        'config',
        `Row security hides rows of ${hidden.join(', ')}, because the policy "everything" is missing. Run: node server/dist/main.js check-rights --repair`,
      )
    await client.query('set local role trunkline_app_all')
  }
  return rows.map(({ name, columns }) => ({ name, columns }))
}

export const readPartitions = async (client: Client): Promise<Manifest['partitions']> =>
  (await client.query<Manifest['partitions'][number] & { by: string | null }>(PARTITIONS, [backedUp])).rows.map(
    ({ by, ...row }) => ({
      ...row,
      ...(by !== null && { by }),
      parent: row.parent.includes('.') ? row.parent : `public.${row.parent}`,
    }),
  )

export const readRoles = async (client: Client): Promise<Manifest['roles']> =>
  (await client.query<Manifest['roles'][number]>(ROLES)).rows

export const readForeignGrants = async (client: Client): Promise<string[]> =>
  (await client.query<{ grant: string }>(FOREIGN_GRANTS, [backedUp])).rows.map((row) => row.grant)

/**
 * The positions of sequences. Sequences are not part of a snapshot: read after the rows, they are never behind them.
 */
export async function readSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(SEQUENCES, [backedUp])
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const state = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${name}`,
    )
    sequences.push({ name, ...state.rows[0]! })
  }
  return sequences
}

/** The source of COPY for a table. Partitioned tables can only be read through a query. */
export const copyStatement = ({ name, columns }: TableShape): string =>
  columns.length === 0 ? '' : `copy (select ${columns.join(', ')} from ${name}) to stdout`
