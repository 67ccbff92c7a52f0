import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import { AppError, conflict } from '../../errors.ts'
import type { RowWrite } from '../../http/standard-handlers.ts'

type StoredCatalogueRow = StoredRow

/** Replaces empty strings by null. */
export const blankToNull = <T extends object>(body: T): T =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === '' ? null : value])) as T

/** Columns of a catalogue row. The owner is the company of the creator, which is always the provider. */
export const catalogueColumns = ({ body, actor, before }: RowWrite<object>): StoredRow => ({
  ...blankToNull(body),
  ...(before === undefined && { company_id: actor.company_id }),
})

/**
 * Rejects the deletion of a row in use.
 * @param column the column of models and devices that refers to the row
 * @throws AppError conflict with the number of models, devices and files
 */
export async function rejectWhileUsed(
  tx: Tx,
  column: 'type_id' | 'manufacturer_id' | 'model_id',
  { id, name }: StoredCatalogueRow,
): Promise<void> {
  const models =
    column === 'model_id'
      ? sql`0`
      : sql`(select count(*) from hardware_model where ${sql.ref(column)} = ${id} and deleted_at is null)`
  const files =
    column === 'manufacturer_id' ? sql`(select count(*) from dpk_file where manufacturer_id = ${id})` : sql`0`
  const { rows } = await sql<{ models: number; hardware: number; files: number }>`
    select ${models}::bigint as models, ${files}::bigint as files,
      (select count(*) from hardware where ${sql.ref(column)} = ${id} and deleted_at is null) as hardware`.execute(tx)
  const used = rows[0] as { models: number; hardware: number; files: number }
  if (used.models + used.hardware + used.files === 0) return
  const uses = [
    ...(used.models > 0 ? [message('catalogue.models', { count: used.models })] : []),
    ...(used.hardware > 0 ? [message('catalogue.devices', { count: used.hardware })] : []),
    ...(used.files > 0 ? [message('catalogue.packages', { count: used.files })] : []),
  ]
  throw new AppError('conflict', {
    reason: message('catalogue.in_use', { name: String(name), uses }),
    details: { ...used },
  })
}

/**
 * Locks the rows that a model refers to until the model is written, so that they cannot be deleted concurrently.
 * @throws AppError conflict if one is in the trash
 */
export async function lockLive(tx: Tx, table: 'hardware_type' | 'hardware_manufacturer', id: number): Promise<void> {
  const { rows } = await sql<{ name: string; deleted_at: string | null }>`
    select name, deleted_at from ${sql.table(table)} where id = ${id} for share`.execute(tx)
  if (rows[0] !== undefined && rows[0].deleted_at !== null) throw conflict('row.in_trash', { name: rows[0].name })
}
