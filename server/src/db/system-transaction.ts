import { withTenant, type TenantSettings } from './tenant-transaction.ts'
import type { Databases, Tx } from './pool.ts'

/**
 * A transaction that sees every row. Only devices, sessions, jobs, access and the demo may import it
 * (scripts/import-rules.mjs); all other code uses the tenant transaction of the caller. `as` names the actor for the
 * audit log.
 */
export function withSystem<T>(
  databases: Databases,
  work: (tx: Tx) => Promise<T>,
  as: Partial<Omit<TenantSettings, 'everything'>> = {},
): Promise<T> {
  return withTenant(databases, { company_id: 0, ...as, everything: true }, { write: true }, work)
}
