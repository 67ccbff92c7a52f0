import { message } from '@trunkline/contract/errors'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { AppError } from '../../errors.ts'

/** Tags and custom fields are in the same lists as those of companies above and below the owner. */
interface Claim {
  table: 'tag' | 'custom_field'
  /** The field of the body that the error is reported at. */
  field: 'name' | 'key'
  value: string
  company_id: number
  /** The row itself; 0 for a new one. */
  id: number
  /** Of a custom field. */
  kind?: string
}

/**
 * Rejects a name that the owner, a company above it or a company below it uses. One write at a time, so that two
 * companies cannot claim a name together.
 * @throws AppError conflict at `field`
 */
export async function checkNameFree(tx: Tx, { table, field, value, company_id, id, kind }: Claim): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${table}))`.execute(tx)
  const { rows } = await sql<{ company: string | null }>`
    select c.name as company from ${sql.table(table)} t left join company c on c.id = t.company_id
    where t.deleted_at is null and t.id <> ${id} and lower(t.${sql.ref(field)}) = lower(${value})
      ${kind === undefined ? sql`` : sql`and t.kind = ${kind}`}
      and (t.company_id = any ((select ancestor_ids from company where id = ${company_id})::bigint[])
        or ${company_id}::bigint = any (t.ancestor_ids))
    limit 1`.execute(tx)
  const taken = rows[0]
  if (taken === undefined) return
  // Row security hides the name of a company above the caller's.
  const reason =
    taken.company === null ? message('label.name_taken_above') : message('label.name_taken', { company: taken.company })
  throw new AppError('conflict', { fields: { [field]: reason } })
}
