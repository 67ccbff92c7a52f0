import { withTenant } from '../../db/tenant-transaction.ts'
import type { Databases, Tx } from '../../db/pool.ts'

/** Settings of the installation, which the provider changes; each is one row of `setting`. */
export interface Settings {
  legal: { terms_en: string; terms_de: string; privacy_en: string; privacy_de: string }
  /** HTTPS URL of the helpdesk's chat script; empty: no chat. */
  chat_script: string
  default_country: string
  /** Whether parts of the panel are read-only for companies without a valid licence. */
  licence_enforcement: boolean
  /** When enforcement was enabled; null: disabled. */
  licence_enforced_since: string | null
  /** Address at which routers reach the RADIUS servers; empty: not set. */
  radius_address: string
  radius_address_2: string
}

const unset: Settings = {
  legal: { terms_en: '', terms_de: '', privacy_en: '', privacy_de: '' },
  chat_script: '',
  default_country: 'GB',
  licence_enforcement: false,
  licence_enforced_since: null,
  radius_address: '',
  radius_address_2: '',
}

export const settingKeys = Object.keys(unset) as (keyof Settings)[]

/** All settings, with defaults for those that the provider has not set. */
export async function readSettings(tx: Tx): Promise<Settings> {
  const rows = await tx.selectFrom('setting').select(['key', 'value']).where('key', 'in', settingKeys).execute()
  return { ...unset, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) }
}

/** When the enforcement of licences was enabled; null: disabled. */
export async function readEnforcedSince(tx: Tx): Promise<string | null> {
  const row = await tx
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'licence_enforced_since' satisfies keyof Settings)
    .executeTakeFirst()
  return (row?.value as string | null | undefined) ?? null
}

/**
 * Settings for unauthenticated pages. The transaction has no company, so row security hides the rows of all tenants.
 */
export const readPublicSettings = (databases: Databases): Promise<Settings> =>
  withTenant(databases, { company_id: 0, everything: false }, { write: false }, readSettings)
