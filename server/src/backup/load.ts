import type { Client } from 'pg'
import { readArchive } from './archive.ts'
import { backedUp, copyStatement, readPartitions } from './catalogue.ts'
import { copyIn, copyOut } from './copy.ts'
import { BackupError } from './errors.ts'
import type { BackupTable, Manifest } from './manifest.ts'
import { RowDigest } from './row-digest.ts'
import { unzipRows } from './verify-backup.ts'

/** Statements that revert what was disabled for loading, in order. */
interface RevertStatements {
  foreignKeys: string[]
  triggers: string[]
  security: string[]
}

const STATE = `
  with relation as (
    select c.oid, c.relkind, c.relispartition, c.relforcerowsecurity, format('%I.%I', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p')
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e'))
  select 'foreignKeys' as kind, format('alter table %s drop constraint %I', r.name, k.conname) as off,
         format('alter table %s add constraint %I %s', r.name, k.conname, pg_get_constraintdef(k.oid)) as "on"
    from pg_constraint k join relation r on r.oid = k.conrelid where k.contype = 'f' and k.conparentid = 0
  union all
  select 'triggers', format('alter table %s disable trigger %I', r.name, t.tgname),
         format('alter table %s enable %s trigger %I', r.name, case t.tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end, t.tgname)
    from pg_trigger t join relation r on r.oid = t.tgrelid where not t.tgisinternal and t.tgenabled <> 'D'
  union all
  select 'security', format('alter table %s no force row level security', name), format('alter table %s force row level security', name)
    from relation where relforcerowsecurity
  order by 1, 2`

/**
 * Disables what would reject rows during the load: foreign keys, which refer to rows loaded later; triggers, whose
 * effects are part of the data; and forced row security, under which COPY cannot write. Possible for any owner,
 * superuser or not.
 */
async function disableChecks(client: Client): Promise<RevertStatements> {
  const { rows } = await client.query<{ kind: keyof RevertStatements; off: string; on: string }>(STATE, [backedUp])
  const switched: RevertStatements = { foreignKeys: [], triggers: [], security: [] }
  for (const { kind, off, on } of rows) {
    await client.query(off)
    switched[kind].push(on)
  }
  return switched
}

/** Creates the partitions of the backup: a new database has only those of the current month. */
async function matchPartitions(client: Client, { partitions }: Manifest): Promise<void> {
  const wanted = new Map(partitions.map((partition) => [partition.name, partition]))
  for (const { name, bound } of (await readPartitions(client)).toReversed())
    if (wanted.get(name)?.bound !== bound) await client.query(`drop table if exists ${name}`)
  for (const { name, parent, bound, by } of partitions) {
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name])
    if (rows[0]!.there) continue
    await client.query(
      `create table ${name} (like ${parent} including defaults including constraints)${by === undefined ? '' : ` partition by ${by}`}`,
    )
    await client.query(`alter table ${parent} attach partition ${name} ${bound}`)
  }
}

/**
 * Loads the rows of a backup into the tables that its migrations have created, in a transaction of the caller.
 * Afterwards sequences, foreign keys (which PostgreSQL checks again), triggers and row security are as before.
 * @param onTable is called after each table
 * @throws BackupError data if the stored rows differ from the backup
 */
export async function loadRows(
  client: Client,
  path: string,
  passphrase: string | undefined,
  manifest: Manifest,
  onTable: (table: BackupTable) => void,
): Promise<void> {
  await matchPartitions(client, manifest)
  const switched = await disableChecks(client)
  // Migrations insert some rows themselves; the backup contains them too.
  await client.query(`truncate ${manifest.tables.map(({ name }) => name).join(', ')}`)
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  const entries = readArchive(path, passphrase)
  let entry = await entries.next()
  while (!entry.done) {
    const name = /^data\/([^/]+)\//.exec(entry.value.name)?.[1]
    const table = name === undefined ? undefined : tables.get(name)
    if (table === undefined) {
      entry = await entries.next()
      continue
    }
    const rowsOfTable = async function* (): AsyncGenerator<Buffer> {
      for (; !entry.done && entry.value.name.startsWith(`data/${name}/`); entry = await entries.next())
        yield unzipRows(entry.value.name, entry.value.data)
    }
    await copyIn(client, `copy ${table.name} (${table.columns.join(', ')}) from stdin`, rowsOfTable())
  }
  for (const table of manifest.tables) {
    await compareTable(client, table)
    onTable(table)
  }
  for (const { name, value, called } of manifest.sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, called])
  for (const statement of [...switched.foreignKeys, ...switched.triggers, ...switched.security])
    await client.query(statement)
}

/** Reads the stored rows back: the owner sees all rows while row security is not forced. */
async function compareTable(client: Client, table: BackupTable): Promise<void> {
  const digest = new RowDigest()
  for await (const rows of copyOut(client, copyStatement(table))) digest.add(rows)
  if (digest.rows !== table.rows || digest.text !== table.digest)
    throw new BackupError(
      'data',
      `${table.name} differs after loading: ${digest.rows} of ${table.rows} rows, or their checksum does not match. Nothing was kept.`,
    )
}
