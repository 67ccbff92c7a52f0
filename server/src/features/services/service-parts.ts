import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { StoredRow } from '../../db/write-row.ts'
import { conflict } from '../../errors.ts'
import { checkCompanyLive } from '../companies/company-live.ts'

/**
 * A service in the trash can be restored only if its company, tariff, NAS and site are live.
 * @throws AppError conflict that names the first one in the trash
 */
export async function checkPartsLive(row: StoredRow, call: unknown, tx: Tx): Promise<void> {
  await checkCompanyLive(row, call, tx)
  const { rows } = await sql<{ name: string }>`
    select name from tariff where id = ${row['tariff_id']} and deleted_at is not null
    union all select name from nas where id = ${row['nas_id']} and deleted_at is not null
    union all select name from site where id = ${row['site_id']} and deleted_at is not null`.execute(tx)
  if (rows[0] !== undefined) throw conflict('row.in_trash', { name: rows[0].name })
}
