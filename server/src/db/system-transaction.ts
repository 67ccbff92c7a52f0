import { withTenant, type TenantSettings } from './tenant-transaction.ts'
import type { Databases, Tx } from './pool.ts'

/**
 * The panel's own door: sees every row. Only devices, sessions, jobs, access and the demo may import it (scripts/import-rules.mjs);
 * everything else goes through the door of the caller. `as` names whom the audit log shall tell of.
 */
export function withSystem<T>(
  databases: Databases,
  work: (tx: Tx) => Promise<T>,
  as: Partial<Omit<TenantSettings, 'everything'>> = {},
): Promise<T> {
  return withTenant(databases, { company_id: 0, ...as, everything: true }, { write: true }, work)
}
