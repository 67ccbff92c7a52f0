import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import { AppError, conflict } from '../../errors.ts'
import type { RowWrite } from '../../http/standard-handlers.ts'

type StoredCatalogueRow = StoredRow

/** Texts that were emptied in a form are none. */
export const blankToNull = <T extends object>(body: T): T =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, value === '' ? null : value])) as T

/** Columns of a row of the catalogue: its owner is the company of the caller who creates it, which only the provider can be. */
export const catalogueColumns = ({ body, actor, before }: RowWrite<object>): StoredRow => ({
  ...blankToNull(body),
  ...(before === undefined && { company_id: actor.company_id }),
})

/**
 * What is still used stays where it is.
 * @param column by which models and devices name the row
 * @throws AppError conflict that says how many models, devices and files there are
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
 * The rows that a model belongs to, held until the model is written: neither goes to the trash meanwhile.
 * @throws AppError conflict where one is in the trash
 */
export async function lockLive(tx: Tx, table: 'hardware_type' | 'hardware_manufacturer', id: number): Promise<void> {
  const { rows } = await sql<{ name: string; deleted_at: string | null }>`
    select name, deleted_at from ${sql.table(table)} where id = ${id} for share`.execute(tx)
  if (rows[0] !== undefined && rows[0].deleted_at !== null) throw conflict('row.in_trash', { name: rows[0].name })
}
