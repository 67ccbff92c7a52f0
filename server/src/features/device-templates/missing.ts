import type { ChangeItem } from '@trunkline/contract/resources/change-item'
import { builtInVariables } from '@trunkline/contract/resources/template-variable'
import { sql } from 'kysely'
import type { Tx } from '../../db/pool.ts'
import { variablesIn } from '../../devices/templates/fill.ts'

interface Device {
  id: number
  name: string
}

/** Built-in variables that a device may lack. */
const columnsOf = {
  serial_number: sql`h.serial_number is not null`,
  site_name: sql`h.site_id is not null`,
  device_address: sql`(h.management_address is not null or exists (select from address a
    where a.used_by_kind = 'hardware' and a.used_by_id = h.id and a.deleted_at is null and a.state = 'assigned'))`,
} as const

/** Variables of items without a value, with the devices that lack it. In the caller's transaction. */
export async function missingValues(
  tx: Tx,
  items: readonly ChangeItem[],
  devices: readonly Device[],
): Promise<{ variable: string; devices: number; names: Device[] }[]> {
  const names = variablesIn(items)
  if (names.length === 0 || devices.length === 0) return []
  const { rows } = await sql<{ name: string; ids: number[] }>`
    select n.name, array_agg(h.id) as ids
    from unnest(${names}::text[]) n (name) cross join hardware h
    where h.id = any (${devices.map(({ id }) => id)}::bigint[]) and case n.name
      ${sql.join(
        Object.entries(columnsOf).map(([name, has]) => sql`when ${name} then not ${has}`),
        sql` `,
      )}
      else n.name <> all (${[...builtInVariables]}::text[]) and not exists (select from template_variable v where v.name = n.name
        and (v.hardware_id = h.id or v.site_id = h.site_id or v.company_id = any (h.ancestor_ids))) end
    group by n.name order by n.name`.execute(tx)
  return rows.map(({ name, ids }) => {
    const lacking = new Set(ids)
    const found = devices.filter(({ id }) => lacking.has(id))
    return { variable: name, devices: found.length, names: found.slice(0, 20).map(({ id, name }) => ({ id, name })) }
  })
}
