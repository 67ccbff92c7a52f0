import type { Query } from '@trunkline/contract/endpoint'
import {
  attributesPerPage,
  type RadiusAttribute,
  type radiusAttributes,
} from '@trunkline/contract/resources/radius-attribute'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import type { Handlers } from '../../http/call.ts'

/** Columns of an attribute as in the contract. */
const columns = sql`a.name, a.vendor, a.path, a.type, a.length, a.overhead, a.has_tag, a.encrypted is not null as is_secret,
  coalesce((select json_agg(json_build_object('name', v.key, 'number', v.value) order by v.value::numeric, v.key)
    from jsonb_each(a.values) v), '[]') as values`

/** Whether a FreeRADIUS server has uploaded its dictionary. */
export async function isDictionaryLoaded(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ loaded: boolean }>`select hash <> '' as loaded from radius_dictionary`.execute(tx)
  return rows[0]?.loaded === true
}

/** Attributes of the dictionary by name, case-insensitive. */
export async function readAttributes(tx: Tx, names: readonly string[]): Promise<RadiusAttribute[]> {
  if (names.length === 0) return []
  const { rows } = await sql<RadiusAttribute>`
    select ${columns} from radius_attribute a where lower(a.name) = any (${names.map((name) => name.toLowerCase())}::text[])
    order by a.name`.execute(tx)
  return rows
}

/** Attributes by part of their name: prefix matches first, RFC attributes before those of vendors. */
async function findAttributes(tx: Tx, query: Query<typeof radiusAttributes.lookup>): Promise<RadiusAttribute[]> {
  if (query.names !== undefined)
    return readAttributes(
      tx,
      query.names.split(',', attributesPerPage).map((name) => name.trim()),
    )
  const escaped = (query.search ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, String.raw`\$&`)
  const vendor = query.vendor?.toLowerCase()
  const { rows } = await sql<RadiusAttribute>`
    select ${columns} from radius_attribute a
    where lower(a.name) like ${`%${escaped}%`}
      and ${vendor === undefined ? sql`true` : vendor === 'standard' ? sql`a.vendor is null` : sql`lower(a.vendor) = ${vendor}`}
    order by lower(a.name) like ${`${escaped}%`} desc, a.vendor is not null, a.name
    limit ${attributesPerPage} offset ${((query.page ?? 1) - 1) * attributesPerPage}`.execute(tx)
  return rows
}

export const radiusAttributeHandlers = (): Handlers<typeof radiusAttributes> => ({
  lookup: ({ db, query }) =>
    db(async (tx) => ({ data: await findAttributes(tx, query), loaded: await isDictionaryLoaded(tx) })),
})
