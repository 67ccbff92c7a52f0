import { sql } from 'kysely'
import type { Tx } from './pool.ts'

/** A table row, or some of its columns, by column name. */
export type StoredRow = Readonly<Record<string, unknown>>

const given = (values: StoredRow): [string, unknown][] =>
  Object.entries(values).filter(([, value]) => value !== undefined)

/**
 * Inserts a row; undefined columns get the table's default.
 * @returns its id
 */
export async function insertRow(tx: Tx, table: string, values: StoredRow): Promise<number> {
  const columns = given(values)
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))}) values (${sql.join(columns.map(([, value]) => value))}) returning id`.execute(
    tx,
  )
  return (rows[0] as { id: number }).id
}

/** Updates those columns of a row that are not undefined. */
export async function updateRow(tx: Tx, table: string, id: number, values: StoredRow): Promise<void> {
  const columns = given(values)
  if (columns.length === 0) return
  await sql`update ${sql.table(table)} set ${sql.join(columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))} where id = ${id}`.execute(
    tx,
  )
}

/** The values that differ from the row. */
export const changesOf = (before: StoredRow, values: StoredRow): [string, unknown][] =>
  given(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name] ?? null))
