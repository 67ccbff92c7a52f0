import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'

import { readDatabaseUrl } from '../config.ts'
import { createLog } from '../log.ts'
import { atDatabase, startEmbedded } from './embedded/launcher.ts'
import { queryOnce } from './embedded/postmaster.ts'
import { databaseFolder } from './migrate.ts'
import { prepareDatabase, withClient } from './prepare.ts'
import { readRights, renderRights, rightsFile } from './rights.ts'

/**
 * `npm run rows` describes a freshly migrated database: db/rows.generated.ts has its row types,
 * db/rights.generated.json its policies and grants, which the panel compares with the database at each start. `npm run
 * rows -- --check` fails if a file differs.
 */

type Column = {
  table: string
  column: string
  type: string
  /** Values of an enum type. */
  labels: string[] | null
  /** Definitions of check constraints on this column alone, such as `type in ('a', 'b')`. */
  checks: string[] | null
  not_null: boolean
  has_default: boolean
  /** 'a' always, 'd' by default, '' none. */
  identity: string
  generated: boolean
  is_view: boolean
}

const CATALOGUE = `
  select c.relname as table, a.attname as column,
         case when t.typelem <> 0 and t.typlen = -1 then element.typname || '[]' else t.typname end as type,
         (select array_agg(e.enumlabel::text order by e.enumsortorder) from pg_enum e
           where e.enumtypid in (t.oid, t.typelem)) as labels,
         (select array_agg(pg_get_constraintdef(k.oid)) from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as checks,
         a.attnotnull as not_null, a.atthasdef as has_default, a.attidentity::text as identity,
         a.attgenerated <> '' as generated, c.relkind in ('v', 'm') as is_view
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    left join pg_type element on element.oid = t.typelem
   where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
     and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
   order by c.relname collate "C", a.attnum`

const TYPES: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  // Ids and counters; the connection parses them, and throws for a value that a number cannot hold.
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'string',
  bool: 'boolean',
  text: 'string',
  citext: 'string',
  varchar: 'string',
  bpchar: 'string',
  name: 'string',
  uuid: 'string',
  inet: 'string',
  cidr: 'string',
  macaddr: 'string',
  macaddr8: 'string',
  date: 'string',
  time: 'string',
  interval: 'string',
  tstzrange: 'string',
  int4range: 'string',
  int8range: 'string',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
  timestamp: 'Timestamp',
  timestamptz: 'Timestamp',
}

/**
 * The values of a check `(col = ANY (ARRAY['a'::text, 'b'::text]))`, which is how PostgreSQL prints `col in ('a',
 * 'b')`; undefined for any other check.
 */
export function listedValues(check: string): string[] | undefined {
  const list = /^CHECK \(\(\(?"?\w+"?\)?(?:::text)? = ANY \(+ARRAY\[(.*)\]\)*(?:::text\[\])?\)+$/.exec(check)
  if (!list) return undefined
  const values = [...list[1]!.matchAll(/'((?:[^']|'')*)'::[\w ]+/g)].map((match) => match[1]!)
  return values.length > 0 ? values.map((value) => value.replaceAll("''", "'")) : undefined
}

const quote = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function typeOf(column: Column): string {
  const isArray = column.type.endsWith('[]')
  const name = isArray ? column.type.slice(0, -2) : column.type
  const values = column.labels ?? column.checks?.map(listedValues).find((list) => list)
  const union = values?.map(quote).join(' | ')
  let base = union ?? TYPES[name]
  if (base === undefined) {
    throw new Error(`${column.table}.${column.column}: no row type for ${column.type}`)
  }
  if (isArray) base = base.includes('|') ? `(${base})[]` : `${base}[]`
  // What a view shows may always be null as far as the catalogue knows.
  const type = column.not_null && !column.is_view ? base : `${base} | null`
  if (column.is_view) return type
  if (column.generated || column.identity === 'a') return `GeneratedAlways<${type}>`
  return column.has_default || column.identity === 'd' ? `Generated<${type}>` : type
}

/** The generated file for the tables and views of a database, the same for the same schema. */
export function renderRows(columns: Column[]): string {
  const tables = new Map<string, Column[]>()
  for (const column of columns) {
    tables.set(column.table, [...(tables.get(column.table) ?? []), column])
  }
  const typeName = (table: string) =>
    table.replaceAll(/(^|_)([a-z0-9])/g, (_all, _line, letter: string) => letter.toUpperCase()) + 'Row'
  const head = `// Written by \`npm run rows\` from the migrated database. Do not edit.
import type { ColumnType } from 'kysely'

export type Json = null | string | number | boolean | Json[] | { [key: string]: Json }

/** Read as an ISO 8601 string in UTC. */
type Timestamp = ColumnType<string, string | Date, string | Date>

/** Has a default: may be left out of an insert. Unlike Kysely's own it preserves Timestamp. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>

/** Computed by the database alone. */
type GeneratedAlways<T> = ColumnType<T, never, never>
`
  const rows = [...tables].map(([table, list]) => {
    const lines = list.map((column) => `  ${column.column}: ${typeOf(column)}`)
    return `export interface ${typeName(table)} {\n${lines.join('\n')}\n}\n`
  })
  const names = [...tables.keys()].map((table) => `  ${table}: ${typeName(table)}`)
  return [head, ...rows, `export interface Database {\n${names.join('\n')}\n}\n`].join('\n')
}

async function readColumns(url: string): Promise<Column[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Column>(CATALOGUE)).rows
  } finally {
    await client.end()
  }
}

/** The generated files by their paths. */
async function generate(server: string): Promise<Map<string, string>> {
  const log = createLog('warn')
  // Always a new database: an existing one may lack migrations, or contain other tables.
  const name = `trunkline_rows_${process.pid}`
  const maintenance = atDatabase(server, 'postgres')
  await queryOnce(maintenance, `create database ${name}`)
  try {
    const url = atDatabase(server, name)
    await prepareDatabase(url, log, { durable: false, rights: false })
    const rights = await withClient(url, 'trunkline rows', (client) => readRights(client))
    return new Map([
      [join(databaseFolder(), 'rows.generated.ts'), renderRows(await readColumns(url))],
      [rightsFile(), renderRights(rights)],
    ])
  } finally {
    await queryOnce(maintenance, `drop database if exists ${name} with (force)`)
  }
}

async function main(): Promise<number> {
  const databaseUrl = readDatabaseUrl(process.env)
  let files: Map<string, string>
  if (databaseUrl) files = await generate(databaseUrl)
  else {
    const folder = mkdtempSync(join(tmpdir(), 'trunkline-rows-'))
    const settings = { fsync: 'off', synchronous_commit: 'off' }
    const server = await startEmbedded({ dataDir: folder, log: createLog('warn'), settings })
    try {
      files = await generate(server.url)
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  }
  if (!process.argv.includes('--check')) {
    for (const [file, text] of files) writeFileSync(file, text)
    return 0
  }
  const changed = [...files].filter(([file, text]) => !existsSync(file) || readFileSync(file, 'utf8') !== text)
  for (const [file] of changed) console.error(`db/${basename(file)} does not match the migrations. Run: npm run rows`)
  return changed.length === 0 ? 0 : 1
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  process.exitCode = await main()
}
