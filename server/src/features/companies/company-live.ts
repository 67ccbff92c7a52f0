import type { Tx } from '../../db/pool.ts'
import { conflict } from '../../errors.ts'

/**
 * What belongs to a company comes back out of the trash to the company that it had.
 * @throws AppError conflict where that is in the trash itself
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
