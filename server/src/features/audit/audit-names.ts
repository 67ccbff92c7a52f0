import type { AuditEntry } from '@trunkline/contract/resources/audit'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { labelTables } from '../../http/labels/read.ts'

/** Columns of audited tables that refer to a row, and the tables with the columns that name their rows. */
export interface AuditReferences {
  /** Table by `subject.column`. */
  tables: ReadonlyMap<string, string>
  /** Column by table. */
  names: ReadonlyMap<string, string>
}

/** Ids of a column without a foreign key, since the row may be of several tables: another column has its kind. */
const byKind: Readonly<Record<string, string>> = { record_id: 'kind', used_by_id: 'used_by_kind' }

const tableOfKind: Readonly<Record<string, string>> = { ...labelTables, 'vpn-dialup': 'service', nas: 'nas' }

/** Ids of users in rows that outlive the user, so that they have no foreign key. */
const userColumns = ['actor_id']

/**
 * Reads the references from the foreign keys of all tables that are logged, so that a new table needs no entry here. The
 * name of a row is the label under which its table is logged (`audited`, db/functions).
 */
export async function readAuditReferences(tx: Tx): Promise<AuditReferences> {
  const { rows } = await sql<{ table: string; subject: string; label: string; column: string | null; target: string }>`
    with logged as (
      select distinct t.oid, t.relname, g.args[1] as subject, g.args[3] as label
      from (select tgrelid, string_to_array(encode(tgargs, 'escape'), '\\000') as args from pg_trigger
        where tgfoid = 'audit_row'::regproc and tgparentid = 0) g
      join pg_class t on t.oid = g.tgrelid)
    select l.relname as "table", l.subject, l.label, a.attname as "column", r.relname as target
    from logged l
    left join (pg_constraint k
      join lateral unnest(k.conkey, k.confkey) as u(own, other) on true
      join pg_attribute b on b.attrelid = k.confrelid and b.attnum = u.other and b.attname = 'id'
      join pg_class r on r.oid = k.confrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = u.own) on k.conrelid = l.oid and k.contype = 'f'`.execute(
    tx,
  )
  const tables = new Map<string, string>()
  const names = new Map<string, string>()
  for (const { table, subject, label, column, target } of rows) {
    names.set(table, label)
    for (const user of userColumns) tables.set(`${subject}.${user}`, 'app_user')
    if (column !== null) tables.set(`${subject}.${column}`, target)
  }
  return { tables, names }
}

type Named = Pick<AuditEntry, 'subject' | 'before' | 'after'>

/** The table that a value of an entry refers to; undefined for any other value. */
export function tableOf(
  { tables }: AuditReferences,
  { subject, before, after }: Named,
  field: string,
): string | undefined {
  const kind = byKind[field]
  return kind === undefined
    ? tables.get(`${subject}.${field}`)
    : tableOfKind[String(after?.[kind] ?? before?.[kind] ?? '')]
}

/**
 * The present names of the rows that the entries refer to, by field and id. Only rows that the caller sees, those in the
 * trash included.
 */
export async function namesOf(
  tx: Tx,
  references: AuditReferences,
  entries: readonly Named[],
): Promise<AuditEntry['names'][]> {
  const found = entries.map((entry) =>
    [entry.before, entry.after].flatMap((side) =>
      Object.entries(side ?? {}).flatMap(([field, value]) => {
        const table = typeof value === 'number' ? tableOf(references, entry, field) : undefined
        return table === undefined || !references.names.has(table) ? [] : [{ field, table, id: value as number }]
      }),
    ),
  )
  const ids = new Map<string, Set<number>>()
  for (const { table, id } of found.flat()) ids.set(table, (ids.get(table) ?? new Set()).add(id))
  if (ids.size === 0) return entries.map(() => ({}))
  // Through JSON, in which an address has no mask.
  const selects = [...ids].map(
    ([table, wanted]) => sql`
      select ${table} as "table", n.id, to_jsonb(n.${sql.ref(references.names.get(table) as string)}) #>> '{}' as name
      from ${sql.table(table)} n where n.id = any (${[...wanted]}::bigint[])`,
  )
  const { rows } = await sql<{
    table: string
    id: number
    name: string | null
  }>`${sql.join(selects, sql` union all `)}`.execute(tx)
  const known = new Map(rows.map(({ table, id, name }) => [`${table}.${id}`, name]))
  return found.map((references) => {
    const names: AuditEntry['names'] = {}
    for (const { field, table, id } of references) {
      const name = known.get(`${table}.${id}`)
      if (name) (names[field] ??= {})[id] = name
    }
    return names
  })
}
