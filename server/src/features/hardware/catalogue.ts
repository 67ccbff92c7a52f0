import { hardwareKinds, type HardwareKind } from '@trunkline/contract/resources/hardware-enums'
import { sql } from 'kysely'
import { withTenant } from '../../db/tenant-transaction.ts'
import type { Databases, Tx } from '../../db/pool.ts'
import { hardwareKindLabels } from '../../reference/hardware-labels.ts'
import { otherManufacturers } from './catalogue-manufacturers.ts'
import { mikrotik } from './catalogue-mikrotik.ts'
import type { CatalogueModels } from './catalogue-types.ts'

/**
 * All manufacturers with their models. The warranty defaults to twelve months; the provider changes it to its terms.
 */
export const manufacturers: { name: string; website: string; models: CatalogueModels }[] = [
  { name: 'MikroTik', website: 'https://mikrotik.com', models: mikrotik },
  ...otherManufacturers,
]

/** Key in the settings table: the catalogue is seeded once, so that rows deleted by the provider stay deleted. */
const mark = 'hardware_catalogue'

/** The catalogue as table rows, for one statement per table. */
function planned() {
  const models = manufacturers.flatMap((maker) =>
    (Object.entries(maker.models) as [HardwareKind, NonNullable<CatalogueModels[HardwareKind]>][]).flatMap(
      ([kind, list]) =>
        list.map(([name, code, ethernet_ports, of = {}]) => ({
          manufacturer: maker.name,
          kind,
          name,
          code,
          ethernet_ports,
          sfp_ports: of.sfp ?? 0,
          poe_out_ports: of.poe ?? 0,
          radios: of.radios ?? [],
          has_lte: of.lte ?? false,
        })),
    ),
  )
  return {
    types: hardwareKinds.map((kind) => ({ kind, name: hardwareKindLabels[kind].en })),
    manufacturers: manufacturers.map(({ name, website }) => ({ name, website })),
    models,
  }
}

/** Inserts rows whose name does not exist; rows created by the provider are not changed. */
async function seedCatalogue(tx: Tx, company_id: number): Promise<void> {
  const { types, manufacturers, models } = planned()
  await sql`
    insert into hardware_type (company_id, name, kind)
    select ${company_id}, t.name, t.kind from jsonb_to_recordset(${JSON.stringify(types)}::jsonb) as t(name text, kind text)
    on conflict do nothing`.execute(tx)
  await sql`
    insert into hardware_manufacturer (company_id, name, website)
    select ${company_id}, m.name, m.website from jsonb_to_recordset(${JSON.stringify(manufacturers)}::jsonb) as m(name text, website text)
    on conflict do nothing`.execute(tx)
  await sql`
    insert into hardware_model (company_id, type_id, manufacturer_id, name, code, ethernet_ports, sfp_ports, poe_out_ports, radios, has_lte)
    select ${company_id}, (select t.id from hardware_type t where t.kind = m.kind and t.deleted_at is null order by t.id limit 1), f.id,
      m.name, m.code, m.ethernet_ports, m.sfp_ports, m.poe_out_ports, array(select jsonb_array_elements_text(m.radios)), m.has_lte
    from jsonb_to_recordset(${JSON.stringify(models)}::jsonb) as m(manufacturer text, kind text, name text, code text,
      ethernet_ports int, sfp_ports int, poe_out_ports int, radios jsonb, has_lte boolean)
    join hardware_manufacturer f on lower(f.name) = lower(m.manufacturer) and f.deleted_at is null
    on conflict do nothing`.execute(tx)
}

const isMade = (tx: Tx) => tx.selectFrom('setting').select('key').where('key', '=', mark).executeTakeFirst()

/**
 * Seeds the initial catalogue once, as soon as the installation has a provider. Called by each process at start and
 * after the provider's sign-up; safe to call concurrently.
 */
export async function syncCatalogue(databases: Databases): Promise<void> {
  const panel = { company_id: 0, everything: true, actor_name: 'system' }
  if ((await withTenant(databases, panel, { write: false }, isMade)) !== undefined) return
  await withTenant(databases, panel, { write: true }, makeCatalogue)
}

/** The same within a system transaction. */
export async function makeCatalogue(tx: Tx): Promise<void> {
  // A process that started at the same time may hold the lock.
  await sql`set local lock_timeout = '60s'; set local statement_timeout = '60s'`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtext('trunkline hardware catalogue'))`.execute(tx)
  if ((await isMade(tx)) !== undefined) return
  const root = await tx.selectFrom('company').select('id').where('parent_id', 'is', null).executeTakeFirst()
  if (root === undefined) return
  await seedCatalogue(tx, root.id)
  await tx
    .insertInto('setting')
    .values({ key: mark, value: JSON.stringify({ made: true }) })
    .execute()
}
