import { withTenant } from '../../db/tenant-transaction.ts'
import type { Databases, Tx } from '../../db/pool.ts'

/** What the provider sets for the whole panel; each is one row of `setting`. */
export interface Settings {
  legal: { terms_en: string; terms_de: string; privacy_en: string; privacy_de: string }
  /** HTTPS address of the helpdesk's script; empty: no chat. */
  chat_script: string
  default_country: string
  /** Whether a company without a valid licence for a part of the panel may only look at it. */
  licence_enforcement: boolean
  /** Since when; null: it is off. */
  licence_enforced_since: string | null
  /** Where routers reach the RADIUS servers; empty: not set. */
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

/** All settings, with what holds where the provider has set nothing. */
export async function readSettings(tx: Tx): Promise<Settings> {
  const rows = await tx.selectFrom('setting').select(['key', 'value']).where('key', 'in', settingKeys).execute()
  return { ...unset, ...Object.fromEntries(rows.map(({ key, value }) => [key, value])) }
}

/** Since when companies without a licence for a part may only look at it; null: they may go on. */
export async function readEnforcedSince(tx: Tx): Promise<string | null> {
  const row = await tx
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'licence_enforced_since' satisfies keyof Settings)
    .executeTakeFirst()
  return (row?.value as string | null | undefined) ?? null
}

/** The settings for pages that nobody has signed in to. No company is set, so this door shows no tenant's row. */
export const readPublicSettings = (databases: Databases): Promise<Settings> =>
  withTenant(databases, { company_id: 0, everything: false }, { write: false }, readSettings)
