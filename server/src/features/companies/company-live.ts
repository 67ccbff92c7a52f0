import type { Tx } from '../../db/pool.ts'
import { conflict } from '../../errors.ts'

/**
 * A row in the trash can be restored only if its company is live.
 * @throws AppError conflict if the company is in the trash
 */
export async function checkCompanyLive(row: Record<string, unknown>, _call: unknown, tx: Tx): Promise<void> {
  const company = await tx
    .selectFrom('company')
    .select(['name', 'deleted_at'])
    .where('id', '=', Number(row['company_id']))
    .forShare()
    .executeTakeFirstOrThrow()
  if (company.deleted_at !== null) throw conflict('row.in_trash', { name: company.name })
}
