import type { ImportJob } from '@trunkline/contract/resources/import-shapes'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { notFound } from '../../errors.ts'

/** Maximum number of errors in a response; the report contains all. */
const maxShownErrors = 500

/** An import as stored. */
export interface StoredImport {
  id: number
  company_id: number
  user_id: number
  kind: ImportJob['kind']
  file_name: string
  header: string[]
  sample: string[][]
  columns: string[]
  default_company_id: number | null
  mode: ImportJob['mode']
  state: ImportJob['state']
  dry_run: boolean
}

/**
 * The caller's own import. Imports of other users are not found, not even for the provider. @throws AppError not_found
 */
export async function ownImport(tx: Tx, actor: Actor, id: number, { lock = false } = {}): Promise<StoredImport> {
  const { rows } = await sql<StoredImport>`
    select id, company_id, user_id, kind, file_name, header, sample, columns, default_company_id, mode, state, dry_run
      from import where id = ${id} and user_id = ${actor.user_id} ${lock ? sql`for update` : sql``}`.execute(tx)
  if (rows[0] === undefined) throw notFound()
  return rows[0]
}

/** The caller's own import as the API shows it. @throws AppError not_found */
export async function readImport(tx: Tx, actor: Actor, id: number): Promise<ImportJob> {
  const { rows } = await sql<Omit<ImportJob, 'errors'>>`
    select id, kind, file_name, format, size_bytes, coalesce(reading ->> 'encoding', '') as encoding, coalesce(reading ->> 'separator', '') as separator,
      coalesce(reading ->> 'sheet', '') as sheet, header, sample, columns, default_company_id as company_id, mode, state, dry_run, rows_total, rows_done,
      created_count as created, updated_count as updated, same_count as same, bad_count as bad, error_count as errors_total, failure,
      started_at, finished_at, created_at
    from import where id = ${id} and user_id = ${actor.user_id}`.execute(tx)
  const [found] = rows
  if (found === undefined) throw notFound()
  const errors = await sql<ImportJob['errors'][number]>`
    select row, column_name as column, value, message ->> 'reason' as reason, message -> 'params' as params from import_error where import_id = ${id} order by row, position limit ${maxShownErrors}`.execute(
    tx,
  )
  return { ...found, errors: errors.rows }
}
