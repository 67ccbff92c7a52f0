import type { HardwareKind } from '@trunkline/contract/resources/hardware-enums'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Tx } from '../../db/pool.ts'
import { lookupSize } from '../companies/company-lookup.ts'
import { pathText } from '../companies/company-path.ts'
import { visibleTo } from '../companies/subtree.ts'
import { textMatches } from '../companies/text-match.ts'
import { typedMac } from './mac.ts'

interface Lookup {
  query?: string | undefined
  page?: number | undefined
}

/** Live manufacturers for a select, by name. */
export const lookUpManufacturers = (tx: Tx, { query, page = 1 }: Lookup) =>
  tx
    .selectFrom('hardware_manufacturer as m')
    .select(['m.id', 'm.name'])
    .where('m.deleted_at', 'is', null)
    .where(textMatches('m.search_text', query))
    .orderBy('m.name')
    .orderBy('m.id')
    .limit(lookupSize)
    .offset((page - 1) * lookupSize)
    .execute()

/** Live models for a select, by name or product code. */
export async function lookUpModels(
  tx: Tx,
  { query, page = 1, manufacturer_id, type_id }: Lookup & { manufacturer_id?: number; type_id?: number },
) {
  let found = tx
    .selectFrom('hardware_model as m')
    .innerJoin('hardware_type as t', 't.id', 'm.type_id')
    .innerJoin('hardware_manufacturer as f', 'f.id', 'm.manufacturer_id')
    .select(['m.id', 'm.name', 'f.name as manufacturer_name', 'm.warranty_months', 'm.has_lte'])
    .select(sql<HardwareKind>`t.kind`.as('kind'))
    .where('m.deleted_at', 'is', null)
    .where(textMatches('m.search_text', query))
  if (manufacturer_id !== undefined) found = found.where('m.manufacturer_id', '=', manufacturer_id)
  if (type_id !== undefined) found = found.where('m.type_id', '=', type_id)
  return found
    .orderBy('m.name')
    .orderBy('m.id')
    .limit(lookupSize)
    .offset((page - 1) * lookupSize)
    .execute()
}

/** The words of a query normalised as in the search text: a MAC address in any notation is one word. */
export const searchedHardware = (query: string | undefined) =>
  query
    ?.split(/\s+/)
    .map((word) => typedMac(word) ?? word)
    .join(' ')

interface HardwareLookup extends Lookup {
  /** Only devices of this company and its ancestors. */
  for_company_id?: number | undefined
  unplaced?: boolean | undefined
  kind?: HardwareKind | undefined
}

/** Live devices for a select, by name, serial number, MAC address or comment. */
export async function lookUpHardware(
  tx: Tx,
  actor: Actor,
  { query, page = 1, for_company_id, unplaced, kind }: HardwareLookup,
) {
  let one = tx
    .selectFrom('hardware as h')
    .select(['h.id', 'h.name', 'h.serial_number', 'h.model_id', 'h.type_id', 'h.company_id'])
    .where('h.deleted_at', 'is', null)
    .where(visibleTo(actor, 'h.ancestor_ids'))
    .where(textMatches('h.search_text', searchedHardware(query)))
  if (for_company_id !== undefined)
    // A company that the caller may not see matches no row, and so no devices.
    one = one.where(
      sql<boolean>`h.company_id in (select unnest(c.ancestor_ids) from company c where c.id = ${for_company_id})`,
    )
  if (unplaced === true) one = one.where('h.site_id', 'is', null)
  if (kind !== undefined)
    one = one.where(sql<boolean>`h.type_id in (select t.id from hardware_type t where t.kind = ${kind})`)
  return tx
    .selectFrom(
      one
        .orderBy('h.name')
        .orderBy('h.id')
        .limit(lookupSize)
        .offset((page - 1) * lookupSize)
        .as('r'),
    )
    .innerJoin('company as c', 'c.id', 'r.company_id')
    .innerJoin('hardware_model as m', 'm.id', 'r.model_id')
    .innerJoin('hardware_type as t', 't.id', 'r.type_id')
    .select(['r.id', 'r.name', 'r.serial_number', 'm.name as model_name', pathText('c.ancestor_ids').as('path')])
    .select(sql<HardwareKind>`t.kind`.as('kind'))
    .orderBy('r.name')
    .orderBy('r.id')
    .execute()
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

/** Names and serial numbers that start with the query; the id is the device's. */
export async function completeHardware(tx: Tx, actor: Actor, { query = '', page = 1 }: Lookup) {
  const typed = query.trim().toLowerCase()
  const begins = `${escaped(typed)}%`
  const { rows } = await sql<{ id: number; name: string }>`
    select h.id, case when lower(h.name) like ${begins} then h.name else h.serial_number end as name from hardware h
    where h.deleted_at is null and ${visibleTo(actor, 'h.ancestor_ids')}
      and (h.search_text like ${begins} or h.search_text like ${`% ${begins}`})
      and (lower(h.name) like ${begins} or lower(h.serial_number) like ${begins})
    order by h.name, h.id limit ${lookupSize} offset ${(page - 1) * lookupSize}`.execute(tx)
  return rows
}
